"""Evidence about NDCG-type losses: factors, constants, sorting, dimensions.

A case has m, the gains of the grades 1, 2, ... and the discount by name or as a list.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from qstheory import losses
from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtMost,
    LevelVector,
    UnloweredMinor,
)
from qstheory.certify.kinds.decomposition import ClosedFormHolds, NamedForm
from qstheory.certify.kinds.dimension_bounds import EqualRiskRank
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.wide_constants import PartDual
from qstheory.certify.weights import ListedWeights, UniformWeights
from qstheory.claims import Bound, Case, Claimed, Evidence, Stance
from qstheory.claims.evidence import WHOLE
from qstheory.losses.base import Loss
from qstheory.theory.effort import DEFAULT
from qstheory.theory.irrational import Irrational
from qstheory.theory.subject import Subject

from . import _evidence, _ranking
from ._best import a_star, entry_range, from_above
from ._table import FACTORS, SIZE


def gains(gain: str) -> list[Fraction]:
    """G(1), G(2), ..."""
    return [Fraction(g) for g in gain.split(";")]


def discounts(discount: str, m: int) -> list[Fraction]:
    """D_1, ..., D_m for a rational discount."""
    if discount == "reciprocal":
        return [Fraction(1, p) for p in _ranking.identity(m)]
    if discount == "eru":
        return [Fraction(1, 2 ** (p - 1)) for p in _ranking.identity(m)]
    return [Fraction(d) for d in discount.split(";")]


def gains_and_discounts(
    m: int, gain: str, discount: str
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """The constants of a case as the theorems take them."""
    return tuple(gains(gain)), tuple(discounts(discount, m))


def largest(gain: str, **_: object) -> Fraction:
    """G_max."""
    return gains(gain)[-1]


def squared_norm(m: int, discount: str, **_: object) -> Fraction:
    """||D||^2."""
    return sum((d * d for d in discounts(discount, m)), Fraction(0))


def printed_entry(m: int, gain: str, discount: str) -> Fraction:
    """G_max D_max."""
    return largest(gain) * discounts(discount, m)[0]


def printed_square(m: int, gain: str, discount: str) -> Fraction:
    """m ||D||^2 G_max^2."""
    return m * squared_norm(m, discount) * largest(gain) ** 2


def square_bound(m: int, gain: str, discount: str) -> Fraction:
    """m ||D||^2 / D_1^2."""
    return m * squared_norm(m, discount) / discounts(discount, m)[0] ** 2


def largest_entry(m: int, gain: str, discount: str) -> Fraction:
    """G_max / (D_1 G_max + G_1 sum_{i >= 2} D_i): one item of the highest grade, all others of
    the lowest."""
    first, *rest = discounts(discount, m)
    G = gains(gain)
    return G[-1] / (first * G[-1] + G[0] * sum(rest))


def ndcg(at: Case, undefined: str = "drop") -> Loss:
    """The loss of the case."""
    gain, discount = str(at["gain"]), str(at["discount"])
    R = len(gains(gain))
    return losses.make(
        "ndcg", m=at.integer("m"), R=R, low=1, gain=gain, discount=discount, undefined=undefined
    )


def D_of(at: Case) -> list[Fraction]:
    """The discounts of the case."""
    return discounts(str(at["discount"]), at.integer("m"))


def shares(at: Case) -> Callable[[tuple[int, ...]], list[Fraction]]:
    """G(r_j) / N(r), 0 without gains."""
    D, G = D_of(at), gains(str(at["gain"]))

    def of(r: tuple[int, ...]) -> list[Fraction]:
        found = [G[grade - 1] for grade in r]
        best = sum((g * d for g, d in zip(sorted(found)[::-1], D, strict=True)), Fraction(0))
        return [g / best if best else Fraction(0) for g in found]

    return of


def negated_discounts(at: Case) -> Callable[[tuple[int, ...]], list[Fraction]]:
    """-D_sigma(j)."""
    D = D_of(at)
    return lambda sigma: [-D[position - 1] for position in sigma]


def decomposition(undefined: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """For the log discount the printed form with all discounts at once, otherwise entry by entry.

    Where the ratio 0/0 is one, U is 1 / sum D throughout.
    """
    loss = ndcg(at, undefined)
    form = loss.closed_forms[0].name
    if at["discount"] == "log":
        holds = ClosedFormHolds(loss.reference, form)
        yield Evidence(holds, (NamedForm(form, "weights"),), FACTORS)
        enough = AffineDimensionAtMost(loss.reference, said("r", at))
        yield Evidence(enough, (NamedForm(form, "weights"),), SIZE)
        return
    weight, share = said("weight of F", at), shares(at)
    even = [Fraction(undefined == "one") / sum(D_of(at))] * at.integer("m")
    F = negated_discounts(at)
    yield _evidence.decomposes(
        loss,
        lambda sigma: [-weight * x for x in F(sigma)],
        lambda r: share(r) if any(share(r)) else even,
        said("c", at),
        FACTORS,
    )
    yield _evidence.constant_is(loss, form, "dimension", said("r", at), part=SIZE)


def range_of(loss: Loss) -> tuple[Fraction, PartDual]:
    """A quarter of the squared difference of two entries that are furthest apart."""
    entries = [(loss.entry(z, y), (z, y)) for z in loss.predictions for y in loss.observations]
    low, high = min(entries), max(entries)
    return (high[0] - low[0]) ** 2 / 4, entry_range(low[1], high[1])


def least_at_most(loss: Loss, value: Fraction, part: str = WHOLE) -> Evidence:
    """Some decomposition has A^2 <= value: the printed one, unless the range of L excludes it.

    A constant loss needs no more than zeros.
    """
    bound, certificate = range_of(loss)
    if bound > value:
        return Evidence(a_star(loss, ">=", bound), (certificate,), part, Stance.CONTRADICTS)
    named = NamedForm(loss.closed_forms[0].name, "entries")
    zeros = _evidence.explicit(loss, lambda z: [0], lambda y: [0], 0)
    forms = (named, zeros) if loss.predictions.size == 1 else (named,)
    return Evidence(a_star(loss, "<=", value), tuple(map(from_above, forms)), part)


def some_at_most(undefined: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """The value bounds the least A^2."""
    yield least_at_most(ndcg(at, undefined), said("A^2", at))


def halved(at: Case, said: Claimed) -> Iterator[Evidence]:
    """U less u = 1/(2 D_1) throughout: F . U changes by the constant u sum D."""
    loss, D, share = ndcg(at), D_of(at), shares(at)
    u = said("shift", at)
    given = _evidence.explicit(
        loss, negated_discounts(at), lambda r: [x - u for x in share(r)], 1 - u * sum(D)
    )
    bound = Fraction(said("A^2", at))
    yield Evidence(a_star(loss, "<=", bound), (from_above(given),), "some decomposition")
    yield _evidence.constant_is(
        loss, given, "squared-constant", bound, part="this one", relation="<="
    )


def sorts(
    read: Callable[[tuple[int, ...]], list[int]], at: Case, said: Claimed
) -> Iterator[Evidence]:
    """Sigma is optimal where the scores fall along the items that `read` finds in it."""
    orientation = said("orientation", at)
    yield from _ranking.sorting(
        ndcg(at), D_of(at), shares(at), lambda s: read(tuple(s))[::orientation]
    )


def positions(sigma: tuple[int, ...]) -> list[int]:
    """sigma[j] is the position of item j."""
    return _ranking.by_position(sigma)


def items(sigma: tuple[int, ...]) -> list[int]:
    """sigma[p] is the item in position p."""
    return [item - 1 for item in sigma]


def level(m: int, R: int) -> LevelVector:
    """One item of grade R, evenly, all others of grade 1, less all of grade R, where L = 0."""
    ones = tuple((_ranking.graded(m, j, R, 1), Fraction(1, m)) for j in range(m))
    return LevelVector("observations", ListedWeights((*ones, ((R,) * m, Fraction(-1)))))


def dimension(undefined: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """A minor of L that is searched for, and a vector that no shift levels.

    For the log discount a minor of the differences of observations, from enclosures.
    """
    loss, m, R = ndcg(at, undefined), at.integer("m"), len(gains(str(at["gain"])))
    form = loss.closed_forms[0].name
    if at["discount"] == "log":
        lower: object = Irrational(loss, DEFAULT).minors["observation-differences"]
        upper = NamedForm(form, "weights")
    else:
        lower = UnloweredMinor(Subject(loss, DEFAULT).minor("loss"), level(m, R))
        upper = NamedForm(form, "entries")
    yield from _evidence.affine_dimension(
        loss, said("dimension", at), Bound(m, lower), Bound(m, upper)
    )


def flat(at: Case, said: Claimed) -> Iterator[Evidence]:
    """L = 0 with no coordinates at all."""
    loss = ndcg(at)
    nothing = _evidence.explicit(loss, lambda sigma: (), lambda r: (), 0)
    proposition = AffineDimensionAtMost(loss.reference, said("dimension", at))
    yield Evidence(proposition, (nothing,))


def optimality(undefined: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """The uniform distribution, a minor that is searched for, and F against U_j - U_m."""
    loss = ndcg(at, undefined)
    if at["discount"] == "log":
        yield from log_optimality(loss, said("r", at))
        return
    F, share = negated_discounts(at), shares(at)
    factors = _ranking.difference_factors(
        loss, lambda sigma: F(sigma)[:-1], lambda r: [x - share(r)[-1] for x in share(r)[:-1]]
    )
    yield _evidence.equal_risk(loss)
    minor = Subject(loss, DEFAULT).minor("prediction-differences")
    yield from _ranking.certified_dimension(loss, said("r", at), minor, factors)


def log_optimality(loss: Loss, claimed: int) -> Iterator[Evidence]:
    """The same from enclosures and for all discounts at once."""
    subject, point = Irrational(loss, DEFAULT), EqualRiskPoint(UniformWeights())
    minor, span = subject.minors["prediction-differences"], subject.span
    assert span is not None
    yield Evidence(EqualRiskPointExists(loss.reference), (point,), _evidence.EQUAL_RISK)
    yield from _evidence.calibration_dimension(
        loss,
        claimed,
        Bound(len(minor.predictions), EqualRiskRank(point, minor)),
        Bound(len(span.columns), span),
    )
