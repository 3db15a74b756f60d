"""The arithmetic of `decide` by python-flint and BLAS: the same functions, faster when large."""

from collections.abc import Sequence

import numpy as np
from flint import fmpz, fmpz_mat, nmod_mat

from qstheory.certify.decide import STANDARD_LIBRARY
from qstheory.certify.packed import magnitude
from qstheory.certify.rules import Borders, IntegerMatrix, Tools
from qstheory.exact.integer_matrix import narrowed
from qstheory.exact.modular import PRIME, Pivots
from qstheory.exact.span import bordered_minors_vanish

NAME = "python-flint"
WORTHWHILE = 40
"""Smaller matrices are not worth converting."""


def regular_modulo(matrix: IntegerMatrix, modulus: int) -> bool:
    """Whether the determinant is a unit modulo `modulus`; nmod_mat eliminates over fields only."""
    size = len(matrix)
    if size < WORTHWHILE or modulus >= 2**64 or not fmpz(modulus).is_prime():
        return STANDARD_LIBRARY.regular_modulo(matrix, modulus)
    flat = [x % modulus for row in matrix for x in row]
    try:
        return int(nmod_mat(size, size, flat, modulus).rank()) == size
    except (ValueError, ZeroDivisionError):
        return STANDARD_LIBRARY.regular_modulo(matrix, modulus)


def product_fault(
    left: IntegerMatrix, right: IntegerMatrix, product: IntegerMatrix
) -> tuple[int, int] | None:
    """The first (row, column) at which left . right is not `product`, or None.

    In float64 when every partial sum is an integer below 2^53, which that represents.
    """
    if not left or not right or not product[0] or len(right) < WORTHWHILE:
        return STANDARD_LIBRARY.product_fault(left, right, product)
    reach = len(right) * magnitude(left) * magnitude(right)
    if max(reach, magnitude(product)) < 2**53:
        first, second, third = (np.array(m, dtype=np.float64) for m in (left, right, product))
        wrong = first @ second != third
        if not wrong.any():
            return None
        i, j = np.argwhere(wrong)[0].tolist()
        return i, j
    if fmpz_mat(left) * fmpz_mat(right) == fmpz_mat(product):
        return None
    return STANDARD_LIBRARY.product_fault(left, right, product)


def borders(
    matrix: IntegerMatrix, rows: Sequence[int], columns: Sequence[int], moduli: Sequence[int]
) -> Borders | None:
    """Which bordered minors are 0 modulo each modulus, or None; primes up to `PRIME` by BLAS."""
    small = all(p <= PRIME and fmpz(p).is_prime() for p in moduli)
    if not small or len(matrix) * len(matrix[0]) < WORTHWHILE**2:
        return STANDARD_LIBRARY.borders(matrix, rows, columns, moduli)
    values = narrowed(np.array(matrix, dtype=np.int64 if magnitude(matrix) < 2**63 else object))
    seen = [True] * 4
    for p in moduli:
        vanish = bordered_minors_vanish(values, Pivots(tuple(rows), tuple(columns)), p)
        if vanish is None:
            return None
        seen = [a and b for a, b in zip(seen, vanish, strict=True)]
    return Borders(*seen)


FLINT = Tools(regular_modulo, product_fault, borders)
