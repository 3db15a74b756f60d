"""Floats to exact certificates: numbers over a power of two, and what rounding leaves over.

Above: one factor is rounded, the other fits L - 1 c^T nearly, and the exact remainder E goes into
columns of their own, unit vectors. A little weight on these makes the fit stable. Below: the sums
that must vanish are made to, which any positive q, d then turn into a bound.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, prod

import numpy as np
from flint import fmpz_mat

from qstheory.certify.definite import margin
from qstheory.certify.kinds.best_constants import (
    DiagonalDual,
    RowFactors,
    SignDual,
    WeightedColumns,
)
from qstheory.certify.kinds.sign_hull import HullPoint, OddDual
from qstheory.exact.integer_matrix import common, from_fractions
from qstheory.theory.best_constants.problem import (
    Array,
    ConstantProblem,
    Dual,
    Primal,
    Rows,
    orbit_means,
    pair_orbits,
)

BITS = 44
"""Binary digits after the point of rounded numbers: a double has 53, a solver errs in the last."""
WEIGHT_BITS = 60
"""Of weights that must sum to 1 exactly: sixteen more than other numbers, which they multiply."""
UNIT_SHARE = 1e-9
"""Share of the unit vectors in C: they make it positive definite, and no written digit shows it."""
CARRIER = Fraction(1, 1 << 15)
"""Length of the unit vectors that carry the remainder of row factors."""
NEGLIGIBLE = 1e-10
"""Share of q below which a row of X is left out: a tenth of what unit vectors take."""
ZERO, ONE = Fraction(0), Fraction(1)


def dyadic(values: Array, bits: int = BITS) -> Rows:
    """A matrix rounded to multiples of 2^-bits."""
    scale = 1 << bits
    return tuple(tuple(Fraction(round(float(x) * scale), scale) for x in row) for row in values)


def distribution(weights: Array, bits: int) -> tuple[Fraction, ...]:
    """Rounded weights with sum 1: the largest one takes the difference."""
    (rounded,) = dyadic((weights / weights.sum())[None, :], bits)
    largest = max(range(len(rounded)), key=lambda i: rounded[i])
    rest = 1 - sum(rounded, ZERO)
    return tuple(w + rest if i == largest else w for i, w in enumerate(rounded))


def round_up(value: Fraction) -> Fraction:
    """The next number of 48 binary digits, for value >= 0."""
    unit = _last_digit(value)
    return ceil(value / unit) * unit


def round_down(value: Fraction) -> Fraction:
    """The last number of 48 binary digits, for value >= 0."""
    unit = _last_digit(value)
    return floor(value / unit) * unit


def _last_digit(value: Fraction) -> Fraction:
    return Fraction(2) ** (value.numerator.bit_length() - value.denominator.bit_length() - 48)


def rounded_shift(problem: ConstantProblem, primal: Primal) -> tuple[Fraction, ...]:
    """The shift; a scalar one is the same everywhere, which steps in floating point may lose."""
    given = primal.shift
    if problem.shift == "scalar":
        given = np.full(len(given), given.mean())
    (shift,) = dyadic(given[None, :])
    return shift


def shifted(problem: ConstantProblem, shift: Sequence[Fraction]) -> Rows:
    """N - 1 c^T."""
    return tuple(tuple(x - c for x, c in zip(row, shift, strict=True)) for row in problem.exact)


def remainder(M: Rows, F: Rows, U: Rows, length: Fraction = ONE) -> Rows:
    """(M - F U^T) / length."""
    whole, left, right = (common(from_fractions(rows)) for rows in (M, F, U))
    own, apart = whole.denominators[0], left.denominators[0] * right.denominators[0]
    target, F_n, U_n = (fmpz_mat(x.values.tolist()) for x in (whole, left, right))
    rest = target * apart - (F_n * U_n.transpose()) * own
    unit = 1 / (own * apart * length)
    above, below = unit.numerator, unit.denominator
    return tuple(tuple(Fraction(int(x) * above, below) for x in row) for row in rest.tolist())


def units(size: int, length: Fraction) -> Rows:
    """length times the identity."""
    return tuple(tuple(length if i == j else ZERO for j in range(size)) for i in range(size))


def beside(left: Rows, right: Rows) -> Rows:
    """Two matrices side by side."""
    return tuple(a + b for a, b in zip(left, right, strict=True))


def fitted(M: Array, U: Array, weights: Array) -> Array:
    """F with rows F_z = W U^T C^-1 M_z for C = U W U^T, W the weights: the least weighted norm."""
    root = np.sqrt(weights)
    Q, R = np.linalg.qr((U * root).T)
    return np.asarray((Q @ np.linalg.solve(R.T, M.T)).T * root)


def floating(rows: Rows) -> Array:
    """The same in floating point."""
    return np.array([[float(x) for x in row] for row in rows])


def scaled(problem: ConstantProblem, F: Rows) -> Rows:
    """The rows of F for L, from those for N, for every prediction."""
    return problem.rows.spread(
        tuple(tuple(problem.scale * x if x else x for x in row) for row in F)
    )


def row_factors(problem: ConstantProblem, primal: Primal) -> RowFactors:
    """Exact factors close to the proposal, of a width by the shorter side of the matrix."""
    shift = rounded_shift(problem, primal)
    M = shifted(problem, shift)
    U = primal.U * np.sqrt(primal.weights)
    if len(M) < len(U):
        left, right = carried(M, fitting(floating(M), U))
    else:
        right, left = carried(tuple(zip(*M, strict=True)), U)
    return RowFactors(scaled(problem, left), problem.columns.spread(right), problem.restored(shift))


def fitting(M: Array, U: Array) -> Array:
    """F of at most as many columns as rows with F F^T near M C^-1 M^T, C = U U^T on its span."""
    span, lengths, _ = np.linalg.svd(U, full_matrices=False)
    F = M @ span / np.sqrt(lengths**2 + UNIT_SHARE * lengths[0] ** 2)
    vectors, values, _ = np.linalg.svd(F, full_matrices=False)
    return np.asarray(vectors * values)


def carried(M: Rows, U: Array) -> tuple[Rows, Rows]:
    """M = U V^T exactly: U rounded beside unit vectors, V fitted beside the remainder."""
    U = U / (np.sqrt((U**2).sum(axis=1).max()) or 1.0)
    U = np.hstack([np.sqrt(1 - UNIT_SHARE) * U, np.sqrt(UNIT_SHARE) * np.eye(len(U))])
    left, across = dyadic(U), tuple(zip(*M, strict=True))
    right = dyadic(fitted(floating(across), U, np.ones(U.shape[1])))
    rest = remainder(across, right, left, CARRIER)
    return beside(left, units(len(left), CARRIER)), beside(right, rest)


def kept_columns(primal: Primal) -> tuple[Array, Array]:
    """The sign vectors that have weight, and their weights with a share left for unit vectors."""
    kept = primal.weights > UNIT_SHARE * primal.weights.sum() / len(primal.weights)
    given = primal.weights[kept]
    return primal.U[:, kept], (1 - UNIT_SHARE) * given / given.sum()


def weighted_columns(problem: ConstantProblem, primal: Primal) -> WeightedColumns:
    """Exact weighted sign columns close to the proposal."""
    size = len(primal.U)
    signs, shares = kept_columns(primal)
    weights = distribution(np.append(shares, np.full(size, UNIT_SHARE / size)), WEIGHT_BITS)
    U = np.hstack([signs, np.eye(size)])
    shift = rounded_shift(problem, primal)
    M, exact_U = shifted(problem, shift), dyadic(U, 0)
    F = dyadic(fitted(floating(M), U, np.array([float(w) for w in weights])), WEIGHT_BITS)
    rest = remainder(M, F, exact_U)
    first = len(weights) - size
    completed = tuple(
        (*row[:first], *(x + e for x, e in zip(row[first:], more, strict=True)))
        for row, more in zip(F, rest, strict=True)
    )
    return WeightedColumns(
        scaled(problem, completed),
        problem.columns.spread(exact_U),
        weights,
        problem.restored(shift),
    )


def hull_point(problem: ConstantProblem, primal: Primal) -> HullPoint:
    """Exact signs and weights, their mean over the symmetries, and nearly C^-1 l_z."""
    signs, shares = kept_columns(primal)
    (weights,) = dyadic(shares[None, :], WEIGHT_BITS)
    shift = rounded_shift(problem, primal)
    floats = np.array([float(w) for w in weights])
    C = (signs * floats) @ signs.T
    orbit = pair_orbits(len(C), problem.column_moves)
    C = (np.bincount(orbit.ravel(), C.ravel()) / np.bincount(orbit.ravel()))[orbit]
    C = C + (1 - floats.sum()) * np.eye(len(C))
    M = floating(shifted(problem, shift))
    G = np.linalg.solve(C, M.T)
    G += np.linalg.solve(C, M.T - C @ G)
    wide = problem.columns.pad(dyadic(G, WEIGHT_BITS))
    return HullPoint(
        tuple(zip(*problem.columns.spread(dyadic(signs, 0)), strict=True)),
        weights,
        tuple(right for _, right in problem.symmetries),
        problem.restored(shift),
        scaled(problem, tuple(zip(*wide, strict=True))),
    )


def squared_columns(given: WeightedColumns) -> Fraction:
    """max_z sum_k F_zk^2 / w_k."""
    return max(
        sum((x * x / w for x, w in zip(row, given.weights, strict=True)), ZERO) for row in given.F
    )


def _balanced(problem: ConstantProblem, dual: Dual) -> tuple[Rows, tuple[Fraction, ...]]:
    """B and q on the different rows and columns, X annihilating the shifts."""
    used = dual.q > NEGLIGIBLE * dual.q.sum()
    q = distribution(np.where(used, dual.q, 0), BITS)
    floats = np.array([float(x) for x in q])
    scale = np.abs((dual.X * problem.matrix).sum()) or 1.0
    B = dyadic(np.where(used[:, None], dual.X / np.maximum(floats, NEGLIGIBLE)[:, None], 0) / scale)
    shares, rows = common(from_fractions([q])), common(from_fractions(B))
    below = shares.denominators[0] * rows.denominators[0]
    totals = shares.values[0].astype(object) @ rows.values.astype(object)
    sums = [Fraction(int(x), below) for x in totals]
    if problem.shift == "scalar":
        # B counts up to a factor: times the number of columns, no entry takes a share of the sum.
        B = tuple(tuple(len(sums) * x for x in row) for row in B)
        sums = [sum(sums, ZERO)] * len(sums)
    return tuple(tuple(x - s for x, s in zip(row, sums, strict=True)) for row in B), q


def _padded(problem: ConstantProblem, B: Rows, q: Sequence[Fraction]) -> tuple[Rows, Rows]:
    """B and q with zeros for repeated rows and columns."""
    wide = tuple(zip(*problem.columns.pad(tuple(zip(*B, strict=True))), strict=True))
    return problem.rows.pad(wide), problem.rows.pad(tuple((x,) for x in q))


def sign_dual(problem: ConstantProblem, dual: Dual) -> SignDual:
    """An exact dual over sign vectors close to the proposal."""
    B, q = _padded(problem, *_balanced(problem, dual))
    return SignDual(B, tuple(x for (x,) in q))


def diagonal_dual(problem: ConstantProblem, dual: Dual) -> DiagonalDual:
    """An exact dual with a diagonal close to the proposal, scaled up until it dominates S."""
    B, q = _balanced(problem, dual)
    d = _dominating(dual.d, _prices(B, q))
    wide, spread = _padded(problem, B, q)
    return DiagonalDual(wide, tuple(x for (x,) in spread), _padded_entries(problem, d))


def odd_dual(problem: ConstantProblem, dual: Dual) -> OddDual:
    """The same with odd vectors, whose weights are scaled to what X and q allow."""
    B, q = _balanced(problem, dual)
    S = _prices(B, q)
    share = np.trace(S) / np.trace(dual.prices)
    used = dual.odd_weights > NEGLIGIBLE * dual.d.sum()
    vectors = dual.odd[used]
    (weights,) = dyadic(share * dual.odd_weights[None, used])
    floats = np.array([float(w) for w in weights])
    orbit = pair_orbits(len(S), problem.column_moves)
    taken = (floats @ orbit_means(orbit, vectors.T))[orbit]
    d = _dominating(dual.d * share, S + taken)
    wide, spread = _padded(problem, B, q)
    padded = zip(*problem.columns.pad(dyadic(vectors.T, 0)), strict=True)
    return OddDual(
        DiagonalDual(wide, tuple(x for (x,) in spread), _padded_entries(problem, d)),
        tuple(tuple(int(x) for x in a) for a in padded),
        weights,
        _padded_moves(problem),
    )


def _padded_moves(problem: ConstantProblem) -> tuple[tuple[int, ...], ...]:
    """The symmetries on the different columns, which the first of equal ones stand for."""
    first = problem.columns.chosen
    moves = []
    for move in problem.column_moves:
        wide = list(range(len(problem.columns.place)))
        for i, j in zip(first, move, strict=True):
            wide[i] = first[j]
        moves.append(tuple(wide))
    return tuple(moves)


def _prices(B: Rows, q: Sequence[Fraction]) -> Array:
    """S in floating point."""
    floats = np.array([[float(x) for x in row] for row in B])
    return np.asarray((floats * np.array([float(x) for x in q])[:, None]).T @ floats)


def _dominating(d: Array, S: Array) -> Array:
    """A multiple of d, and a little more, with diag(d) - S >= 0."""
    d = np.maximum(d, NEGLIGIBLE * d.sum())
    root = np.sqrt(d)
    largest = float(np.linalg.eigvalsh(S / root[:, None] / root)[-1])
    room = max(2.0 ** (4 - BITS), 4 * margin(len(d)))
    # S is 0 for a loss that is a shift.
    return np.asarray(d * max(largest, 1e-3) * (1 + UNIT_SHARE) + room * d.max())


def _padded_entries(problem: ConstantProblem, d: Array) -> tuple[Fraction, ...]:
    (diagonal,) = dyadic(d[None, :])
    return tuple(x for (x,) in problem.columns.pad(tuple((x,) for x in diagonal)))


def dual_value(
    problem: ConstantProblem, B: Rows, q: Sequence[Fraction], largest: Fraction
) -> Fraction:
    """<X, L>^2 / (sum q largest)."""
    weights, rows, entries = (
        common(from_fractions(matrix)) for matrix in ([q], B, problem.entries)
    )
    sums = (rows.values.astype(object) * entries.values).sum(axis=1)
    paired = int((weights.values[0].astype(object) * sums).sum())
    product = Fraction(paired, prod(x.denominators[0] for x in (weights, rows, entries)))
    return product**2 / (sum(q, ZERO) * largest)
