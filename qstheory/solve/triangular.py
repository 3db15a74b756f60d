"""Systems with triangular matrices, in floating point and by numpy alone.

Elimination with pivots leaves an upper triangular matrix as it is, so that numpy's solver then only
substitutes back: as accurate as a solver for triangular matrices, and scipy, whose import takes
longer than the analysis of a small loss, is not needed.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def solve_upper(R: Array, B: Array) -> Array:
    """R^-1 B for an upper triangular R; raises LinAlgError when R is singular.

    >>> solve_upper(np.array([[1.0, 2.0], [0.0, 4.0]]), np.array([4.0, 4.0])).tolist()
    [2.0, 1.0]
    """
    return np.asarray(np.linalg.solve(R, B))


def solve_lower(low: Array, B: Array) -> Array:
    """low^-1 B for a lower triangular matrix; raises LinAlgError when it is singular.

    >>> solve_lower(np.array([[4.0, 0.0], [2.0, 1.0]]), np.array([4.0, 4.0])).tolist()
    [1.0, 2.0]
    """
    return solve_upper(low[::-1, ::-1], B[::-1])[::-1]


def solve_definite(H: Array, b: Array) -> Array:
    """H^-1 b for a positive definite H, by Cholesky; raises LinAlgError where it is not definite.

    >>> solve_definite(np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([2.0, 2.0])).round(12).tolist()
    [1.0, 0.5]
    """
    low: Array = np.asarray(np.linalg.cholesky(H), dtype=float)
    return solve_upper(low.T, solve_lower(low, b))
