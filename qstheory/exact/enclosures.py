"""Minors of matrices known by enclosures: floating point proposes them with their inverses."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from qstheory.exact.modular import Pivots

TOLERANCE = 1e-9
"""A pivot is taken as 0 below this share of the first: far above what rounding leaves, 1e-16
times the size, and the certificate that follows tells when it was wrong.
"""
PRECISION = 1 << 44
"""The inverse is rounded to 44 binary digits: nine of the 53 are left to its rounding errors."""


@dataclass(frozen=True)
class Proposal:
    """Rows and columns that look regular, and a rational close to the inverse of their minor."""

    pivots: Pivots
    inverse: tuple[tuple[Fraction, ...], ...]


def propose(matrix: NDArray[np.float64]) -> Proposal:
    """A minor of the size of the numerical rank, by pivoted QR of columns and then of rows."""
    columns = _independent(matrix)
    rows = _independent(matrix[:, columns].T)
    columns = columns[: len(rows)]
    inverse = np.linalg.inv(matrix[np.ix_(rows, columns)]) if rows else np.zeros((0, 0))
    rounded = tuple(
        tuple(Fraction(round(x * PRECISION), PRECISION) for x in row) for row in inverse.tolist()
    )
    return Proposal(Pivots(tuple(rows), tuple(columns)), rounded)


def _independent(matrix: NDArray[np.float64]) -> list[int]:
    if not matrix.size:
        return []
    from scipy.linalg import qr

    _, triangle, order = qr(matrix, mode="economic", pivoting=True)
    diagonal = np.abs(np.diag(triangle))
    rank = int((diagonal > TOLERANCE * max(1.0, float(diagonal[0]))).sum())
    return [int(j) for j in order[:rank]]
