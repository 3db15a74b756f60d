"""Distributions at which given predictions tie for the best, with as large a support as there is.

For predictions S and z0 in S: max sum u with p = u + v >= 0, u <= 1, (L_z - L_z0) p = 0 for z in S
and >= 0 for the others. The cone is scaled freely, so at the optimum u is 1 on the largest support.
"""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.exact.integer_matrix import common, from_fractions, minus, narrowed
from qstheory.exact.rational import Rows, Vector
from qstheory.solve.integer_program import IntegerProgram, independent
from qstheory.solve.linear_program import proposed_vertex, solve_integers


def widest_tie(matrix: Rows, tied: Collection[int]) -> Vector | None:
    """A distribution of largest support at which all of `tied` are optimal, or None.

    That they are is exact; that no support is larger rests on floating point where that gives a
    vertex. Raises Undecided when the linear program cannot be rebuilt exactly.
    """
    first, width = min(tied), len(matrix[0])
    values = common(from_fractions(matrix)).values
    equal = minus(values[[z for z in tied if z != first]], values[[first]])
    loose = minus(values[[z for z in range(len(matrix)) if z not in tied]], values[[first]])
    kept = independent(equal.T, range(len(equal))) if len(equal) else []
    x = proposed_vertex(_program(equal[kept], loose))
    p = None if x is None else _sums(x, width)
    if p is None or (equal.astype(object) @ np.array(p, dtype=object)).any():
        p = _sums(solve_integers(_program(equal, loose)).x, width)
    total = sum(p)
    return tuple(weight / total for weight in p) if total else None


def _sums(x: Vector, width: int) -> Vector:
    return tuple(u + v for u, v in zip(x[:width], x[width : 2 * width], strict=True))


def _program(equal: NDArray[Any], loose: NDArray[Any]) -> IntegerProgram:
    """Variables u, v, s (loose predictions), t = 1 - u; minimise -sum u."""
    D = np.vstack([equal, loose])
    rows, width = D.shape
    A = np.zeros((rows + width, 3 * width + len(loose)), dtype=D.dtype)
    A[:rows, :width] = A[:rows, width : 2 * width] = D
    A[len(equal) : rows, 2 * width : -width] = -np.eye(len(loose), dtype=int)
    A[rows:, :width] = A[rows:, -width:] = np.eye(width, dtype=int)
    right: Sequence[int] = (*[0] * rows, *[1] * width)
    return IntegerProgram(narrowed(A), tuple(right), (*[-1] * width, *[0] * (A.shape[1] - width)))
