"""What proves that chosen rows I and columns J span a matrix L, proposed modulo primes.

L = C M^-1 L[I, :] with C = L[:, J] and M = L[I, J] holds exactly when every bordered minor
det [[M, L[I, j]], [L[i, J], L[i, j]]] vanishes. It is an integer (row denominators left out) and
not larger than Hadamard's bound, so it vanishes when it does so modulo primes whose product exceeds
that bound. When W = M^-1 L[I, :] has small numerators X and denominators d (guessed modulo two
primes), d_j L[:, j] = C X[:, j] is an identity between small integers. Whoever relies on either
has `decide` check it.

The constant one relative to a matrix, and the minors of its differences that follow.

Let M = L[I, J] be a regular minor of the size of the rank and M x = 1, w^T M = 1^T. The constant
column 1 is in the column space exactly when L[:, J] x = 1, and then the differences of rows have
rank r - 1: on the rows I less one, taken as the reference, and on the columns J less one with
x_j != 0. Otherwise a row i with L[i, J] x != 1 is a reference that keeps M regular. The same holds
for columns with w. All of it is computed modulo one prime: it proposes, the certificates decide.

`FLINT` is the arithmetic of `decide` by python-flint and BLAS: the same functions, faster when
large.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any

import numpy as np
from flint import fmpz, fmpz_mat, nmod_mat
from numpy.typing import NDArray

from qstheory.certify.decide import STANDARD_LIBRARY
from qstheory.certify.packed import magnitude
from qstheory.certify.rules import Borders, IntegerMatrix, Tools
from qstheory.exact.integer_matrix import narrowed
from qstheory.exact.modular import (
    PRIME,
    Pivots,
    Residues,
    centre,
    inverse,
    multiply,
    quotient,
    solve,
    unscaled_residues,
)


@dataclass(frozen=True)
class DifferenceMinor:
    """A regular minor of the differences from `base` (a row or a column)."""

    base: int
    pivots: Pivots


@dataclass(frozen=True)
class Structure:
    """Pivots of L, minors of its differences, and whether some scalar shift lowers the rank."""

    pivots: Pivots
    rows: DifferenceMinor
    columns: DifferenceMinor
    shift_lowers: bool

    @property
    def affine_dimension(self) -> int:
        """min over c of rank(L - c 1 1^T)."""
        return self.pivots.rank - self.shift_lowers


def structure(pivots: Pivots, thin: Residues, wide: Residues, modulus: int = PRIME) -> Structure:
    """The structure from the pivots (I, J), thin = L[:, J] and wide = L[I, :], both residues."""
    square = thin[list(pivots.rows)]
    ones = np.ones(pivots.rank)
    x, w = solve(square, ones, modulus), solve(square.T.copy(), ones, modulus)
    rows = _differences(pivots, thin, x, modulus)
    flipped = Pivots(pivots.columns, pivots.rows)
    columns = _differences(flipped, wide.T, w, modulus)
    total = centre(x.sum(keepdims=True), modulus)
    inside = max(rows.pivots.rank, columns.pivots.rank) < pivots.rank
    return Structure(
        pivots,
        rows,
        DifferenceMinor(columns.base, Pivots(columns.pivots.columns, columns.pivots.rows)),
        bool(inside and total.any()),
    )


def _differences(pivots: Pivots, thin: Residues, x: Residues, modulus: int) -> DifferenceMinor:
    images = multiply(thin, x[:, None], modulus)[:, 0]
    outside = np.flatnonzero(centre(images - 1.0, modulus))
    if outside.size or not pivots.rank:
        return DifferenceMinor(int(outside[0]) if outside.size else 0, pivots)
    base, *rest = pivots.rows
    dropped = pivots.columns[int(np.flatnonzero(x)[0])]
    kept = tuple(j for j in pivots.columns if j != dropped)
    return DifferenceMinor(base, Pivots(tuple(rest), kept))


CHUNK_ROWS = 512
"""Rows that are looked at at a time, so that no second copy of the matrix is kept."""


def primes(start: int = PRIME) -> Iterator[int]:
    """`start` and the primes below it."""
    candidate = start
    while candidate > 2:
        if fmpz(candidate).is_prime():
            yield candidate
        candidate -= 1


def enough_primes(bound: int) -> tuple[int, ...]:
    """Primes from PRIME downwards whose product exceeds the bound."""
    return _enough(primes(), bound)


def regular_primes(values: NDArray[Any], chosen: Pivots, bound: int) -> tuple[int, ...]:
    """Primes from PRIME downwards whose product exceeds the bound, none dividing det M."""
    square = values[np.ix_(list(chosen.rows), list(chosen.columns))]
    return _enough((p for p in primes() if _is_regular(square, p)), bound)


def _is_regular(square: NDArray[Any], p: int) -> bool:
    try:
        inverse(unscaled_residues(square, p), p)
    except ZeroDivisionError:
        return False
    return True


def _enough(given: Iterable[int], bound: int) -> tuple[int, ...]:
    found: list[int] = []
    product = 1
    for p in given:
        found.append(p)
        product *= p
        if product > bound:
            return tuple(found)
    raise AssertionError("there are enough primes below 2^23 for any matrix that fits in memory")


def bordered_minors_vanish(
    values: NDArray[Any], chosen: Pivots, p: int
) -> tuple[bool, bool, bool, bool] | None:
    """Whether those inside, in the last column, the last row, and the corner are 0 modulo p.

    None when M is singular modulo p. Columns of J are left out: their minors have equal columns.
    """
    others = np.setdiff1d(np.arange(values.shape[1]), chosen.columns)
    W = _coefficients(values, chosen, p, others)
    if W is None:
        return None
    inside = last_column = True
    for top in range(0, len(values), CHUNK_ROWS):
        block = unscaled_residues(values[top : top + CHUNK_ROWS], p)
        wrong = centre(block[:, others] - multiply(block[:, list(chosen.columns)], W, p), p) != 0
        body = wrong if top + CHUNK_ROWS < len(values) else wrong[:-1]
        inside = inside and not body[:, :-1].any()
        last_column = last_column and not body[:, -1].any()
    last = wrong[-1]
    return bool(inside), bool(last_column), not last[:-1].any(), not last[-1]


@dataclass(frozen=True)
class SmallCoefficients:
    """d_j L[:, j] = L[:, J] X[:, j]: `numerators` X is r x columns, `denominators` d."""

    numerators: NDArray[np.int64]
    denominators: NDArray[np.int64]


def _coefficients(
    values: NDArray[Any], chosen: Pivots, p: int, at: NDArray[np.int64]
) -> Residues | None:
    rows, columns = list(chosen.rows), list(chosen.columns)
    square, right = values[np.ix_(rows, columns)], values[rows][:, at]
    try:
        return quotient(unscaled_residues(square, p), unscaled_residues(right, p), p)
    except ZeroDivisionError:
        return None


def small_coefficients(values: NDArray[Any], chosen: Pivots) -> SmallCoefficients | None:
    """M^-1 L[I, j] = X[:, j] / d[j] modulo two primes, if there are small ones."""
    stream = primes()
    p, q = next(stream), next(stream)
    everywhere = np.arange(values.shape[1])
    W_p, W_q = (_coefficients(values, chosen, modulus, everywhere) for modulus in (p, q))
    if W_p is None or W_q is None:
        return None
    combined = _chinese(W_p, W_q, p, q)
    denominators = _denominators(combined, p * q)
    if denominators is None:
        return None
    d_p, d_q = unscaled_residues(denominators, p), unscaled_residues(denominators, q)
    numerators = _chinese(centre(W_p * d_p, p), centre(W_q * d_q, q), p, q)
    return SmallCoefficients(numerators, denominators)


def _chinese(x: Residues, y: Residues, p: int, q: int) -> NDArray[np.int64]:
    """The residue of least absolute value modulo p q that is x modulo p and y modulo q."""
    step = centre(centre(y - x, q) * float(pow(p, -1, q)), q)
    combined = x.astype(np.int64) + p * step.astype(np.int64)
    half, both = p * q // 2, p * q
    combined = np.where(combined > half, combined - both, combined)
    return np.where(combined < -half, combined + both, combined)


def _denominators(residues: NDArray[np.int64], modulus: int) -> NDArray[np.int64] | None:
    """For each column a common denominator of small fractions congruent to its entries."""
    limit = isqrt(modulus // 2) >> 3
    r0 = np.full(residues.size, modulus, dtype=np.int64)
    r1 = residues.ravel() % modulus
    t0, t1 = np.zeros_like(r0), np.ones_like(r0)
    numerator_limit = modulus // (2 * limit)
    active = np.flatnonzero(r1 > numerator_limit)
    while active.size:
        quotient = r0[active] // r1[active]
        r0[active], r1[active] = r1[active], r0[active] - quotient * r1[active]
        t0[active], t1[active] = t1[active], t0[active] - quotient * t1[active]
        active = active[r1[active] > numerator_limit]
    small = np.abs(t1).reshape(residues.shape)
    if small.max(initial=1) > limit:
        return None
    common = np.ones(residues.shape[1], dtype=np.int64)
    for row in small:
        common = np.lcm(common, row)
        if common.max() > limit:
            return None
    return common


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
