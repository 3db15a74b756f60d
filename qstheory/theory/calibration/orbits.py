"""A pair of predictions up to the symmetries that fix it: orbits in the place of single labels.

The problem of (z, z*) is convex, and averages over the moves that fix z and z* of a feasible point
or of multipliers are feasible and no worse. So one weight an orbit of observations and one
multiplier an orbit of predictions suffice: the problem of the mean rows of F and U over the orbits.

`prospect` says in floating point which pairs H is likely made of: what to solve first, how long.
A pair has the bounds e^2 / |F_z - F_z*|^2 and c e^2 (`OrbitSolver.proportional`). Where the least c
of all pairs is attained up to the largest excess, H(e) is c e^2, and only pairs whose distance
is too large to show H >= c e^2 need multipliers. Otherwise these are the pairs whose first bound is
below what H is found to be at the largest excess.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import inf, lcm

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.arithmetic import Vector
from qstheory.certify.moves import Move, Products, Rows
from qstheory.theory.calibration.optima import Optimum
from qstheory.theory.calibration.pair import PairPiece, PairSolver
from qstheory.theory.calibration.problem import CalibrationProblem, Numerators
from qstheory.theory.effort import Power
from qstheory.theory.optimality import places_together

Orbits = tuple[tuple[int, ...], ...]
Places = NDArray[np.int64]


def fixing(pair: tuple[int, int], moves: Sequence[Move]) -> list[Places]:
    """Generators of the symmetries that fix both predictions, by Schreier's lemma.

    Each is the places of the predictions and, after these, of the observations.
    """
    predictions = len(moves[0].predictions)
    generators = [
        np.array([*move.predictions, *(predictions + y for y in move.observations)])
        for move in moves
    ]
    carried = {pair: np.arange(len(generators[0]))}
    left, found = [pair], {}
    while left:
        z, best = left.pop()
        for generator in generators:
            image = int(generator[z]), int(generator[best])
            product = generator[carried[z, best]]
            if image not in carried:
                carried[image] = product
                left.append(image)
                continue
            back = np.argsort(carried[image])[product]
            found[back.tobytes()] = back
    return [*found.values()]


@dataclass(frozen=True)
class MeanProblem(CalibrationProblem):
    """The mean rows over orbits; products and directions are means of those of the whole.

    These are not taken from the first row then: their differences are what is asked for.
    """

    whole: CalibrationProblem = field(kw_only=True)
    orbits: tuple[Orbits, Orbits] = field(kw_only=True)

    @cached_property
    def products(self) -> Products:
        """The means of F U^T and of D_i . (F_j - F_0)."""
        given, (predictions, observations) = self.whole, self.orbits
        left, right = (_averages(orbits) for orbits in (predictions, observations))
        unit = left.unit
        return Products(
            (left.values @ given.scores.values @ right.values.T).tolist(),
            unit * right.unit * given.scores.unit,
            (left.values @ given.dual.values @ left.values.T).tolist(),
            unit * unit * given.dual.unit,
        )

    @cached_property
    def directions(self) -> Rows | None:
        """The means of the D_i."""
        found = self.whole.directions
        return None if found is None else _means(found, self.orbits[0])


def _averages(orbits: Orbits) -> Numerators:
    """The matrix that takes means over orbits."""
    shared = lcm(*map(len, orbits))
    values = np.zeros((len(orbits), sum(map(len, orbits))), dtype=object)
    for i, orbit in enumerate(orbits):
        values[i, orbit] = shared // len(orbit)
    return Numerators(values, shared)


@dataclass(frozen=True)
class OrbitSolver:
    """Solves the problem of one pair of predictions, by orbits where there are symmetries."""

    problem: CalibrationProblem
    z: int
    best: int

    @cached_property
    def orbits(self) -> tuple[Orbits, Orbits]:
        """Those of predictions and of observations under what fixes the pair."""
        problem, n = self.problem, len(self.problem.F)
        size = n + len(problem.U)
        kept = fixing((self.z, self.best), problem.moves) if problem.moves else []
        found = places_together((permutation.tolist() for permutation in kept), size)
        return (
            tuple(orbit for orbit in found if orbit[0] < n),
            tuple(tuple(y - n for y in orbit) for orbit in found if orbit[0] >= n),
        )

    @cached_property
    def solver(self) -> PairSolver:
        """The pair of the mean rows."""
        problem, (predictions, observations) = self.problem, self.orbits
        if len(predictions) < len(problem.F) or len(observations) < len(problem.U):
            F, U = _means(problem.F, predictions), _means(problem.U, observations)
            problem = MeanProblem(F, U, problem.metric, whole=problem, orbits=self.orbits)
        return PairSolver(problem, predictions.index((self.z,)), predictions.index((self.best,)))

    @property
    def entries(self) -> int:
        """Those of the matrix of orbits."""
        predictions, observations = self.orbits
        return len(predictions) * len(observations)

    @property
    def limit(self) -> Fraction:
        """The largest excess."""
        return self.solver.limit

    def about(self, sample: Fraction, normed: bool = True) -> float:
        """As `PairSolver.about`."""
        return self.solver.about(sample, normed)

    def pieces(self) -> list[PairPiece]:
        """As `PairSolver.pieces`."""
        return [self._spread(piece) for piece in self.solver.pieces()]

    def proportional(self) -> PairPiece | None:
        """As `PairSolver.proportional`."""
        found = self.solver.proportional()
        return None if found is None else self._spread(found)

    def _spread(self, piece: PairPiece) -> PairPiece:
        """The optima of a piece with a weight for each label: its share of the orbit's."""
        low, high = self._optimum(piece.at_low), self._optimum(piece.at_high)
        return replace(piece, at_low=low, at_high=high)

    def _optimum(self, optimum: Optimum) -> Optimum:
        predictions, observations = self.orbits
        weights = _shares(optimum.distribution, observations) if optimum.distribution else ()
        multipliers = _shares(optimum.multipliers, predictions)
        return replace(optimum, distribution=weights, multipliers=multipliers)


def _means(rows: Rows, orbits: Orbits) -> Rows:
    """The mean row of each orbit."""
    return tuple(
        rows[orbit[0]]
        if len(orbit) == 1
        else tuple(
            sum(column, Fraction(0)) / len(orbit)
            for column in zip(*(rows[i] for i in orbit), strict=True)
        )
        for orbit in orbits
    )


def _shares(totals: Vector, orbits: Orbits) -> Vector:
    """Each orbit's total divided among its places."""
    shares = [Fraction(0)] * sum(map(len, orbits))
    for total, orbit in zip(totals, orbits, strict=True):
        for i in orbit:
            shares[i] = total / len(orbit)
    return tuple(shares)


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
