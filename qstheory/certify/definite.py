"""Whether a symmetric integer matrix is positive definite, semidefinite or neither."""

from math import sqrt
from operator import mul

from qstheory.certify.arithmetic import integer_product
from qstheory.certify.packed import magnitude
from qstheory.certify.rules import IntegerMatrix

ROOT_BITS = 50
"""Binary digits after the point of a proposed root."""
ELIMINATED = 8
"""Most rows that are eliminated at once, since a proposal would take as long."""


def margin(size: int) -> float:
    """The share of the largest entry by which the diagonal exceeds what a root may miss."""
    return float(size * size * 2.0 ** -(ROOT_BITS - 2))


def _float_root(matrix: IntegerMatrix, top: int, slack: float) -> list[list[float]] | None:
    """The rows of R with R R^T near matrix / top - slack I, in floating point, if it has one."""
    root: list[list[float]] = []
    for i, entries in enumerate(matrix):
        row: list[float] = []
        for j in range(i):
            row.append((entries[j] / top - sum(map(mul, row, root[j]))) / root[j][j])
        pivot = entries[i] / top - slack - sum(map(mul, row, row))
        if pivot <= 0:
            return None
        root.append([*row, sqrt(pivot)])
    return root


def surely_definite(matrix: IntegerMatrix) -> bool:
    """Whether M = R R^T / s + E, s > 0, E strictly diagonally dominant; floats propose R.

    True proves that M is positive definite; False says nothing.
    """
    size = len(matrix)
    top = max((row[i] for i, row in enumerate(matrix)), default=0)
    # Beyond, M has a negative minor or no floats.
    if top <= 0 or magnitude(matrix) > top:
        return False
    proposed = _float_root(matrix, top, margin(size))
    if proposed is None:
        return False
    root = [[round(x * 2.0**ROOT_BITS) for x in row] + [0] * (size - len(row)) for row in proposed]
    square = integer_product(root, [list(column) for column in zip(*root, strict=True)])
    unit = 1 << (2 * ROOT_BITS)
    for i, (row, entries) in enumerate(zip(square, matrix, strict=True)):
        rest = [unit * x - top * y for x, y in zip(entries, row, strict=True)]
        if rest[i] <= sum(map(abs, rest)) - abs(rest[i]):
            return False
    return True


def least_eigenvalue_sign(matrix: IntegerMatrix) -> int:
    """The sign of the least eigenvalue of a symmetric matrix.

    1 when it is positive definite, 0 when it is semidefinite and singular, -1 otherwise; by
    fraction-free elimination where a root in floating point does not show at once that, but for
    rows that are 0, it is definite.
    """
    used = [i for i, row in enumerate(matrix) if any(row)]
    rows = [[matrix[i][j] for j in used] for i in used]
    last, sign = 1, int(len(used) == len(matrix))
    if len(rows) > ELIMINATED and surely_definite(rows):
        return sign
    while rows:
        pivot, *across = rows[0]
        if pivot < 0 or (pivot == 0 and any(across)):
            return -1
        if pivot == 0:
            sign = 0
            rows = [row[1:] for row in rows[1:]]
            continue
        rows = [
            [(pivot * x - row[0] * y) // last for x, y in zip(row[1:], across, strict=True)]
            for row in rows[1:]
        ]
        last = pivot
    return sign
