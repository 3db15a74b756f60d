"""L D L^T over the rationals: positive semidefiniteness, exactly."""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.exact.rational import Rows


@dataclass(frozen=True)
class Factors:
    """M = L D L^T with `lower` unit lower triangular and `diagonal` >= 0."""

    lower: tuple[tuple[Fraction, ...], ...]
    diagonal: tuple[Fraction, ...]


def semidefinite_factors(matrix: Rows) -> Factors | None:
    """The factors of a symmetric positive semidefinite matrix, or None when it is not one.

    A symmetric matrix is positive semidefinite exactly when elimination meets no negative pivot
    and every zero pivot has a zero column below it.

    >>> from fractions import Fraction as Q
    >>> semidefinite_factors([[Q(4), Q(2)], [Q(2), Q(1)]]).diagonal
    (Fraction(4, 1), Fraction(0, 1))
    >>> semidefinite_factors([[Q(0), Q(1)], [Q(1), Q(0)]]) is None
    True
    """
    size = len(matrix)
    work = [[Fraction(x) for x in row] for row in matrix]
    if any(work[i][j] != work[j][i] for i in range(size) for j in range(i)):
        return None
    lower = [[Fraction(int(i == j)) for j in range(size)] for i in range(size)]
    diagonal = []
    for k in range(size):
        pivot = work[k][k]
        diagonal.append(pivot)
        if pivot < 0 or (pivot == 0 and any(work[i][k] for i in range(k + 1, size))):
            return None
        if pivot == 0:
            continue
        for i in range(k + 1, size):
            factor = work[i][k] / pivot
            lower[i][k] = factor
            if factor:
                for j in range(k + 1, i + 1):
                    work[i][j] -= factor * work[j][k]
                    work[j][i] = work[i][j]
    return Factors(tuple(map(tuple, lower)), tuple(diagonal))
