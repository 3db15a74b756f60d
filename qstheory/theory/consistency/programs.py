"""The linear programs about a polyhedral surrogate, solved exactly.

All are written in standard form, so that the multipliers that `solve` returns are the scores or the
direction that is looked for, and x is the certificate that goes with them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.arithmetic import Vector
from qstheory.certify.maxima import Affine, Minimised, Multipliers, Piece, Terms, pieces
from qstheory.errors import InvalidParameter, Undecided
from qstheory.exact.linear_program import ExactOptimum, StandardProgram, solve

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Minimum:
    """min W, a minimiser v, and q >= 0 with sum_k q_ygk = Pi_y whose bound is that value.

    Under conditions this takes numbers >= 0 for them as well.
    """

    value: Fraction
    scores: Vector
    multipliers: Multipliers
    conditions: Vector


def dimension(terms: Terms) -> int:
    """The number of scores."""
    return len(terms[0][0][0].slope)


def _maxima(terms: Terms) -> list[tuple[int, int]]:
    return [(y, g) for y, maxima in enumerate(terms) for g in range(len(maxima))]


def _spread(terms: Terms, known: dict[Piece, Fraction]) -> Multipliers:
    """The numbers of some pieces as multipliers of all."""
    return tuple(
        tuple(
            tuple(known.get((y, g, k), ZERO) for k in range(len(maximum)))
            for g, maximum in enumerate(maxima)
        )
        for y, maxima in enumerate(terms)
    )


def _piece_column(place: Piece, piece: Affine, maxima: list[tuple[int, int]]) -> list[Fraction]:
    """1 in the row of its maximum, then the slope."""
    return [*(Fraction(int(place[:2] == m)) for m in maxima), *piece.slope]


def _solved(columns: list[list[Fraction]], right: list[Fraction], costs: Vector) -> ExactOptimum:
    rows = tuple(tuple(row) for row in zip(*columns, strict=True))
    return solve(StandardProgram(rows, tuple(right), costs))


def minimum(terms: Terms, Pi: Vector, within: Sequence[Affine] = ()) -> Minimum:
    """min of W over the v with every form of `within` at most 0; raises Undecided without one."""
    maxima, places = _maxima(terms), list(pieces(terms))
    columns = [_piece_column(place, piece, maxima) for place, piece in places]
    columns += [[ZERO] * len(maxima) + list(form.slope) for form in within]
    right = [*(Pi[y] for y, _ in maxima), *[ZERO] * dimension(terms)]
    costs = (*(-piece.constant for _, piece in places), *(-form.constant for form in within))
    best = _solved(columns, right, costs)
    known = {place: x for (place, _), x in zip(places, best.x, strict=False)}
    q = _spread(terms, known)
    return Minimum(-best.value, best.y[len(maxima) :], q, best.x[len(places) :])


@dataclass(frozen=True)
class BoundedSum:
    """min_v max_i (sum_y w_iy S(v, y) - c_i): its value, such a v, and the proof.

    Weights mu >= 0 of sum 1, and q for sum_i mu_i w_i: sum q b - sum_i mu_i c_i is the value.
    """

    value: Fraction
    scores: Vector
    weights: Vector
    multipliers: Multipliers


def bounded_sum(
    terms: Terms, weights: Sequence[Vector], constants: Sequence[Fraction]
) -> BoundedSum:
    """The least of a maximum of weighted sums of the S(., y), for weights >= 0."""
    maxima, places = _maxima(terms), list(pieces(terms))
    columns = [[*_piece_column(place, piece, maxima), ZERO] for place, piece in places]
    columns += [[*(-w[y] for y, _ in maxima), *[ZERO] * dimension(terms), ONE] for w in weights]
    right = [ZERO] * (len(maxima) + dimension(terms)) + [ONE]
    best = _solved(columns, right, (*(-piece.constant for _, piece in places), *constants))
    known = {place: x for (place, _), x in zip(places, best.x, strict=False)}
    mixture = best.x[len(places) :]
    return BoundedSum(-best.value, best.y[len(maxima) : -1], mixture, _spread(terms, known))


@dataclass(frozen=True)
class CommonDistance:
    """The least e, such a v, the v_i within e of it, and for each i the mu_i and q_i that prove it.

    sum_k q_iygk = mu_i w_iy, the sums s_i = sum q_i a add up to 0 without a given v, their absolute
    coordinates to 1, and sum_i (sum q_i b - mu_i level_i) = e.
    """

    value: Fraction
    scores: Vector
    nearest: tuple[Vector, ...]
    proofs: tuple[tuple[Fraction, Multipliers], ...]


def common_distance(
    terms: Terms, weights: Sequence[Vector], levels: Sequence[Fraction], v: Vector | None
) -> CommonDistance:
    """The least e such that v is within e of each {v_i : sum_y w_iy S(v_i, y) <= level_i}.

    Distances are the largest absolute coordinate; without v the best one is taken, and returned.
    """
    d, maxima = dimension(terms), _maxima(terms)
    width = d + len(maxima)
    size = d + len(weights) * width + 1
    columns, costs = [], []

    def column(cost: Fraction, entries: dict[int, Fraction]) -> None:
        columns.append([entries.get(i, ZERO) for i in range(size)])
        costs.append(cost)

    # The multipliers y of the rows are v, then for each i the v_i with its maxima, then e.
    for i, (w, level) in enumerate(zip(weights, levels, strict=True)):
        start = d + i * width
        place = {maximum: start + d + k for k, maximum in enumerate(maxima)}
        for (y, g, _), piece in pieces(terms):
            if w[y]:
                slopes = {start + k: a for k, a in enumerate(piece.slope)}
                column(-piece.constant, {**slopes, place[y, g]: -ONE})
        column(level, {place[m]: w[m[0]] for m in maxima})
        for k in range(d):
            for sign in (ONE, -ONE):
                column(ZERO, {k: sign, start + k: -sign, size - 1: -ONE})
    if v is not None:
        for k, x in enumerate(v):
            column(x, {k: ONE})
            column(-x, {k: -ONE})
    best = _solved(columns, [*[ZERO] * (size - 1), -ONE], tuple(costs))
    numbers = iter(best.x)
    proofs = []
    for w in weights:
        known = {place: next(numbers) for place, _ in pieces(terms) if w[place[0]]}
        proofs.append((next(numbers), _spread(terms, known)))
        for _ in range(2 * d):
            next(numbers)
    starts = range(d, d + len(weights) * width, width)
    nearest = tuple(best.y[start : start + d] for start in starts)
    return CommonDistance(-best.value, best.y[:d], nearest, tuple(proofs))


def point_or_multipliers(constraints: Sequence[Affine]) -> tuple[Vector | None, Vector]:
    """Scores at which every form is at most 0, or multipliers that combine them to a constant > 0.

    max s subject to form(v) + s <= 0 and s <= 1 has the dual written here.
    """
    width = len(constraints[0].slope)
    columns = [[*form.slope, ONE] for form in constraints] + [[ZERO] * width + [ONE]]
    right = [ZERO] * width + [ONE]
    costs = (*(-form.constant for form in constraints), ONE)
    best = _solved(columns, right, costs)
    return (best.y[:width] if best.value >= 0 else None), best.x[:-1]


def require_bounded(terms: Terms) -> None:
    """Raise InvalidParameter when some S(., y) has no least value."""
    try:
        for maxima in terms:
            minimum((maxima,), (ONE,))
    except Undecided:
        raise InvalidParameter(
            "The surrogate is not bounded below for every observation; it has no minimiser."
        ) from None


def active(terms: Terms, v: Vector) -> frozenset[Piece]:
    """The pieces that attain their maximum at v."""
    tops = {(y, g): max(piece.at(v) for piece in terms[y][g]) for y, g in _maxima(terms)}
    return frozenset(p for p, piece in pieces(terms) if piece.at(v) == tops[p[:2]])


def stationary(terms: Terms, gains: Vector, at: frozenset[Piece]) -> Minimised | None:
    """A distribution of negative gain that is minimised where these pieces are active, or None."""
    places, columns = _at_pieces(terms, at)
    columns.append([ZERO] * (len(columns[0]) - 1) + [ONE])
    right = [ZERO] * (len(columns[0]) - 1) + [ONE]
    best = _solved(columns, right, (*[ZERO] * len(places), *gains, ZERO))
    if best.value == 0:
        return None
    masses = best.x[len(places) : -1]
    total = sum(masses, ZERO)
    known = {place: x / total for place, x in zip(places, best.x, strict=False)}
    return Minimised(tuple(m / total for m in masses), _spread(terms, known))


def _at_pieces(terms: Terms, at: frozenset[Piece]) -> tuple[list[Piece], list[list[Fraction]]]:
    """These pieces, and columns of q on them and of Pi: of its sums, 0, and of its total."""
    maxima, d = _maxima(terms), dimension(terms)
    places = [(place, piece) for place, piece in pieces(terms) if place in at]
    columns = [[*_piece_column(place, piece, maxima), ZERO] for place, piece in places]
    columns += [
        [*(Fraction(-int(m == y)) for m, _ in maxima), *[ZERO] * d, ONE] for y in range(len(terms))
    ]
    return [place for place, _ in places], columns


def farthest(terms: Terms, at: frozenset[Piece], direction: Vector) -> Vector:
    """The Pi with the largest direction . Pi among those minimised where these pieces are active.

    Raises Undecided when there is none.
    """
    places, columns = _at_pieces(terms, at)
    right = [ZERO] * (len(columns[0]) - 1) + [ONE]
    best = _solved(columns, right, (*[ZERO] * len(places), *(-x for x in direction)))
    return best.x[len(places) :]
