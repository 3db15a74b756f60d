"""The surrogates that a loss has: of its conjugate Bayes risk, of ratios, of fewest scores.

Every loss has the polyhedral surrogate of the conjugate of its Bayes risk:

    S(v, y) = max_p (p . v + h(p)) - v_y,   h(p) = min_z l(z),   over the vertices p of the cells

embeds L with v = -L(z, .) for z: min_v W(v) = h, since h is its own concave biconjugate. S does not
see a constant that is added to all v, nor need v leave the flat through the -L(z, .): with
v = -(L(z_0, .) + B w) there are as many scores w as the rows L(z, .) - L(z_0, .) have dimensions
apart from the constant ones.

Source: Finocchiaro, Frongillo and Waggoner 2024 (every discrete loss is embedded by a polyhedral
one); the reduction to the flat is as in Ramaswamy and Agarwal 2016.

The quadratic surrogate of ratios has one score fewer than differences have dimensions. See
`qstheory.certify.kinds.calibration_dimension_above`: where no distribution gives every
prediction the same risk, weights w of sum 0 have a = w^T L > 0, and a completes a basis U of the
differences of rows.

Of few scores there are others, by where the predictions are put. Scores v_i for the predictions z_i
are those of some polyhedral surrogate that embeds L if and only if for each z_i and each vertex p
of its cell there are slopes g_y for the observations with

    sum_y p_y g_y = 0,   L(z_i, y) + g_y . (v_k - v_i) <= L(z_k, y)   for every k and y;

then S(v, y) is the maximum of all L(z_i, y) + g_y . (v - v_i). For given scores this is a small
linear program for each z_i and p. The scores are searched: for one number along the path of cells
that touch, with the distances by another program; for more among projections of the scores of the
conjugate surrogate and among points of {-1, 0, 1}^d. What is found is proved; that nothing was
found proves nothing.

Source: Finocchiaro, Frongillo and Waggoner, Embedding dimension of polyhedral losses, COLT 2020
(one number suffices exactly for cells on a path; the condition in d dimensions).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise, permutations, product
from random import Random

from qstheory.certify.arithmetic import Vector, inner
from qstheory.certify.hypograph import Hypograph, hypograph
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.calibration_dimension_above import RatioScores
from qstheory.certify.kinds.embedding import EmbeddedPoint, Embeds
from qstheory.certify.limits import matrix
from qstheory.certify.maxima import Affine, CommonPiece, Minima
from qstheory.errors import NotApplicable, Undecided
from qstheory.exact.integer_matrix import rank
from qstheory.exact.integer_matrix import solve as coefficients
from qstheory.exact.linear_program import StandardProgram, solve
from qstheory.losses.base import Loss
from qstheory.losses.spaces import label
from qstheory.theory.calibration_dimension import positive_weights
from qstheory.theory.effort import DEFAULT
from qstheory.theory.embedding.representatives import Embedding, alone
from qstheory.theory.findings import Evidence, judged
from qstheory.theory.subject import Subject
from qstheory.theory.window import listed_weights


def conjugate(loss: Loss) -> tuple[Embedding, Evidence]:
    """The surrogate with the scores of the predictions that are alone the best somewhere.

    The proof says that it embeds the loss. Raises TooLarge beyond the limit of vertices.

    >>> from qstheory import losses
    >>> found, proof = conjugate(losses.make("multiclass", classes=3))
    >>> found.dimension, proof.proves
    (2, True)
    """
    L = matrix(loss)
    places = representatives(L)
    rows = [L[z] for z in places]
    cells = hypograph(rows)
    base, basis = rows[0], _basis(rows)
    scores = {_coordinates(row, base, basis): z for row, z in zip(rows, places, strict=True)}
    vertices = [(v.distribution, v.least) for v in cells.vertices]
    tilts = [tuple(inner(b, p) for b in basis) for p, _ in vertices]
    heights = [h - inner(p, base) for p, h in vertices]
    terms = tuple(
        (
            tuple(
                Affine(tuple(b[y] - t for b, t in zip(basis, tilt, strict=True)), base[y] + height)
                for tilt, height in zip(tilts, heights, strict=True)
            ),
        )
        for y in range(len(base))
    )
    points = sorted(scores)
    ordered = hypograph([L[scores[w]] for w in points])
    minima = Minima(tuple(map(CommonPiece, range(len(vertices)))))
    names = tuple(map(label, loss.observations))
    found = Embedding(terms, names, tuple(points), ordered, minima)
    embedded = tuple(EmbeddedPoint(scores[w], w) for w in points)
    return found, judged(Embeds(loss.reference, terms, embedded), minima)


def representatives(L: Sequence[Vector]) -> list[int]:
    """The predictions that are alone the best somewhere, the first of those with equal rows."""
    different = list(dict.fromkeys(L))
    return [L.index(different[i]) for i in alone(different, hypograph(different))]


def _basis(rows: Sequence[Vector]) -> list[Vector]:
    """Differences of rows that are independent of each other and of the constant vector; >= 1."""
    ones = (Fraction(1),) * len(rows[0])
    chosen: list[Vector] = []
    for row in rows[1:]:
        difference = tuple(a - b for a, b in zip(row, rows[0], strict=True))
        if rank([ones, *chosen, difference]) == len(chosen) + 2:
            chosen.append(difference)
    return chosen or [(Fraction(0),) * len(rows[0])]


def _coordinates(row: Vector, base: Vector, basis: Sequence[Vector]) -> Vector:
    """w with row = base + B w + a constant."""
    columns = [*basis, (Fraction(1),) * len(base)]
    found = coefficients(
        list(zip(*columns, strict=True)), [a - b for a, b in zip(row, base, strict=True)]
    )
    assert found is not None
    return found[:-1]


@dataclass(frozen=True)
class Ratios:
    """L(z, .) - L(z_0, .) = alpha_z a + F_z U^T with a > 0 where it matters; the proof of d."""

    a: Vector
    U: tuple[Vector, ...]
    alpha: Vector
    F: tuple[Vector, ...]
    evidence: Evidence


def ratios(loss: Loss, L: Sequence[Vector]) -> Ratios:
    """The surrogate of a loss with these rows; raises NotApplicable where there is none.

    >>> from fractions import Fraction
    >>> from qstheory.losses.base import matrix_loss
    >>> zero, one = Fraction(0), Fraction(1)
    >>> rows = [(zero, one, one), (one, zero, one), (one, one, 2 * one)]
    >>> ratios(matrix_loss(rows), rows).a
    (Fraction(1, 2), Fraction(1, 2), Fraction(1, 1))
    """
    w = positive_weights(L)
    if w is None:
        raise NotApplicable("Some distribution gives every prediction the same risk.")
    a = tuple(inner(w, column) for column in zip(*L, strict=True))
    differences = [tuple(x - b for x, b in zip(row, L[0], strict=True)) for row in L]
    basis = [a]
    for difference in differences:
        if rank([*basis, difference]) > len(basis):
            basis.append(difference)
    if len(basis) == 1:
        raise NotApplicable("One prediction is always the best: nothing is to be estimated.")
    columns = list(zip(*basis, strict=True))
    coordinates = [coefficients(columns, difference) for difference in differences]
    assert all(found is not None for found in coordinates)
    subject = Subject(loss, DEFAULT)
    predictions = subject.window.predictions
    made = RatioScores(listed_weights(predictions, dict(enumerate(w))), subject.span)
    proposition = CalibrationDimensionAtMost(loss.reference, len(basis) - 1)
    return Ratios(
        a,
        tuple(zip(*basis[1:], strict=True)),
        tuple(found[0] for found in coordinates if found is not None),
        tuple(found[1:] for found in coordinates if found is not None),
        judged(proposition, made),
    )


TRIED = 150
"""Most placements for one dimension: on 22 losses up to 5 x 6 the first 8 find what 150 find, and
75 take two thirds of the time; the rest is for losses beyond these."""
CELLS, VERTICES = 12, 80
"""Most predictions and vertices of a loss for which smaller surrogates are searched."""
Placement = tuple[Vector, ...]
ZERO, ONE = Fraction(0), Fraction(1)


def smallest(
    loss: Loss, lower: int, below: int, placements: int = TRIED
) -> tuple[Embedding, Evidence] | None:
    """A surrogate of the fewest scores that the search finds, from `lower` to below `below`."""
    L = matrix(loss)
    places = representatives(L)
    rows = [L[z] for z in places]
    cells = hypograph(rows)
    if len(rows) > CELLS or len(cells.vertices) > VERTICES or len(rows) < 2:
        return None
    for d in range(max(lower, 1), below):
        tried = _line(rows, cells) if d == 1 else _candidates(loss, len(rows), d)
        for placement in islice(tried, placements):
            found = _surrogate(loss, places, rows, cells, placement)
            if found is not None:
                return found
    return None


def slopes(
    rows: Sequence[Vector], placement: Placement, i: int, Pi: Vector
) -> tuple[Vector, ...] | None:
    """g_y for the prediction i at a vertex of its cell, or None when there are none.

    The program is the dual: min of sum (L(z_k, y) - L(z_i, y)) x_ky over x >= 0 with
    sum_k x_ky (v_k - v_i) = p_y t for a free t; it is 0 or without a bound.
    """
    d, n = len(placement[0]), len(Pi)
    steps = [
        (k, tuple(a - b for a, b in zip(v, placement[i], strict=True)))
        for k, v in enumerate(placement)
        if k != i
    ]
    columns, costs = [], []
    for y in range(n):
        for k, step in steps:
            columns.append([*[ZERO] * (y * d), *step, *[ZERO] * ((n - 1 - y) * d)])
            costs.append(rows[k][y] - rows[i][y])
    for sign in (1, -1):
        for a in range(d):
            columns.append([sign * Pi[y] * int(a == b) for y in range(n) for b in range(d)])
            costs.append(ZERO)
    matrix_rows = tuple(tuple(row) for row in zip(*columns, strict=True))
    try:
        best = solve(StandardProgram(matrix_rows, (ZERO,) * (n * d), tuple(costs)))
    except Undecided:
        return None
    return tuple(best.y[y * d : (y + 1) * d] for y in range(n))


def _surrogate(
    loss: Loss,
    places: Sequence[int],
    rows: Sequence[Vector],
    cells: Hypograph,
    placement: Placement,
) -> tuple[Embedding, Evidence] | None:
    """The surrogate with these scores, if there is one."""
    if len(set(placement)) < len(placement):
        return None
    pieces: list[tuple[Affine, ...]] = []
    index = {}
    width = len(rows[0])
    for j, vertex in enumerate(cells.vertices):
        for i, v in enumerate(placement):
            if not vertex.tight >> (width + i) & 1:
                continue
            found = slopes(rows, placement, i, vertex.distribution)
            if found is None:
                return None
            index[j] = len(pieces)
            pieces.append(
                tuple(
                    Affine(g, rows[i][y] - sum((a * b for a, b in zip(g, v, strict=True)), ZERO))
                    for y, g in enumerate(found)
                )
            )
    at_vertices = [pieces[index[j]] for j in range(len(cells.vertices))]
    return _proved(loss, dict(zip(places, placement, strict=True)), pieces, at_vertices)


def _proved(
    loss: Loss,
    scores: Mapping[int, Vector],
    pieces: Sequence[tuple[Affine, ...]],
    at_vertices: Sequence[tuple[Affine, ...]],
) -> tuple[Embedding, Evidence]:
    """The maximum of the pieces, without repetitions common to all observations."""
    kept = list(dict.fromkeys(pieces))
    terms = tuple((tuple(piece[y] for piece in kept),) for y in range(len(kept[0])))
    points = tuple(EmbeddedPoint(z, scores[z]) for z in sorted(scores, key=lambda z: scores[z]))
    L = matrix(loss)
    ordered = hypograph([L[point.prediction] for point in points])
    minima = Minima(tuple(CommonPiece(kept.index(piece)) for piece in at_vertices))
    names = tuple(map(label, loss.observations))
    found = Embedding(terms, names, tuple(point.scores for point in points), ordered, minima)
    return found, judged(Embeds(loss.reference, terms, points), minima)


def _line(rows: Sequence[Vector], cells: Hypograph) -> Iterator[Placement]:
    """Numbers for cells that touch along a path, at distances that make every S(., y) convex."""
    order = _path(rows, cells)
    if order is None:
        return
    gains = [
        tuple(b - a for a, b in zip(rows[i], rows[k], strict=True)) for i, k in pairwise(order)
    ]
    weights = _convex(gains)
    if weights is None:
        return
    places, at = {order[0]: ZERO}, ZERO
    for k, weight in zip(order[1:], weights, strict=True):
        at += 1 / weight
        places[k] = at
    yield tuple((places[i],) for i in range(len(rows)))


def _path(rows: Sequence[Vector], cells: Hypograph) -> list[int] | None:
    """The predictions in the order of their cells, when these touch in a path."""
    n = len(rows[0])
    neighbours: dict[int, list[int]] = {i: [] for i in range(len(rows))}
    for i, k in product(range(len(rows)), repeat=2):
        both = (1 << (n + i)) | (1 << (n + k))
        shared = [v.distribution for v in cells.vertices if v.tight & both == both]
        if i != k and len(shared) >= n - 1 and rank(shared) == n - 1:
            neighbours[i].append(k)
    ends = [i for i, near in neighbours.items() if len(near) == 1]
    if len(ends) != 2 or any(len(near) > 2 for near in neighbours.values()):
        return None
    order = [ends[0]]
    while len(order) < len(rows):
        following = [k for k in neighbours[order[-1]] if k not in order]
        if not following:
            return None
        order.append(following[0])
    return order


def _convex(gains: Sequence[Vector]) -> Vector | None:
    """w >= 1 with w_k gain_k <= w_(k+1) gain_(k+1) for every observation, if there is one."""
    count = len(gains)
    inequalities = [
        (k, low, high)
        for k, (mine, other) in enumerate(pairwise(gains))
        for low, high in zip(mine, other, strict=True)
    ]
    # w = 1 + u, u >= 0, and a slack s >= 0 for each inequality: w_(k+1) high - w_k low - s = 0.
    rows, right = [], []
    for number, (k, low, high) in enumerate(inequalities):
        u = [ZERO] * count
        u[k], u[k + 1] = -low, high
        s = [-ONE * int(number == other) for other in range(len(inequalities))]
        rows.append((*u, *s))
        right.append(low - high)
    if not rows:
        return (ONE,) * count
    costs = (*[ONE] * count, *[ZERO] * len(inequalities))
    try:
        best = solve(StandardProgram(tuple(rows), tuple(right), costs))
    except Undecided:
        return None
    return tuple(1 + u for u in best.x[:count])


def _candidates(loss: Loss, count: int, d: int) -> Iterator[Placement]:
    """Placements of the predictions in d dimensions, the same on every machine."""
    random = Random(d)
    yield from _on_a_grid(count, d, random)
    found, _ = conjugate(loss)
    # The scores of the conjugate surrogate are sorted; `places` follow the loss.
    L = matrix(loss)
    places = representatives(L)
    by_row = dict(zip(found.rows, found.scores, strict=True))
    scores = [by_row[L[z]] for z in places]
    width = len(scores[0])
    while True:
        M = [[random.choice((-1, 0, 0, 1)) for _ in range(width)] for _ in range(d)]
        yield tuple(
            tuple(sum((m * x for m, x in zip(row, v, strict=True)), ZERO) for row in M)
            for v in scores
        )


def _on_a_grid(count: int, d: int, random: Random) -> Iterator[Placement]:
    """Corners of a cube, with or without its centre, then drawn points of {-1, 0, 1}^d."""
    corners = [tuple(map(Fraction, v)) for v in product((-1, 1), repeat=d)]
    centre = (ZERO,) * d
    if count == len(corners):
        yield from islice((tuple(order) for order in permutations(corners)), TRIED // 3)
    if count <= len(corners) + 1:
        for place in reversed(range(count)):
            yield (*corners[:place], centre, *corners[place : count - 1])
    grid = [tuple(map(Fraction, v)) for v in product((-1, 0, 1), repeat=d)]
    if count <= len(grid):
        for _ in range(TRIED // 3):
            yield tuple(random.sample(grid, count))
