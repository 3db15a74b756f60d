"""The error of kernel ridge regression on one sample, against its noise and its operators.

With a kernel of finitely many features b(x), T = E b b^T, T_n = (1/n) sum b_i b_i^T and
xi = (1/n) sum (psi_i - W* b_i) b_i^T, the estimator W and the regression function g* = W* b satisfy

    E |W b - W* b|^2 <= factor (1 + |T - T_n| / lambda) (|xi| / sqrt lambda + sqrt lambda |W*|)^2

in Frobenius norms. Norms are irrational: they are enclosed, and what the width leaves open is
invalid.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from qstheory.certify.finite import Vector, inner
from qstheory.certify.kinds.decomposition import Vectors
from qstheory.certify.kinds.kernel_ridge import is_minimiser, shape_fault
from qstheory.certify.outcome import PROVES, REFUTES, Decision, invalid
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.words import counted

PRECISION = 10**30


@dataclass(frozen=True)
class RidgeErrorBound:
    """The inequality with this factor.

    `features` has b(x) for each input, `weights` P(x), `regression` the rows of W*, `sample` the
    index of each input drawn, `targets` the psi_i.
    """

    features: Vectors
    weights: Vector
    regression: Vectors
    sample: tuple[int, ...]
    targets: Vectors
    regularisation: Fraction
    factor: Fraction

    def __str__(self) -> str:
        drawn = f"{counted(len(self.sample), 'draw')} of {counted(len(self.features), 'input')}"
        return f"ridge regression on {drawn} obeys the error bound with the factor {self.factor}"


@dataclass(frozen=True)
class RidgeWeights:
    """The rows of the minimiser W; the replay checks that it is one."""

    weights: Vectors


def root_bounds(square: Fraction) -> tuple[Fraction, Fraction]:
    """Rationals with low <= sqrt(square) <= high, 1/PRECISION apart."""
    scaled = isqrt(square.numerator * PRECISION**2 // square.denominator)
    return Fraction(scaled, PRECISION), Fraction(scaled + 1, PRECISION)


def _outer(left: Vector, right: Vector, weight: Fraction) -> list[Fraction]:
    return [weight * a * b for a in left for b in right]


def _sum(terms: list[list[Fraction]]) -> list[Fraction]:
    return [sum(column, Fraction(0)) for column in zip(*terms, strict=True)]


def _square(values: list[Fraction]) -> Fraction:
    return sum((value * value for value in values), Fraction(0))


def _fault(given: RidgeErrorBound) -> str:
    shapes = {len(row) for row in (*given.features, *given.regression)}
    if not given.features or not given.regression or len(shapes) != 1:
        return "the features and the rows of the regression function differ in length"
    if len(given.weights) != len(given.features) or min(given.weights) < 0:
        return "there is not one weight >= 0 for each input"
    if sum(given.weights) != 1 or not set(given.sample) <= set(range(len(given.features))):
        return "the weights do not sum to 1, or the sample names no input"
    if any(len(target) != len(given.regression) for target in given.targets):
        return "a target does not have the length of the regression function"
    drawn = tuple(given.features[i] for i in given.sample)
    return shape_fault(drawn, given.targets, given.regularisation)


def check_bound(proposition: RidgeErrorBound, given: RidgeWeights, tools: Tools) -> Decision:
    """Evaluate the left side, and enclose the right one."""
    fault = _fault(proposition)
    if fault:
        return invalid(fault)
    lam, n = proposition.regularisation, len(proposition.sample)
    drawn = tuple(proposition.features[i] for i in proposition.sample)
    if not is_minimiser(drawn, proposition.targets, lam, given.weights):
        return invalid("the weights are not the minimiser")
    best = proposition.regression
    apart = [
        tuple(a - b for a, b in zip(row, other, strict=True))
        for row, other in zip(given.weights, best, strict=True)
    ]
    error = sum(
        (
            p * sum((inner(row, b) ** 2 for row in apart), Fraction(0))
            for p, b in zip(proposition.weights, proposition.features, strict=True)
        ),
        Fraction(0),
    )
    operators = [
        _outer(b, b, p) for p, b in zip(proposition.weights, proposition.features, strict=True)
    ] + [_outer(b, b, Fraction(-1, n)) for b in drawn]
    noise = [
        _outer(
            tuple(y - inner(row, b) for y, row in zip(target, best, strict=True)), b, Fraction(1, n)
        )
        for target, b in zip(proposition.targets, drawn, strict=True)
    ]
    squares = (
        _square(_sum(operators)),
        _square(_sum(noise)),
        _square([x for r in best for x in r]),
    )
    bounds = []
    for gap, xi, norm in zip(*map(root_bounds, squares), strict=True):
        bounds.append(proposition.factor * (1 + gap / lam) * (xi + lam * norm) ** 2 / lam)
    low, high = bounds
    if error <= low:
        return PROVES
    return REFUTES if error > high else invalid("the two sides are too close to be compared")


RULES = (Rule(RidgeErrorBound, RidgeWeights, check_bound),)
