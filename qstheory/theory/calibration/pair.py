"""The calibration function of one pair (z, z*): its quadratic pieces, each exact.

At a sample excess a float QP proposes which constraints are active; the KKT system of that guess is
solved over the rationals, affinely in epsilon, which gives w(e) = v - U^T Pi and h(e) = w^T G w.
Where no guess holds, Lemke's method solves the conditions of optimality exactly. On a piece
mu(e) = h'(e) / 2 and nu(e) = h(e) - e mu(e) are affine, so that the set of excesses for which a
point and multipliers with this w exist is an interval found by two linear programs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from qstheory.certify.kinds.calibration import AffineVector, CalibrationPiece, Vector, bound_fault
from qstheory.errors import Undecided
from qstheory.exact.rational import Rows, apply, inner, solve
from qstheory.solve.complementarity import complementary
from qstheory.solve.general_form import Constraint, GeneralProgram, Sense, optimise
from qstheory.solve.quadratic_program import Array, minimise_quadratic
from qstheory.theory.calibration.problem import CalibrationProblem, subtract

TOLERANCES = (1e-6, 1e-8, 1e-4)
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

    None where the first prediction is never the worse one.
    """
    limit = problem.largest_excess(z, best)
    if limit <= 0:
        return None
    zero = Fraction(0)
    slope = by_distance(problem, z, best, Fraction(1))
    ends = (_scaled(e, slope) for e in (zero, limit))
    return PairPiece(zero, limit, zero, zero, 1 / problem.squared_distance(z, best), *ends)


def by_distance(problem: CalibrationProblem, z: int, best: int, e: Fraction) -> Vector:
    """The multipliers of the bound e^2/|F_z - F_z*|^2: lambda by prediction, mu and nu."""
    square = problem.squared_distance(z, best)
    rate = e / square if square else Fraction(0)
    multipliers = (rate if i == best else Fraction(0) for i in range(len(problem.F)))
    return (*multipliers, rate, Fraction(0))


def _scaled(e: Fraction, slope: Vector) -> Optimum:
    """Multipliers in proportion to e."""
    *multipliers, mu, nu = (e * x for x in slope)
    return Optimum((), (), tuple(multipliers), mu, nu)


def size(rows: Rows) -> Fraction:
    """The least power of 2 above every entry; 1 when all are 0."""
    largest = max((abs(x) for row in rows for x in row), default=Fraction(0))
    top, bottom = largest.as_integer_ratio()
    return Fraction(2) ** (top.bit_length() - bottom.bit_length() + 1) if top else Fraction(1)


