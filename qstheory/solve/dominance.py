"""Where a prediction is best: max t with (L_z' - L_z) Pi >= t for all other z', Pi a distribution.

t > 0: z alone is optimal at Pi. t = 0: optimal only together with others. t < 0: never optimal. The
multipliers are a mixture of the other predictions whose loss is at most L(z, .) + t everywhere.
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.exact.rational import Rows, Vector
from qstheory.solve.linear_program import StandardProgram, solve

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Standing:
    """The margin t, the distribution Pi and the mixture (one weight for each other row)."""

    margin: Fraction
    distribution: Vector
    mixture: Vector


def standing(row: Vector, others: Rows) -> Standing:
    """The standing of a prediction among others, exactly; raises Undecided."""
    width, count = len(row), len(others)
    # Variables Pi, t_plus, t_minus, slacks; minimise t_minus - t_plus.
    rows = []
    for k, other in enumerate(others):
        difference = (o - x for o, x in zip(other, row, strict=True))
        slack = (-ONE if i == k else ZERO for i in range(count))
        rows.append((*difference, -ONE, ONE, *slack))
    rows.append((*[ONE] * width, ZERO, ZERO, *[ZERO] * count))
    objective = (*[ZERO] * width, -ONE, ONE, *[ZERO] * count)
    optimum = solve(StandardProgram(tuple(rows), (*[ZERO] * count, ONE), objective))
    return Standing(-optimum.value, optimum.x[:width], optimum.y[:count])
