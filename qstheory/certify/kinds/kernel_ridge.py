"""Kernel ridge regression with a kernel of finitely many features, k(x, x') = b(x) . b(x').

The objective (1/n) sum_i |W b_i - psi_i|^2 + lambda |W|^2 over r x d matrices W is strictly convex
for lambda > 0, so W is its minimiser exactly when

    W (B^T B + n lambda I) = Psi^T B          (the rows of B are b_i, those of Psi are psi_i).
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.finite import Vector, inner
from qstheory.certify.kinds.decomposition import Vectors
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.outcome import PROVES, REFUTES, Decision, invalid
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.words import counted


@dataclass(frozen=True)
class RidgeMinimiser:
    """W, row by row, minimises the objective; it is the only minimiser."""

    features: Vectors
    targets: Vectors
    regularisation: Fraction
    weights: Vectors

    def __str__(self) -> str:
        points = counted(len(self.features), "point")
        objective = f"objective of ridge regression on {points}, lambda = {self.regularisation}"
        return f"the given W alone minimises the {objective}"


@dataclass(frozen=True)
class RidgeClosedForm:
    """The minimiser at a point with features b is sum_i alpha_i psi_i, (K + ridge I) alpha = K_x.

    K_ij = b_i . b_j, and K_x is the vector of b_i . b.
    """

    features: Vectors
    targets: Vectors
    regularisation: Fraction
    test: Vector
    ridge: Fraction

    def __str__(self) -> str:
        points = counted(len(self.features), "point")
        return f"(K + {self.ridge} I) alpha = K_x predicts as ridge regression does, on {points}"


@dataclass(frozen=True)
class RidgeSolution:
    """The minimiser W and the coefficients alpha."""

    weights: Vectors
    coefficients: Vector


def shape_fault(features: Vectors, targets: Vectors, regularisation: Fraction) -> str:
    """Why the data are no problem of kernel ridge regression, or ''."""
    if not features or len(features) != len(targets):
        return "there is not one target for each of the points"
    if len({len(row) for row in features}) != 1 or len({len(row) for row in targets}) != 1:
        return "the features or the targets have rows of different lengths"
    if not features[0] or not targets[0]:
        return "there are no features or no targets"
    return "" if regularisation > 0 else "the regularisation is not positive"


def is_minimiser(features: Vectors, targets: Vectors, regularisation: Fraction, W: Vectors) -> bool:
    """Whether W has the right shape and satisfies the normal equations."""
    n, columns = len(features), tuple(zip(*features, strict=True))
    scores = tuple(zip(*targets, strict=True))
    if len(W) != len(scores) or any(len(row) != len(columns) for row in W):
        return False
    for row, target in zip(W, scores, strict=True):
        residuals = tuple(inner(row, b) - value for b, value in zip(features, target, strict=True))
        if any(
            inner(residuals, column) + n * regularisation * w != 0
            for column, w in zip(columns, row, strict=True)
        ):
            return False
    return True


def check_minimiser(proposition: RidgeMinimiser, _: Evaluation, tools: Tools) -> Decision:
    """Evaluate the normal equations."""
    given = (proposition.features, proposition.targets, proposition.regularisation)
    fault = shape_fault(*given)
    if fault:
        return invalid(fault)
    shape = [len(proposition.features[0])] * len(proposition.targets[0])
    if [len(row) for row in proposition.weights] != shape:
        return invalid(
            "the weights do not have a row for each target and a column for each feature"
        )
    return PROVES if is_minimiser(*given, proposition.weights) else REFUTES


def check_closed_form(
    proposition: RidgeClosedForm, solution: RidgeSolution, tools: Tools
) -> Decision:
    """With ridge > 0 the system has one solution alpha; compare its value with W b."""
    features, targets, test = proposition.features, proposition.targets, proposition.test
    given = (features, targets, proposition.regularisation)
    fault = shape_fault(*given)
    if fault or len(test) != len(features[0]) or proposition.ridge <= 0:
        return invalid(fault or "the point has the wrong length or the ridge is not positive")
    if not is_minimiser(*given, solution.weights):
        return invalid("the weights are not the minimiser")
    alpha = solution.coefficients
    if len(alpha) != len(features):
        return invalid("there is not one coefficient for each point")
    for b, own in zip(features, alpha, strict=True):
        row = tuple(inner(b, other) for other in features)
        if inner(row, alpha) + proposition.ridge * own != inner(b, test):
            return invalid("the coefficients do not solve the system")
    closed = tuple(inner(alpha, column) for column in zip(*targets, strict=True))
    minimum = tuple(inner(row, test) for row in solution.weights)
    return PROVES if closed == minimum else REFUTES


RULES = (
    Rule(RidgeMinimiser, Evaluation, check_minimiser),
    Rule(RidgeClosedForm, RidgeSolution, check_closed_form),
)
