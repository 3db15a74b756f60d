"""Bounds on the convex calibration dimension: the least dimension of a consistent convex surrogate.

They rest on cited theorems of Ramaswamy and Agarwal, Convex calibration dimension for multiclass
loss matrices, JMLR 17 (2016); the replay checks the hypotheses exactly.

Lower bound (their Theorem 16): CCdim >= |supp p| - mu(p) - 1 for every distribution p and every
prediction z optimal at p, mu(p) being the dimension of the feasible subspace of the cell
Q_z = {q : z optimal at q} at p. By their Lemma 14 it is the nullity of the constraints active at
p: on the support of p those are 1^T q = 1 and (L_z - L_z')^T q <= 0 for each other z' optimal at
p. Let D have the rows L_z' - L_z on the support. Then D p = 0 and 1^T p = 1, so 1 is not in the row
space of D, the nullity is |supp p| - rank D - 1, and the bound is rank D. (At an equal-risk point
of full support D has all row differences and the bound is their whole rank, their Theorem 18 less
its loss of one.)

Upper bounds: the rank of the row differences (their Theorem 12) and |Y| - 1, for which see
`dimension_bounds`, and 1 where predictions lie on a line. Let t_1 < ... < t_n be positions of the
predictions at which t_k -> L(z_k, y) is convex for every y. The surrogate of one dimension that
joins these values by straight lines, and beyond t_1 and t_n rises with a slope that exceeds all
others, is convex, and its risk is smallest at some t_k for every distribution: it embeds L, so with
some link it is calibrated for L (Finocchiaro, Frongillo, Waggoner, An embedding framework for
consistent polyhedral surrogates, NeurIPS 2019, Theorem 3). For |z - y| it is the absolute error,
whose risk the median minimises. Predictions that are nowhere better than another one change neither
the least risk nor, with a link to the others, what is consistent.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from operator import le
from typing import ClassVar

from qstheory.certify.kinds.rank import Minor, require_minor
from qstheory.certify.limits import require_evaluations, submatrix
from qstheory.certify.risks import risks_at
from qstheory.certify.rules import Decision, Rule, Tools, proves_if, require
from qstheory.certify.sets import declared_places
from qstheory.certify.theorems import FEASIBLE_SUBSPACE
from qstheory.certify.weights import Weights, weight_at
from qstheory.losses import resolve
from qstheory.losses.base import Reference
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class CalibrationDimensionAtLeast:
    """No convex surrogate of dimension below d is calibrated for the loss."""

    loss: Reference
    d: int

    def __str__(self) -> str:
        return f"{self.loss}: no convex surrogate of dimension below {self.d} is calibrated"


@dataclass(frozen=True)
class CalibrationDimensionAtMost:
    """Some convex surrogate of dimension d is calibrated for the loss."""

    loss: Reference
    d: int

    def __str__(self) -> str:
        return f"{self.loss}: some convex surrogate of dimension {self.d} is calibrated"


@dataclass(frozen=True)
class FeasibleSubspace:
    """A distribution p and a regular d x d minor of the rows L_z' - L_z.

    Its base z and its rows z' are optimal at p, its columns lie in the support of p.
    """

    distribution: Weights
    minor: Minor


@dataclass(frozen=True)
class DeclaredLine:
    """Every column is convex along the predictions by the declaration, see `sets`."""


@dataclass(frozen=True)
class PredictionsOnALine:
    """Predictions with their positions, in increasing order, and every column of L convex.

    A prediction that is left out is nowhere better than some one of these. Where there is one
    position only, that prediction is optimal everywhere, and no score is needed.
    """

    VERSION: ClassVar[int] = 2

    positions: tuple[tuple[Label, Fraction], ...]


def check_feasible_subspace(
    proposition: CalibrationDimensionAtLeast, given: FeasibleSubspace, tools: Tools
) -> Decision:
    """Optimality, support and the minor."""
    loss, minor, Pi = resolve(proposition.loss), given.minor, given.distribution
    fit = len(minor.predictions) == proposition.d
    require(fit, "the minor does not have d rows and d columns")
    require_minor(loss, "prediction-differences", minor, tools)
    risks = risks_at(loss, Pi)
    assert minor.base is not None
    optimal = all(risks.at(z) == risks.bayes for z in (minor.base, *minor.predictions))
    require(optimal, "the base or a row of the minor is not optimal at the distribution")
    supported = all(weight_at(loss, "observations", Pi, y) > 0 for y in minor.observations)
    return proves_if(supported, "a column of the minor is outside the support")


def check_declared_line(
    proposition: CalibrationDimensionAtMost, _: DeclaredLine, tools: Tools
) -> Decision:
    """The sets are nested, or second differences are 2 a with a >= 0."""
    require(proposition.d >= 1, "a line has one dimension")
    line = declared_places(resolve(proposition.loss))
    return proves_if(line is not None, "the declaration does not show the columns to be convex")


def check_line(
    proposition: CalibrationDimensionAtMost, given: PredictionsOnALine, tools: Tools
) -> Decision:
    """Slopes between neighbours never decrease, and what is left out is nowhere better."""
    loss = resolve(proposition.loss)
    labels, observations = tuple(label for label, _ in given.positions), tuple(loss.observations)
    require(proposition.d >= (len(labels) > 1), "a line has one dimension")
    steps = [b - a for (_, a), (_, b) in pairwise(given.positions)]
    fit = labels and all(z in loss.predictions for z in labels)
    require(fit, "the positions are not those of predictions")
    require(all(step > 0 for step in steps), "the positions do not increase")
    rows = submatrix(loss, labels, observations)
    others = tuple(z for z in loss.predictions if z not in set(labels))
    require_evaluations(loss, len(others) * len(labels) * len(observations))
    worse = all(
        any(all(map(le, row, other)) for row in rows)
        for other in submatrix(loss, others, observations)
    )
    require(worse, "a prediction without a position is somewhere better than each that has one")
    slopes = [
        [(high - low) / step for low, high in zip(first, second, strict=True)]
        for step, (first, second) in zip(steps, pairwise(rows), strict=True)
    ]
    convex = all(a <= b for each in pairwise(slopes) for a, b in zip(*each, strict=True))
    return proves_if(convex, "a column is not convex along the line")


RULES = (
    Rule(
        CalibrationDimensionAtLeast, FeasibleSubspace, check_feasible_subspace, (FEASIBLE_SUBSPACE,)
    ),
    Rule(CalibrationDimensionAtMost, PredictionsOnALine, check_line),
    Rule(CalibrationDimensionAtMost, DeclaredLine, check_declared_line),
)
