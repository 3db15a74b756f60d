"""Evidence about pairwise disagreement: the printed formulas, and what repairs them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

from qstheory import losses
from qstheory.certify.expressions import Number
from qstheory.certify.kinds.affine_dimension import DifferenceMinor, LevelVector, UnloweredMinor
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    FeasibleSubspace,
)
from qstheory.certify.kinds.decomposition import AffineDecomposition, NamedForm
from qstheory.certify.kinds.values import Comparison, EntryEquals, Exactly
from qstheory.certify.weights import ListedWeights, UniformWeights
from qstheory.claims import Bound, Case, Claimed, Evidence, Stance
from qstheory.losses.base import Loss
from qstheory.losses.pairs import sign, signs
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject

from . import _evidence, _ranking
from ._table import FACTORS, SIZE

SIGN_Y = "1(y_j < y_l) = (sign(y_l - y_j) + 1)/2"
SIGN_SIGMA = "1(sigma(j) > sigma(l)) = (sign(sigma(j) - sigma(l)) + 1)/2"
FORM = "L is the constant plus the printed double sum"
OBJECTIVE = "the objective is a weighted feedback arc set"
UNSORTED = "sorting one score an item does not decode"
REDUCTION, HARD = "every weighted arc is a weighting of observations", "NP-hard"
NO_SCORES = "no consistent convex surrogate has one score an item"


def binary(
    m: int, undefined: str = "drop", sigma: str = "position", orientation: str = "printed"
) -> Loss:
    """Pairwise disagreement on label sets, as printed unless said otherwise."""
    return losses.make(
        "pairwise-disagreement", m=m, undefined=undefined, sigma=sigma, orientation=orientation
    )


def with_grades(m: int, R: int, undefined: str = "drop") -> Loss:
    """Pairwise disagreement on grades 1..R, as printed."""
    return losses.make("pd-graded", m=m, R=R, undefined=undefined, orientation="printed")


def preferred(y: Sequence[int]) -> int:
    """The number of ordered pairs with y_j < y_l."""
    return sum(a < b for a, b in permutations(y, 2))


def normaliser(at: Case, said: Claimed) -> Iterator[Evidence]:
    """At an order that puts all relevant items first, every pair is charged as printed."""
    m, size = at.integer("m"), at.integer("size")
    y = (0,) * (m - size) + (1,) * size
    value = Fraction(preferred(y), said("N", at))
    proposition = EntryEquals(binary(m).reference, _ranking.identity(m)[::-1], y, value)
    yield Evidence(proposition, (Exactly(),))


def graded_normaliser(at: Case, said: Claimed) -> Iterator[Evidence]:
    """One item of grade R, which comes first, all others of grade 1."""
    m, R = at.integer("m"), at.integer("R")
    y = _ranking.graded(m, m - 1, R, 1)
    value = Fraction(preferred(y), said("N", at))
    proposition = EntryEquals(with_grades(m, R).reference, _ranking.identity(m)[::-1], y, value)
    yield Evidence(proposition, (Exactly(),))


def signs_are(
    pairs: Iterable[tuple[int, ...]], coefficient: Fraction, part: str
) -> Iterator[Evidence]:
    """1(a < b) = coefficient (sign(b - a) + 1) at each of the pairs."""
    for a, b in pairs:
        right = Number(coefficient * (sign(b - a) + 1))
        yield Evidence(Comparison(Number(Fraction(a < b)), "=", right), (Exactly(),), part)


def all_pairs(label: Sequence[int]) -> list[int]:
    """sign(label_j - label_l) for all j != l."""
    return [sign(a - b) for a, b in permutations(label, 2)]


def double_sum(at: Case, said: Claimed) -> Iterator[Evidence]:
    """L = c + weight sum_{j != l} sign(y_l - y_j) sign(sigma(j) - sigma(l)) / N(y)."""
    weight = said("weight of the sum", at)
    yield _evidence.decomposes(
        binary(at.integer("m")),
        lambda sigma: [weight * s for s in all_pairs(sigma)],
        lambda y: [Fraction(-s, preferred(y)) for s in all_pairs(y)],
        said("c", at),
        FORM,
    )


def identities(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The two indicators, at all bits and at all pairs of positions, and the double sum."""
    half = Fraction(said("half", at))
    yield from signs_are(product((0, 1), repeat=2), half, SIGN_Y)
    yield from signs_are(permutations(_ranking.identity(at.integer("m")), 2), half, SIGN_SIGMA)
    yield from double_sum(at, said)


