"""Facts about losses 1 - numerator / denominator that hold whatever the weights in them are.

With numerator(z, y) = sum_p d_p n(z, y, p) and a denominator that depends on y alone, the
differences of predictions are -sum_p d_p (n(z, y, p) - n(z', y, p)) / denominator(y). They have at
most the rank of the rational matrix with the rows (z, p) and the columns y.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.decomposition import Vectors
from qstheory.certify.kinds.enclosed_minor import EnclosedMinor, enclosed_minor_fault
from qstheory.certify.kinds.equal_risk import EqualRiskPointExists
from qstheory.certify.kinds.rank import RankAtMost
from qstheory.certify.limits import require_evaluations
from qstheory.certify.outcome import Decision, invalid, proves_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.weights import ListedWeights, UniformWeights, least, total, weights_fault
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Loss
from qstheory.losses.linear import LinearEntry
from qstheory.losses.spaces import Label

Coefficients = dict[tuple[object, int], Fraction]


@dataclass(frozen=True)
class EqualRiskForAllWeights:
    """A distribution Pi > 0 at which the risks agree as linear forms in the weights.

    Observations with the same denominator are added up: then every sum_y Pi_y n(z, y, p) over such
    observations is the same for all predictions z.
    """

    observations: ListedWeights | UniformWeights


@dataclass(frozen=True)
class EqualRiskMinor:
    """An equal-risk point and an enclosed minor of the differences of predictions."""

    point: EqualRiskForAllWeights
    minor: EnclosedMinor


@dataclass(frozen=True)
class SpanForAllWeights:
    """Observations whose columns span those of all, for the rows (z, p) of differences from z0.

    `coefficients` has one row for each listed observation and one column for each observation of
    the loss, in order; z0 is the first prediction.
    """

    columns: tuple[Label, ...]
    coefficients: Vectors


def _linear(loss: Loss) -> LinearEntry:
    if loss.linear is None:
        raise InvalidParameter("The loss is not declared as linear in weights.")
    require_evaluations(loss, loss.predictions.size * loss.observations.size)
    return loss.linear


def equal_risk_fault(loss: Loss, point: EqualRiskForAllWeights) -> str:
    """Why the distribution is not positive or not of equal risk, or ''."""
    entry, weights = _linear(loss), point.observations
    fault = weights_fault(loss, "observations", weights)
    if fault:
        return fault
    if total(weights) != 1 or least(loss, "observations", weights) <= 0:
        return "the weights are not positive on all observations with sum 1"
    listed = (
        [(y, Fraction(1)) for y in loss.observations]
        if isinstance(weights, UniformWeights)
        else list(weights.weights)
    )
    level: Coefficients | None = None
    for z in loss.predictions:
        risk = _risk(entry, z, listed)
        if level is None:
            level = risk
        if risk != level:
            return f"the prediction {z!r} has another risk than the first"
    return ""


def _risk(entry: LinearEntry, z: Label, weights: list[tuple[Label, Fraction]]) -> Coefficients:
    """For each denominator and p the weighted sum of the coefficients of d_p."""
    sums: Coefficients = {}
    for y, weight in weights:
        denominator = tuple(sorted((p, v) for p, v in entry.denominator(y).items() if v))
        for p, coefficient in entry.numerator(z, y).items():
            key = (denominator, p)
            sums[key] = sums.get(key, Fraction(0)) + weight * coefficient
    return {key: value for key, value in sums.items() if value}


def span_fault(loss: Loss, given: SpanForAllWeights) -> str:
    """Where the listed columns do not give those of the loss, or ''."""
    entry = _linear(loss)
    observations = list(loss.observations)
    if len(given.coefficients) != len(given.columns) or any(
        len(row) != len(observations) for row in given.coefficients
    ):
        return "the coefficients are not one row for each column, one column for each observation"
    if any(y not in loss.observations for y in given.columns):
        return "a column is not an observation of the loss"
    base = next(iter(loss.predictions))
    for z in loss.predictions:
        spanning = [_difference(entry, z, base, y) for y in given.columns]
        for k, y in enumerate(observations):
            combined: dict[int, Fraction] = {}
            for row, column in zip(given.coefficients, spanning, strict=True):
                for p, value in column.items():
                    combined[p] = combined.get(p, Fraction(0)) + row[k] * value
            if dict(_nonzero(combined)) != _difference(entry, z, base, y):
                return f"the columns do not give the differences at {z!r}, {y!r}"
    return ""


def _difference(entry: LinearEntry, z: Label, base: Label, y: Label) -> dict[int, Fraction]:
    there, here = entry.numerator(base, y), entry.numerator(z, y)
    zero = Fraction(0)
    return dict(_nonzero({p: here.get(p, zero) - there.get(p, zero) for p in {*here, *there}}))


def _nonzero(given: dict[int, Fraction]) -> Iterator[tuple[int, Fraction]]:
    return ((p, value) for p, value in given.items() if value)


def check_equal_risk(
    proposition: EqualRiskPointExists, point: EqualRiskForAllWeights, _: Tools
) -> Decision:
    """Positive, of sum 1, and of equal risk for all weights."""
    fault = equal_risk_fault(resolve(proposition.loss), point)
    return proves_if(not fault, fault)


def check_minor(
    proposition: CalibrationDimensionAtLeast, given: EqualRiskMinor, _: Tools
) -> Decision:
    """At an equal-risk point every prediction is optimal: the bound is the size of the minor."""
    minor = given.minor
    if minor.view != "prediction-differences" or len(minor.predictions) != proposition.d:
        return invalid("the minor is not one of differences of predictions with d rows")
    loss = resolve(proposition.loss)
    fault = equal_risk_fault(loss, given.point) or enclosed_minor_fault(loss, minor)
    return proves_if(not fault, fault)


def check_rank(proposition: RankAtMost, given: SpanForAllWeights, _: Tools) -> Decision:
    """The differences of predictions have at most the rank of the listed columns, L one more."""
    extra = {"loss": 1, "prediction-differences": 0}
    if proposition.view not in extra:
        return invalid("differences of observations are not bounded by this")
    if proposition.r != len(given.columns) + extra[proposition.view]:
        return invalid("the listed columns give another bound than r")
    fault = span_fault(resolve(proposition.loss), given)
    return proves_if(not fault, fault)


def check_dimension(
    proposition: CalibrationDimensionAtMost, given: SpanForAllWeights, _: Tools
) -> Decision:
    """The calibration dimension is at most the rank of the differences of predictions."""
    if len(given.columns) != proposition.d:
        return invalid("there are not d columns")
    fault = span_fault(resolve(proposition.loss), given)
    return proves_if(not fault, fault)


RULES = (
    Rule(EqualRiskPointExists, EqualRiskForAllWeights, check_equal_risk),
    Rule(CalibrationDimensionAtLeast, EqualRiskMinor, check_minor),
    Rule(RankAtMost, SpanForAllWeights, check_rank),
    Rule(CalibrationDimensionAtMost, SpanForAllWeights, check_dimension),
)
