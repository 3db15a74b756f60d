"""Bounds on calibration functions without their pieces, of the pairs below and by ties above.

Multipliers bound the pairs below on one stretch of H after the other. A pair needs the optimal
multipliers only where it is lowest. Where it lies above H, those that are optimal at one excess e
bound it by a tangent, on many stretches. Few of them are written down.

An upper bound comes from two predictions that tie inside the simplex.

    H(e) <= |U^T d|^2 / ((L_z - L_z*) . d)^2 e^2 for e <= E

At Pi0 > 0 both z and z* are optimal. Pi = Pi0 + t d, with sum d = 0, has the excess risk
t (L_z - L_z*) . d for z, to which v = U^T Pi0 decodes, at the distance t |U^T d|. The best d is
G^+ (L_z - L_z*) for the Gram matrix G of the centred U_y, and the ratio is then the inverse of the
squared distance of F_z and F_z* in the span of the U_y - U_y': e^2 / D^2 where all is spanned and
the two are the furthest ones. Ties are found on lines between drawn distributions; floating point
chooses, and what is returned is computed over the rationals.

Distances between rows: their floats for a choice, and exactly for the rows that were chosen.
"""

from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from math import gcd, lcm

import numpy as np
from flint import fmpz_mat
from numpy.typing import NDArray

from qstheory.certify.arithmetic import Vector
from qstheory.certify.kinds.calibration import (
    AffineVector,
    CalibrationPiece,
    PairBound,
    bound_fault,
)
from qstheory.exact.integer_matrix import INT64_MAX, IntegerMatrix, common, magnitude, minus
from qstheory.exact.programs import Array, parts, rounded
from qstheory.losses.views import decimal
from qstheory.theory.calibration.optima import Optimum
from qstheory.theory.calibration.pair import PairPiece
from qstheory.theory.calibration.problem import CalibrationProblem, subtract

Pair = tuple[int, int]


