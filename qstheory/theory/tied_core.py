"""Lower bounds on the convex calibration dimension by a core of labels: `rank_by_component`.

For L = 1 - kappa |z & y| / (|z| + w |y|) the distribution is written down: at each size s of the
observations E|y & C| = s (c + w s) / (m + w s) on two or three neighbouring values, so that C with
any labels outside has a score that is free of their number; the empty set is made to tie with them.
For other losses by counts of few labels a linear program finds the distribution of the largest
support at which C with every number of labels outside ties, and the empty set as well or not.

Distributions at which given predictions tie for the best, with as large a support as there is.

For predictions S and z0 in S: max sum u with p = u + v >= 0, u <= 1, (L_z - L_z0) p = 0 for z in S
and >= 0 for the others. The cone is scaled freely, so at the optimum u is 1 on the largest support.
"""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from math import floor, inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.components import Core, Type, means
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtLeast
from qstheory.certify.kinds.rank_by_component import TiedCore, TypeWeight, tied_rank
from qstheory.errors import TooLarge, Undecided
from qstheory.exact.integer_matrix import Rows, Vector, common, from_fractions, minus, narrowed
from qstheory.exact.linear_program import proposed_vertex, solve_integers
from qstheory.exact.programs import IntegerProgram, independent
from qstheory.losses.base import Reference
from qstheory.losses.counts import CountStructure
from qstheory.theory.findings import Evidence, judged

Weights = dict[Type, Fraction]
LABELS, ONE_LABEL, FEW = 48, 12, 8
"""Most labels for distributions that are written down, for a core of one label, and for others."""
PROGRAMS, FEWER = 40, 6
"""Most linear programs, and for more than few labels."""
ZERO, ONE = Fraction(0), Fraction(1)


def lower_by_core(reference: Reference, counts: CountStructure, above: int) -> Evidence | None:
    """The best of these bounds when it exceeds `above`, judged."""
    best, found = above, None
    for core, p in _candidates(counts):
        try:
            rank = tied_rank(core, p)
        except TooLarge:
            continue
        if rank > best:
            best, found = rank, (core, p)
    if found is None:
        return None
    core, p = found
    evidence = _judged(reference, best, core, p)
    return evidence if evidence.proves else None


def _judged(reference: Reference, bound: int, core: Core, p: Weights) -> Evidence:
    weights = tuple(TypeWeight(t, u, x) for (t, u), x in sorted(p.items()))
    return judged(CalibrationDimensionAtLeast(reference, bound), TiedCore(core.c, weights))


def _candidates(counts: CountStructure) -> Iterator[tuple[Core, Weights]]:
    sizes, m = counts.predictions.sizes, counts.m
    if m < 2 or m > LABELS or list(sizes) != list(range(m + 1)):
        return
    weight = ratio_weight(counts)
    if weight is not None:
        c = best_core(m, weight)
        p = ratio_distribution(counts, c, weight)
        if p:
            yield Core(counts, c), p
    elif m <= ONE_LABEL:
        yield from _searched(counts)


def ratio_weight(counts: CountStructure) -> Fraction | None:
    """w > 0 when L(z, y) = 1 - kappa |z & y| / (|z| + w |y|) at three triples, else None."""
    if counts.m < 2 or 1 not in counts.observations.sizes:
        return None
    one, two = 1 - counts.entry(1, 1, 1), 1 - counts.entry(2, 1, 1)
    # kappa = one (1 + w) = two (2 + w).
    if one <= two or 2 * two <= one or counts.entry(1, 1, 0) != 1:
        return None
    w = (2 * two - one) / (one - two)
    full = 1 - counts.entry(2, 2, 2)
    return w if full == one else None


def core_sizes(m: int, c: int, w: Fraction) -> dict[int, Fraction]:
    """The sizes s of observations at which E|y & C| = s (c + w s) / (m + w s) is possible."""
    N = m - c
    wanted = {s: s * (c + w * s) / (m + w * s) for s in range(1, m + 1)}
    return {s: x for s, x in wanted.items() if max(0, s - N) <= x <= min(c, s)}


