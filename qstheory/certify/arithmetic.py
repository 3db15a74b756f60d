"""Matrices in pure Python: elimination modulo a number, and comparing a product."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from qstheory.certify.rules import IntegerMatrix, ProductFault

Rows = Sequence[Sequence[Fraction]]


def common_denominator(entries: Sequence[Fraction]) -> int:
    """The least common multiple of the denominators."""
    return lcm(*(entry.denominator for entry in entries))


def _scaled(row: Sequence[Fraction], factor: int) -> list[int]:
    return [entry.numerator * (factor // entry.denominator) for entry in row]


def integer_rows(rows: Rows) -> IntegerMatrix:
    """Each row times the least common multiple of its denominators: the rank does not change."""
    return [_scaled(row, common_denominator(row)) for row in rows]


def regular_modulo(matrix: IntegerMatrix, modulus: int) -> bool:
    """Whether Gaussian elimination modulo `modulus` finds an invertible pivot for every column.

    True proves that the determinant is a unit modulo `modulus`, hence not zero over the integers,
    whether or not the modulus is prime.
    """
    rows = [[entry % modulus for entry in row] for row in matrix]
    for column in range(len(matrix)):
        pivot = next((i for i, row in enumerate(rows) if row[column]), None)
        if pivot is None:
            return False
        head = rows.pop(pivot)
        try:
            inverse = pow(head[column], -1, modulus)
        except ValueError:
            return False
        support = [j for j in range(column, len(matrix)) if head[j]]
        for row in rows:
            factor = row[column] * inverse % modulus
            if factor:
                for j in support:
                    row[j] = (row[j] - factor * head[j]) % modulus
    return True


def product_fault(
    left: IntegerMatrix, right: IntegerMatrix, product: IntegerMatrix
) -> tuple[int, int] | None:
    """The first (row, column) at which left . right is not `product`, or None."""
    columns = (
        list(zip(*right, strict=True)) if right else [()] * (len(product[0]) if product else 0)
    )
    for i, (row, expected) in enumerate(zip(left, product, strict=True)):
        for j, (column, value) in enumerate(zip(columns, expected, strict=True)):
            if sum(a * b for a, b in zip(row, column, strict=True)) != value:
                return i, j
    return None


def rational_product_fault(
    left: Rows, right: Rows, product: Rows, compare: ProductFault
) -> tuple[int, int] | None:
    """The first (row, column) at which left . right is not `product`, or None.

    Compared over the integers, after multiplying each row of `left` and `product` by a common
    denominator of both, and each column of `right` and `product` by that of the column of `right`.
    """
    row_factors = [common_denominator([*a, *b]) for a, b in zip(left, product, strict=True)]
    columns = zip(*right, strict=True)
    factors = [common_denominator(column) for column in columns] or [1] * len(product[0])
    return compare(
        [_scaled(row, factor) for row, factor in zip(left, row_factors, strict=True)],
        [[int(x * f) for x, f in zip(row, factors, strict=True)] for row in right],
        [
            [x * f for x, f in zip(_scaled(row, factor), factors, strict=True)]
            for row, factor in zip(product, row_factors, strict=True)
        ],
    )
