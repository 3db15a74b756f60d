"""Few scores for abstaining: classes as corners of a cube, abstaining at its centre.

Let L(z, y) = s 1(z != y) for classes z and s c for one that abstains, 0 <= c <= 1/2, s > 0.
Give each class k a different corner b_k of {-1, 1}^d. With t_y(v) = max_j -b_yj v_j the surrogate

    S(v, y) = s max(0, c + c t_y(v), c + (1 - c) t_y(v))

is convex, as the function of t_y is convex (c <= 1 - c) and increasing. It embeds L, with b_k for k
and 0 for abstaining: t_y is -1 at b_y, 0 at 0 and 1 at all other corners. And it is never smaller:
two classes y and k differ in some j, so t_y + t_k >= -b_yj v_j + b_yj v_j = 0, and t_y < 0 for at
most one class. If there is none, S >= s c. If t_k = -u < 0, all others have t_y >= u, and
W / s >= p_k max(0, c - c u) + (1 - p_k) (c + (1 - c) u), which is linear on 0 <= u <= 1 with the
values c and 1 - p_k at its ends, and increases beyond.

For c = 1/2 these are the binary encoded predictions of Ramaswamy, Tewari and Agarwal, Consistent
algorithms for multiclass classification with an abstain option, EJS 12 (2018).
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.limits import entries
from qstheory.certify.outcome import Decision, invalid, proves_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import BINARY_ENCODING
from qstheory.losses import resolve
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class BinaryEncoding:
    """A corner of the cube for every class: as many scores as log2 of the number of classes."""


def abstain_fault(loss: Loss) -> str:
    """Why the loss is not that of classes and of abstaining at a cost of at most a half."""
    counts = loss.counts
    if counts is not None and counts.observations.sizes == range(1, 2):
        if counts.predictions.sizes != range(2):
            return "the predictions are not the classes and one that abstains"
        return _costs_fault(counts.entry(1, 1, 0), {counts.entry(1, 1, 1)}, {counts.entry(0, 1, 0)})
    if loss.predictions.size != loss.observations.size + 1:
        return "the predictions are not the classes and one that abstains"
    rows: dict[Label, list[Fraction]] = {}
    values: set[Fraction] = set()
    for z, _, value in entries(loss):
        values.add(value)
        if len(values) > 3:  # 0, an error and abstaining: large losses end here
            return "the classes do not have the 0-1 loss"
        rows.setdefault(z, []).append(value)
    constant = [row for row in rows.values() if len(set(row)) == 1]
    if len(constant) != 1:
        return "the predictions are not the classes and one that abstains"
    classes = [row for row in rows.values() if len(set(row)) > 1]
    wrong = max(map(max, classes))
    right = [row.index(Fraction(0)) for row in classes if row.count(Fraction(0)) == 1]
    alike = {x for row in classes for x in row} == {0, wrong}
    if sorted(right) != [*range(loss.observations.size)] or not alike:
        return "the classes do not have the 0-1 loss"
    return _costs_fault(wrong, {Fraction(0)}, set(constant[0]))


def _costs_fault(wrong: Fraction, right: set[Fraction], abstain: set[Fraction]) -> str:
    fits = right == {0} and wrong > 0 and len(abstain) == 1 and 0 <= 2 * min(abstain) <= wrong
    return "" if fits else "abstaining does not cost between 0 and half of an error"


def check(proposition: CalibrationDimensionAtMost, _: BinaryEncoding, tools: Tools) -> Decision:
    """The entries, and the number of corners."""
    loss = resolve(proposition.loss)
    fault = abstain_fault(loss)
    if fault or proposition.d < 1:
        return invalid(fault or "there is no score")
    enough = 1 << proposition.d >= loss.observations.size
    return proves_if(enough, "there are fewer corners than classes")


RULES = (Rule(CalibrationDimensionAtMost, BinaryEncoding, check, (BINARY_ENCODING,)),)
