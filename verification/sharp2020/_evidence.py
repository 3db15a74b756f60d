"""Evidence that the claims about several losses share: decompositions, constants, dimensions."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Any, Literal

from qstheory.certify.arithmetic import inner
from qstheory.certify.kinds.affine_dimension import AffineDimensionAtLeast, AffineDimensionAtMost
from qstheory.certify.kinds.best_constants import BestConstant
from qstheory.certify.kinds.best_constants import Quantity as BestQuantity
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.constants import ConstantIs, Quantity
from qstheory.certify.kinds.decoding import ConeMultipliers, Counterweights, OptimalWherever
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    BadEntry,
    DecompositionHolds,
    EveryCount,
    EveryEntry,
)
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.rank import RankAtLeast, RankAtMost
from qstheory.certify.weights import UniformWeights, Weights
from qstheory.claims import Bound, Evidence, Stance, equality
from qstheory.claims.evidence import WHOLE
from qstheory.claims.statements import Shown
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label
from qstheory.theory.findings import Evidence as Judged

from ._best import decided, from_above

Features = Callable[[tuple[int, ...]], Sequence[Fraction | int]]
"""From a label to its row of F or U."""
Form = tuple[Fraction, ...]
"""A linear form in weights on the observations, in their order."""
Relation = Literal["=", "<=", ">="]
SEARCHED = 8
"""Most observations for which a counterexample to a rule is searched: smallest instances do."""
DIFFERENCES = "the rank of the differences of predictions, which decoding sees"
EQUAL_RISK = "equal risk at a distribution of full support"
OPTIMAL = "no consistent convex surrogate of a lower dimension"


def conventions(
    evidence: Callable[..., Iterable[Evidence]], names: Mapping[str, str]
) -> dict[str, Shown]:
    """The evidence for a reading under each convention, which it takes first; names by these."""
    return {name: Shown(evidence=partial(evidence, given)) for given, name in names.items()}


def bits(label: Label) -> tuple[int, ...]:
    """A label set, a permutation or a relevance vector as the tuple that it is."""
    assert isinstance(label, tuple)
    return label


def explicit(loss: Loss, F: Features, U: Features, c: Fraction | int) -> AffineDecomposition:
    """F and U written out over the spaces of the loss."""
    return AffineDecomposition(
        tuple(tuple(map(Fraction, F(bits(z)))) for z in loss.predictions),
        tuple(tuple(map(Fraction, U(bits(y)))) for y in loss.observations),
        Fraction(c),
    )


def bad_entries(loss: Loss, given: AffineDecomposition) -> Iterator[BadEntry]:
    """The pairs at which F U^T + c is not L."""
    for z, F_z in zip(loss.predictions, given.F, strict=True):
        for y, U_y in zip(loss.observations, given.U, strict=True):
            if inner(F_z, U_y) + given.c != loss.entry(z, y):
                yield BadEntry(z, y)


def decomposes(
    loss: Loss, F: Features, U: Features, c: Fraction | int, part: str = WHOLE
) -> Evidence:
    """L = F U^T + c: every entry, or the first bad one."""
    given = explicit(loss, F, U, c)
    certificate = next(bad_entries(loss, given), EveryEntry())
    return Evidence(DecompositionHolds(loss.reference, given), (certificate,), part)


def constant_is(
    loss: Loss,
    form: str | AffineDecomposition,
    quantity: Quantity,
    value: Fraction | int,
    *,
    part: str = WHOLE,
    relation: Relation = "=",
) -> Evidence:
    """A constant of a decomposition, by sizes where the form goes by sizes."""
    proposition = ConstantIs(loss.reference, form, quantity, relation, Fraction(value))
    return Evidence(proposition, (EveryCount(), EveryEntry()), part)


def _between(
    at_least: Callable[[Loss, Any], Any], at_most: Callable[[Loss, Any], Any], part: str = WHOLE
) -> Callable[..., Iterator[Evidence]]:
    """Evidence that a quantity of a loss is the value, from certified bounds on it."""

    def evidence(
        loss: Loss, value: Fraction | int, lower: Bound, upper: Bound, part: str = part
    ) -> Iterator[Evidence]:
        stated = (lambda v: at_least(loss, v)), (lambda v: at_most(loss, v))
        return equality(value, *stated, lower=lower, upper=upper, part=part)

    return evidence


affine_dimension = _between(
    lambda loss, r: AffineDimensionAtLeast(loss.reference, r),
    lambda loss, r: AffineDimensionAtMost(loss.reference, r),
)
"""The paper's affine dimension, the least rank of L - c over scalars c."""
difference_rank = _between(
    lambda loss, r: RankAtLeast(loss.reference, "prediction-differences", r),
    lambda loss, r: RankAtMost(loss.reference, "prediction-differences", r),
)
"""The rank of the differences of predictions, which is what decoding sees.

It is the affine dimension of Ramaswamy and Agarwal: any function of y may be added to L.
"""
calibration_dimension = _between(
    lambda loss, d: CalibrationDimensionAtLeast(loss.reference, d),
    lambda loss, d: CalibrationDimensionAtMost(loss.reference, d),
    OPTIMAL,
)
"""The least dimension of a consistent convex surrogate."""


def shown(found: Judged, part: str = WHOLE, stance: Stance = Stance.STATES) -> Evidence:
    """What was decided, with its certificate."""
    return Evidence(found.proposition, (found.certificate,), part, stance)


def equal_risk(loss: Loss, at: Weights | None = None, part: str = EQUAL_RISK) -> Evidence:
    """The distribution, uniform unless given, gives every prediction the same risk."""
    point = EqualRiskPoint(at or UniformWeights())
    return Evidence(EqualRiskPointExists(loss.reference), (point,), part)


