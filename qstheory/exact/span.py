"""Whether chosen rows I and columns J span a matrix L: rank L <= |J|, exactly.

L = C M^-1 L[I, :] with C = L[:, J] and M = L[I, J] holds exactly when every bordered minor
det [[M, L[I, j]], [L[i, J], L[i, j]]] vanishes. It is an integer (row denominators left out) and
not larger than Hadamard's bound, so it vanishes when it does so modulo primes whose product exceeds
that bound. When W = M^-1 L[I, :] has small numerators X and denominators d (guessed modulo two
primes), d_j L[:, j] = C X[:, j] is an identity between smaller integers and fewer primes do.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import isqrt, prod
from typing import Any

import numpy as np
from flint import fmpz
from numpy.typing import NDArray

from qstheory.exact.integer_matrix import IntegerMatrix, magnitude
from qstheory.exact.modular import (
    PRIME,
    Pivots,
    Residues,
    centre,
    inverse,
    multiply,
    unscaled_residues,
)

CHUNK_ROWS = 512


@dataclass(frozen=True)
class SpanProof:
    """The primes modulo which the identity was checked, and the bound their product exceeds."""

    primes: tuple[int, ...]
    bound: int
    method: str


def primes(start: int = PRIME) -> Iterator[int]:
    """`start` and the primes below it."""
    candidate = start
    while candidate > 2:
        if fmpz(candidate).is_prime():
            yield candidate
        candidate -= 1


def primes_beyond(bound: int) -> tuple[int, ...]:
    """Primes from PRIME downwards whose product exceeds the bound."""
    chosen: list[int] = []
    product = 1
    for p in primes():
        chosen.append(p)
        product *= p
        if product > bound:
            return tuple(chosen)
    raise AssertionError("there are enough primes below 2^23 for any matrix that fits in memory")


def prove_span(matrix: IntegerMatrix, chosen: Pivots) -> SpanProof | None:
    """A proof that the chosen columns span all columns, or None when they do not."""
    values = matrix.values
    if not chosen.rank:
        return None if values.any() else SpanProof((), 0, "zero matrix")
    guess = _small_coefficients(values, chosen)
    if guess is not None:
        numerators, denominators = guess
        C = values[:, list(chosen.columns)]
        bound = magnitude(values) * int(denominators.max()) + chosen.rank * magnitude(
            C
        ) * magnitude(numerators)
        moduli = primes_beyond(2 * bound)
        if all(_identity_holds(values, C, numerators, denominators, p) for p in moduli):
            return SpanProof(moduli, 2 * bound, "small coefficients")
    return _by_bordered_minors(values, chosen)


def _by_bordered_minors(values: NDArray[Any], chosen: Pivots) -> SpanProof | None:
    bound = 2 * _hadamard(values, chosen)
    usable: list[int] = []
    product = 1
    # Few primes divide det M unless it is zero; then no number of them would do.
    for p in islice(primes(), 2 * len(primes_beyond(bound)) + 8):
        vanish = _bordered_vanish(values, chosen, p)
        if vanish is False:
            return None
        if vanish:
            usable.append(p)
            product *= p
        if product > bound:
            return SpanProof(tuple(usable), bound, "bordered minors")
    return None


def _hadamard(values: NDArray[Any], chosen: Pivots) -> int:
    """A bound on every bordered minor: product of the row norms over J and one more column."""
    C = values[:, list(chosen.columns)].astype(object)
    largest = magnitude(values) ** 2
    norms = (C * C).sum(axis=1) + largest
    squares = [int(norms[i]) for i in chosen.rows]
    return isqrt(prod(squares) * int(norms.max())) + 1


def _chunks(count: int) -> Iterator[slice]:
    for top in range(0, count, CHUNK_ROWS):
        yield slice(top, top + CHUNK_ROWS)


def _identity_holds(
    values: NDArray[Any],
    C: NDArray[Any],
    numerators: NDArray[np.int64],
    denominators: NDArray[np.int64],
    p: int,
) -> bool:
    X = unscaled_residues(numerators, p)
    d = unscaled_residues(denominators, p)
    for part in _chunks(len(values)):
        scaled = unscaled_residues(values[part], p) * d
        scaled -= multiply(unscaled_residues(C[part], p), X, p)
        if centre(scaled, p).any():
            return False
    return True


def _coefficients(values: NDArray[Any], chosen: Pivots, p: int) -> Residues | None:
    rows, columns = list(chosen.rows), list(chosen.columns)
    try:
        inverted = inverse(unscaled_residues(values[np.ix_(rows, columns)], p), p)
    except ZeroDivisionError:
        return None
    return multiply(inverted, unscaled_residues(values[rows], p), p)


def _bordered_vanish(values: NDArray[Any], chosen: Pivots, p: int) -> bool | None:
    """Whether all bordered minors vanish modulo p; None when M is singular modulo p."""
    W = _coefficients(values, chosen, p)
    if W is None:
        return None
    columns = list(chosen.columns)
    for part in _chunks(len(values)):
        block = unscaled_residues(values[part], p)
        if centre(block - multiply(block[:, columns], W, p), p).any():
            return False
    return True


def _small_coefficients(
    values: NDArray[Any], chosen: Pivots
) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """X and d with M^-1 L[I, j] = X[:, j] / d[j] modulo two primes, if there are small ones."""
    stream = primes()
    p, q = next(stream), next(stream)
    W_p, W_q = _coefficients(values, chosen, p), _coefficients(values, chosen, q)
    if W_p is None or W_q is None:
        return None
    combined = _chinese(W_p, W_q, p, q)
    denominators = _denominators(combined, p * q)
    if denominators is None:
        return None
    d_p, d_q = unscaled_residues(denominators, p), unscaled_residues(denominators, q)
    return _chinese(centre(W_p * d_p, p), centre(W_q * d_q, q), p, q), denominators


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
    if small.max() > limit:
        return None
    common = np.ones(residues.shape[1], dtype=np.int64)
    for row in small:
        common = np.lcm(common, row)
        if common.max() > limit:
            return None
    return common
