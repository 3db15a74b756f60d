"""Linear algebra modulo a prime on float64 arrays, through BLAS.

Residues are centred, |x| <= (p + 1) / 2, and a product of inner dimension k is exact while
k ((p + 1) / 2)^2 < 2^53: every partial sum is then an integer that float64 represents, whatever
the order of summation. `INNER_LIMIT` is the largest such k for `PRIME`; longer products are split.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import nmod_mat
from numpy.typing import NDArray

from qstheory.exact.integer_matrix import IntegerMatrix, magnitude

Residues = NDArray[np.float64]
PRIME = 8_388_593
"""The largest prime below 2^23."""
PANEL = 64
"""Columns that are eliminated before the rest follows: of 16 to 256 the quickest (with 32),
measured at 1,200 x 1,200.
"""
BLOCK = 64
"""Rows of a leading block: of 8 to 128 the quickest, measured at 800 x 800."""


def inner_limit(modulus: int) -> int:
    """The longest inner product of centred residues that float64 holds exactly."""
    return int((2**53 - 1) // ((modulus + 1) // 2 + 1) ** 2)


INNER_LIMIT = inner_limit(PRIME)


def centre(values: Residues, modulus: int) -> Residues:
    """The centred residues of integers below 2^53 in absolute value; works in place."""
    quotient = values * (1.0 / modulus)
    np.rint(quotient, out=quotient)
    quotient *= modulus
    values -= quotient
    return values


def unscaled_residues(values: NDArray[Any], modulus: int) -> Residues:
    """The centred residues of an integer array."""
    if values.dtype == np.int64 and magnitude(values) < 2**53:
        return centre(values.astype(np.float64), modulus)
    return centre((values % modulus).astype(np.float64), modulus)


def residues(matrix: IntegerMatrix, modulus: int = PRIME) -> Residues:
    """The matrix modulo a prime; raises ValueError when the prime divides a denominator."""
    inverses = {d: float(pow(d, -1, modulus)) for d in set(matrix.denominators)}
    factors = centre(np.array([inverses[d] for d in matrix.denominators]), modulus)
    return centre(unscaled_residues(matrix.values, modulus) * factors[:, None], modulus)


def multiply(left: Residues, right: Residues, modulus: int = PRIME) -> Residues:
    """left @ right modulo the prime, in blocks whose sums stay below 2^53."""
    inner, limit = left.shape[1], inner_limit(modulus)
    total = np.zeros((left.shape[0], right.shape[1]))
    for start in range(0, inner, limit):
        total += centre(left[:, start : start + limit] @ right[start : start + limit], modulus)
        centre(total, modulus)
    return total


@dataclass(frozen=True)
class Pivots:
    """Rows and columns, in the order found, on which the matrix is regular modulo the prime."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def rank(self) -> int:
        """Their number: the rank modulo the prime."""
        return len(self.rows)


def pivots(matrix: Residues, modulus: int = PRIME) -> Pivots:
    """Gaussian elimination in column panels: rank modulo the prime and where it shows.

    The columns are the first ones that are independent. O(rows * columns * rank), nearly all of
    it in matrix products.
    """
    work = matrix.copy()
    rows, columns = work.shape
    order = np.arange(rows)
    found: list[int] = []
    for start in range(0, columns, PANEL):
        done = len(found)
        stop = min(start + PANEL, columns)
        if done == rows:
            break
        panel = np.ascontiguousarray(work[done:, start:stop])
        lower, swaps, chosen = _panel(panel, modulus)
        found.extend(start + j for j in chosen)
        tail = work[done:, stop:]
        for a, b in swaps:
            if a != b:
                order[[done + a, done + b]] = order[[done + b, done + a]]
                tail[[a, b]] = tail[[b, a]]
        count = len(chosen)
        if not count or not tail.size:
            continue
        for k in range(1, count):
            tail[k] -= multiply(lower[k : k + 1, :k], tail[:k], modulus)[0]
            centre(tail[k], modulus)
        below = tail[count:]
        below -= lower[count:, :count] @ tail[:count]
        centre(below, modulus)
        if not below.any():
            break
    return Pivots(tuple(int(i) for i in order[: len(found)]), tuple(found))


def _panel(panel: Residues, modulus: int) -> tuple[Residues, list[tuple[int, int]], list[int]]:
    """Eliminate a panel in place: unit lower factors, row swaps, and its pivot columns."""
    rows, width = panel.shape
    lower = np.zeros((rows, width))
    swaps: list[tuple[int, int]] = []
    chosen: list[int] = []
    for j in range(width):
        top = len(chosen)
        if top == rows:
            break
        pivot = top + int(np.argmax(panel[top:, j] != 0))
        if panel[pivot, j] == 0:
            continue
        if pivot != top:
            panel[[top, pivot]] = panel[[pivot, top]]
            lower[[top, pivot], :top] = lower[[pivot, top], :top]
        swaps.append((top, pivot))
        inverse = float(pow(int(panel[top, j]) % modulus, -1, modulus))
        factors = centre(panel[top + 1 :, j] * _centred(inverse, modulus), modulus)
        lower[top, top] = 1.0
        lower[top + 1 :, top] = factors
        rest = panel[top + 1 :, j + 1 :]
        rest -= np.outer(factors, panel[top, j + 1 :])
        centre(rest, modulus)
        chosen.append(j)
    return lower, swaps, chosen


def _centred(value: float, modulus: int) -> float:
    return value - modulus if value > modulus / 2 else value


def _flint(matrix: Residues, modulus: int) -> Any:
    flat = (matrix.astype(np.int64) % modulus).ravel().tolist()
    return nmod_mat(*matrix.shape, flat, modulus)


def _residues(matrix: Any, shape: tuple[int, ...], modulus: int) -> Residues:
    values = np.array([int(x) for x in matrix.entries()], dtype=np.float64)
    return centre(values.reshape(shape), modulus)


def inverse(matrix: Residues, modulus: int = PRIME) -> Residues:
    """The inverse of a square matrix modulo the prime; raises ZeroDivisionError when singular."""
    if not len(matrix):
        return matrix.copy()
    return _residues(_flint(matrix, modulus).inv(), matrix.shape, modulus)


def quotient(square: Residues, right: Residues, modulus: int = PRIME) -> Residues:
    """X with square X = right modulo the prime; raises ZeroDivisionError when there is no one X.

    By Gauss-Jordan elimination in blocks, nearly all of it in matrix products, where the leading
    blocks are regular, as they are for rows and columns in the order in which `pivots` found them.
    """
    size = len(square)
    work = np.hstack([square, right])
    try:
        for start in range(0, size, BLOCK):
            stop = min(start + BLOCK, size)
            block = inverse(work[start:stop, start:stop], modulus)
            head = multiply(block, work[start:stop, stop:], modulus)
            work[start:stop, stop:] = head
            for others in (work[:start], work[stop:]):
                others[:, stop:] -= others[:, start:stop] @ head
                centre(others[:, stop:], modulus)
    except ZeroDivisionError:
        return multiply(inverse(square, modulus), right, modulus)
    return work[:, size:]


def solve(matrix: Residues, target: Residues, modulus: int = PRIME) -> Residues:
    """x with matrix x = target for a regular matrix and a vector; raises ZeroDivisionError."""
    if not len(matrix):
        return target.copy()
    solution = _flint(matrix, modulus).solve(_flint(target[:, None], modulus))
    return _residues(solution, target.shape, modulus)