class PairBounds:
    """The bounds of the pairs of a problem; `known` are their functions, or bounds below these."""

    def __init__(self, problem: CalibrationProblem, known: dict[Pair, list[PairPiece]]) -> None:
        self.problem = problem
        self.known = known
        self._given: dict[Pair, list[PairBound]] = {}

    def on(self, pair: Pair, claimed: CalibrationPiece) -> PairBound:
        """A bound of the pair that is at least the piece: one given before where it serves."""
        given = self._given.setdefault(pair, [])
        for bound in given:
            if self._serves(claimed, bound):
                return bound
        found = PairBound(*pair, self._fixed(pair, claimed))
        if not self._serves(claimed, found):
            found = PairBound(*pair, _optimal(self.problem, pair, self.known[pair], claimed))
        given.append(found)
        return found

    def _serves(self, claimed: CalibrationPiece, bound: PairBound) -> bool:
        pair = bound.z, bound.best
        return not bound_fault(claimed, pair, bound.multipliers, self.problem.products)

    def _fixed(self, pair: Pair, claimed: CalibrationPiece) -> AffineVector:
        """The same multipliers at every excess, as simple as they come."""
        pieces, limit = self.known[pair], self.problem.largest_excess(*pair)
        if claimed.low <= limit and pieces:
            chosen = optimum_at(pieces, simplest(claimed.low, min(claimed.high, limit)))
        else:
            # Past its largest excess the pair has no weights, as s (1, -limit) shows for a large s.
            chosen = _nothing(self.problem)
            s = Fraction(1 << int(_steepness(claimed, limit)).bit_length())
            chosen = replace(chosen, mu=s, nu=-s * limit)
        start = (*chosen.multipliers, chosen.mu, chosen.nu)
        return AffineVector(start, (Fraction(0),) * len(start))


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The rational of the least denominator in [low, high], of 0 <= low <= high.

    >>> simplest(Fraction(311, 1000), Fraction(35, 100))
    Fraction(1, 3)
    """
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    return whole - 1 + 1 / simplest(1 / (high - whole + 1), 1 / (low - whole + 1))


def optimum_at(pieces: list[PairPiece], e: Fraction) -> Optimum:
    """The optimum at e, between those at the ends of the first listed piece that reaches to e.

    Where two pieces meet with a kink the multipliers differ: list the pieces backwards for the
    start of an interval.
    """
    piece = next(p for p in pieces if p.low <= e <= p.high)
    share = (e - piece.low) / (piece.high - piece.low)

    def mix(a: Vector, b: Vector) -> Vector:
        return tuple((1 - share) * x + share * y for x, y in zip(a, b, strict=True))

    left, right = piece.at_low, piece.at_high
    return Optimum(
        mix(left.distribution, right.distribution),
        mix(left.scores, right.scores),
        mix(left.multipliers, right.multipliers),
        (1 - share) * left.mu + share * right.mu,
        (1 - share) * left.nu + share * right.nu,
    )


def line(start: Vector, stop: Vector, low: Fraction, high: Fraction) -> AffineVector:
    """The affine vector through `start` at low and `stop` at high."""
    slope = tuple(d / (high - low) for d in subtract(stop, start))
    return AffineVector(tuple(s - low * d for s, d in zip(start, slope, strict=True)), slope)


def _optimal(
    problem: CalibrationProblem, pair: Pair, pieces: list[PairPiece], claimed: CalibrationPiece
) -> AffineVector:
    """Multipliers of the pair: the optimal ones at both ends of the interval.

    Past the pair's largest excess the problem is infeasible, as (mu, nu) = (1, -limit) shows: the
    last optimal multipliers plus as much of these as the claim asks for.
    """
    low, high = claimed.low, claimed.high
    limit = problem.largest_excess(*pair) if not pieces else pieces[-1].high
    ends = []
    for e, listed in ((low, pieces[::-1]), (high, pieces)):
        optimum = optimum_at(listed, min(e, limit)) if pieces else _nothing(problem)
        steep = _steepness(claimed, limit) if high > limit else Fraction(0)
        risk = (optimum.mu + steep, optimum.nu - steep * limit)
        ends.append((*optimum.multipliers, *risk))
    return line(ends[0], ends[1], low, high)


def _nothing(problem: CalibrationProblem) -> Optimum:
    """The multipliers of a pair of which the first prediction is never the worse one."""
    zeros = tuple([Fraction(0)] * len(problem.F))
    return Optimum((), (), zeros, Fraction(0), Fraction(0))


def _steepness(claimed: CalibrationPiece, limit: Fraction) -> Fraction:
    """A multiple of the infeasibility that lifts the bound above the claim past the limit."""
    slope = abs(claimed.linear) + 2 * abs(claimed.square) * claimed.high
    if claimed.low <= limit:
        return slope
    size = abs(claimed.constant) + slope * claimed.high
    return (size + 1) / (claimed.low - limit)


EXACT_FLOATS = 1 << 53
"""Integers up to here are floats, so that a sum that stays below is exact."""


def floats(matrix: IntegerMatrix) -> Array:
    """The entries times one power of 2, of any size."""
    mantissas, exponents = parts(matrix.values)
    below, powers = parts(np.array(matrix.denominators, dtype=object)[:, None])
    exponents = exponents - powers
    used = mantissas != 0
    top = int(exponents[used].max()) if used.any() else 0
    return rounded(mantissas / below, exponents - top)


def float_distances(matrix: IntegerMatrix) -> Array:
    """|rows_i - rows_j|^2 times one power of 2; exact where the rows are small integers."""
    values = matrix.values
    shared = len(set(matrix.denominators)) == 1 and values.dtype != object
    rows = values.astype(np.float64) if shared else floats(matrix)
    gram = rows @ rows.T
    norms = np.diag(gram)
    return np.maximum(norms[:, None] + norms - 2 * gram, 0)


def squared_distance(matrix: IntegerMatrix, i: int, j: int) -> Fraction:
    """|row_i - row_j|^2."""
    first, second = matrix.denominators[i], matrix.denominators[j]
    pairs = zip(matrix.values[i].tolist(), matrix.values[j].tolist(), strict=True)
    return Fraction(sum((x * second - y * first) ** 2 for x, y in pairs), (first * second) ** 2)


def squared_diameter(matrix: IntegerMatrix) -> Fraction:
    """max |row_i - row_j|^2."""
    shared = common(matrix)
    moved = minus(shared.values, shared.values[:1])
    if moved.dtype != object and moved.shape[1] * magnitude(moved) ** 2 < EXACT_FLOATS // 4:
        rows = moved.astype(np.float64)
        gram = rows @ rows.T
    else:
        factor = fmpz_mat(moved.tolist())
        rows_of_gram = (factor * factor.transpose()).tolist()
        gram = np.array([[int(x) for x in row] for row in rows_of_gram], dtype=object)
    norms = np.diag(gram)
    return Fraction(int((norms[:, None] + norms - 2 * gram).max()), shared.denominators[0] ** 2)


Points = NDArray[np.int64]
MOST = 1500
"""Most observations: beyond, the eigenvectors of G take too long."""
LARGE = 1 << 18
"""Most entries that are too large for machine integers: 24 sums of all of these take a second."""
DRAWN, POWERS = 600, 6
"""How many distributions are drawn, with weights 1, 2, ..., 2^(POWERS - 1) up to their sum."""
TRIED = 12
"""Most pairs of which it is computed how far their line leads, those of the least ratio first."""
SHORT = Fraction(1, 10**4)
"""The share of the largest excess risk that a bound must reach to count."""
BITS = 40
"""Binary digits of a rounded direction."""
DIGITS = 9
"""Significant digits of what is returned: floats of the direction differ between processors."""
RANK = 1e-10
"""Relative size of eigenvalues that count as 0."""


@dataclass(frozen=True)
class Line:
    """H(e) <= upper e^2 for e <= end, by Pi = start + e slope, where v = U^T start decodes to z.

    At `start` z ties with the rival, over which it has the excess e at Pi.
    """

    upper: Fraction
    end: Fraction
    z: int
    rival: int
    start: tuple[Fraction, ...]
    slope: tuple[Fraction, ...]


def line_from_a_tie(L: IntegerMatrix, U: IntegerMatrix, largest: Fraction) -> Line | None:
    """A small ratio; None where no line reaches far enough or L is too large.

    L is over one denominator, without equal rows; `largest` is the largest excess risk.
    """
    values = L.values
    if values.shape[1] > MOST:
        return None
    source = np.random.default_rng(0)
    points = 1 << source.integers(0, POWERS, (DRAWN, values.shape[1]))
    if magnitude(values) * int(points.sum(axis=1).max()) > INT64_MAX // 4:
        if values.size > LARGE:
            return None
        L = replace(L, values=values.astype(object))
        # The same choices for a multiple of a loss as for the loss.
        values = L.values // gcd(*L.values.ravel().tolist())
    inverse = _pseudoinverse(floats(U))
    entries = floats(IntegerMatrix(values, (1,) * len(values)))
    for k, z, rival in _ties(entries, points, inverse):
        gap = (entries[z] - entries[rival]) - (entries[z] - entries[rival]).mean()
        direction = _rounded(inverse @ gap)
        line = _exact(L, U, (z, rival), points[k : k + 2], direction)
        if line is not None and line.end >= SHORT * largest:
            upper = Fraction(decimal(line.upper, DIGITS, ROUND_CEILING))
            return replace(line, upper=upper, end=Fraction(decimal(line.end, DIGITS, ROUND_FLOOR)))
    return None


def _pseudoinverse(U: Array) -> Array:
    """G^+ for the Gram matrix G of the centred rows."""
    centred = U - U.mean(axis=0)
    squares, vectors = np.linalg.eigh(centred @ centred.T)
    kept = squares > RANK * max(squares.max(), 0.0)
    return np.asarray((vectors[:, kept] / squares[kept]) @ vectors[:, kept].T)


def _ties(L: Array, points: Points, inverse: Array) -> list[tuple[int, int, int]]:
    """Lines k -> k + 1 and the first two predictions that tie there, the furthest pairs first."""
    risks = L @ (points / points.sum(axis=1, keepdims=True)).T
    best = risks.argmin(axis=0)
    found = []
    for k in range(len(points) - 1):
        gaps = risks[:, k] - risks[best[k], k]
        rises = gaps - (risks[:, k + 1] - risks[best[k], k + 1])
        rises[best[k]] = 0
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = np.where(rises > 0, gaps / rises, np.inf)
        rival = int(shares.argmin())
        if shares[rival] < 1:
            found.append((k, int(best[k]), rival))
    if not found:
        return []
    pairs = {(min(z, rival), max(z, rival)): (k, z, rival) for k, z, rival in found}
    first = np.array([pair[0] for pair in pairs], dtype=np.int64)
    second = np.array([pair[1] for pair in pairs], dtype=np.int64)
    gaps = L[first] - L[second]
    gaps -= gaps.mean(axis=1, keepdims=True)
    lengths = np.einsum("ij,ij->i", gaps @ inverse, gaps)
    order = np.argsort(-lengths, kind="stable")[:TRIED].tolist()
    listed = list(pairs.values())
    return [listed[i] for i in order]


def _rounded(direction: Array) -> list[int]:
    """Integers of sum 0 in nearly that direction."""
    top = float(np.abs(direction).max()) or 1.0
    whole = [round(x / top * (1 << BITS)) for x in direction.tolist()]
    whole[0] -= sum(whole)
    return whole


def _exact(
    L: IntegerMatrix, U: IntegerMatrix, pair: Pair, points: Points, direction: list[int]
) -> Line | None:
    """The ratio and how far it reaches from where z ties on the line between two distributions."""
    z, rival = pair
    sums = [int(total) for total in points.sum(axis=1)]
    # Risks over one denominator: those at the start times the sum at the stop and vice versa.
    start = [int(x) * sums[1] for x in (L.values @ points[0]).tolist()]
    stop = [int(x) * sums[0] for x in (L.values @ points[1]).tolist()]
    gaps = [x - start[z] for x in start]
    rises = [gap - (x - stop[z]) for gap, x in zip(gaps, stop, strict=True)]
    if min(gaps) < 0 or rises[rival] <= 0:
        return None
    share = Fraction(gaps[rival], rises[rival])
    early = any(r > 0 and share * r > gap for gap, r in zip(gaps, rises, strict=True))
    if share >= 1 or early:  # Another prediction ties before.
        return None
    tie = [
        (1 - share) * Fraction(a, sums[0]) + share * Fraction(b, sums[1])
        for a, b in points.T.tolist()
    ]
    difference = (L.values[z] - L.values[rival]).tolist()
    rise = sum(a * b for a, b in zip(difference, direction, strict=True))
    if rise <= 0:
        return None
    shared = lcm(*U.denominators)
    weights = [d * (shared // below) for d, below in zip(direction, U.denominators, strict=True)]
    moved = U.values.astype(object).T @ np.array(weights, dtype=object)
    square = Fraction(sum(int(x) ** 2 for x in moved), shared**2)
    reach = min(p / -d for p, d in zip(tie, direction, strict=True) if d < 0)
    speed = Fraction(rise, L.denominators[0])
    slope = tuple(d / speed for d in direction)
    return Line(square / speed**2, reach * speed, z, rival, tuple(tie), slope)
