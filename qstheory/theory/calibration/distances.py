"""Distances between rows: their floats for a choice, and exactly for the rows that were chosen."""

from fractions import Fraction

import numpy as np
from flint import fmpz_mat

from qstheory.exact.integer_matrix import (
    IntegerMatrix,
    common,
    magnitude,
    minus,
)
from qstheory.solve.proposal import Array, parts, rounded

EXACT_FLOATS = 1 << 53
"""Integers up to here are floats, so that a sum that stays below is exact."""


def floats(matrix: IntegerMatrix) -> Array:
    """The entries times one power of 2, of any size."""
    mantissas, exponents = parts(matrix.values)
    below, powers = parts(np.array(matrix.denominators, dtype=object)[:, None])
    exponents = exponents - powers
    used = mantissas != 0
    top = int(exponents[used].max()) if used.any() else 0
    return rounded(mantissas / below, exponents - top)


def float_distances(matrix: IntegerMatrix) -> Array:
    """|rows_i - rows_j|^2 times one power of 2; exact where the rows are small integers."""
    values = matrix.values
    shared = len(set(matrix.denominators)) == 1 and values.dtype != object
    rows = values.astype(np.float64) if shared else floats(matrix)
    gram = rows @ rows.T
    norms = np.diag(gram)
    return np.maximum(norms[:, None] + norms - 2 * gram, 0)


def squared_distance(matrix: IntegerMatrix, i: int, j: int) -> Fraction:
    """|row_i - row_j|^2."""
    first, second = matrix.denominators[i], matrix.denominators[j]
    pairs = zip(matrix.values[i].tolist(), matrix.values[j].tolist(), strict=True)
    return Fraction(sum((x * second - y * first) ** 2 for x, y in pairs), (first * second) ** 2)


def squared_diameter(matrix: IntegerMatrix) -> Fraction:
    """max |row_i - row_j|^2."""
    shared = common(matrix)
    moved = minus(shared.values, shared.values[:1])
    if moved.dtype != object and moved.shape[1] * magnitude(moved) ** 2 < EXACT_FLOATS // 4:
        rows = moved.astype(np.float64)
        gram = rows @ rows.T
    else:
        factor = fmpz_mat(moved.tolist())
        rows_of_gram = (factor * factor.transpose()).tolist()
        gram = np.array([[int(x) for x in row] for row in rows_of_gram], dtype=object)
    norms = np.diag(gram)
    return Fraction(int((norms[:, None] + norms - 2 * gram).max()), shared.denominators[0] ** 2)
