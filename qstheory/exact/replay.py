"""The arithmetic of `decide` by python-flint: the same functions, faster for large matrices."""

from flint import fmpz, fmpz_mat, nmod_mat

from qstheory.certify.decide import STANDARD_LIBRARY
from qstheory.certify.rules import IntegerMatrix, Tools

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
    """The first (row, column) at which left . right is not `product`, or None."""
    if not left or not right or not product[0]:
        return STANDARD_LIBRARY.product_fault(left, right, product)
    if fmpz_mat(left) * fmpz_mat(right) == fmpz_mat(product):
        return None
    return STANDARD_LIBRARY.product_fault(left, right, product)


FLINT = Tools(regular_modulo=regular_modulo, product_fault=product_fault)