def folded(at: Case, said: Claimed) -> Iterator[Evidence]:
    """F = weight sign(sigma(j) - sigma(l)) and U = weight sign(y_l - y_j) / N for j < l."""
    loss, left, right = (binary(at.integer("m")), said("weight of F", at), said("weight of U", at))
    yield _evidence.decomposes(
        loss,
        lambda sigma: [left * s for s in signs(sigma)],
        lambda y: [Fraction(-right * s, preferred(y)) for s in signs(y)],
        said("c", at),
        FACTORS,
    )
    yield _evidence.constant_is(loss, "repaired", "dimension", said("r", at), part=SIZE)


def halves(weight: int, at: Case) -> AffineDecomposition:
    """F = sign / 4 and U = weight sign / N for j < l."""
    return _evidence.explicit(
        at_case(at),
        lambda sigma: [Fraction(s, 4) for s in signs(sigma)],
        lambda y: [Fraction(-weight * s, preferred(y)) for s in signs(y)],
        Fraction(1, 2),
    )


def at_case(at: Case) -> Loss:
    """The loss as printed, observations without a pair left out."""
    return binary(at.integer("m"))


def level(m: int) -> LevelVector:
    """One relevant item, evenly, less no relevant item: L times this is +-1/2."""
    units = tuple((_ranking.graded(m, j, 1, 0), Fraction(1, m)) for j in range(m))
    return LevelVector("observations", ListedWeights((*units, ((0,) * m, Fraction(-1)))))


