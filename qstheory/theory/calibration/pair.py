"""The calibration function of one pair (z, z*): its quadratic pieces, each exact.

At a sample excess a float QP proposes which constraints are active; the KKT system of that guess is
solved over the rationals, affinely in epsilon, which gives w(e) = v - U^T Pi and h(e) = w^T G w. On
a piece mu(e) = h'(e) / 2 and nu(e) = h(e) - e mu(e) are affine, so that the set of excesses for
which a point and multipliers with this w exist is an interval found by two linear programs.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from qstheory.certify.kinds.calibration import Vector
from qstheory.errors import Undecided
from qstheory.exact.rational import apply, inner, solve
from qstheory.solve.general_form import Constraint, GeneralProgram, Sense, optimise
from qstheory.solve.quadratic_program import minimise_quadratic
from qstheory.theory.calibration.problem import CalibrationProblem, subtract

TOLERANCES = (1e-6, 1e-7, 1e-5, 1e-4, 1e-8, 1e-3)
"""Thresholds above which a float multiplier or weight counts as active, in the order tried."""

SAMPLES = tuple(Fraction(x, 97) for x in (47, 61, 31, 71, 17, 83))
"""Shares of an interval at which its piece is sought, in the order tried."""


@dataclass(frozen=True)
class Optimum:
    """An exact optimal point with multipliers at one excess."""

    distribution: Vector
    scores: Vector
    multipliers: Vector
    mu: Fraction
    nu: Fraction
    direction: Vector


@dataclass(frozen=True)
class PairPiece:
    """h(e) = constant + linear e + square e^2 on [low, high], with optima at both ends."""

    low: Fraction
    high: Fraction
    constant: Fraction
    linear: Fraction
    square: Fraction
    at_low: Optimum
    at_high: Optimum

    def value(self, e: Fraction) -> Fraction:
        """h(e)."""
        return self.constant + self.linear * e + self.square * e * e


def diameter_piece(problem: CalibrationProblem, z: int, best: int) -> PairPiece | None:
    """The bound e^2/|F_z - F_z*|^2, in the dual norm, as a piece with its multipliers.

    tau = lambda (F_z* - F_z) with lambda = mu = e/|F_z - F_z*|^2 and nu = 0. None where the first
    prediction is never the worse one.
    """
    limit = problem.largest_excess(z, best)
    if limit <= 0:
        return None
    square = problem.squared_distance(z, best)
    count = len(problem.F)

    def at(e: Fraction) -> Optimum:
        rate = e / square
        multipliers = tuple(rate if i == best else Fraction(0) for i in range(count))
        direction = problem.dual_directions[best, z]
        return Optimum((), (), multipliers, rate, Fraction(0), tuple(rate * x for x in direction))

    zero = Fraction(0)
    return PairPiece(zero, limit, zero, zero, 1 / square, at(zero), at(limit))


@dataclass(frozen=True)
class Path:
    """w(e) = start + e slope and the coefficients of h(e) = w(e)^T G w(e)."""

    start: Vector
    slope: Vector
    constant: Fraction
    linear: Fraction
    square: Fraction


class PairSolver:
    """Solves the problem of one pair of predictions."""

    def __init__(self, problem: CalibrationProblem, z: int, best: int) -> None:
        self.problem = problem
        self.difference = subtract(problem.F[z], problem.F[best])
        self.rivals = [i for i in range(len(problem.F)) if i != z]
        self.steps = [subtract(problem.F[i], problem.F[z]) for i in self.rivals]
        self.excess = [inner(self.difference, row) for row in problem.U]
        self.limit = max(self.excess)

    def pieces(self) -> list[PairPiece]:
        """The pieces on [0, largest excess] in order; raises Undecided if one is not rebuilt."""
        found: list[PairPiece] = []
        open_parts = [(Fraction(0), self.limit)] if self.limit > 0 else []
        while open_parts:
            low, high = open_parts.pop()
            piece = self._piece_within(low, high)
            found.append(piece)
            if piece.low > low:
                open_parts.append((low, piece.low))
            if piece.high < high:
                open_parts.append((piece.high, high))
        return sorted(found, key=lambda piece: piece.low)

    def _piece_within(self, low: Fraction, high: Fraction) -> PairPiece:
        """A piece that meets the interval: at a sample that is no end of a piece by chance."""
        for share in SAMPLES:
            piece = self._piece_at(low + share * (high - low))
            if piece is not None:
                return piece
        raise Undecided("The active set of a calibration problem could not be rebuilt exactly.")

    def _piece_at(self, sample: Fraction) -> PairPiece | None:
        try:
            proposal = self._propose(float(sample))
        except OverflowError:  # Numbers beyond floating point: nothing to propose.
            return None
        if proposal is not None:
            weights, multipliers = proposal
            for tolerance in TOLERANCES:
                support = [j for j, w in enumerate(weights) if w > tolerance]
                active = [i for i, m in enumerate(multipliers) if m > tolerance]
                for tight in (True, False):
                    piece = self._rebuild(sample, self._stationary(support, active, tight))
                    if piece is not None:
                        return piece
        return None

    def _propose(self, sample: float) -> tuple[list[float], list[float]] | None:
        """Weights of the observations and multipliers of the rivals, in floating point."""
        problem = self.problem
        U = np.array([[float(x) for x in row] for row in problem.U])
        G = np.array([[float(x) for x in row] for row in problem.gram])
        steps = np.array([[float(x) for x in row] for row in self.steps])
        n, r = U.shape
        gap = np.hstack([-U.T, np.eye(r)])
        equal = np.concatenate([np.ones(n), np.zeros(r)])[None, :]
        excess = np.concatenate([[float(x) for x in self.excess], np.zeros(r)])[None, :]
        cell = np.hstack([np.zeros((len(steps), n)), steps])
        positive = np.hstack([np.eye(n), np.zeros((n, r))])
        lower = np.concatenate([[sample], np.zeros(len(steps) + n)])
        found = minimise_quadratic(
            2 * gap.T @ G @ gap,
            (equal, np.ones(1)),
            (np.vstack([excess, cell, positive]), lower),
        )
        if found is None:
            return None
        return found.x[:n].tolist(), (found.inequality[1 : 1 + len(steps)] / 2).tolist()

    def _rebuild(self, sample: Fraction, gaps: tuple[Vector, Vector] | None) -> PairPiece | None:
        """The piece around the sample on which w is this affine function of e, or None."""
        if gaps is None:
            return None
        w0, w1 = gaps
        G = self.problem.gram
        path = Path(
            w0,
            w1,
            inner(w0, apply(G, w0)),
            2 * inner(w0, apply(G, w1)),
            inner(w1, apply(G, w1)),
        )
        program = self._extent(path)
        try:
            ends = [optimise(program, sense) for sense in (Sense.MINIMISE, Sense.MAXIMISE)]
        except Undecided:
            return None
        low, high = ends[0][0], ends[1][0]
        if not (low < high and low <= sample <= high):
            return None
        optima = [self._optimum(x, path) for x in ends]
        return PairPiece(low, high, path.constant, path.linear, path.square, *optima)

    def _stationary(
        self, support: list[int], active: list[int], tight: bool
    ) -> tuple[Vector, Vector] | None:
        """w0, w1 of w(e) = w0 + e w1 from the KKT equations of the active sets.

        Unknowns: multipliers of the active rivals, mu, nu, weights of the support, v. Where the
        excess is not `tight`, being larger than e at the optimum, mu is 0 and w does not move.
        """
        problem = self.problem
        r, G = problem.width, problem.gram
        U = [problem.U[j] for j in support]
        steps = [self.steps[i] for i in active]
        excess = [self.excess[j] for j in support]
        zero = Fraction(0)
        GU = [apply(G, row) for row in U]
        rows: list[list[Fraction]] = []
        for i in range(r):
            rows.append(
                [*(-step[i] for step in steps), zero, zero, *(-row[i] for row in GU), *G[i]]
            )
        for row, gain in zip(U, excess, strict=True):
            cross = [inner(step, row) for step in steps]
            rows.append([*cross, gain, Fraction(1), *([zero] * (len(U) + r))])
        for step in steps:
            rows.append([zero] * (len(steps) + 2 + len(U)) + list(step))
        head = [zero] * (len(steps) + 2)
        if tight:
            rows.append([*head, *excess, *([zero] * r)])
        else:
            rows.append([*head[:-2], Fraction(1), *([zero] * (1 + len(U) + r))])
        rows.append([*head, *([Fraction(1)] * len(U)), *([zero] * r)])
        still = [zero] * (len(rows) - 1)
        fixed = solve(rows, [*still, Fraction(1)])
        moving = solve(rows, [*still[:-1], Fraction(int(tight)), zero])
        if fixed is None or moving is None:
            return None
        return self._gap(fixed, len(steps), U), self._gap(moving, len(steps), U)

    def _gap(self, solution: Vector, actives: int, U: list[Vector]) -> Vector:
        """v - U^T Pi of a solution of the KKT equations."""
        weights = solution[actives + 2 : actives + 2 + len(U)]
        v = solution[actives + 2 + len(U) :]
        return tuple(
            v[i] - inner(weights, [row[i] for row in U]) for i in range(self.problem.width)
        )

    def _extent(self, path: Path) -> GeneralProgram:
        """The excesses, points and multipliers that belong to w: variables (e, Pi, v, lambda)."""
        problem = self.problem
        n, r, k = len(problem.U), problem.width, len(self.steps)
        zero = Fraction(0)
        w0, w1 = path.start, path.slope
        Gw0, Gw1 = apply(problem.gram, w0), apply(problem.gram, w1)
        constant, linear, square = path.constant, path.linear, path.square
        equalities: list[Constraint] = []
        inequalities: list[Constraint] = []
        for i in range(r):
            unit = [Fraction(int(i == j)) for j in range(r)]
            column = [-row[i] for row in problem.U]
            equalities.append(((-w1[i], *column, *unit, *([zero] * k)), w0[i]))
            steps = [step[i] for step in self.steps]
            equalities.append(((-Gw1[i], *([zero] * (n + r)), *steps), Gw0[i]))
        ones = [Fraction(1)] * n
        equalities.append(((zero, *ones, *([zero] * (r + k))), Fraction(1)))
        inequalities.append(((Fraction(-1), *self.excess, *([zero] * (r + k))), zero))
        for step in self.steps:
            inequalities.append(((*([zero] * (1 + n)), *step, *([zero] * k)), zero))
        for row, gain in zip(problem.U, self.excess, strict=True):
            # -tau . U_y >= (square e + linear / 2) gain + linear e / 2 + constant
            slope = -(square * gain + linear / 2)
            cross = [-inner(step, row) for step in self.steps]
            bound = linear / 2 * gain + constant
            inequalities.append(((slope, *([zero] * (n + r)), *cross), bound))
        inequalities.append(((square, *([zero] * (n + r + k))), -linear / 2))
        free = range(1 + n, 1 + n + r)
        return GeneralProgram(
            objective=(Fraction(1), *([zero] * (n + r + k))),
            equalities=tuple(equalities),
            inequalities=tuple(inequalities),
            free=frozenset(free),
        )

    def _optimum(self, x: Vector, path: Path) -> Optimum:
        """The optimum that a vertex of the extent program describes."""
        n, r = len(self.problem.U), self.problem.width
        e = x[0]
        multipliers = [Fraction(0)] * len(self.problem.F)
        for i, value in zip(self.rivals, x[1 + n + r :], strict=True):
            multipliers[i] = value
        return Optimum(
            distribution=x[1 : 1 + n],
            scores=x[1 + n : 1 + n + r],
            multipliers=tuple(multipliers),
            mu=path.square * e + path.linear / 2,
            nu=path.linear * e / 2 + path.constant,
            direction=tuple(a + e * b for a, b in zip(path.start, path.slope, strict=True)),
        )
