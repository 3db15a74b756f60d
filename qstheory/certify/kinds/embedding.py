"""The discrete loss that a polyhedral surrogate embeds, and what its links are worth.

Scores v_1, ..., v_K and their cells are those of `maxima`; where they attain min W, the scores that
any v minimises at lie within one cell, see `polyhedral`.

A regret bound:

    l(psi(v)) - min l <= C (W(v) - min W)   for all v and p                                  (**)

On a cell where z_i is always optimal and for fixed v both sides are linear once min W is replaced
by S(v_i) . p >= min W; so (**) holds on it when it holds at its vertices.

A link psi from scores to predictions is separated by e when v and every v' that minimises W at a
distribution p are at least e apart, in the largest absolute coordinate, wherever psi(v) is not
optimal at p. A minimiser at p minimises at the vertices of the face around p, and z is not optimal
at one of them: only vertices matter.

At least e: a tree serves every v. At its leaves numbers mu_j and q_j at vertices p_j with
sum_k q_ygk = mu_j p_jy have slopes s_j = sum q_j a that add up to 0. With v_j the nearest minimiser
at p_j, s_j . v_j <= mu_j W(p_j) - sum q_j b; so that

    sum_j (sum q_j b - mu_j W(p_j)) <= -sum_j s_j . (v_j - v) <= sum_j |s_j|_1 max_j |v_j - v|.

At most e: scores v with, for each z, a minimiser within e at a vertex at which z is not optimal.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from qstheory.certify.arithmetic import Vector, inner
from qstheory.certify.hypograph import Vertex
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.polyhedral import Refined, refined, require_link
from qstheory.certify.maxima import (
    Cells,
    Minima,
    Minimised,
    Multipliers,
    Terms,
    cells_of,
    combined,
    lower_bound,
    terms_words,
    value,
    width,
)
from qstheory.certify.rules import (
    PROVES,
    Decision,
    Rule,
    Tools,
    proves_if,
    require,
    require_distribution,
)
from qstheory.certify.theorems import EMBEDDING
from qstheory.certify.words import counted
from qstheory.errors import InvalidParameter
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
class Embedded:
    """A surrogate of d scores that embeds the loss: as in Embeds, with its minima."""

    terms: Terms
    points: tuple[EmbeddedPoint, ...]
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
class LargestSeparation:
    """Some link is separated by the distance, and none by more."""

    loss: Reference
    terms: Terms
    distance: Fraction

    def __str__(self) -> str:
        links = f"links of {terms_words(self.terms)}"
        return f"{self.loss}: {links} are separated by {self.distance} at most, and one is"


@dataclass(frozen=True)
class Near:
    """A minimiser of W at the vertex with this index."""

    vertex: int
    scores: Vector


@dataclass(frozen=True)
class BestSeparation:
    """Scores with their predictions and minima, a tree that serves every v, and a v that is near.

    `near` has for each prediction a minimiser where it is not optimal.
    """

    refined: Refined
    tree: Served
    closest: Vector
    near: tuple[Near, ...]


def serve(cells: Cells, link: Link, leaf: Leaf, path: Path = ()) -> None:
    """Check that a tree serves the v at which all predictions of the path err.

    There is a prediction at each node, and at each leaf what `leaf` accepts.
    """
    if not isinstance(link, Served):
        leaf(link, path)
        return
    cells.require_prediction(link.prediction)
    against = cells.excess(link.prediction)
    each = len(against) == len(link.branches)
    require(each, "there is not a branch for each vertex at which the prediction errs")
    for case, branch in zip(against, link.branches, strict=True):
        serve(cells, branch, leaf, (*path, case))


def check_minima(proposition: Embeds, given: Minima, tools: Tools) -> Decision:
    """Compare the rows, then both risks at every vertex, then look for needless points."""
    points = proposition.points
    cells = cells_of(proposition.loss, proposition.terms, [point.scores for point in points])
    for point, row in zip(points, cells.rows, strict=True):
        cells.require_prediction(point.prediction)
        same = cells.L[point.prediction] == row
        require(same, "the surrogate does not have the losses of a prediction at its scores")
    cells.require_minima(given)
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


def check_best_link(proposition: RegretConstant, given: BestLink, tools: Tools) -> Decision:
    """The tree for (**), then the scores at which no smaller constant will do."""
    C, terms, u = proposition.constant, proposition.terms, given.worst
    require(C >= 0, "the constant is negative")
    cells = cells_of(proposition.loss, terms, given.scores)
    require_link(cells, given.link)
    serve(cells, given.tree, partial(_require_bounded, terms, C))
    if not C:
        return PROVES
    fit = len(u) == width(terms) and len(given.against) == len(cells.L)
    require(fit, "there are not scores that attain the constant, with a distribution for each z")
    values = tuple(value(maxima, u) for maxima in terms)
    for z, case in enumerate(given.against):
        Pi = case.distribution
        require_distribution(Pi, len(terms))
        least = lower_bound(terms, Pi, case.multipliers)
        risks = [inner(row, Pi) for row in cells.L]
        excess, regret = risks[z] - min(risks), inner(values, Pi)
        enough = excess > 0 and excess >= C * (regret - least)
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
    totals = [inner(shares, column) for column in columns]
    bound = lower_bound(terms, totals, link.multipliers)
    least = inner(shares, tuple(vertex.least for _, vertex in path))
    enough = constant * (bound - least) >= 1
    require(enough, "the bound is below 1 / C")


def check_separation(
    proposition: LargestSeparation, given: BestSeparation, tools: Tools
) -> Decision:
    """The minima, the tree, then the scores at which every prediction is near an error."""
    terms, distance, v = proposition.terms, proposition.distance, given.closest
    require(distance >= 0, "the distance is negative")
    cells = refined(proposition.loss, terms, given.refined)
    serve(cells, given.tree, partial(_require_apart, cells, distance))
    fit = len(given.near) == len(cells.L) and len(v) == width(terms)
    require(fit, "there is not a minimiser for each prediction, or no scores near them")
    for z, near in enumerate(given.near):
        fit = 0 <= near.vertex < len(cells.vertices) and len(near.scores) == len(v)
        require(fit, "a minimiser is at no vertex, or has no scores")
        vertex = cells.vertices[near.vertex]
        errs = any(vertex is where for _, where in cells.excess(z))
        require(errs, "a prediction is optimal where it should err")
        values = tuple(value(maxima, near.scores) for maxima in terms)
        minimal = inner(vertex.distribution, values) == vertex.least
        require(minimal, "the scores do not minimise at the vertex")
        close = max(abs(a - b) for a, b in zip(v, near.scores, strict=True)) <= distance
        require(close, "a minimiser is farther than the distance")
    return PROVES


def _require_apart(cells: Cells, distance: Fraction, link: Link, path: Path) -> None:
    """Check that no v is nearer than that to minimisers at all vertices of the path."""
    if not isinstance(link, Apart):
        raise InvalidParameter("a leaf has no pulls")
    here, terms = [vertex for _, vertex in path], cells.terms
    total, reach, gap = [Fraction(0)] * width(terms), Fraction(0), Fraction(0)
    for pull in link.pulls:
        known = 0 <= pull.vertex < len(cells.vertices) and cells.vertices[pull.vertex] in here
        require(known, "a pull is at no vertex of the branch")
        vertex, mu = cells.vertices[pull.vertex], pull.weight
        found = combined(terms, [mu * p for p in vertex.distribution], pull.multipliers)
        total = [t + s for t, s in zip(total, found.slope, strict=True)]
        reach += sum(map(abs, found.slope), Fraction(0))
        gap += found.constant - mu * vertex.least
    require(not any(total), "the pulls do not cancel")
    require(gap >= distance * reach and reach, "the pulls allow a smaller distance")


RULES = (
    Rule(Embeds, Minima, check_minima, (EMBEDDING,)),
    Rule(CalibrationDimensionAtMost, Embedded, check_embedded, (EMBEDDING,)),
    Rule(RegretConstant, BestLink, check_best_link, (EMBEDDING,)),
    Rule(LargestSeparation, BestSeparation, check_separation, (EMBEDDING,)),
)
