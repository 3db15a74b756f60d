"""A learning problem on finitely many inputs: all that the theory speaks of, from its definition.

l(z, x) = sum_y Pi_y(x) L(z, y) is the conditional risk, g*(x) = sum_y Pi_y(x) U_y the minimiser of
W(v, x) = sum_y Pi_y(x) |v - U_y|^2, and d(v) = argmin_z F_z . v the decoder of L = F U^T + c.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from qstheory.certify.algebra.expressions import Expression
from qstheory.certify.arithmetic import inner
from qstheory.certify.kinds.decomposition import AffineDecomposition, require_decomposition
from qstheory.certify.limits import latest, submatrix
from qstheory.certify.outcome import require, require_distribution
from qstheory.certify.rules import Tools
from qstheory.certify.words import counted
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Input:
    """A point x of the input space.

    `weight` is P(x), `conditional` is Pi(x) in the order of the observations, `scores` is g(x) in
    R^r, `prediction` the index of f(x) = d(g(x)) and `optimal` that of f*(x). Where several
    predictions tie, these two say which one the decoder and f* take.
    """

    weight: Fraction
    conditional: Vector
    scores: Vector
    prediction: int
    optimal: int


@dataclass(frozen=True)
class FiniteProblem:
    """A loss with L = F U^T + c, a distribution on finitely many inputs, and scores g."""

    loss: Reference
    decomposition: AffineDecomposition
    inputs: tuple[Input, ...]

    def __str__(self) -> str:
        return f"{self.loss} at {counted(len(self.inputs), 'input')}"


def squared_distance(left: Vector, right: Vector) -> Fraction:
    """|left - right|^2."""
    return sum(((a - b) ** 2 for a, b in zip(left, right, strict=True)), Fraction(0))


class Evaluated:
    """The quantities of a valid problem; raises InvalidParameter when it is none."""

    def __init__(self, problem: FiniteProblem, tools: Tools) -> None:
        """Check shapes, probabilities, the decomposition, the decoder and f*."""
        self.loss: Loss = resolve(problem.loss)
        self.F, self.U = problem.decomposition.F, problem.decomposition.U
        self.inputs = problem.inputs
        self._risks: dict[Input, Vector] = {}
        self.known: dict[object, Expression] = {}
        require_decomposition(self.loss, problem.decomposition, tools)
        whole = sum(x.weight for x in self.inputs) == 1
        require(whole, "the weights of the inputs do not sum to 1")
        for x in self.inputs:
            self._require_input(x)

    def _require_input(self, x: Input) -> None:
        require(x.weight > 0, "the weight of an input is not positive")
        fit = len(x.conditional) == len(self.U) and len(x.scores) == len(self.F[0])
        require(fit, "a conditional distribution or scores have the wrong length")
        require_distribution(x.conditional, len(self.U))
        known = {x.prediction, x.optimal} <= set(range(len(self.F)))
        require(known, "a prediction is none of the loss")
        decoded, risks = [inner(row, x.scores) for row in self.F], self.risks(x)
        least = decoded[x.prediction] == min(decoded)
        require(least, "the scores do not decode to the prediction")
        require(risks[x.optimal] == min(risks), "f* is not Bayes-optimal")

    @cached_property
    def matrix(self) -> tuple[Vector, ...]:
        """L, row by row."""
        rows = submatrix(self.loss, tuple(self.loss.predictions), tuple(self.loss.observations))
        return tuple(map(tuple, rows))

    def risks(self, x: Input) -> Vector:
        """l(z, x) for every z, computed once for each x."""
        if x not in self._risks:
            self._risks[x] = tuple(inner(row, x.conditional) for row in self.matrix)
        return self._risks[x]

    def excess(self, x: Input) -> Fraction:
        """l(f(x), x) - min_z l(z, x)."""
        risks = self.risks(x)
        return risks[x.prediction] - min(risks)

    def best_scores(self, x: Input) -> Vector:
        """g*(x)."""
        return tuple(inner(x.conditional, column) for column in zip(*self.U, strict=True))

    def surrogate_risk(self, x: Input, scores: Vector) -> Fraction:
        """W(v, x)."""
        distances = tuple(squared_distance(scores, row) for row in self.U)
        return inner(x.conditional, distances)

    def surrogate_excess(self, x: Input) -> Fraction:
        """W(g(x), x) - W(g*(x), x)."""
        return self.surrogate_risk(x, x.scores) - self.surrogate_risk(x, self.best_scores(x))

    def margin(self, x: Input) -> Fraction:
        """gamma(x) = min over z other than f*(x) of l(z, x) - l(f*(x), x)."""
        others = [risk for z, risk in enumerate(self.risks(x)) if z != x.optimal]
        if not others:
            raise InvalidParameter("The margin is a minimum over no prediction: |Z| = 1.")
        return min(others) - min(self.risks(x))

    def gap(self, x: Input) -> Fraction | None:
        """The least positive value of l(z, x) - l(f*(x), x), or None when every z is optimal."""
        risks = self.risks(x)
        worse = [risk - min(risks) for risk in risks if risk > min(risks)]
        return min(worse, default=None)

    def deviation(self, x: Input) -> Fraction:
        """sup_z |F_z . g(x) - F_z . g*(x)|."""
        best = self.best_scores(x)
        return max(abs(inner(row, x.scores) - inner(row, best)) for row in self.F)


@latest
def evaluated(problem: FiniteProblem, tools: Tools) -> Evaluated:
    """The quantities of a problem; the last are kept, as many statements share one."""
    return Evaluated(problem, tools)