def least_constant(
    loss: Loss, value: Fraction, lower: Bound, upper: Bound, part: str = WHOLE
) -> Iterator[Evidence]:
    """The least A^2 over all decompositions is the value; the bounds come with certificates."""
    bounds = lower, Bound(upper.value, from_above(upper.certificate))
    return decided(loss.reference, "A", "scalar", value, bounds, part=part)


def least_constant_between(
    loss: Loss,
    claimed: tuple[Fraction, Fraction],
    bounds: tuple[Bound, Bound],
    parts: tuple[str, str],
    quantity: BestQuantity = "A",
) -> Iterator[Evidence]:
    """Two claimed bounds on the least A^2 and the bounds that were found, lower and upper each.

    The quantity may be gamma_2 as well. A claimed bound within the found ones is stated; one that
    the opposite found one excludes is contradicted.
    """
    (low, high), (lower, upper) = claimed, bounds

    certificates = {">=": lower.certificate, "<=": from_above(upper.certificate)}

    def bounded(
        relation: Literal["<=", ">="], value: Fraction, part: str, stance: Stance = Stance.STATES
    ) -> Evidence:
        proposition = BestConstant(loss.reference, quantity, "scalar", relation, Fraction(value))
        return Evidence(proposition, (certificates[relation],), part, stance)

    if low > upper.value:
        yield bounded("<=", upper.value, parts[0], Stance.CONTRADICTS)
    else:
        yield bounded(">=", low, parts[0])
    if high < lower.value:
        yield bounded(">=", lower.value, parts[1], Stance.CONTRADICTS)
    else:
        yield bounded("<=", high, parts[1])


def scores(loss: Loss, coefficient: Callable[[tuple[int, ...]], Fraction | int | bool]) -> Form:
    """The score sum_y coefficient(y) alpha_y."""
    return tuple(Fraction(coefficient(bits(y))) for y in loss.observations)


def minus(left: Form, right: Form) -> Form:
    """The difference of two linear forms."""
    return tuple(a - b for a, b in zip(left, right, strict=True))


def times(factor: Fraction | int, form: Form) -> Form:
    """A multiple of a linear form."""
    return tuple(factor * a for a in form)


def leads(orientation: int, left: Form, right: Form) -> Form:
    """left - right, or right - left for the orientation -1."""
    return times(orientation, minus(left, right))


def plus(forms: Iterable[Form], size: int) -> Form:
    """The sum of linear forms on `size` observations."""
    total = (Fraction(0),) * size
    for form in forms:
        total = tuple(a + b for a, b in zip(total, form, strict=True))
    return total


def traded(own: tuple[int, ...], new: tuple[int, ...]) -> set[tuple[int, int]]:
    """Labels of the first set that are not in the second, each with one that takes its place."""
    out = [j for j, bit in enumerate(own) if bit and not new[j]]
    into = [i for i, bit in enumerate(new) if bit and not own[i]]
    return set(zip(out, into, strict=True))


def which(rivals: Sequence[Label], other: Label) -> list[int]:
    """Which of the rivals a prediction is, as 0 and 1."""
    return [int(other == rival) for rival in rivals]


def picks(
    loss: Loss,
    z: Label,
    conditions: Sequence[Form],
    multipliers: Callable[[Label], Sequence[Fraction | int]],
    part: str = WHOLE,
) -> Evidence:
    """Wherever the conditions hold, z minimises the weighted loss.

    `multipliers(z')`, which must be >= 0, combine the conditions to L(z', .) - L(z, .). If they do
    not and observations are few, weights with few non-zero entries are tried as a counterexample.
    """
    proposition = OptimalWherever(loss.reference, z, tuple(conditions))
    rows = {other: tuple(map(Fraction, multipliers(other))) for other in loss.predictions}
    if all(
        min(row, default=0) >= 0 and _combined(conditions, row, loss) == gain(loss, z, other)
        for other, row in rows.items()
    ):
        return Evidence(proposition, (ConeMultipliers(tuple(rows.values())),), part)
    return Evidence(proposition, tuple(_counterweights(loss, z, conditions)), part)


def gain(loss: Loss, z: Label, other: Label) -> Form:
    """L(other, .) - L(z, .)."""
    return tuple(loss.entry(other, y) - loss.entry(z, y) for y in loss.observations)


def _combined(conditions: Sequence[Form], numbers: Sequence[Fraction], loss: Loss) -> Form:
    scaled = (times(n, form) for n, form in zip(numbers, conditions, strict=True) if n)
    return plus(scaled, loss.observations.size)


def _counterweights(loss: Loss, z: Label, conditions: Sequence[Form]) -> Iterator[Counterweights]:
    """The first counterexample with at most two non-zero weights, on few observations.

    One in which nothing is tied comes first: there the rule picks z and nothing else.
    """
    if loss.observations.size > SEARCHED:
        return
    tied: list[Counterweights] = []
    for weights in _few_weights(loss.observations.size):
        least = min((inner(condition, weights) for condition in conditions), default=Fraction(1))
        if least < 0 or (tied and not least):
            continue
        for other in loss.predictions:
            if inner(gain(loss, z, other), weights) < 0:
                if least:
                    yield Counterweights(weights, other)
                    return
                tied.append(Counterweights(weights, other))
                break
    yield from tied


def _few_weights(size: int) -> Iterator[Form]:
    """Vectors with one or two non-zero entries, all of them small."""
    small = (1, -1, 2, -2, 3, -3, 4, -4)
    for first, second in combinations_with_replacement(range(size), 2):
        for a, b in product(small, repeat=2):
            entries = {first: a, second: b}
            yield tuple(Fraction(entries.get(i, 0)) for i in range(size))
