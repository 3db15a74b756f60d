"""Which pairs of predictions H is likely made of, in floating point: what to solve first, how long.

A pair has the bounds e^2 / |F_z - F_z*|^2 and c e^2 (`OrbitSolver.proportional`). Where the least c
of all pairs is attained up to the largest excess, H(e) is c e^2, and only pairs whose distance
is too large to show H >= c e^2 need multipliers. Otherwise these are the pairs whose first bound is
below what H is found to be at the largest excess.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import inf

from qstheory.theory.calibration.orbits import OrbitSolver
from qstheory.theory.calibration.problem import CalibrationProblem
from qstheory.theory.effort import Power

SAME = 1e-6
"""Relative distance of values that are the same but for rounding."""
TRIED = 24
"""Most pairs whose c is computed."""
NEARLY = Fraction(99, 100)
"""The share of the domain up to which a single quadratic is looked for."""
PIECES = Power(0.05, 0.9)
"""The same where H has several pieces: 0.02 to 0.2 on rankings of 4 items and random matrices."""
ONE_PIECE = Power(0.02, 1.25)
"""Seconds for one pair of a function that is c e^2, by entries up to what fixes the pair."""
MEANS = Power(0.0025, 1)
"""Seconds until the rows of a pair are there, by entries."""


@dataclass(frozen=True)
class Prospect:
    """Pairs in the order in which they are best solved; how many are too far apart to be bounded.

    `whole` is whether the first one's function seems to be c e^2 up to the largest excess; it has
    `orbits` entries up to the symmetries that fix it, or the first ones have no more.
    """

    pairs: tuple[tuple[int, int], ...]
    far: int
    whole: bool
    orbits: int

    def seconds(self, problem: CalibrationProblem) -> float:
        """About how long all pieces take."""
        entries = len(problem.F) * len(problem.U)
        if self.whole:
            return self.far * (ONE_PIECE.seconds(self.orbits) + MEANS.seconds(entries))
        return self.far * (PIECES.seconds(self.orbits) + MEANS.seconds(entries))


def prospect(problem: CalibrationProblem) -> Prospect:
    """The pairs by their distance, the farthest first, but before all one that is likely lowest.

    That is the one with the least c, which no pair has that is nearer than by it.
    """
    ordered = sorted(problem.pairs, key=lambda pair: -problem.squared_distance(*pair))
    try:
        return _in_floats(problem, ordered)
    except OverflowError:  # Numbers that no float holds: nothing is foreseen.
        entries = len(problem.F) * len(problem.U)
        return Prospect(tuple(ordered), max(1, len(ordered)), False, entries)


def _in_floats(problem: CalibrationProblem, ordered: list[tuple[int, int]]) -> Prospect:
    squares = [float(problem.squared_distance(*pair)) for pair in ordered]
    least, first = inf, 0
    for i, pair in enumerate(ordered[:TRIED]):
        if squares[i] * least <= 1 or not squares[i]:
            break
        # At an excess of the size of the loss, whatever that is: the program has none of its own.
        e = problem.largest_excess(*pair) or Fraction(1)
        found = OrbitSolver(problem, *pair).about(e, normed=False) / float(e) ** 2
        found = max(found, 1 / squares[i])  # Which it is not below but for rounding.
        if found < least * (1 - SAME):
            least, first = found, i
    far = sum(square * least > 1 + SAME for square in squares)
    whole = False
    if least < inf:
        largest = max(problem.largest_excess(*pair) for pair in ordered)
        # Pairs as far apart may have the same c: one of them may have it up to the largest excess.
        same = [first, *(i for i, square in enumerate(squares) if square * least >= 1 - SAME)]
        wide = [i for i in same if problem.largest_excess(*ordered[i]) == largest]
        e = NEARLY * largest
        lowest, top = least * float(e) ** 2 * (1 + SAME), inf
        for i in wide[:TRIED]:
            top = min(top, OrbitSolver(problem, *ordered[i]).about(e))
            if top <= lowest:
                first, whole = i, True
                break
        if not whole:
            far = sum(float(e) ** 2 < top * square for square in squares)
    chosen = ordered[first : first + 1]
    pairs = (*chosen, *(p for p in ordered if p not in chosen))
    foreseen = pairs[: 1 if whole else TRIED]
    orbits = max((OrbitSolver(problem, *pair).entries for pair in foreseen), default=1)
    return Prospect(pairs, max(1, far), whole, orbits)
