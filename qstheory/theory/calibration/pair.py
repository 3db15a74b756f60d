"""The calibration function of one pair (z, z*): its quadratic pieces, each exact.

At a sample excess a float QP proposes which constraints are active; the KKT system of that guess is
solved over the rationals, affinely in epsilon, and where its solution is optimal is read off. Where
no guess holds, Lemke's method solves the conditions of optimality exactly. Where a solution is not
optimal on all of the interval that is asked for, another with the same w(e) = v - U^T Pi may be.

How far optima with the same w(e) = v - U^T Pi go: one linear program in Pi and one in lambda.

On a piece h(e) = constant + linear e + square e^2 the multipliers mu = h'(e) / 2 and
nu = h(e) - e mu are affine. With w given the conditions on the weights and those on the
multipliers have nothing in common but e, so that each side is optimal on an interval of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from qstheory.certify.arithmetic import Vector
from qstheory.certify.kinds.calibration import AffineVector, CalibrationPiece, bound_fault
from qstheory.errors import Undecided
from qstheory.exact.integer_matrix import inner
from qstheory.exact.linear_program import Constraint, GeneralProgram, Sense, optimise
from qstheory.exact.programs import complementary
from qstheory.theory.calibration.optima import OptimaLine, Optimum, PairConditions, PairProposal
from qstheory.theory.calibration.problem import CalibrationProblem, numerators, subtract

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class _Side:
    """Vectors (e, x) at the least and at the largest excess."""

    first: Vector
    last: Vector

    def at(self, e: Fraction) -> Vector:
        """x at one excess, on the line through both."""
        low, high = self.first[0], self.last[0]
        share = (e - low) / (high - low)
        return tuple(
            x + share * (y - x) for x, y in zip(self.first[1:], self.last[1:], strict=True)
        )


def extended(conditions: PairConditions, line: OptimaLine) -> OptimaLine | None:
    """The line that goes as far as any with the w of this one; None where none is optimal."""
    coefficients = conditions.coefficients(line)
    moved = _moved(conditions, line)
    try:
        weights = _side(conditions.limit, *_weights(conditions, moved))
        multipliers = _side(conditions.limit, *_multipliers(conditions, moved, coefficients))
    except Undecided:
        return None
    low = max(weights.first[0], multipliers.first[0])
    high = min(weights.last[0], multipliers.last[0])
    if low >= high:
        return None
    constant, linear, square = coefficients
    ends = [
        (*multipliers.at(e), square * e + linear / 2, linear / 2 * e + constant, *weights.at(e))
        for e in (low, high)
    ]
    slope = tuple((y - x) / (high - low) for x, y in zip(*ends, strict=True))
    return OptimaLine(tuple(x - low * d for x, d in zip(ends[0], slope, strict=True)), slope)


def _moved(conditions: PairConditions, line: OptimaLine) -> list[tuple[Fraction, Fraction]]:
    """s_i . w for every rival, constant and slope."""
    k = len(conditions.rivals)
    both = numerators((line.start[:k], line.slope[:k]))
    unit = both.unit * conditions.gram.unit
    constant, slope = (both.values @ conditions.gram.values).tolist()
    return [(Fraction(a, unit), Fraction(b, unit)) for a, b in zip(constant, slope, strict=True)]


Constraints = tuple[list[Constraint], list[Constraint]]


def _weights(conditions: PairConditions, moved: list[tuple[Fraction, Fraction]]) -> Constraints:
    """Pi of sum 1 with the excess e and every s_i . (U^T Pi + w) >= 0: equal and at least."""
    unit = conditions.cross.unit
    gains = [Fraction(x, unit) for x in conditions.gains.values.tolist()]
    least: list[Constraint] = [((-ONE, *gains), ZERO)]
    for (constant, slope), row in zip(moved, conditions.cross.values.tolist(), strict=True):
        least.append(((slope, *(Fraction(x, unit) for x in row)), -constant))
    return [((ZERO, *[ONE] * len(gains)), ONE)], least


def _multipliers(
    conditions: PairConditions,
    moved: list[tuple[Fraction, Fraction]],
    coefficients: tuple[Fraction, Fraction, Fraction],
) -> Constraints:
    """Lambda with this w and the bound at every observation: equal and at least."""
    constant, linear, square = coefficients
    gram, cross, gains = conditions.gram, conditions.cross, conditions.gains
    equal: list[Constraint] = [
        ((-slope, *(Fraction(x, gram.unit) for x in row)), start)
        for (start, slope), row in zip(moved, gram.values.tolist(), strict=True)
    ]
    k = len(moved)
    least: list[Constraint] = [((square, *[ZERO] * k), -linear / 2)]
    for column, numerator in zip(cross.values.T.tolist(), gains.values.tolist(), strict=True):
        gain = Fraction(numerator, gains.unit)
        # -tau . U_y >= (square e + linear / 2) gain + linear e / 2 + constant
        rate = -(square * gain + linear / 2)
        bound = linear / 2 * gain + constant
        least.append(((rate, *(Fraction(-x, cross.unit) for x in column)), bound))
    return equal, least


def _side(limit: Fraction, equal: list[Constraint], least: list[Constraint]) -> _Side:
    """The least and the largest e in [0, limit]; raises Undecided where there is none."""
    width = len(least[0][0])
    least = [*least, ((-ONE, *[ZERO] * (width - 1)), -limit)]
    program = GeneralProgram((ONE, *[ZERO] * (width - 1)), tuple(equal), tuple(least))
    found = _Side(optimise(program, Sense.MINIMISE), optimise(program, Sense.MAXIMISE))
    if found.first[0] == found.last[0]:
        raise Undecided("A point of a calibration problem belongs to one excess alone.")
    return found


SAMPLES = tuple(Fraction(x, 97) for x in (47, 61, 31, 71, 17, 83))
"""Shares of an interval at which its piece is sought, in the order tried."""


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

    @property
    def coefficients(self) -> tuple[Fraction, Fraction, Fraction]:
        """Constant, linear, square."""
        return self.constant, self.linear, self.square

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


def _joined(pieces: list[PairPiece]) -> list[PairPiece]:
    """Neighbours of the same quadratic as one: points and multipliers at a share are optimal."""
    joined: list[PairPiece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last and last.coefficients == piece.coefficients and last.high == piece.low:
            joined[-1] = replace(last, high=piece.high, at_high=piece.at_high)
        else:
            joined.append(piece)
    return joined


def _in_places(solution: Vector, k: int, n: int) -> Vector:
    """(lambda, mu, nu, Pi) of (lambda, mu, Pi, nu', nu'') with nu = nu' - nu''."""
    return (
        *solution[: k + 1],
        solution[k + 1 + n] - solution[k + 2 + n],
        *solution[k + 1 : k + 1 + n],
    )


def _scaled(e: Fraction, slope: Vector) -> Optimum:
    """Multipliers in proportion to e."""
    *multipliers, mu, nu = (e * x for x in slope)
    return Optimum((), (), tuple(multipliers), mu, nu)


class PairSolver:
    """Solves the problem of one pair of predictions."""

    def __init__(self, problem: CalibrationProblem, z: int, best: int) -> None:
        self.problem = problem
        self.pair = (z, best)
        self.conditions = PairConditions(problem, z, best)
        self.limit = self.conditions.limit

    @cached_property
    def proposal(self) -> PairProposal:
        """The pair's program in floating point."""
        return PairProposal(self.problem, *self.pair)

    @cached_property
    def steps(self) -> list[Vector]:
        """F_i - F_z for every rival i."""
        F, (z, _) = self.problem.F, self.pair
        return [subtract(F[i], F[z]) for i in self.conditions.rivals]

    @cached_property
    def directions(self) -> list[Vector]:
        """t with G t = F_i - F_z for every rival i."""
        t, (z, _) = self.problem.directions or self.problem.F, self.pair
        return [subtract(t[i], t[z]) for i in self.conditions.rivals]

    @cached_property
    def excess(self) -> list[Fraction]:
        """(F_z - F_z*) . U_y for every y."""
        gains = self.conditions.gains
        return [Fraction(x, gains.unit) for x in gains.values.tolist()]

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
        return _joined(sorted(found, key=lambda piece: piece.low))

    def about(self, sample: Fraction, normed: bool = True) -> float:
        """h at the sample in floating point, infinite where there is none.

        Where weights are not `normed` to the sum 1, that is the bound of `proportional` there.
        """
        return self.proposal.about(sample, normed) if self.limit > 0 else float("inf")

    def proportional(self) -> PairPiece | None:
        """The largest bound c e^2 of multipliers proportional to e, on the whole domain.

        With tau in the cone of the steps and tau . U_y <= (F_z* - F_z) . U_y for every y it is
        e^2 / |tau|^2, so that the shortest tau is sought: its dual has weights of any sum. None
        where floating point does not show which constraints are active.
        """
        if self.limit <= 0:
            return None
        for active in self.proposal.active(self.limit, normed=False):
            line = self.conditions.line(active, tight=True, normed=False)
            bound = None if line is None else self._through_zero(line)
            if bound is not None:
                return bound
        return None

    def _through_zero(self, line: OptimaLine) -> PairPiece | None:
        """The bound of the line's multipliers, where they are feasible."""
        (z, _), k, zero = self.pair, len(self.conditions.rivals), Fraction(0)
        multipliers, mu = line.slope[:k], line.slope[k]
        slope = (*multipliers[:z], zero, *multipliers[z:], mu, zero)
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
            for line in self.lines(sample):
                interval = self.conditions.interval(line)
                longer: OptimaLine | None = line
                if interval is None or low < interval[0] or interval[1] < high:
                    longer = extended(self.conditions, line)
                piece = None if longer is None else self._along(longer, sample)
                if piece is not None:
                    return piece
        raise Undecided("Every sample of a calibration problem was the end of a piece.")

    def lines(self, sample: Fraction) -> Iterator[OptimaLine]:
        """Optima near the sample: of what floating point says is active, then an exact one."""
        for active in self.proposal.active(sample):
            for tight in (True, False):
                line = self.conditions.line(active, tight)
                if line is not None:
                    yield line
        yield self._complementary(sample)

    def _along(self, line: OptimaLine, sample: Fraction) -> PairPiece | None:
        """The piece on which the line is optimal, around the sample; None where it is none."""
        found = self.conditions.interval(line)
        if found is None or not (found[0] < found[1] and found[0] <= sample <= found[1]):
            return None
        optima = (self.conditions.optimum(line, e, self.directions) for e in found)
        return PairPiece(*found, *self.conditions.coefficients(line), *optima)

    def _complementary(self, sample: Fraction) -> OptimaLine:
        """The same from the conditions of optimality, solved as a complementarity problem.

        With v = U^T Pi + G^-1 steps^T lambda the unknowns are lambda, mu, Pi and nu = nu' - nu''.
        """
        steps, U = self.steps, self.problem.U
        directions = self.directions
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
        return OptimaLine(*(_in_places(x, k, n) for x in (found.constant, found.slope)))
