"""Certified intervals for A* and gamma_2."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from qstheory.certify.kinds.best_constants import (
    BestConstant,
    DiagonalDual,
    Quantity,
    RowFactors,
    Shift,
    SignDual,
    WeightedColumns,
    largest_signed_sum,
)
from qstheory.losses.base import Loss
from qstheory.theory.best_constants import gamma_2, sign_columns
from qstheory.theory.best_constants.problem import ConstantProblem, problem_of
from qstheory.theory.best_constants.proposals import Primal
from qstheory.theory.best_constants.rounding import (
    diagonal_dual,
    dual_value,
    round_down,
    round_up,
    row_factors,
    sign_dual,
    squared_columns,
    squared_factors,
    weighted_columns,
)
from qstheory.theory.findings import Evidence, judged


@dataclass(frozen=True)
class SquaredInterval:
    """lower <= square <= upper, each with a judged certificate."""

    quantity: Quantity
    lower: Evidence
    upper: Evidence

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The bounds on the square."""
        return self.lower.proposition.value, self.upper.proposition.value


def _above(
    problem: ConstantProblem, quantity: Quantity, given: WeightedColumns | RowFactors
) -> Evidence:
    square = (
        squared_columns(given) if isinstance(given, WeightedColumns) else squared_factors(given)
    )
    value = round_up(square)
    return judged(BestConstant(problem.reference, quantity, problem.shift, "<=", value), given)


def _below(
    problem: ConstantProblem, quantity: Quantity, given: SignDual | DiagonalDual
) -> Evidence:
    largest = sum(given.d) if isinstance(given, DiagonalDual) else _largest(given)
    value = round_down(dual_value(problem, given.B, given.q, Fraction(largest)))
    return judged(BestConstant(problem.reference, quantity, problem.shift, ">=", value), given)


def _largest(given: SignDual) -> Fraction:
    """max_e e^T S e over sign vectors."""
    shared = lcm(*(x.denominator for row in given.B for x in row))
    common = lcm(*(x.denominator for x in given.q))
    columns = [
        [int(x * shared) for x in column] for column in zip(*given.B, strict=True) if any(column)
    ]
    weights = [int(x * common) for x in given.q]
    S = [
        [sum(w * a * b for w, a, b in zip(weights, x, y, strict=True)) for y in columns]
        for x in columns
    ]
    return Fraction(largest_signed_sum(S), common * shared * shared)


def gamma_2_interval(problem: ConstantProblem) -> tuple[SquaredInterval, Primal]:
    """gamma_2^2, and the proposed vectors of the observations."""
    primal, dual = gamma_2.propose(problem)
    return (
        SquaredInterval(
            "gamma-2",
            _below(problem, "gamma-2", diagonal_dual(problem, dual)),
            _above(problem, "gamma-2", row_factors(problem, primal)),
        ),
        primal,
    )


def a_interval(
    problem: ConstantProblem, gamma: SquaredInterval, vectors: Primal
) -> SquaredInterval:
    """A*^2: by sign vectors where they can be run through, else between gamma_2 and a rounding."""
    floor = gamma.lower.proposition.value
    below = _below(problem, "A", gamma.lower.certificate)
    if problem.matrix.shape[1] <= sign_columns.ENUMERATED:
        primal, dual = sign_columns.propose(problem, vectors.U, float(floor))
        by_signs = _below(problem, "A", sign_dual(problem, dual))
        below = max(below, by_signs, key=lambda found: found.proposition.value)
    else:
        primal = sign_columns.rounded(problem, vectors)
    return SquaredInterval("A", below, _above(problem, "A", weighted_columns(problem, primal)))


@dataclass(frozen=True)
class BestConstants:
    """The certified intervals of gamma_2^2 and A*^2 for one kind of shift."""

    shift: Shift
    gamma_2: SquaredInterval
    a: SquaredInterval


def best_constants(loss: Loss, shift: Shift) -> BestConstants:
    """gamma_2^2 and A*^2 over L = F U^T + 1 c^T; raises Undecided when a solver fails.

    >>> from qstheory import losses
    >>> found = best_constants(losses.make("hamming", m=2), "scalar")
    >>> low, high = found.a.ends
    >>> low <= Fraction(1, 4) <= high and high - low < Fraction(1, 10**6)
    True
    """
    problem = problem_of(loss, shift)
    gamma, vectors = gamma_2_interval(problem)
    return BestConstants(shift, gamma, a_interval(problem, gamma, vectors))
