"""Is there Pi > 0 with B Pi = c 1, or w with sum 0 and w^T B >= 0, not 0? One of the two, exactly.

Both are feasible linear programs: max t with B Pi = c 1, Pi >= t, sum Pi = 1, and, when its
optimum is not positive, w^T B = s >= 0 with sum s = 1.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from qstheory.errors import Undecided
from qstheory.exact.rational import Rows, Vector
from qstheory.solve.linear_program import StandardProgram, solve

ZERO, ONE = Fraction(0), Fraction(1)


def positive_point(B: Rows, sizes: Sequence[int]) -> Vector | None:
    """Pi > 0 with B Pi = c 1 and sum 1, as far from 0 as possible, or None when none was found.

    Each Pi_j is kept above t times its share sizes_j / sum(sizes) of the uniform distribution.
    """
    height, width = len(B), len(B[0])
    shares = [Fraction(size, sum(sizes)) for size in sizes]
    # Pi_j = t shares_j + q_j with t, q >= 0; c = c_plus - c_minus; minimise -t.
    rows = []
    for row in B:
        level = sum((b * s for b, s in zip(row, shares, strict=True)), ZERO)
        rows.append((*row, level, -ONE, ONE))
    rows.append((*[ONE] * width, ONE, ZERO, ZERO))
    objective = (*[ZERO] * width, -ONE, ZERO, ZERO)
    right = (*[ZERO] * height, ONE)
    try:
        optimum = solve(StandardProgram(tuple(rows), right, objective))
    except Undecided:
        return None
    t = optimum.x[width]
    if t <= 0:
        return None
    return tuple(q + t * share for q, share in zip(optimum.x[:width], shares, strict=True))


def sign_vector(B: Rows) -> Vector | None:
    """w with sum 0 and w^T B >= 0, not 0, or None when none was found."""
    pair = ordered_pair(B)
    if pair is not None:
        above, below = pair
        return tuple(ONE if i == above else -ONE if i == below else ZERO for i in range(len(B)))
    height, width = len(B), len(B[0])
    # w = u - v; sum u - sum v = 0; sum_i w_i B_ij - s_j = 0; sum s = 1; minimise |w|_1.
    rows = [(*[ONE] * height, *[-ONE] * height, *[ZERO] * width)]
    for j in range(width):
        column = [row[j] for row in B]
        slack = [-ONE if k == j else ZERO for k in range(width)]
        rows.append((*column, *[-b for b in column], *slack))
    rows.append((*[ZERO] * (2 * height), *[ONE] * width))
    right = (*[ZERO] * (width + 1), ONE)
    objective = (*[ONE] * (2 * height), *[ZERO] * width)
    try:
        optimum = solve(StandardProgram(tuple(rows), right, objective))
    except Undecided:
        return None
    return tuple(u - v for u, v in zip(optimum.x[:height], optimum.x[height:], strict=False))


def ordered_pair(B: Rows) -> tuple[int, int] | None:
    """Rows i, k with B_i >= B_k everywhere and B_i != B_k: the simplest sign vector."""
    values = np.array([[float(b) for b in row] for row in B])
    tolerance = 1e-9 * (1 + np.abs(values).max(initial=0.0))
    for i in range(len(B)):
        differences = values[i] - values
        likely = (differences >= -tolerance).all(axis=1) & (differences > tolerance).any(axis=1)
        for k in np.flatnonzero(likely).tolist():
            if all(a >= b for a, b in zip(B[i], B[k], strict=True)):
                return i, k
    return None
