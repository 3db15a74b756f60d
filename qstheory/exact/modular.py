"""Linear algebra modulo a prime on float64 arrays, through BLAS.

Residues are centred, |x| <= (p + 1) / 2, and a product of inner dimension k is exact while
k ((p + 1) / 2)^2 < 2^53: every partial sum is then an integer that float64 represents, whatever
the order of summation. `INNER_LIMIT` is the largest such k for `PRIME`; longer products are split.

A matrix of low rank through r of its rows and columns is exact: with M = L[I, J] regular and
rank L = r = |I| = |J|, L = L[:, J] M^-1 L[I, :], so every question
about L is one about M and is answered by solving with M and checking all rows.

Independent rows and columns of a large matrix of low rank, found by random projection.

L T for a random T with a few more columns than the rank keeps the rank; its independent rows I and
then the independent columns J of the thin L[I, :] give a regular minor of L. One pass over L costs
O(n^2 r) in matrix products and no elimination ever touches all of L. Randomness only proposes: the
minor is checked by whoever relies on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import fmpz_mat, nmod_mat
from numpy.typing import NDArray

from qstheory.exact.integer_matrix import (
    FEW_ENTRIES,
    IntegerMatrix,
    from_flint,
    loss_matrix,
    magnitude,
    table_of,
    tabulated,
    to_flint,
    transposed,
)
from qstheory.losses.base import Loss
from qstheory.losses.counts import AffineEntry
from qstheory.losses.spaces import Label

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


def loss_residues(
    loss: Loss, predictions: Sequence[Label], observations: Sequence[Label], modulus: int
) -> Residues:
    """L at these predictions and observations modulo a prime that divides no denominator.

    Raises ValueError when it divides one.
    """
    counts = loss.by_counts
    if (
        counts is None
        or isinstance(counts.entry, AffineEntry)
        or len(predictions) * len(observations) < FEW_ENTRIES
    ):
        return residues(loss_matrix(loss, predictions, observations), modulus)
    keys, values = tabulated(counts, predictions, observations)
    reduced = {
        k: v.numerator * pow(v.denominator, -1, modulus) % modulus for k, v in values.items()
    }
    return centre(table_of(reduced, counts.m + 1, np.float64)[keys], modulus)


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


Vector = list[Fraction]


@dataclass(frozen=True, eq=False)
class Basis:
    """A matrix with rows I and columns J on which it is regular and whose number is its rank."""

    matrix: IntegerMatrix
    pivots: Pivots

    @property
    def rank(self) -> int:
        """|I| = |J|."""
        return self.pivots.rank

    @cached_property
    def _square(self) -> Any:
        block = self.matrix.take(self.pivots.rows, self.pivots.columns)
        return fmpz_mat(block.values.tolist())

    @cached_property
    def _thin(self) -> Any:
        columns = self.matrix.values[:, list(self.pivots.columns)]
        return fmpz_mat(columns.tolist())

    def solve(self, target: Sequence[Fraction]) -> Vector | None:
        """x on the columns J with L[:, J] x = target, or None when there is none."""
        scaled = [t * d for t, d in zip(target, self.matrix.denominators, strict=True)]
        if not self.rank:
            return None if any(target) else []
        chosen = to_flint([[scaled[i]] for i in self.pivots.rows], 1)
        numerators, denominator = chosen.numer_denom()
        solution = self._square.solve(numerators)
        images = from_flint(self._thin * solution)
        if any(row[0] != t * int(denominator) for row, t in zip(images, scaled, strict=True)):
            return None
        return [row[0] / int(denominator) for row in from_flint(solution)]

    def solve_square(self, target: Sequence[Fraction]) -> Vector:
        """x on the columns J with L[I, J] x = target, one number a row of I."""
        scales = [self.matrix.denominators[i] for i in self.pivots.rows]
        scaled = to_flint([[t * d] for t, d in zip(target, scales, strict=True)], 1)
        numerators, denominator = scaled.numer_denom()
        solution = from_flint(self._square.solve(numerators))
        return [row[0] / int(denominator) for row in solution]

    def solve_left(self, target: Sequence[Fraction]) -> Vector | None:
        """w on the rows I with w^T L[I, :] = target, or None when there is none."""
        solution = self.transposed.solve(target)
        if solution is None:
            return None
        # The transpose leaves row denominators out: its columns are d_i L[i, :].
        return [
            w * self.matrix.denominators[i] for w, i in zip(solution, self.pivots.rows, strict=True)
        ]

    @cached_property
    def transposed(self) -> "Basis":
        """The transpose without the row denominators, with the same pivots."""
        return Basis(transposed(self.matrix), Pivots(self.pivots.columns, self.pivots.rows))

    def coefficients(self) -> list[Vector]:
        """W = M^-1 L[I, :], r x columns, with L = L[:, J] W."""
        chosen = {j: k for k, j in enumerate(self.pivots.columns)}
        rest = [j for j in range(self.matrix.shape[1]) if j not in chosen]
        W = [
            [Fraction(int(chosen.get(j) == k)) for j in range(self.matrix.shape[1])]
            for k in range(self.rank)
        ]
        if self.rank and rest:
            others = self.matrix.values[np.ix_(list(self.pivots.rows), rest)]
            solved = from_flint(self._square.solve(fmpz_mat(others.tolist())))
            for row, found in zip(W, solved, strict=True):
                for j, x in zip(rest, found, strict=True):
                    row[j] = x
        return W

    def columns(self) -> list[Vector]:
        """L[:, J], rows x r."""
        return self.matrix.take(range(self.matrix.shape[0]), self.pivots.columns).rows()


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
