"""The distance from a distribution to the decision boundary of the multiclass 0-1 loss.

The boundary is the set of distributions q with two or more largest entries. Let p have the largest
entry p_i, and the margin gamma = p_i - max_{j != i} p_j. On the way to q the cell of i is left, at
a point with q_i <= q_j for some j, so that gamma <= p_i - p_j <= (e_i - e_j) . (p - q), and

    |p - q|_1 >= gamma,      |p - q|_2^2 >= gamma^2 / 2.

In the drawn triangle of side 1 lengths are Euclidean ones divided by sqrt 2.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.finite import Vector, squared_distance
from qstheory.certify.outcome import Decision, invalid, proves_if, refutes_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.words import numbers

Metric = Literal["sum", "euclidean", "drawn"]


@dataclass(frozen=True)
class BoundaryDistance:
    """The distance of the distribution to the boundary, squared, is `squared`."""

    distribution: Vector
    metric: Metric
    squared: Fraction

    def __str__(self) -> str:
        distance = f"squared {self.metric} distance {self.squared}"
        return f"{numbers(self.distribution)} has the {distance} to the decision boundary"


@dataclass(frozen=True)
class BoundaryPoint:
    """A point of the boundary: nearer than claimed it refutes, as near as can be it proves."""

    point: Vector


def squared_length(left: Vector, right: Vector, metric: Metric) -> Fraction:
    """The squared distance of two points."""
    if metric == "sum":
        return sum((abs(a - b) for a, b in zip(left, right, strict=True)), Fraction(0)) ** 2
    return squared_distance(left, right) / (2 if metric == "drawn" else 1)


def _is_distribution(vector: Vector) -> bool:
    return len(vector) >= 2 and min(vector) >= 0 and sum(vector) == 1


def check_point(proposition: BoundaryDistance, given: BoundaryPoint, tools: Tools) -> Decision:
    """Compare the distance of the point with the claim, and with the bound above."""
    p, q = proposition.distribution, given.point
    if not (_is_distribution(p) and _is_distribution(q) and len(p) == len(q)):
        return invalid("these are not two distributions on the same classes")
    if q.count(max(q)) < 2:
        return invalid("the point does not lie on the boundary")
    first, second = sorted(p, reverse=True)[:2]
    least = (first - second) ** 2 / {"sum": 1, "euclidean": 2, "drawn": 4}[proposition.metric]
    found = squared_length(p, q, proposition.metric)
    if found < proposition.squared:
        return refutes_if(True, "")
    if found == proposition.squared:
        return proves_if(found == least, "the point is not shown to be the nearest one")
    return refutes_if(proposition.squared < least, "the point is farther away than claimed")


RULES = (Rule(BoundaryDistance, BoundaryPoint, check_point),)