def floats(rows: Rows, scale: Fraction) -> Array:
    """rows / scale in floating point."""
    return np.array([[float(x / scale) for x in row] for row in rows])


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
        self.pair = (z, best)
        self.difference = subtract(problem.F[z], problem.F[best])
        self.rivals = [i for i in range(len(problem.F)) if i != z]
        self.steps = [subtract(problem.F[i], problem.F[z]) for i in self.rivals]
        t = problem.directions or problem.F
        self.directions = [subtract(t[i], t[z]) for i in self.rivals]
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

    def about(self, sample: Fraction, normed: bool = True) -> float:
        """h at the sample in floating point, infinite where there is none.

        Where weights are not `normed` to the sum 1, that is the bound of `proportional` there.
        """
        if self.limit <= 0:
            return float("inf")
        scale, program = self._program(sample, normed)
        found = minimise_quadratic(*program)
        return (
            float("inf")
            if found is None
            else float(found.x @ program[0] @ found.x / 2) * float(scale)
        )

    def proportional(self) -> PairPiece | None:
        """The largest bound c e^2 of multipliers proportional to e, on the whole domain.

        With tau in the cone of the steps and tau . U_y <= (F_z* - F_z) . U_y for every y it is
        e^2 / |tau|^2, so that the shortest tau is sought: its dual has weights of any sum. None
        where floating point does not show which constraints are active.
        """
        if self.limit <= 0:
            return None
        weights, multipliers = self._propose(Fraction(1), normed=False)
        for tolerance in TOLERANCES:
            support = [j for j, w in enumerate(weights) if w > tolerance]
            active = [i for i, m in enumerate(multipliers) if m > tolerance]
            found = self._system(support, active, tight=True, normed=False) if support else None
            bound = self._through_zero(active, found[1]) if found else None
            if bound is not None:
                return bound
        return None

    def _through_zero(self, active: list[int], solution: Vector) -> PairPiece | None:
        """The bound of the multipliers of the active rivals, where they are feasible."""
        multipliers = [Fraction(0)] * len(self.problem.F)
        for i, x in zip(active, solution, strict=False):
            multipliers[self.rivals[i]] = x
        mu = solution[len(active)]
        zero = Fraction(0)
        slope = (*multipliers, mu, zero)
        piece = PairPiece(
            zero, self.limit, zero, zero, mu, *(_scaled(e, slope) for e in (zero, self.limit))
        )
        claimed = CalibrationPiece(
            self.problem.F, self.problem.U, self.problem.metric, zero, self.limit, zero, zero, mu
        )
        bound = AffineVector((zero,) * len(slope), slope)
        fault = bound_fault(claimed, self.pair, bound, self.problem.products)
        return None if fault else piece

    def _piece_within(self, low: Fraction, high: Fraction) -> PairPiece:
        """A piece that meets the interval: at a sample that is no end of a piece by chance."""
        for share in SAMPLES:
            sample = low + share * (high - low)
            for path in self._paths(sample):
                piece = self._around(sample, path)
                if piece is not None:
                    return piece
        raise Undecided("Every sample of a calibration problem was the end of a piece.")

    def _paths(self, sample: Fraction) -> Iterator[tuple[Vector, Vector]]:
        """w0, w1 of w(e) = w0 + e w1 near the sample: what floating point proposes, then exact."""
        weights, multipliers = self._propose(sample)
        known = []
        for tolerance in TOLERANCES:
            support = [j for j, w in enumerate(weights) if w > tolerance]
            active = [i for i, m in enumerate(multipliers) if m > tolerance]
            for tight in (True, False):
                path = self._stationary(support, active, tight) if support else None
                if path is not None and path not in known:
                    known.append(path)
                    yield path
        yield self._complementary(sample)

    def _propose(self, sample: Fraction, normed: bool = True) -> tuple[list[float], list[float]]:
        """Weights of the observations, of sum 1 if `normed`, and multipliers of the rivals.

        Steps, U and G are brought to the size 1 by powers of 2; multipliers have the largest 1.
        """
        _, program = self._program(sample, normed)
        found = minimise_quadratic(*program)
        if found is None:
            return [], []
        n, k = len(self.problem.U), len(self.steps)
        multipliers = found.inequality[1 : 1 + k]
        return found.x[:n].tolist(), (multipliers / (multipliers.max() or 1.0)).tolist()

    def _program(
        self, sample: Fraction, normed: bool
    ) -> tuple[Fraction, tuple[Array, tuple[Array, Array], tuple[Array, Array]]]:
        """The program of the pair, for `minimise_quadratic`, and the unit of its values."""
        problem = self.problem
        step, unit, metric = size(self.steps), size(problem.U), size(problem.gram)
        U, G = floats(problem.U, unit), floats(problem.gram, metric)
        steps = floats(self.steps, step)
        n, r = U.shape
        gap = np.hstack([-U.T, np.eye(r)])
        equal = np.concatenate([np.ones(n), np.zeros(r)])[None, :]
        excess = np.concatenate([floats([self.excess], step * unit)[0], np.zeros(r)])[None, :]
        cell = np.hstack([np.zeros((len(steps), n)), steps])
        positive = np.hstack([np.eye(n), np.zeros((n, r))])
        lower = np.concatenate([[float(sample / step / unit)], np.zeros(len(steps) + n)])
        inequalities = np.vstack([excess, cell, positive]), lower
        equalities = equal[: int(normed)], np.ones(int(normed))
        return unit**2 * metric, (2 * gap.T @ G @ gap, equalities, inequalities)

    def _complementary(self, sample: Fraction) -> tuple[Vector, Vector]:
        """The same from the conditions of optimality, solved as a complementarity problem.

        With v = U^T Pi + G^-1 steps^T lambda the unknowns are lambda, mu, Pi and nu = nu' - nu''.
        """
        steps, U, G = self.steps, self.problem.U, self.problem.gram
        lifted = [solve(G, step) for step in steps]
        directions = [direction for direction in lifted if direction is not None]
        if len(directions) < len(steps):
            raise Undecided("The metric of a surrogate does not see every row of F.")
        zero, one = Fraction(0), Fraction(1)
        k, n = len(steps), len(U)
        cross = [[inner(step, row) for row in U] for step in steps]
        M = [
            [*(inner(step, d) for d in directions), zero, *row, zero, zero]
            for step, row in zip(steps, cross, strict=True)
        ]
        M.append([*[zero] * (k + 1), *self.excess, zero, zero])
        for y in range(n):
            M.append([*(-row[y] for row in cross), -self.excess[y], *[zero] * n, -one, one])
        M.append([*[zero] * (k + 1), *[one] * n, zero, zero])
        M.append([*[zero] * (k + 1), *[-one] * n, zero, zero])
        constant = [*[zero] * (k + 1 + n), -one, one]
        slope = [*[zero] * k, -one, *[zero] * (n + 2)]
        found = complementary(M, constant, slope, sample)
        columns = list(zip(*directions, strict=True))
        return (
            tuple(inner(column, found.constant[:k]) for column in columns),
            tuple(inner(column, found.slope[:k]) for column in columns),
        )

    def _around(self, sample: Fraction, gaps: tuple[Vector, Vector]) -> PairPiece | None:
        """The piece around the sample on which w is this affine function of e, or None."""
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
        """w0, w1 of w(e) = w0 + e w1 from the KKT equations of the active sets."""
        found = self._system(support, active, tight)
        if found is None:
            return None
        fixed, moving = (
            tuple(
                sum((x * t for x, t in zip(solution, column, strict=False)), Fraction(0))
                for column in zip(*(self.directions[i] for i in active), strict=True)
            )
            or (Fraction(0),) * self.problem.width
            for solution in found
        )
        return fixed, moving

    def _system(
        self, support: list[int], active: list[int], tight: bool, normed: bool = True
    ) -> tuple[Vector, Vector] | None:
        """Multipliers of the active rivals, mu, nu and weights of the support: constant and slope.

        With steps s_i and G t_i = s_i, v is U^T Pi + sum_i lambda_i t_i. Where the excess is not
        `tight`, being larger than e at the optimum, mu is 0 and nothing moves; where the weights
        are not `normed` to the sum 1, nu is 0.
        """
        given, (z, _), zero, one = self.problem.products, self.pair, Fraction(0), Fraction(1)
        chosen = [self.rivals[i] for i in active]
        scores = [
            [Fraction(given.scores[i][y] - given.scores[z][y], given.score_unit) for y in support]
            for i in chosen
        ]
        dual, unit = given.dual, given.dual_unit
        gram = [
            [Fraction(dual[i][j] - dual[i][z] - dual[z][j] + dual[z][z], unit) for j in chosen]
            for i in chosen
        ]
        gains = [self.excess[y] for y in support]
        k, n = len(active), len(support)
        rows = [[*row, zero, zero, *cross] for row, cross in zip(gram, scores, strict=True)]
        rows += [[*(cross[y] for cross in scores), gains[y], one, *[zero] * n] for y in range(n)]
        rows.append([*[zero] * (k + 2), *gains] if tight else [*[zero] * k, one, *[zero] * (n + 1)])
        rows.append(
            [*[zero] * (k + 2), *[one] * n] if normed else [*[zero] * (k + 1), one, *[zero] * n]
        )
        still = [zero] * (len(rows) - 2)
        fixed = solve(rows, [*still, zero, one * normed])
        moving = solve(rows, [*still, one * tight, zero])
        return None if fixed is None or moving is None else (fixed, moving)

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
        )
