"""How far optima with the same w(e) = v - U^T Pi go: one linear program in Pi and one in lambda.

On a piece h(e) = constant + linear e + square e^2 the multipliers mu = h'(e) / 2 and
nu = h(e) - e mu are affine. With w given the conditions on the weights and those on the
multipliers have nothing in common but e, so that each side is optimal on an interval of its own.
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.moves import Vector
from qstheory.errors import Undecided
from qstheory.solve.linear_program import Constraint, GeneralProgram, Sense, optimise
from qstheory.theory.calibration.optima import OptimaLine, PairConditions
from qstheory.theory.calibration.problem import numerators

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
