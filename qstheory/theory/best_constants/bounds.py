"""Certified intervals for A* and gamma_2."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.linalg import LinAlgError

from qstheory.certify.kinds.best_constants import (
    BestConstant,
    DiagonalDual,
    Quantity,
    RowFactors,
    Shift,
    SignDual,
    WeightedColumns,
    largest_signed_sum,
    squared_norms,
)
from qstheory.certify.kinds.sign_hull import HullPoint, OddDual, point_square
from qstheory.losses.base import Loss
from qstheory.theory.best_constants.counted import counted_bound
from qstheory.theory.best_constants.hull_program import SignColumns, best_mixture
from qstheory.theory.best_constants.problem import (
    Array,
    ConstantProblem,
    Primal,
    no_odd,
    pair_orbits,
    problem_of,
    starting_dual,
    starting_primal,
)
from qstheory.theory.best_constants.relaxation import Relaxed, relaxed
from qstheory.theory.best_constants.rounding import (
    diagonal_dual,
    dual_value,
    hull_point,
    odd_dual,
    round_down,
    round_up,
    row_factors,
    sign_dual,
    squared_columns,
    weighted_columns,
)
from qstheory.theory.best_constants.sign_columns import (
    ENUMERATED,
    MANY,
    SignMixture,
    different,
    enumerated,
    hull_columns,
    joined,
    rounded_signs,
    spanning_signs,
    with_odd_vectors,
)
from qstheory.theory.findings import Evidence, judged

ROUNDS = 24
"""Most programs: the interval of a random 6 x 22 loss has the relative width 0.19 after 6, 0.023
after 12, 0.0046 after 24 and 0.0045 after 48.
"""
WORK = 22 * 10**7
"""Most of sign vectors squared times observations in one program."""
START = 16
"""Sign vectors to begin with, for each observation: many, since a round costs a whole program."""
STARTS = 400
"""Places where a search begins, in one round."""
ACCURACY = 1e-4
"""Relative accuracy of the first programs, which only choose what enters; later ones are finer."""
CLOSE = 1e-6
"""Relative distance to the bound from below at which the search ends: five digits are written."""
WORTH = 1e-2
"""Share of the mean weight below which a sign vector leaves."""


def searched(problem: ConstantProblem, relaxation: Relaxed, floor: float) -> SignMixture:
    """A mixture of sign vectors, or of their orbits' means, with a constant near `floor`.

    It begins with those that the dual of the relaxation, and its C, suggest.
    """
    C = relaxation.C
    size = problem.matrix.shape[1]
    random = np.random.default_rng(0)
    orbit = pair_orbits(size, problem.column_moves)
    suggested = climbed(relaxation.dual.prices, rounded_signs(C, START * size, random))
    begun = np.hstack([spanning_signs(size), suggested])
    signs, columns = hull_columns(orbit, different(begun))
    weights, shift, accuracy = np.ones(columns.count), np.zeros(size), ACCURACY
    best: SignMixture | None = None
    for _ in range(ROUNDS):
        mixture = best_mixture(problem, columns, weights, shift, accuracy)
        if best is None or mixture.above < best.mixture.above:
            best = SignMixture(signs, mixture)
        if mixture.above - floor <= CLOSE * mixture.above or columns.count**2 * size > WORK:
            break
        S = mixture.dual.prices
        present = columns.prices(S).max()
        starts = np.hstack(
            [rounded_signs(C, STARTS, random), random.choice([-1.0, 1.0], (size, STARTS))]
        )
        found = climbed(S, starts)
        prices = SignColumns(found).prices(S)
        order = np.argsort(-prices)[:STARTS]
        entering = found[:, order[prices[order] > present * (1 + accuracy / 10)]]
        if not entering.shape[1]:
            if accuracy <= CLOSE:
                break
            accuracy /= 10
            continue
        kept = mixture.weights > WORTH / columns.count
        kept |= columns.count < MANY * size
        signs, columns, weights = joined(orbit, signs[:, kept], mixture.weights[kept], entering)
        shift = mixture.shift
        accuracy = max(CLOSE / 4, min(accuracy, (mixture.above - floor) / mixture.above / 10))
    assert best is not None
    return best


def climbed(S: Array, starts: Array) -> Array:
    """From each sign vector, a column, by single changes of sign to a local maximum of e^T S e."""
    signs = starts.copy()
    images = S @ signs
    active = np.arange(signs.shape[1])
    for _ in range(20 * len(S)):
        gain = np.diag(S)[:, None] - signs[:, active] * images[:, active]
        place = gain.argmax(axis=0)
        rising = gain[place, np.arange(len(active))] > 1e-12
        active, place = active[rising], place[rising]
        if not len(active):
            break
        images[:, active] -= 2 * S[:, place] * signs[place, active]
        signs[place, active] *= -1
    return different(signs)


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


SHOWS = Fraction(2, 10**7)
"""Relative gain, beyond what solvers leave open, for which another certificate is taken."""
Above = WeightedColumns | RowFactors | HullPoint
Below = SignDual | DiagonalDual | OddDual


def bound_above(
    problem: ConstantProblem, quantity: Quantity, given: Above, square: Fraction
) -> Evidence:
    """That the square is at most this, rounded up."""
    value = round_up(square)
    return judged(BestConstant(problem.reference, quantity, problem.shift, "<=", value), given)


def bound_below(problem: ConstantProblem, quantity: Quantity, given: Below) -> Evidence:
    """That the square is at least what the dual says, rounded down."""
    dual = given.dual if isinstance(given, OddDual) else given
    value = round_down(dual_value(problem, dual.B, dual.q, _total(given)))
    return judged(BestConstant(problem.reference, quantity, problem.shift, ">=", value), given)


def _total(given: Below) -> Fraction:
    """A bound on e^T S e over sign vectors."""
    if isinstance(given, SignDual):
        return _largest(given)
    if isinstance(given, OddDual):
        return _total(given.dual) - sum(given.weights, Fraction(0))
    return sum(given.d, Fraction(0))


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


def gamma_2_interval(problem: ConstantProblem) -> tuple[SquaredInterval, Relaxed]:
    """gamma_2^2, and the proposed C."""
    found = _relaxation(problem)
    factors = row_factors(problem, found.primal)
    return (
        SquaredInterval(
            "gamma-2",
            bound_below(problem, "gamma-2", diagonal_dual(problem, found.dual)),
            bound_above(problem, "gamma-2", factors, squared_norms(factors)),
        ),
        found,
    )


def _relaxation(problem: ConstantProblem) -> Relaxed:
    """The relaxation without odd vectors; C = I and the widest range where the numbers fail."""
    size = problem.matrix.shape[1]
    if not problem.level:
        try:
            return relaxed(problem, no_odd(size)[0])
        except LinAlgError:
            pass
    start = starting_primal(problem)
    return Relaxed(start.U, start.shift, starting_dual(problem))


def a_interval(
    loss: Loss, problem: ConstantProblem, gamma: SquaredInterval, relaxation: Relaxed
) -> SquaredInterval:
    """A*^2: by all sign vectors where they can be run through, else by a search.

    From below then by sums of squares where the loss is by counts, by odd vectors elsewhere.
    """
    below = bound_below(problem, "A", gamma.lower.certificate)
    primal = starting_primal(problem)
    if not problem.level:
        try:
            if problem.matrix.shape[1] <= ENUMERATED:
                found = enumerated(problem, relaxation.C)
                below = _larger(below, problem, sign_dual(problem, found.mixture.dual))
            else:
                counted = counted_bound(loss, problem)
                if counted is not None:
                    relaxation = counted.relaxed
                    below = _better(below, counted.below)
                else:
                    relaxation = with_odd_vectors(problem, relaxation)
                    below = _larger(below, problem, odd_dual(problem, relaxation.dual))
                floor = float(below.proposition.value / problem.scale**2)
                found = searched(problem, relaxation, floor)
            primal = found.primal
        except LinAlgError:
            pass  # All sign vectors in equal shares still bound A* from above.
    return SquaredInterval("A", below, point_above(problem, primal))


def point_above(problem: ConstantProblem, primal: Primal) -> Evidence:
    """F and U where that is small and no mean over a group is taken."""
    if problem.symmetries or problem.matrix.shape[1] > ENUMERATED:
        point = hull_point(problem, primal)
        square = point_square([list(row) for row in problem.entries], point)
        return bound_above(problem, "A", point, square)
    columns = weighted_columns(problem, primal)
    return bound_above(problem, "A", columns, squared_columns(columns))


def _larger(below: Evidence, problem: ConstantProblem, given: SignDual | OddDual) -> Evidence:
    """The better of a bound from below and that of a dual."""
    return _better(below, bound_below(problem, "A", given))


def _better(below: Evidence, other: Evidence) -> Evidence:
    """The better of two bounds from below, the new one only if it is accepted and shows.

    Where both are the same but for rounding, the last floats would choose the certificate.
    """
    if other.proves and other.proposition.value > below.proposition.value * (1 + SHOWS):
        return other
    return below


@dataclass(frozen=True)
class BestConstants:
    """The certified intervals of gamma_2^2 and A*^2 for one kind of shift."""

    shift: Shift
    gamma_2: SquaredInterval
    a: SquaredInterval


def best_constants(loss: Loss, shift: Shift) -> BestConstants:
    """gamma_2^2 and A*^2 over L = F U^T + 1 c^T.

    A numerical failure widens the intervals and never leaves one out.

    >>> from qstheory import losses
    >>> found = best_constants(losses.make("hamming", m=2), "scalar")
    >>> low, high = found.a.ends
    >>> low <= Fraction(1, 4) <= high and high - low < Fraction(1, 10**6)
    True
    """
    problem = problem_of(loss, shift)
    gamma, relaxation = gamma_2_interval(problem)
    return BestConstants(shift, gamma, a_interval(loss, problem, gamma, relaxation))
