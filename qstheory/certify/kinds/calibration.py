"""The calibration function H of a quadratic surrogate equals a quadratic on an interval.

For an affine decomposition with rows F_z and U_y, surrogate space R^r and decoder
d(v) = argmin_z F_z . v, the calibration function at an excess risk e is

    H(e) = min (v - g)^T G (v - g)   over z != z*, distributions Pi and v, where g = U^T Pi,
           F_z . v <= F_z' . v for all z'   and   (F_z - F_z*) . g >= e.

G is the identity for S(v, y) = ||v - U_y||^2, and F^T F / (2 |Z|) for the surrogate on the space of
scores F v of Osokin, Bach and Lacoste-Julien (2017): it is given as scale K^T K, so that it is
positive semidefinite by construction. Source: Definition A.3.

Upper bound: a feasible point, affine in e, whose value is the quadratic. Lower bound for each pair:
for multipliers lambda >= 0 (one for each z'), mu >= 0 and nu, with tau = sum_z' lambda_z'
(F_z' - F_z) and G t = tau, if for every y

    -tau . U_y >= mu (F_z - F_z*) . U_y + nu,

then, as tau . v >= 0 on the cell of z,

    (v - g)^T G (v - g) >= 2 tau . (v - g) - t^T G t >= 2 (mu e + nu) - t^T G t.

With D_i and G D_i = F_i - F_0 for every row i and w = lambda - (sum lambda) e_z, t is sum_i w_i D_i
and t^T G t = sum_ij w_i w_j D_i . (F_j - F_0).

Multipliers affine in e are feasible on an interval when they are at both ends; the bound is then a
quadratic in e and is compared with the claimed one on the whole interval.

Attaining a value shows that H is at most as large, the bounds that it is at least. Two kinds of
pairs need no multipliers of their own. With tau = mu (F_z* - F_z), nu = 0 and
mu = e / |F_z - F_z*|^2, in the dual of the metric, every pair has the bound e^2 / |F_z - F_z*|^2.
And where permutations s of the predictions and t of the observations keep all differences
F_z . U_y - F_z' . U_y and all |F_z - F_z'|, what bounds (z, z*) bounds (s(z), s(z*)), with the
multipliers moved: t^T G t is -sum_ij w_i w_j |F_i - F_j|^2 / 2, as the w_i have the sum 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from typing import ClassVar, Literal

from qstheory.certify.arithmetic import Vector, integers, over_common_denominator
from qstheory.certify.moves import (
    Factors,
    Metric,
    Move,
    Products,
    Rows,
    across,
    dot,
    move_fault,
    products,
    reached,
)
from qstheory.certify.rules import PROVES, Decision, Rule, Tools, refuse, require
from qstheory.certify.theorems import CALIBRATION
from qstheory.certify.words import end, factors_words, polynomial
from qstheory.errors import InvalidParameter


@dataclass(frozen=True)
class CalibrationPiece:
    """H(e) = constant + linear e + square e^2 for all e > 0 in [low, high]; `metric` None is G = I.

    Or H is at least, or at most, as large. F None is the identity: a score a prediction. H(0) is 0
    whatever the formula says: no excess costs nothing.
    """

    VERSION: ClassVar[int] = 2
    F: Rows | None
    U: Rows
    metric: Metric | None
    low: Fraction
    high: Fraction
    constant: Fraction
    linear: Fraction
    square: Fraction
    relation: Literal["=", "<=", ">="] = "="

    def __str__(self) -> str:
        value = polynomial(self.constant, self.linear, self.square)
        where = f"{end(self.low)} <= e <= {end(self.high)}"
        factors = factors_words(self.F, self.U) if self.F else "unconstrained scores"
        return f"H(e) {self.relation} {value} for {where}, {factors}"


@dataclass(frozen=True)
class AffineVector:
    """The vector start + e slope."""

    start: Vector
    slope: Vector


@dataclass(frozen=True)
class Attained:
    """A feasible point for the pair (z, z*), indices of rows of F: Pi and v affine in e."""

    z: int
    best: int
    distribution: AffineVector
    scores: AffineVector


@dataclass(frozen=True)
class PairBound:
    """The multipliers of the pair (z, z*), affine in e: lambda by prediction, mu and nu."""

    z: int
    best: int
    multipliers: AffineVector


@dataclass(frozen=True)
class Optimality:
    """A feasible point, but for >=, and bounds for ordered pairs of different predictions.

    All other pairs are images of these under the moves, or bounded by their distance.
    `directions` are the D_i, one for each row of F, None when G = I.
    """

    VERSION: ClassVar[int] = 5
    attained: Attained | None
    bounds: tuple[PairBound, ...]
    moves: tuple[Move, ...]
    directions: Rows | None


def nonnegative_on(coefficients: Sequence[Fraction | int], low: Fraction, high: Fraction) -> bool:
    """Whether a + b e + c e^2 >= 0 for all e in [low, high]."""
    a, b, c = coefficients
    ends = [e.as_integer_ratio() for e in (low, high)]
    if any((a * q + b * p) * q + c * p * p < 0 for p, q in ends):
        return False
    (p, q), (s, t) = ends
    inside = c > 0 and 2 * c * p + b * q < 0 < 2 * c * s + b * t
    return not inside or 4 * a * c >= b * b


def require_shape(piece: CalibrationPiece) -> None:
    """Check that the data of a piece describe a problem."""
    width = len(piece.U[0]) if piece.U else 0
    K = piece.metric.K if piece.metric else None
    rows = (*(piece.F or ()), *piece.U, *(K or ()))
    several = (width if piece.F is None else len(piece.F)) > 1
    fit = several and piece.U and all(len(row) == width for row in rows)
    require(fit, "F needs two rows or more, U one or more, and all rows the same length")
    scaled = piece.metric is None or piece.metric.scale > 0
    require(scaled, "the scale of the metric is not positive")
    proper = 0 <= piece.low <= piece.high > 0
    require(proper, "the interval has no e > 0 or negative ones")


def affine(vector: AffineVector) -> tuple[list[int], list[int], int]:
    """Start and slope as numerators over one denominator."""
    (start, slope), unit = integers((vector.start, vector.slope))
    return start, slope, unit


def at(start: list[int], slope: list[int], e: Fraction) -> list[int]:
    """The value at e, times the denominator of e."""
    return [e.denominator * x + e.numerator * y for x, y in zip(start, slope, strict=True)]


def require_attained(piece: CalibrationPiece, given: Factors, point: Attained) -> None:
    """Check that the affine point is feasible with at most the value of the piece."""
    places, width = range(len(given.scores)), len(given.U[0])
    for vector, size in ((point.distribution, len(given.U)), (point.scores, width)):
        fit = len(vector.start) == len(vector.slope) == size
        require(fit, "the point does not have the shapes |Y| and r")
    z, best = point.z, point.best
    require({z, best} <= {*places}, "the pair does not name two predictions")
    p0, p1, below = affine(point.distribution)
    v0, v1, unit = affine(point.scores)
    gains = [x - y for x, y in zip(given.scores[z], given.scores[best], strict=True)]
    for e in (piece.low, piece.high):
        weights, scores = at(p0, p1, e), at(v0, v1, e)
        fit = min(weights) >= 0 and sum(weights) == e.denominator * below
        require(fit, "the weights are not a distribution")
        decoded = given.decoded(scores)
        require(min(decoded) == decoded[z], "the scores do not decode to the prediction")
        enough = dot(gains, weights) >= e.numerator * below * given.score_unit
        require(enough, "the excess risk is below epsilon")
    # v - U^T Pi, at all e, times the product of the three denominators.
    columns, longer = across(given.U), below * given.target_unit
    first, then = (
        given.image([longer * x - unit * dot(p, u) for x, u in zip(v, columns, strict=True)])
        for v, p in ((v0, p0), (v1, p1))
    )
    share = given.scale / (longer * unit) ** 2
    room = (
        piece.constant - share * dot(first, first),
        piece.linear - 2 * share * dot(first, then),
        piece.square - share * dot(then, then),
    )
    within = nonnegative_on(room, piece.low, piece.high)
    require(within, "the point has a larger value than the claimed one")


def distance_suffices(piece: CalibrationPiece, squared_distance: Fraction) -> bool:
    """Whether e^2 / |F_z - F_z*|^2 is at least the piece; equal rows have no excess at all."""
    if not squared_distance:
        return True
    slack = (-piece.constant, -piece.linear, 1 / squared_distance - piece.square)
    return nonnegative_on(slack, piece.low, piece.high)


def bound_fault(
    piece: CalibrationPiece, pair: tuple[int, int], bound: AffineVector, given: Products
) -> str:
    """Why the multipliers do not bound the pair's value below by the piece, or ''."""
    (z, rival), size = pair, len(given.scores)
    if not len(bound.start) == len(bound.slope) == size + 2:
        return "there are not |Z| + 2 multipliers"
    first, then, unit = affine(bound)
    mu0, nu0, mu1, nu1 = *first[size:], *then[size:]
    used = [k for k in range(size) if first[k] or then[k]]
    for e in {piece.low, piece.high}:
        # Times `unit` and the denominator of e.
        p, q = e.as_integer_ratio()
        weights = [q * first[k] + p * then[k] for k in used]
        mu, nu = q * mu0 + p * mu1, q * nu0 + p * nu1
        if min([mu, *weights]) < 0:
            return "a multiplier is negative"
        # tau . U_y <= mu (F_z* - F_z) . U_y - nu, times the denominator of the scores.
        left = [nu * given.score_unit] * len(piece.U)
        for i, x in zip((*used, z, rival), (*weights, mu - sum(weights), -mu), strict=True):
            if x:
                left = [total + x * s for total, s in zip(left, given.scores[i], strict=True)]
        if max(left) > 0:
            return "the multipliers violate the bound at an observation"
    # The coefficients of |tau|^2 by powers of e.
    places = (*used, z)
    start, slope = ([*at, -sum(at)] for at in ([v[k] for k in used] for v in (first, then)))
    dual = [[given.dual[i][j] for j in places] for i in places]
    on_start, on_slope = ([dot(row, v) for row in dual] for v in (start, slope))
    mixed = dot(start, on_slope) + dot(slope, on_start)
    square = dot(start, on_start), mixed, dot(slope, on_slope)
    scale = unit * given.dual_unit
    below, claimed = over_common_denominator((piece.constant, piece.linear, piece.square))
    slack = [
        below * (2 * scale * x - taken) - scale * unit * value
        for x, taken, value in zip((nu0, mu0 + nu1, mu1), square, claimed, strict=True)
    ]
    if any(slack) and not nonnegative_on(slack, piece.low, piece.high):
        return "the bound lies below the claimed value"
    return ""


