"""Distributions at which given predictions tie for the best, with as large a support as there is.

For predictions S and z0 in S: max sum u with p = u + v >= 0, u <= 1, (L_z - L_z0) p = 0 for z in S
and >= 0 for the others. The cone is scaled freely, so at the optimum u is 1 on the largest support.
"""

from collections.abc import Collection
from fractions import Fraction

from qstheory.exact.rational import Rows, Vector
from qstheory.solve.linear_program import StandardProgram, solve

ZERO, ONE = Fraction(0), Fraction(1)


def widest_tie(matrix: Rows, tied: Collection[int]) -> Vector | None:
    """A distribution of largest support at which all of `tied` are optimal, or None.

    Raises Undecided when the linear program cannot be rebuilt exactly.
    """
    reference = matrix[min(tied)]
    width = len(reference)
    others = [z for z in range(len(matrix)) if z != min(tied)]
    loose = [z for z in others if z not in tied]
    slack_of = {z: k for k, z in enumerate(loose)}
    # Variables u, v, s (loose predictions), t = 1 - u; minimise -sum u.
    rows = []
    for z in others:
        difference = tuple(a - b for a, b in zip(matrix[z], reference, strict=True))
        slack = [ZERO] * len(loose)
        if z in slack_of:
            slack[slack_of[z]] = -ONE
        rows.append((*difference, *difference, *slack, *[ZERO] * width))
    for y in range(width):
        unit = tuple(ONE if k == y else ZERO for k in range(width))
        rows.append((*unit, *[ZERO] * (width + len(loose)), *unit))
    right = (*[ZERO] * len(others), *[ONE] * width)
    objective = (*[-ONE] * width, *[ZERO] * (2 * width + len(loose)))
    optimum = solve(StandardProgram(tuple(rows), right, objective))
    p = [u + v for u, v in zip(optimum.x[:width], optimum.x[width : 2 * width], strict=True)]
    total = sum(p, ZERO)
    return tuple(x / total for x in p) if total else None
