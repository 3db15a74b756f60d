"""Evidence about average precision: the printed forms, the pairs form shifted, and its decoder."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice, product

from qstheory import losses
from qstheory.certify.arithmetic import inner
from qstheory.certify.expressions import Expression, Log, Number
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.claims import Case, Claimed, Evidence
from qstheory.claims.evidence import WHOLE
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject

from . import _evidence, _ranking
from ._algebra import compared
from ._best import a_star, entry_range
from ._table import FACTORS, SIZE, U_MAX

FIRST, THIRD = "sums over positions", "sum over pairs of items"
ROW_NORM, BOUND = "||F||^2 <= log(m+1)", "A^2 <= m^2 log(m+1)/4"
ROW_SUM, HARMONIC, A_SQUARED = "||F||^2", "log(m+1) < H_m <= 1 + log m", "A^2"
PAIRS_RULE, MATRIX_RULE = "the sum over pairs decodes", "Tr(W^T P D P^T) decodes"


def average_precision(m: int, undefined: str = "drop") -> Loss:
    """The average precision loss."""
    return losses.make("map", m=m, undefined=undefined)


def harmonic(m: int, power: int = 1) -> Fraction:
    """H_m, or the sum of 1/i^power."""
    return sum((Fraction(1, i**power) for i in range(1, m + 1)), Fraction(0))


def triangle(m: int, **_: object) -> int:
    """m(m+1)/2."""
    return m * (m + 1) // 2


def item_pairs(m: int) -> list[tuple[int, int]]:
    """The pairs j <= l."""
    return list(combinations_with_replacement(range(m), 2))


def last(sigma: tuple[int, ...]) -> list[Fraction]:
    """1 / max(sigma(j), sigma(l)) for j <= l."""
    return [Fraction(1, max(pair)) for pair in combinations_with_replacement(sigma, 2)]


def both(y: tuple[int, ...]) -> list[Fraction]:
    """y_j y_l / |y| for j <= l, 0 for no relevant item."""
    return [Fraction(a * b, sum(y) or 1) for a, b in combinations_with_replacement(y, 2)]


def displayed(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The sums over positions l <= sigma(j) are over ordered pairs of items; the last over j <= l.

    A pair of items l before j adds y_l y_j / sigma(j): coordinates for all ordered pairs.
    """
    loss = average_precision(at.integer("m"))
    weight, c = said("weight", at), said("c", at)
    yield _evidence.decomposes(
        loss,
        lambda sigma: [Fraction(weight * (a <= b), b) for a, b in product(sigma, repeat=2)],
        lambda y: [Fraction(a * b, sum(y)) for a, b in product(y, repeat=2)],
        c,
        FIRST,
    )
    yield _evidence.decomposes(
        loss, lambda sigma: [weight * x for x in last(sigma)], both, c, THIRD
    )