def dimension(undefined: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """Exchanges of neighbours from below, the positional form from above."""
    m = at.integer("m")
    if undefined == "drop":
        lower = Bound(m - 1, DifferenceMinor("prediction-differences", _ranking.chain(m, 1, 0)))
    else:
        lower = Bound(m, UnloweredMinor(_ranking.full_chain(m, 1, 0), level(m)))
    upper = Bound(lower.value, NamedForm("minimal", "entries"))
    yield from _evidence.affine_dimension(binary(m, undefined), said("dimension", at), lower, upper)


def graded_dimension(undefined: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """For grades 1..R."""
    loss = with_grades(at.integer("m"), at.integer("R"), undefined)
    yield from _ranking.searched_dimension(loss, said("dimension", at))


def graph_dimension(at: Case, said: Claimed) -> Iterator[Evidence]:
    """For acyclic preference graphs with an edge, the number of edges being the normaliser."""
    loss = losses.make("pd-graph", m=at.integer("m"), undefined="drop")
    yield from _ranking.searched_dimension(loss, said("dimension", at))


def optimality(undefined: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """The uniform distribution, and sigma(i) against y_i / N in m - 1 coordinates."""
    m = at.integer("m")
    loss = binary(m, undefined)
    factors = _ranking.difference_factors(
        loss,
        lambda sigma: [-position for position in sigma[:-1]],
        lambda y: [Fraction(bit - y[-1], preferred(y) or 1) for bit in y[:-1]],
    )
    yield _evidence.equal_risk(loss)
    yield from _ranking.certified_dimension(loss, said("r", at), _ranking.chain(m, 1, 0), factors)


def graded_optimality(at: Case, said: Claimed) -> Iterator[Evidence]:
    """For grades 1..R, at the uniform distribution."""
    loss = with_grades(at.integer("m"), at.integer("R"))
    minor = Subject(loss, DEFAULT).minor("prediction-differences")
    yield _evidence.equal_risk(loss)
    yield from _evidence.calibration_dimension(
        loss,
        said("r", at),
        Bound(len(minor.predictions), FeasibleSubspace(UniformWeights(), minor)),
        Bound(comb(at.integer("m"), 2), NamedForm("repaired", "entries")),
    )


def arcs(loss: Loss) -> Evidence:
    """L(sigma, y) = sum_{j != l} 1(sigma(j) > sigma(l)) 1(y_j < y_l) / N(y)."""
    return _evidence.decomposes(
        loss,
        lambda sigma: [int(a > b) for a, b in permutations(sigma, 2)],
        lambda y: [Fraction(a < b, preferred(y)) for a, b in permutations(y, 2)],
        0,
        OBJECTIVE,
    )


def falling(m: int) -> list[Fraction]:
    """(m + 1)/2 - p for the positions p = 1..m."""
    return [Fraction(m + 1, 2) - p for p in _ranking.identity(m)]


def share(y: tuple[int, ...]) -> list[Fraction]:
    """y_j / N(y)."""
    return [Fraction(bit, preferred(y)) for bit in y]


def decoding(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The arcs, and that the orders along rising scores are optimal for the printed loss."""
    m = at.integer("m")
    yield arcs(binary(m))
    rising = [-w for w in falling(m)]
    for shown in _ranking.sorting(
        binary(m), rising, share, lambda s: _ranking.by_position(s)[::-1], UNSORTED
    ):
        yield Evidence(shown.proposition, shown.certificates, UNSORTED, Stance.DENIES)


def graded_decoding(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The arcs, and the calibration dimension above m."""
    loss, scores = with_grades(at.integer("m"), at.integer("R")), said("scores", at)
    minor = Subject(loss, DEFAULT).minor("prediction-differences")
    yield arcs(loss)
    proposition = CalibrationDimensionAtLeast(loss.reference, len(minor.predictions))
    if len(minor.predictions) > scores:
        point = FeasibleSubspace(UniformWeights(), minor)
        yield Evidence(proposition, (point,), NO_SCORES)


def sorted_decoding(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Along falling scores; `orientation` -1 is along rising ones."""
    m = at.integer("m")
    loss = binary(m, orientation="corrected")
    orientation = said("orientation", at)
    yield from _ranking.sorting(
        loss, falling(m), share, lambda s: _ranking.by_position(s)[::orientation]
    )


def charges(orientation: str, sigma: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """L counts the pairs with y_j < y_l in which l comes after j, divided by N.

    Item l comes after j when its position is larger, or its score smaller.
    """
    later = 1 if sigma == "position" else -1
    weight = said("weight", at)
    yield _evidence.decomposes(
        binary(at.integer("m"), sigma=sigma, orientation=orientation),
        lambda z: [weight * (later * a < later * b) for a, b in permutations(z, 2)],
        lambda y: [Fraction(a < b, preferred(y)) for a, b in permutations(y, 2)],
        0,
    )


def gadget(m: int, first: int, second: int) -> dict[tuple[int, ...], int]:
    """Weights of observations with grades 1..3 whose printed loss is 1(sigma(first) >
    sigma(second)) + 2m - 3."""
    up, down = _ranking.graded(m, second, 3, 2), _ranking.graded(m, first, 1, 2)
    back = tuple({first: 3, second: 1}.get(item, 2) for item in range(m))
    return {up: m - 1, down: m - 1, back: 2 * m - 3}


def reduction(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The losses of preference graphs as sums of losses of graded observations, less constants."""
    m = at.integer("m")
    loss, graphs = with_grades(m, 3), losses.make("pd-graph", m=m, normaliser="none")
    arc_of = list(combinations(range(m), 2))
    used = sorted({y for j, k in permutations(range(m), 2) for y in gadget(m, j, k)})

    def arcs_in(graph: tuple[int, ...]) -> list[tuple[int, int]]:
        present = zip(arc_of, graph, strict=True)
        return [arc if edge > 0 else arc[::-1] for arc, edge in present if edge]

    def weights(graph: tuple[int, ...]) -> list[int]:
        total = Counter[tuple[int, ...]]()
        for j, k in arcs_in(graph):
            total.update(gadget(m, j, k))
        return [*(total[y] for y in used), -said("constant", at) * len(arcs_in(graph))]

    yield _evidence.decomposes(
        graphs, lambda sigma: [*(loss.entry(sigma, y) for y in used), 1], weights, 0, REDUCTION
    )
