"""Upper bounds on ranks of a loss 1 - numerator / denominator with irrational weights d_p.

With numerator(z, y) = sum_p d_p n(z, y, p) and a denominator that depends on y alone, the
differences of predictions are -sum_p d_p (n(z, y, p) - n(z', y, p)) / denominator(y). They have at
most the rank of the rational matrix with the rows (z, p) and the columns y.
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.kinds.decomposition import Vectors
from qstheory.certify.limits import require_evaluations
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class SymbolicSpan:
    """Observations whose columns span those of all, for the rows (z, p) of differences from z0.

    `coefficients` has one row for each listed observation and one column for each observation of
    the loss, in order; z0 is the first prediction.
    """

    columns: tuple[Label, ...]
    coefficients: Vectors


def span_fault(loss: Loss, given: SymbolicSpan) -> str:
    """Where the listed columns do not give those of the loss, or ''."""
    entry = loss.linear
    if entry is None:
        return "the loss is not declared as linear in weights"
    predictions, observations = list(loss.predictions), list(loss.observations)
    require_evaluations(loss, len(predictions) * len(observations) * max(len(given.columns), 1))
    if len(given.coefficients) != len(given.columns) or any(
        len(row) != len(observations) for row in given.coefficients
    ):
        return "the coefficients are not one row for each column, one column for each observation"
    if any(y not in loss.observations for y in given.columns):
        return "a column is not an observation of the loss"
    for z in predictions:
        changes = {}
        for y in observations:
            here, there = entry.numerator(z, y), entry.numerator(predictions[0], y)
            changes[y] = {p: here.get(p, 0) - there.get(p, 0) for p in {*here, *there}}
        for k, y in enumerate(observations):
            rest = dict(changes[y])
            for row, column in zip(given.coefficients, given.columns, strict=True):
                for p, change in changes[column].items():
                    rest[p] = rest.get(p, Fraction(0)) - row[k] * change
            if any(rest.values()):
                return f"the columns do not give the differences at {z!r}, {y!r}"
    return ""
