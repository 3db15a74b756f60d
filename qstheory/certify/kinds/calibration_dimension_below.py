"""Convex calibration dimensions from below where the rank of what ties says too little.

One score is too few where three cells of optimal predictions do not follow each other. Let S_1,
S_2, S_3 be the optimal predictions at p_1, p_2, p_3, and let no prediction of S_k be optimal
anywhere between the other two distributions. Were a convex surrogate f on the line calibrated, with
the prediction psi(u) for the score u: close to its infimum at p_k are the scores of an open
interval N_k, all with psi(u) in S_k, and these are disjoint. Say N_2 is between the others, u in
N_2. At each p between p_1 and p_3 psi(u) is not optimal, so f is smaller somewhere, by convexity on
one side of u alone: the left at p_1, the right at p_3. The p with either side form two open sets
that cover the segment: a contradiction. (Finite properties of one dimension are ordered: Lambert
2018; Finocchiaro, Frongillo and Waggoner, Embedding dimension of polyhedral losses, 2020.)

Flats that do not stay within a cell. A surrogate of d scores that is consistent has, at every
distribution p and for some optimal z, a flat through p within the cell of z: F = {q : G q = 0} with
d rows G and G p = 0 (Finocchiaro, Frongillo and Waggoner, Unifying lower bounds on prediction
dimension of convex surrogates, NeurIPS 2021). All q here live on the support of p, where they are
distributions.

Let D have the differences of the rows that are optimal at p. Near p a flat within the cell of any
of them satisfies D q = 0, so d >= e = rank D. Let Q = {q : D q = 0}. If d <= e + 1, then F contains
{q in Q : w . q = 0} for some w with w . p = 0. On Q all that are optimal at p have the same risk;
where another prediction k has a smaller one, in the cap of k, F must not be. A cap is convex, so w
has one sign on it, and at least weakly this sign on its closure. So when for each choice of signs

    sum_k sign_k sum_i lambda_ki x_ki = mu p,     lambda >= 0,

with points x_ki of the closures, some lambda > 0 at a point of a cap itself, then the product with
w is > 0 on one side and 0 on the other: d >= e + 2. The feasible subspaces of Ramaswamy and Agarwal
give e alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qstheory.certify.arithmetic import Vector, exact_rank, inner
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtLeast
from qstheory.certify.limits import submatrix
from qstheory.certify.risks import risks_at
from qstheory.certify.rules import Decision, Rule, Tools, proves_if, require
from qstheory.certify.theorems import FLATS, ORDERED
from qstheory.certify.weights import ListedWeights
from qstheory.losses import resolve
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label

Risk = Mapping[Any, Fraction]
"""The risk of each prediction, by its label or its position."""


@dataclass(frozen=True)
class ThreeCells:
    """Three distributions, by the weights of observations that are listed."""

    distributions: tuple[ListedWeights, ListedWeights, ListedWeights]


def best(risk: Risk) -> list[Any]:
    """The predictions of least risk."""
    least = min(risk.values())
    return [z for z, value in risk.items() if value == least]


def between(first: Risk, second: Risk, z: Any) -> bool:
    """Whether z is optimal at a distribution between those of the risks."""
    low, high = Fraction(0), Fraction(1)
    for other in first:
        at, beyond = first[z] - first[other], second[z] - second[other]
        if at > 0 and beyond > 0:
            return False
        # (1 - t) at + t beyond <= 0
        if at > 0:
            low = max(low, at / (at - beyond))
        elif beyond > 0:
            high = min(high, at / (at - beyond))
    return low <= high


def unordered(risks: tuple[Risk, Risk, Risk]) -> bool:
    """Whether what is optimal at one of three distributions never is between the others."""
    one, two, three = risks
    return not any(
        between(first, second, z)
        for own, first, second in ((one, two, three), (two, one, three), (three, one, two))
        for z in best(own)
    )


def check_cells(
    proposition: CalibrationDimensionAtLeast, given: ThreeCells, tools: Tools
) -> Decision:
    """The three segments."""
    require(proposition.d <= 2, "three cells exclude one dimension, no more")
    loss = resolve(proposition.loss)
    at = (risks_at(loss, p) for p in given.distributions)
    one, two, three = ({z: Fraction(x, r.unit) for z, x in r.values.items()} for r in at)
    fits = unordered((one, two, three))
    return proves_if(fits, "what is optimal at one distribution is so between the other two")


@dataclass(frozen=True)
class Cap:
    """A prediction k and points of Q, in the order of the support of p, where k is no worse."""

    prediction: Label
    points: tuple[Vector, ...]


@dataclass(frozen=True)
class Excluded:
    """Weights lambda for the points of the first caps, and mu."""

    weights: tuple[Vector, ...]
    multiple: Fraction


@dataclass(frozen=True)
class Split:
    """Both signs of the next cap."""

    positive: "Signs"
    negative: "Signs"


Signs = Excluded | Split


@dataclass(frozen=True)
class NoFlat:
    """p, caps on Q, and a tree over their signs; that of the first cap may be taken positive."""

    distribution: ListedWeights
    caps: tuple[Cap, ...]
    positive: Signs


@dataclass(frozen=True)
class _Sides:
    """The caps with the risk of k at each point, less that of what is optimal at p."""

    p: Vector
    caps: tuple[Cap, ...]
    gains: tuple[Vector, ...]

    def check_flats(self, node: Signs, signs: tuple[int, ...]) -> None:
        """Check that all choices that begin with these signs are excluded."""
        if isinstance(node, Split):
            require(len(signs) < len(self.caps), "there is no further cap")
            self.check_flats(node.positive, (*signs, 1))
            self.check_flats(node.negative, (*signs, -1))
            return
        shape = [len(cap.points) for cap in self.caps[: len(signs)]]
        fit = [len(mine) for mine in node.weights] == shape and min(map(min, node.weights)) >= 0
        require(fit, "there is not a weight >= 0 for every point of these caps")
        total, strict = [Fraction(0)] * len(self.p), False
        first = zip(signs, node.weights, self.caps, self.gains, strict=False)
        for sign, mine, cap, gains in first:
            for weight, x, gain in zip(mine, cap.points, gains, strict=True):
                total = [t + sign * weight * a for t, a in zip(total, x, strict=True)]
                strict = strict or (weight > 0 and gain < 0)
        met = total == [node.multiple * a for a in self.p]
        require(met, "the points do not combine to a multiple of the distribution")
        require(strict, "no point of a cap itself has a weight")


def check_flats(proposition: CalibrationDimensionAtLeast, given: NoFlat, tools: Tools) -> Decision:
    """The rank of what ties at p, the caps on Q, and the tree."""
    loss = resolve(proposition.loss)
    risks = risks_at(loss, given.distribution)
    support = tuple(y for y, weight in given.distribution.weights if weight)
    p = tuple(weight for _, weight in given.distribution.weights if weight)
    best = tuple(risks.best)
    first, *rest = submatrix(loss, best, support)
    D = [tuple(a - b for a, b in zip(row, first, strict=True)) for row in rest]
    gains = tuple(_gains(loss, support, tuple(first), D, cap) for cap in given.caps)
    require(given.caps, "there is no cap")
    _Sides(p, given.caps, gains).check_flats(given.positive, (1,))
    e = exact_rank(D) if D else 0
    return proves_if(proposition.d <= e + 2, f"the flats give {e + 2}")


def _gains(
    loss: Loss, support: tuple[Label, ...], best: Vector, D: Sequence[Vector], cap: Cap
) -> Vector:
    """The risk of k less that of what is optimal at p, at each point."""
    require(cap.prediction in loss.predictions, "a cap is of no prediction")
    [row] = submatrix(loss, (cap.prediction,), support)
    found = []
    for x in cap.points:
        fit = len(x) == len(support) and min(x) >= 0
        require(fit, "a point is none on the support of the distribution")
        tied = not any(inner(difference, x) for difference in D)
        require(tied, "what ties at the distribution does not tie at a point")
        found.append(inner(tuple(row), x) - inner(best, x))
    closed = max(found, default=0) <= 0 and min(found, default=0) < 0
    require(closed, "the points are not of the closure of a cap, with one of the cap itself")
    return tuple(found)


RULES = (
    Rule(CalibrationDimensionAtLeast, ThreeCells, check_cells, (ORDERED,)),
    Rule(CalibrationDimensionAtLeast, NoFlat, check_flats, (FLATS,)),
)
