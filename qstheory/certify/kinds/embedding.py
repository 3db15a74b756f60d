"""The discrete loss that a polyhedral surrogate embeds, its links, and their regret bound.

Scores v_1, ..., v_K divide the distributions into the cells on which S(v_i, .) . p is the least of
the K numbers. Their common minimum is linear on each cell and the least surrogate risk is concave:
where the two agree at the vertices of the cells they agree everywhere. The vertices are computed
here, by double description, from the scores alone.

When they agree, the distributions that any v minimises lie within one cell: those p for which v is
a minimiser are the normals of the convex set {s : s >= S(v') for some v'} at S(v), and the face
that has S(v) in its relative interior has a corner S(v_i), whose normals include these.

    l(psi(v)) - min l <= C (W(v) - min W)   for all v and p                                  (**)

On a cell where z_i is always optimal and for fixed v both sides are linear once min W is replaced
by S(v_i) . p >= min W; so (**) holds on it when it holds at its vertices.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import Vector
from qstheory.certify.hypograph import Vertex, hypograph
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.polyhedral import SomeDecoderConsistent
from qstheory.certify.maxima import (
    Minimised,
    Multipliers,
    Terms,
    lower_bound,
    matrix,
    require_multipliers,
    require_terms,
    terms_words,
    value,
    width,
)
from qstheory.certify.outcome import PROVES, Decision, proves_if, require, require_distribution
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import EMBEDDING
from qstheory.certify.words import counted
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Reference


@dataclass(frozen=True)
class EmbeddedPoint:
    """The scores that stand for a prediction, given by its index."""

    prediction: int
    scores: Vector


@dataclass(frozen=True)
class Embeds:
    """S(v_i, y) = L(z_i, y) for the points, and min W = min l at every distribution.

    No point can be left out: each alone has the least risk at some distribution.
    """

    loss: Reference
    terms: Terms
    points: tuple[EmbeddedPoint, ...]

    def __str__(self) -> str:
        points = counted(len(self.points), "point")
        return f"{self.loss}: {terms_words(self.terms)} embeds it at {points}, each of them needed"


@dataclass(frozen=True)
class CommonPiece:
    """q_y = p_y on the piece with this index of the first maximum, the only one, of each y."""

    piece: int


@dataclass(frozen=True)
class Minima:
    """For each vertex p of the cells, in the order of distributions, the q that bounds W there."""

    vertices: tuple[Minimised | CommonPiece, ...]


@dataclass(frozen=True)
class Embedded:
    """A surrogate of d scores that embeds the loss: as in Embeds, with its minima."""

    terms: Terms
    points: tuple[EmbeddedPoint, ...]
    minima: Minima


@dataclass(frozen=True)
class Refined:
    """Scores v_i, a prediction z_i that is optimal on the whole cell of each, and the minima."""

    scores: tuple[Vector, ...]
    link: tuple[int, ...]
    minima: Minima


@dataclass(frozen=True)
class RegretConstant:
    """C is the least number for which some link psi from scores to predictions has (**)."""

    loss: Reference
    terms: Terms
    constant: Fraction

    def __str__(self) -> str:
        bound = f"excess risk <= {self.constant} times that of {terms_words(self.terms)}"
        return f"{self.loss}: {bound} for some link, and for none with a smaller factor"


@dataclass(frozen=True)
class Served:
    """psi(v) = z, by index, unless z violates (**) at a vertex: a branch for each at which it can.

    These are the vertices where z is not optimal, in order.
    """

    prediction: int
    branches: tuple["Link", ...]


@dataclass(frozen=True)
class Bounded:
    """No v violates (**) at all vertices of the branch.

    With r_j the excess risk of the prediction at the vertex p_j, weights mu >= 0 of sum 1 and q for
    the weights sum_j mu_j / r_j p_j: sum_j mu_j (W_j(v) - W_j(v_i)) / r_j >= 1 / C for every v.
    """

    weights: Vector
    multipliers: Multipliers


@dataclass(frozen=True)
class Pull:
    """mu >= 0 and q >= 0 with sum_k q_ygk = mu p_y for the vertex p with this index.

    Where v' minimises W at p, (sum q a) . v' + sum q b <= mu min W.
    """

    vertex: int
    weight: Fraction
    multipliers: Multipliers


@dataclass(frozen=True)
class Apart:
    """No v is nearer than e to minimisers at all vertices of the branch, by pulls at these."""

    pulls: tuple[Pull, ...]


Link = Served | Bounded | Apart
Path = tuple[tuple[Fraction, Vertex], ...]
"""Vertices with the excess risk there of the prediction that was branched on."""
Leaf = Callable[[Link, Path], None]
"""A check of what ends a branch; raises InvalidParameter."""


@dataclass(frozen=True)
class BestLink:
    """Scores v_i with z_i as in Refined, a tree that covers every v, and scores that attain C.

    At the last scores there is for each z a distribution, with a q, at which z has an excess risk
    > 0 of at least C (W - min W); there are none when C = 0.
    """

    scores: tuple[Vector, ...]
    link: tuple[int, ...]
    tree: Served
    worst: Vector
    against: tuple[Minimised, ...]


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

    def serve(self, link: Link, leaf: Leaf, path: Path = ()) -> None:
        """Check that a tree serves the v at which all predictions of the path err.

        There is a prediction at each node, and at each leaf what `leaf` accepts.
        """
        if not isinstance(link, Served):
            leaf(link, path)
            return
        self.require_prediction(link.prediction)
        against = self.excess(link.prediction)
        each = len(against) == len(link.branches)
        require(each, "there is not a branch for each vertex at which the prediction errs")
        for case, branch in zip(against, link.branches, strict=True):
            self.serve(branch, leaf, (*path, case))


def cells_of(reference: Reference, terms: Terms, scores: Sequence[Vector]) -> Cells:
    """The cells of these scores; raises InvalidParameter when the shapes are wrong."""
    loss = resolve(reference)
    require_terms(terms, loss.observations.size)
    fit = scores and all(len(v) == width(terms) for v in scores)
    require(fit, "there are no scores of the length of the slopes")
    rows = tuple(tuple(value(maxima, v) for maxima in terms) for v in scores)
    return Cells(matrix(loss), terms, rows, hypograph(rows).vertices)


def require_minima(cells: Cells, minima: Minima) -> None:
    """Check that min W is the least of the risks of the scores at each vertex."""
    each = len(minima.vertices) == len(cells.vertices)
    require(each, "there is not a minimum for each vertex of the cells")
    for vertex, given in zip(cells.vertices, minima.vertices, strict=True):
        Pi = vertex.distribution
        if isinstance(given, CommonPiece):
            q = _common(cells.terms, Pi, given.piece)
        else:
            here = given.distribution == Pi
            require(here, "the minima are not at the vertices of the cells, in order")
            q = given.multipliers
        require_multipliers(cells.terms, Pi, q)
        minimal = lower_bound(cells.terms, q) == vertex.least
        require(minimal, "the multipliers do not bound the least risk")


def _common(terms: Terms, Pi: Vector, k: int) -> Multipliers:
    """q_y = p_y on the k-th pieces."""
    single = all(len(maxima) == 1 and 0 <= k < len(maxima[0]) for maxima in terms)
    require(single, "there is not one maximum with such a piece for every observation")
    zero = Fraction(0)
    return tuple(
        (tuple(p if j == k else zero for j in range(len(maximum))),)
        for p, (maximum,) in zip(Pi, terms, strict=True)
    )


def require_link(cells: Cells, link: Sequence[int]) -> None:
    """Check that z_i is optimal on the whole cell of v_i."""
    fit = len(link) == len(cells.rows) and set(link) <= set(range(len(cells.L)))
    require(fit, "there is not a prediction for each of the scores")
    errs = {z: {v.distribution for _, v in cells.excess(z)} for z in set(link)}
    wrong = (v.distribution in errs[link[i]] for v in cells.vertices for i in cells.at(v))
    require(not any(wrong), "a prediction is not optimal on the whole cell of its scores")


def check_minima(proposition: Embeds, given: Minima, tools: Tools) -> Decision:
    """Compare the rows, then both risks at every vertex, then look for needless points."""
    points = proposition.points
    cells = cells_of(proposition.loss, proposition.terms, [point.scores for point in points])
    for point, row in zip(points, cells.rows, strict=True):
        cells.require_prediction(point.prediction)
        same = cells.L[point.prediction] == row
        require(same, "the surrogate does not have the losses of a prediction at its scores")
    require_minima(cells, given)
    least = all(x >= v.least for x, v in zip(cells.bayes, cells.vertices, strict=True))
    require(least, "a prediction without a point has a smaller risk at a vertex")
    for i, row in enumerate(cells.rows):
        mine = [v.distribution for v in cells.vertices if i in cells.at(v)]
        middle = tuple(sum(column, Fraction(0)) for column in zip(*mine, strict=True))
        others = (other for k, other in enumerate(cells.rows) if k != i)
        needed = mine and all(inner(other, middle) > inner(row, middle) for other in others)
        require(needed, "a point could be left out")
    return PROVES


def check_embedded(
    proposition: CalibrationDimensionAtMost, given: Embedded, tools: Tools
) -> Decision:
    """The embedding, and the number of its scores."""
    check_minima(Embeds(proposition.loss, given.terms, given.points), given.minima, tools)
    d = len(given.points[0].scores)
    return proves_if(d <= proposition.d, f"the surrogate has {d} scores")


def refined(reference: Reference, terms: Terms, given: Refined) -> Cells:
    """The cells of scores with their minima and links, which are checked."""
    cells = cells_of(reference, terms, given.scores)
    require_minima(cells, given.minima)
    require_link(cells, given.link)
    return cells


def check_refined(proposition: SomeDecoderConsistent, given: Refined, tools: Tools) -> Decision:
    """The minima, and one optimal prediction for each cell."""
    refined(proposition.loss, proposition.terms, given)
    return PROVES


def check_best_link(proposition: RegretConstant, given: BestLink, tools: Tools) -> Decision:
    """The tree for (**), then the scores at which no smaller constant will do."""
    C, terms, u = proposition.constant, proposition.terms, given.worst
    require(C >= 0, "the constant is negative")
    cells = cells_of(proposition.loss, terms, given.scores)
    require_link(cells, given.link)
    cells.serve(given.tree, partial(_require_bounded, terms, C))
    if not C:
        return PROVES
    fit = len(u) == width(terms) and len(given.against) == len(cells.L)
    require(fit, "there are not scores that attain the constant, with a distribution for each z")
    values = tuple(value(maxima, u) for maxima in terms)
    for z, case in enumerate(given.against):
        Pi = case.distribution
        require_distribution(Pi, len(terms))
        require_multipliers(terms, Pi, case.multipliers)
        risks = [inner(row, Pi) for row in cells.L]
        excess, regret = risks[z] - min(risks), inner(values, Pi)
        enough = excess > 0 and excess >= C * (regret - lower_bound(terms, case.multipliers))
        require(enough, "a prediction has less excess risk than the constant says")
    return PROVES


def _require_bounded(terms: Terms, constant: Fraction, link: Link, path: Path) -> None:
    """Check that no v violates (**) at all vertices of the path."""
    if not isinstance(link, Bounded):
        raise InvalidParameter("a leaf is no bound")
    mu = link.weights
    fit = len(mu) == len(path) and min(mu, default=-1) >= 0 and sum(mu) == 1
    require(fit, "the weights of the vertices are none")
    shares = tuple(m / r for m, (r, _) in zip(mu, path, strict=True))
    columns = zip(*(vertex.distribution for _, vertex in path), strict=True)
    require_multipliers(terms, [inner(shares, column) for column in columns], link.multipliers)
    least = inner(shares, tuple(vertex.least for _, vertex in path))
    enough = constant * (lower_bound(terms, link.multipliers) - least) >= 1
    require(enough, "the bound is below 1 / C")


RULES = (
    Rule(Embeds, Minima, check_minima, (EMBEDDING,)),
    Rule(CalibrationDimensionAtMost, Embedded, check_embedded, (EMBEDDING,)),
    Rule(SomeDecoderConsistent, Refined, check_refined, (EMBEDDING,)),
    Rule(RegretConstant, BestLink, check_best_link, (EMBEDDING,)),
)