def decomposition(undefined: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """F = 1 / max, U = -y_j y_l / |y|, r, and how U continues where |y| = 0."""
    m = at.integer("m")
    loss = average_precision(m, undefined)
    weight, empty = said("weight of U", at), Fraction(-(undefined == "one"), m)
    r = triangle(m)
    yield _evidence.decomposes(
        loss,
        last,
        lambda y: [weight * x for x in both(y)] if any(y) else [empty] * r,
        said("c", at),
        FACTORS,
    )
    form = "repaired" if undefined == "one" else "printed"
    yield _evidence.constant_is(loss, form, "dimension", said("r", at), part=SIZE)


def dimension(undefined: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """The affine dimension by certificates that are searched for."""
    loss = average_precision(at.integer("m"), undefined)
    yield from _ranking.searched_dimension(loss, said("dimension", at))


def differences(loss: Loss, m: int, undefined: str) -> AffineDecomposition:
    """F in two coordinates fewer: the single items and the pairs each have a constant sum."""
    order = [*((j, j) for j in range(m)), *combinations(range(m), 2)]
    kept = [i for i in range(len(order)) if i not in (m - 1, len(order) - 1)]

    def F(sigma: tuple[int, ...]) -> list[Fraction]:
        return [Fraction(1, max(sigma[j], sigma[k])) for j, k in (order[i] for i in kept)]

    def U(y: tuple[int, ...]) -> list[Fraction]:
        own = [Fraction(-y[j] * y[k], sum(y) or 1) for j, k in order]
        return [own[i] - own[m - 1 if i < m else -1] for i in kept]

    return _ranking.difference_factors(loss, F, U)


def optimality(undefined: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """The uniform distribution, and a minor of the differences there that is searched for."""
    m = at.integer("m")
    loss = average_precision(m, undefined)
    minor = Subject(loss, DEFAULT).minor("prediction-differences")
    factors = differences(loss, m, undefined)
    yield _evidence.equal_risk(loss)
    yield from _ranking.certified_dimension(loss, said("r", at), minor, factors)


def log_next(m: int) -> Expression:
    """log(m + 1)."""
    return Log(Number(Fraction(m + 1)))


def norms(at: Case, said: Claimed) -> Iterator[Evidence]:
    """||F||^2 = H_m against log(m+1), and U_max."""
    m = at.integer("m")
    loss = average_precision(m)
    yield _evidence.constant_is(loss, "printed", "squared-row-norm", harmonic(m), part=ROW_NORM)
    yield compared(harmonic(m), "<=", log_next(m), ROW_NORM)
    yield _evidence.constant_is(loss, "printed", "largest-entry", said("U_max", at), part=U_MAX)


def exact_norms(at: Case, said: Claimed) -> Iterator[Evidence]:
    """||F||^2, its bounds, and U_max."""
    m = at.integer("m")
    loss, bound = average_precision(m), said("offset", at) + Log(Number(Fraction(m)))
    yield _evidence.constant_is(
        loss, "printed", "squared-row-norm", said("||F||^2", at), part=ROW_SUM
    )
    yield compared(harmonic(m), "<=", bound, HARMONIC)
    yield compared(harmonic(m), ">", log_next(m), HARMONIC)
    yield _evidence.constant_is(loss, "printed", "largest-entry", said("U_max", at), part=U_MAX)


def printed_constant(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A^2 = m(m+1)/2 H_m of the printed F and U against the claimed bound."""
    m = at.integer("m")
    square = triangle(m) * harmonic(m)
    yield _evidence.constant_is(average_precision(m), "printed", "squared-constant", square)
    yield compared(square, "<=", said("factor", at) * m * m * log_next(m), WHOLE)


def least_at_one(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The entries 0 and 1 force A^2 >= 1/4 for every decomposition; this is above the bound."""
    m = at.integer("m")
    loss = average_precision(m, "zero")
    corner = entry_range((_ranking.identity(m), (0,) * m), (_ranking.identity(m), (1,) * m))
    quarter = Fraction(1, 4)
    yield Evidence(a_star(loss, ">=", quarter), (corner,))
    yield compared(quarter, "<=", said("factor", at) * m * m * log_next(m), WHOLE)


def shifted(at: Case, said: Claimed) -> Iterator[Evidence]:
    """U less 1/2 and 1/4: the decomposition, its constant and the bound."""
    m = at.integer("m")
    loss = average_precision(m)
    order, H = item_pairs(m), harmonic(m)

    def F(sigma: tuple[int, ...]) -> list[Fraction]:
        halves = (Fraction(1 + (j == k), 2) for j, k in order)
        return [half * x for half, x in zip(halves, last(sigma), strict=True)]

    def U(y: tuple[int, ...]) -> list[Fraction]:
        own = zip(order, both(y), strict=True)
        return [Fraction(1, 2) - (x if j == k else 2 * x) for (j, k), x in own]

    shift = Fraction(said("shift", at))
    c = 1 - shift * (H + (m - H) / 2)
    yield _evidence.decomposes(loss, F, U, c, FACTORS)
    square = Fraction(said("A^2", at))
    yield _evidence.constant_is(
        loss, _evidence.explicit(loss, F, U, c), "squared-constant", square, part=A_SQUARED
    )
    yield compared(square, "<=", said("factor", at) * m * m * log_next(m), BOUND)


def shifted_square(m: int) -> Fraction:
    """m(m+1)/2 (3 H2 + H)/16."""
    return triangle(m) * (3 * harmonic(m, 2) + harmonic(m)) / 16


def ordered(
    loss: Loss, value: Callable[[tuple[int, ...], int, int], Fraction], part: str
) -> Iterator[Evidence]:
    """Where the weighted sum over j >= l of value(sigma, j, l) is largest, sigma is optimal."""
    m = len(_evidence.bits(next(iter(loss.predictions))))
    order = [(k, j) for j, k in item_pairs(m)]

    def total(sigma: tuple[int, ...]) -> _evidence.Form:
        values = [value(sigma, j, k) for j, k in order]
        return _evidence.scores(loss, lambda y: inner(tuple(values), tuple(both(y))))

    totals = [total(_evidence.bits(sigma)) for sigma in loss.predictions]
    for i, sigma in enumerate(islice(loss.predictions, _ranking.shown_orders(m))):
        conditions = [
            _evidence.minus(totals[i], theirs) for k, theirs in enumerate(totals) if k != i
        ]
        rivals = [other for other in loss.predictions if other != sigma]

        def alone(other: Label, rivals: list[Label] = rivals) -> list[int]:
            return [int(other == rival) for rival in rivals]

        yield _evidence.picks(loss, sigma, conditions, alone, part)


def decoding(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The sum over pairs, and the trace with D_ab = 1/max(a, b), weighted above the diagonal."""
    loss, above = average_precision(at.integer("m")), Fraction(said("above the diagonal", at))

    def by_pairs(sigma: tuple[int, ...], j: int, k: int) -> Fraction:
        return Fraction(1, max(sigma[j], sigma[k]))

    def by_matrix(sigma: tuple[int, ...], j: int, k: int) -> Fraction:
        weight = above if sigma[j] < sigma[k] else Fraction(1)
        return weight / max(sigma[j], sigma[k])

    yield from ordered(loss, by_pairs, PAIRS_RULE)
    yield from ordered(loss, by_matrix, MATRIX_RULE)