def core_bound(m: int, c: int, w: Fraction = ONE) -> int:
    """The bound by a core of c of m labels, by its formula, where the empty set ties as well."""
    N, sizes = m - c, core_sizes(m, c, w)
    free = sum(1 for s, x in sizes.items() if x != min(c, s))
    return (N - 1) * min(len(sizes), N - 1) + min(free, N) + 1


def formula_words(counts: CountStructure) -> str | None:
    """`core_bound` for every m, in words; None where L is not of its form.

    Between the sizes a and b of C with labels outside, the scores on sets of s labels that have a
    label outside differ as 1/(a + w s) does: components of dimension N - 1 have a Cauchy matrix of
    N - 1 sizes a and K sizes s, that of the means one of N + 1 sizes, whose differences have rank
    min(K', N), since a constant is added; the empty set differs from all on itself alone. The mean
    s (c + w s) / (m + w s) of |y & C| is at most c where w s^2 + (1 - w) c s <= c m.
    """
    w = ratio_weight(counts)
    if w is None or list(counts.predictions.sizes) != list(range(counts.m + 1)):
        return None
    ties = 0 in counts.observations.sizes and counts.entry(0, 0, 0) < counts.entry(1, 0, 0)
    size = "s^2" if w == 1 else f"{w} s^2 {'-' if w > 1 else '+'} {abs(1 - w)} c s"
    return (
        f"max over c of (N-1) min(K, N-1) + min(K', N){' + 1' if ties else ''} with N = m - c,"
        f" K and K' the largest s with {size} <= c m and < c m, argued for every m"
    )


def best_core(m: int, w: Fraction = ONE) -> int:
    """The core with the largest bound.

    >>> [core_bound(m, best_core(m)) for m in range(2, 8)]
    [2, 3, 6, 9, 13, 16]
    """
    return max(range(1, m), key=lambda c: core_bound(m, c, w))


def ratio_distribution(counts: CountStructure, c: int, w: Fraction) -> Weights:
    """All sizes that are possible in equal shares, and the empty set where it may tie."""
    m = counts.m
    wanted = {s: x for s, x in core_sizes(m, c, w).items() if s in counts.observations.sizes}
    p: Weights = {}
    for s, mean in list(wanted.items())[: m - c]:
        low, high = max(0, s - (m - c)), min(c, s)
        for t, share in _around(mean, low, high):
            p[t, s - t] = p.get((t, s - t), ZERO) + share / min(len(wanted), m - c)
    core = Core(counts, c)
    if p and 0 in counts.observations.sizes and counts.entry(0, 0, 0) < counts.entry(1, 0, 0):
        # The empty set ties when (1 - x) risk(C) + x L(C, 0) = (1 - x) risk(0) + x L(0, 0).
        rows = core.means([(c, 0), (0, 0)], list(p))
        full, empty = (
            sum((x * q for x, q in zip(row, p.values(), strict=True)), ZERO) for row in rows
        )
        gain = counts.entry(c, 0, 0) - counts.entry(0, 0, 0)
        x = (empty - full) / (empty - full + gain)
        p = {y: q * (1 - x) for y, q in p.items()} | {(0, 0): x}
    return p


def _around(mean: Fraction, low: int, high: int) -> list[tuple[int, Fraction]]:
    """Neighbouring integers of [low, high] with that mean, three around an integer."""
    k = floor(mean)
    if k != mean:
        return [(k, k + 1 - mean), (k + 1, mean - k)]
    if low < k < high:
        third = Fraction(1, 3)
        return [(k - 1, third), (k, third), (k + 1, third)]
    return [(k, ONE)]