def require_bounds(
    piece: CalibrationPiece, given: Products, bounds: tuple[PairBound, ...], moves: tuple[Move, ...]
) -> None:
    """Check that the bounds, their images and the distances show H >= the piece."""
    if piece.F is None:
        require(not bounds and not moves, "unconstrained scores are bounded by distances alone")
        scale = piece.metric.scale if piece.metric else Fraction(1)
        require(distance_suffices(piece, 2 / scale), "the distance of two scores does not bound it")
        return
    places = range(len(piece.F))
    listed = [(bound.z, bound.best) for bound in bounds]
    fit = all(z in places and best in places and z != best for z, best in listed)
    require(fit, "a bound does not name two predictions")
    for move in moves:
        refuse(move_fault(given, move))
    for bound, pair in zip(bounds, listed, strict=True):
        fault = bound_fault(piece, pair, bound.multipliers, given)
        require(not fault, f"pair {pair}: {fault}")
    bounded = reached(listed, moves)
    pairs = permutations(places, 2) if bounded else combinations(places, 2)
    left = (pair for pair in pairs if pair not in bounded)
    distances = given.squared_distances
    for square, (z, best) in {distances[z][best]: (z, best) for z, best in left}.items():
        enough = distance_suffices(piece, Fraction(square, given.dual_unit))
        require(enough, f"pair {(z, best)}: its distance does not bound it, and no bound is given")


def check_optimality(piece: CalibrationPiece, given: Optimality, tools: Tools) -> Decision:
    """A feasible point of at most that value, a bound for every pair, or both."""
    require_shape(piece)
    made = products(piece.F, piece.U, piece.metric, given.directions)
    if piece.relation != ">=":
        if given.attained is None:
            raise InvalidParameter("there is no point that attains the value")
        require_attained(piece, made, given.attained)
    if piece.relation != "<=":
        require_bounds(piece, made, given.bounds, given.moves)
    return PROVES


RULES = (Rule(CalibrationPiece, Optimality, check_optimality, (CALIBRATION,)),)
