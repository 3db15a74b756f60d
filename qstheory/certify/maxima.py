"""Sums of maxima of affine functions, the multipliers that bound them below, and cells of scores.

    S(v, y) = sum_g max_k (a_ygk . v + b_ygk),     W(v) = sum_y Pi_y S(v, y)

For q >= 0 with sum_k q_ygk = Pi_y for every g and sum q a = 0, W >= sum q b everywhere.

Scores v_1, ..., v_K divide the distributions into the cells on which S(v_i, .) . p is the least of
the K numbers. Their common minimum is linear on each cell and the least surrogate risk is concave:
where the two agree at the vertices of the cells they agree everywhere. The vertices are computed
here, by double description, from the scores alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from qstheory.certify.arithmetic import Vector, inner
from qstheory.certify.hypograph import Vertex, hypograph
from qstheory.certify.limits import matrix
from qstheory.certify.rules import require, require_distribution
from qstheory.certify.words import counted
from qstheory.losses import resolve
from qstheory.losses.base import Reference

Multipliers = tuple[tuple[tuple[Fraction, ...], ...], ...]
"""A number for each observation, maximum and piece."""

Piece = tuple[int, int, int]
"""Observation, maximum and piece, by index."""


@dataclass(frozen=True)
class Affine:
    """slope . v + constant."""

    slope: Vector
    constant: Fraction

    def at(self, v: Vector) -> Fraction:
        """The value at v."""
        return inner(self.slope, v) + self.constant


Terms = tuple[tuple[tuple[Affine, ...], ...], ...]
"""S: for each observation the maxima whose sum it is, for each maximum its pieces."""


@dataclass(frozen=True)
class Minimised:
    """A distribution and its q."""

    distribution: Vector
    multipliers: Multipliers


def terms_words(terms: Terms) -> str:
    """How large a surrogate is."""
    count = sum(len(maximum) for each in terms for maximum in each)
    return f"a polyhedral surrogate of {counted(count, 'affine piece')}"


def pieces(terms: Terms) -> Iterator[tuple[Piece, Affine]]:
    """Every piece with its place."""
    for y, maxima in enumerate(terms):
        for g, maximum in enumerate(maxima):
            for k, piece in enumerate(maximum):
                yield (y, g, k), piece


def value(maxima: Iterable[tuple[Affine, ...]], v: Vector) -> Fraction:
    """S(v, y), from the maxima of y."""
    return sum((max(piece.at(v) for piece in maximum) for maximum in maxima), Fraction(0))


def width(terms: Terms) -> int:
    """The number of scores."""
    return len(terms[0][0][0].slope)


def require_terms(terms: Terms, observations: int) -> None:
    """Check the shape of S."""
    full = len(terms) == observations and all(terms) and all(all(maxima) for maxima in terms)
    require(full, "there is not a sum of maxima, each with a piece, for every observation")
    lengths = {len(piece.slope) for _, piece in pieces(terms)}
    require(len(lengths) == 1, "the pieces do not have one number of scores")


def mixed(parts: Iterable[tuple[Fraction, Affine]], scores: int) -> Affine:
    """The sum of multiples of affine functions of that many scores."""
    slope, constant = [Fraction(0)] * scores, Fraction(0)
    for x, part in parts:
        slope = [s + x * a for s, a in zip(slope, part.slope, strict=True)]
        constant += x * part.constant
    return Affine(tuple(slope), constant)


def combined(terms: Terms, totals: Sequence[Fraction], q: Multipliers) -> Affine:
    """sum q (a . v + b), after a check that q >= 0 has these totals in every maximum."""
    shapes = ([[len(m) for m in maxima] for maxima in each] for each in (q, terms))
    require(next(shapes) == next(shapes), "there is not one multiplier for each piece")
    # Almost all multipliers of many pieces are 0, which is told faster than it is added.
    wrong = (
        any(x.numerator < 0 for x in m) or sum(filter(None, m), Fraction(0)) != p
        for each, p in zip(q, totals, strict=True)
        for m in each
    )
    require(not any(wrong), "the multipliers are negative or do not have the sum they should")
    used = ((x, piece) for (y, g, k), piece in pieces(terms) if (x := q[y][g][k]))
    return mixed(used, width(terms))


def lower_bound(terms: Terms, totals: Sequence[Fraction], q: Multipliers) -> Fraction:
    """sum q b, at most sum_y totals_y S(v, y) for every v, as sum q a is checked to be 0."""
    found = combined(terms, totals, q)
    require(not any(found.slope), "the multipliers do not combine the slopes to 0")
    return found.constant


def require_minimum(terms: Terms, v: Vector, given: Minimised) -> None:
    """Check that q shows that v minimises W at Pi."""
    Pi, q = given.distribution, given.multipliers
    require_distribution(Pi, len(terms))
    require(len(v) == width(terms), "the scores do not have the length of the slopes")
    risk = inner(Pi, tuple(value(maxima, v) for maxima in terms))
    minimal = lower_bound(terms, Pi, q) == risk
    require(minimal, "the multipliers do not show that the scores are a minimiser")


@dataclass(frozen=True)
class CommonPiece:
    """q_y = p_y on the piece with this index of the first maximum, the only one, of each y."""

    piece: int


@dataclass(frozen=True)
class Minima:
    """For each vertex p of the cells, in the order of distributions, the q that bounds W there."""

    vertices: tuple[Minimised | CommonPiece, ...]


@dataclass(frozen=True)
class Cells:
    """L, S, some scores, S at these, and the vertices of their cells."""

    L: list[Vector]
    terms: Terms
    rows: tuple[Vector, ...]
    vertices: tuple[Vertex, ...]

    def at(self, vertex: Vertex) -> list[int]:
        """The scores whose cells have the vertex."""
        bits = vertex.tight >> len(self.terms)
        return [i for i in range(len(self.rows)) if bits >> i & 1]

    @cached_property
    def bayes(self) -> list[Fraction]:
        """min l at the vertices."""
        return [min(inner(row, v.distribution) for row in self.L) for v in self.vertices]

    def require_prediction(self, z: int) -> None:
        """Check that there is a prediction with this index."""
        require(0 <= z < len(self.L), "there is no such prediction")

    def excess(self, z: int) -> list[tuple[Fraction, Vertex]]:
        """The vertices where z is not optimal, with its excess risk there."""
        each = zip(self.vertices, self.bayes, strict=True)
        found = ((inner(self.L[z], v.distribution) - least, v) for v, least in each)
        return [case for case in found if case[0] > 0]

    def require_minima(self, minima: Minima) -> None:
        """Check that min W is the least of the risks of the scores at each vertex."""
        each = len(minima.vertices) == len(self.vertices)
        require(each, "there is not a minimum for each vertex of the cells")
        for vertex, given in zip(self.vertices, minima.vertices, strict=True):
            Pi = vertex.distribution
            if isinstance(given, CommonPiece):
                q = _common(self.terms, Pi, given.piece)
            else:
                here = given.distribution == Pi
                require(here, "the minima are not at the vertices of the cells, in order")
                q = given.multipliers
            minimal = lower_bound(self.terms, Pi, q) == vertex.least
            require(minimal, "the multipliers do not bound the least risk")


def cells_of(reference: Reference, terms: Terms, scores: Sequence[Vector]) -> Cells:
    """The cells of these scores; raises InvalidParameter when the shapes are wrong."""
    loss = resolve(reference)
    require_terms(terms, loss.observations.size)
    fit = scores and all(len(v) == width(terms) for v in scores)
    require(fit, "there are no scores of the length of the slopes")
    rows = tuple(tuple(value(maxima, v) for maxima in terms) for v in scores)
    return Cells(matrix(loss), terms, rows, hypograph(rows).vertices)


def _common(terms: Terms, Pi: Vector, k: int) -> Multipliers:
    """q_y = p_y on the k-th pieces."""
    single = all(len(maxima) == 1 and 0 <= k < len(maxima[0]) for maxima in terms)
    require(single, "there is not one maximum with such a piece for every observation")
    zero = Fraction(0)
    return tuple(
        (tuple(p if j == k else zero for j in range(len(maximum))),)
        for p, (maximum,) in zip(Pi, terms, strict=True)
    )