def _searched(counts: CountStructure) -> Iterator[tuple[Core, Weights]]:
    """By linear programs, the cores and numbers of labels outside that promise most first."""
    m = counts.m
    tries = sorted(
        (
            (c, low, high, empty)
            for c in range(1, m if m <= FEW else 2)
            for high in range(1, m - c + 1)
            for low in range(high)
            for empty in (True, False)
        ),
        key=lambda at: (-(m - at[0]) * (at[2] - at[1]), not at[3]),
    )
    for c, low, high, empty in tries[: PROGRAMS if m <= FEW else FEWER]:
        core = Core(counts, c)
        rows, columns = core.types(counts.predictions), core.types(counts.observations)
        tied = {rows.index((c, b)) for b in range(low, high + 1)}
        if empty:
            tied.add(rows.index((0, 0)))
        try:
            p = widest_tie(core.means(rows, columns), tied)
        except TooLarge:
            continue
        if p is not None:
            yield core, {y: x for y, x in zip(columns, p, strict=True) if x}


def intervals(count: int) -> Iterator[range]:
    """The intervals of 0..count-1, the longest ones first."""
    for length in range(count, 0, -1):
        for start in range(count - length + 1):
            yield range(start, start + length)


def lower_by_sizes(
    reference: Reference, counts: CountStructure, high: int, programs: float = inf
) -> Evidence | None:
    """The best of these bounds without a core, judged; None where no distribution was found.

    At most `programs` intervals are tried, the longest ones first.
    """
    best: tuple[int, Weights] | None = None
    core, matrix = Core(counts, 0), means(counts)
    rows, columns = core.types(counts.predictions), core.types(counts.observations)
    for tied in intervals(len(rows)):
        most = core.dimensions([rows[k] for k in tied], columns).prediction_differences
        if best is not None and best[0] >= min(high, most):
            continue
        if programs <= 0:
            break
        programs -= 1
        p = widest_tie(matrix, tied)
        if p is not None:
            weights = {y: w for y, w in zip(columns, p, strict=True) if w}
            found = tied_rank(core, weights), weights
            best = found if best is None or found[0] > best[0] else best
    return None if best is None else _judged(reference, best[0], core, best[1])


def widest_tie(matrix: Rows, tied: Collection[int]) -> Vector | None:
    """A distribution of largest support at which all of `tied` are optimal, or None.

    That they are is exact; that no support is larger rests on floating point where that gives a
    vertex. None as well when the linear program cannot be rebuilt exactly.
    """
    first, width = min(tied), len(matrix[0])
    values = common(from_fractions(matrix)).values
    equal = minus(values[[z for z in tied if z != first]], values[[first]])
    loose = minus(values[[z for z in range(len(matrix)) if z not in tied]], values[[first]])
    kept = independent(equal.T, range(len(equal))) if len(equal) else []
    x = proposed_vertex(_program(equal[kept], loose))
    p = None if x is None else _sums(x, width)
    if p is None or (equal.astype(object) @ np.array(p, dtype=object)).any():
        try:
            p = _sums(solve_integers(_program(equal, loose)).x, width)
        except Undecided:
            return None
    total = sum(p)
    return tuple(weight / total for weight in p) if total else None


def _sums(x: Vector, width: int) -> Vector:
    return tuple(u + v for u, v in zip(x[:width], x[width : 2 * width], strict=True))


def _program(equal: NDArray[Any], loose: NDArray[Any]) -> IntegerProgram:
    """Variables u, v, s (loose predictions), t = 1 - u; minimise -sum u."""
    D = np.vstack([equal, loose])
    rows, width = D.shape
    A = np.zeros((rows + width, 3 * width + len(loose)), dtype=D.dtype)
    A[:rows, :width] = A[:rows, width : 2 * width] = D
    A[len(equal) : rows, 2 * width : -width] = -np.eye(len(loose), dtype=int)
    A[rows:, :width] = A[rows:, -width:] = np.eye(width, dtype=int)
    right: Sequence[int] = (*[0] * rows, *[1] * width)
    return IntegerProgram(narrowed(A), tuple(right), (*[-1] * width, *[0] * (A.shape[1] - width)))
