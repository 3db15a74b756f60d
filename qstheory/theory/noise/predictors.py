"""Predictors that err on purpose: nearest wrong decisions where the margin is small.

At x, with v* = g*(x), the wrong decision of z is the half-space F_z . v <= F_z* . v at the distance
t_z = (F_z - F_z*) . v* / |F_z - F_z*|. The projection on the nearest one still ties z with the
least score, since |v - v*| = t_z <= t_z' for every other z': so v decodes to z, and it is the
cheapest surrogate error that decodes wrongly, at most |D|^2 / |F_z - F_z*|^2 for the excess D.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.finite import FiniteProblem, Input
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.exact.rational import Vector, inner
from qstheory.theory.margin.cells import Margins
from qstheory.theory.noise.distribution import FiniteDistribution

MOST = 8
"""Most thresholds at which a predictor is built; of more distinct margins these are spread."""


@dataclass(frozen=True)
class Decision:
    """Scores v and a prediction z with F_z . v least."""

    scores: Vector
    prediction: int


@dataclass(frozen=True)
class Erring:
    """The predictor that decides wrongly exactly where gamma+ <= threshold."""

    threshold: Fraction
    problem: FiniteProblem


def best_scores(decomposition: AffineDecomposition, conditional: Vector) -> Vector:
    """g*(x) = sum_y Pi_y(x) U_y."""
    return tuple(inner(conditional, column) for column in zip(*decomposition.U, strict=True))


def nearest_error(F: tuple[Vector, ...], best: Vector, found: Margins) -> Decision:
    """The nearest scores to g* that decode to a prediction that is not optimal.

    With several optimal predictions a projection may decode to another one of them; it is then
    passed over, and the scores 0, at which all predictions tie, serve at last.
    """
    wrong = [z for z in range(len(F)) if z not in found.optimal]
    reached = []
    for z in wrong:
        for optimal in found.optimal:
            step = tuple(a - b for a, b in zip(F[z], F[optimal], strict=True))
            square = inner(step, step)
            gap = inner(step, best)
            moved = tuple(v - gap / square * s for v, s in zip(best, step, strict=True))
            reached.append((gap * gap / square, z, moved))
    for _, z, scores in sorted(reached):
        values = [inner(row, scores) for row in F]
        if values[z] == min(values):
            return Decision(scores, z)
    return Decision((Fraction(0),) * len(best), wrong[0])


def erring(
    distribution: FiniteDistribution, decomposition: AffineDecomposition, threshold: Fraction
) -> Erring:
    """g = g* where gamma+ > threshold, and a nearest error elsewhere."""
    inputs = []
    for point, found in zip(distribution.points, distribution.margins, strict=True):
        best = best_scores(decomposition, point.conditional)
        decision = Decision(best, found.optimal[0])
        if found.gap is not None and found.gap <= threshold:
            decision = nearest_error(decomposition.F, best, found)
        inputs.append(
            Input(
                point.weight,
                point.conditional,
                decision.scores,
                decision.prediction,
                found.optimal[0],
            )
        )
    problem = FiniteProblem(distribution.loss.reference, decomposition, tuple(inputs))
    return Erring(threshold, problem)


def erring_predictors(
    distribution: FiniteDistribution, decomposition: AffineDecomposition
) -> Iterator[Erring]:
    """One predictor for each value of gamma+, or for MOST of them, the first and the last included.

    Where every prediction is optimal at every input none can err, and the one predictor is g*.
    """
    gaps = sorted({found.gap for found in distribution.margins if found.gap is not None})
    gaps = gaps or [Fraction(0)]
    last = len(gaps) - 1
    places = range(len(gaps)) if last < MOST else (i * last // (MOST - 1) for i in range(MOST))
    for i in places:
        yield erring(distribution, decomposition, gaps[i])
