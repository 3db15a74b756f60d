"""Elimination modulo an integer, in pure Python."""

from fractions import Fraction
from math import lcm

from qstheory.certify.rules import IntegerMatrix


def integer_rows(rows: list[list[Fraction]]) -> IntegerMatrix:
    """Each row times the least common multiple of its denominators: the rank does not change."""
    scaled = []
    for row in rows:
        factor = lcm(*(entry.denominator for entry in row))
        scaled.append([int(entry * factor) for entry in row])
    return scaled


def regular_modulo(matrix: IntegerMatrix, modulus: int) -> bool:
    """Whether Gaussian elimination modulo `modulus` finds an invertible pivot for every column.

    True proves that the determinant is a unit modulo `modulus`, hence not zero over the integers,
    whether or not the modulus is prime.
    """
    rows = [[entry % modulus for entry in row] for row in matrix]
    while rows:
        pivot = next((i for i, row in enumerate(rows) if row[0]), None)
        if pivot is None:
            return False
        head = rows.pop(pivot)
        try:
            inverse = pow(head[0], -1, modulus)
        except ValueError:
            return False
        tail = head[1:]
        reduced = []
        for row in rows:
            factor = row[0] * inverse % modulus
            if factor:
                reduced.append(
                    [(x - factor * t) % modulus for x, t in zip(row[1:], tail, strict=True)]
                )
            else:
                reduced.append(row[1:])
        rows = reduced
    return True
