"""Independent rows and columns of a large matrix of low rank, found by random projection.

L T for a random T with a few more columns than the rank keeps the rank; its independent rows I and
then the independent columns J of the thin L[I, :] give a regular minor of L. One pass over L costs
O(n^2 r) in matrix products and no elimination ever touches all of L. Randomness only proposes: the
minor is checked by whoever relies on it.
"""

import numpy as np

from qstheory.exact.integer_matrix import IntegerMatrix, magnitude, transposed
from qstheory.exact.modular import PRIME, Pivots, Residues, centre, pivots, unscaled_residues

FIRST_WIDTH = 192
"""Columns of the first sketch; a rank beyond takes a second one, four times as wide."""
SLACK = 8
"""Columns that a sketch has beyond the rank: with fewer, chance might hide a part of it."""
SMALL = 127
"""Largest entry of a direction: small enough that products with most losses stay below 2^53."""
CHUNK_ROWS = 256
"""Rows that are turned into floats at a time, so that no second copy of the matrix is kept."""


def independent(matrix: IntegerMatrix, modulus: int = PRIME, seed: int = 0) -> Pivots:
    """Rows and columns on which the matrix is regular modulo the prime.

    Their number is the rank modulo the prime except with tiny probability, and never more than
    the rank. The denominators of the rows do not matter to it.
    """
    rows, columns = matrix.shape
    if columns > rows:
        flipped = independent(transposed(matrix), modulus, seed)
        return Pivots(flipped.columns, flipped.rows)
    random = np.random.default_rng(seed)
    width, sketch = FIRST_WIDTH, np.zeros((rows, 0))
    while width + SLACK < columns:
        fresh = width - sketch.shape[1]
        directions = random.integers(-SMALL, SMALL + 1, (columns, fresh)).astype(np.float64)
        sketch = np.hstack([sketch, _projected(matrix, directions, modulus)])
        found = pivots(sketch, modulus)
        if found.rank <= width - SLACK:
            thin = unscaled_residues(matrix.values[list(found.rows)], modulus)
            across = pivots(np.ascontiguousarray(thin.T), modulus)
            return Pivots(tuple(found.rows[i] for i in across.columns), across.rows)
        width *= 4
    return pivots(unscaled_residues(matrix.values, modulus), modulus)


def _projected(matrix: IntegerMatrix, directions: Residues, modulus: int) -> Residues:
    """values @ directions modulo the prime, a block of rows at a time.

    The values go in as they are when every sum stays below 2^53, otherwise as residues.
    """
    values = matrix.values
    rows, columns = matrix.shape
    product = np.empty((rows, directions.shape[1]))
    exact = magnitude(values) * SMALL * columns < 2**53
    step = columns if exact else 2**53 // ((modulus // 2 + 2) * SMALL) - 1
    for top in range(0, rows, CHUNK_ROWS):
        block = values[top : top + CHUNK_ROWS]
        part = block.astype(np.float64) if exact else unscaled_residues(block, modulus)
        total = np.zeros((len(block), directions.shape[1]))
        for left in range(0, columns, step):
            total += centre(part[:, left : left + step] @ directions[left : left + step], modulus)
        product[top : top + CHUNK_ROWS] = centre(total, modulus)
    return product
