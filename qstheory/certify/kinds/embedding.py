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
from qstheory.certify.finite import (
    Vector,
)
from qstheory.certify.hypograph import Vertex, hypograph
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.polyhedral import (
    SomeDecoderConsistent,
)
from qstheory.certify.maxima import (
    Minimised,
    Multipliers,
    Terms,
    lower_bound,
    matrix,
    minimum_fault,
    multipliers_fault,
    terms_fault,
    terms_words,
    value,
)
from qstheory.certify.outcome import Decision, Outcome, invalid, proves_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import EMBEDDING
from qstheory.certify.words import counted
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
    """S at the scores, and the vertices of their cells."""

    rows: tuple[Vector, ...]
    vertices: tuple[Vertex, ...]

    def at(self, vertex: Vertex) -> list[int]:
        """The scores whose cells have the vertex."""
        bits = vertex.tight >> len(self.rows[0])
        return [i for i in range(len(self.rows)) if bits >> i & 1]


def cells_of(terms: Terms, scores: Sequence[Vector]) -> Cells | str:
    """The cells of these scores, or what is wrong with the shapes."""
    d = len(terms[0][0][0].slope)
    if not scores or any(len(v) != d for v in scores):
        return "there are no scores of the length of the slopes"
    rows = tuple(tuple(value(maxima, v) for maxima in terms) for v in scores)
    return Cells(rows, hypograph(rows).vertices)


def minima_fault(terms: Terms, scores: Sequence[Vector], cells: Cells, minima: Minima) -> str:
    """Why min W is not known to be the least of the risks of the scores at each vertex."""
    if len(minima.vertices) != len(cells.vertices):
        return "there is not a minimum for each vertex of the cells"
    for vertex, given in zip(cells.vertices, minima.vertices, strict=True):
        if isinstance(given, CommonPiece):
            fault = _common_fault(terms, vertex, given.piece)
            if fault:
                return fault
            continue
        if given.distribution != vertex.distribution:
            return "the minima are not at the vertices of the cells, in order"
        best = scores[cells.at(vertex)[0]]
        fault = minimum_fault(terms, given.distribution, best, given.multipliers)
        if fault:
            return fault
    return ""


def _common_fault(terms: Terms, vertex: Vertex, k: int) -> str:
    """Why the k-th pieces do not bound W by its least value at the vertex."""
    if any(len(maxima) != 1 or not 0 <= k < len(maxima[0]) for maxima in terms):
        return "there is not one maximum with such a piece for every observation"
    Pi, chosen = vertex.distribution, [maxima[0][k] for maxima in terms]
    slopes = zip(*(piece.slope for piece in chosen), strict=True)
    if any(inner(Pi, column) for column in slopes):
        return "the pieces do not combine to slope 0"
    bound = inner(Pi, tuple(piece.constant for piece in chosen))
    return "" if bound == vertex.least else "the pieces do not bound the least risk"


def link_fault(L: Sequence[Vector], link: Sequence[int], cells: Cells) -> str:
    """Why z_i is not optimal on the whole cell of v_i."""
    if len(link) != len(cells.rows) or not set(link) <= set(range(len(L))):
        return "there is not a prediction for each of the scores"
    for vertex in cells.vertices:
        risks = [inner(row, vertex.distribution) for row in L]
        if any(risks[link[i]] > min(risks) for i in cells.at(vertex)):
            return "a prediction is not optimal on the whole cell of its scores"
    return ""


def check_minima(proposition: Embeds, given: Minima, tools: Tools) -> Decision:
    """Compare the rows, then both risks at every vertex, then look for needless points."""
    loss, terms, points = resolve(proposition.loss), proposition.terms, proposition.points
    fault = terms_fault(terms, loss.observations.size)
    if fault:
        return invalid(fault)
    scores = [point.scores for point in points]
    cells = cells_of(terms, scores)
    if isinstance(cells, str):
        return invalid(cells)
    L = matrix(loss)
    for point, row in zip(points, cells.rows, strict=True):
        if not 0 <= point.prediction < len(L) or L[point.prediction] != row:
            return invalid("the surrogate does not have the losses of a prediction at its scores")
    fault = minima_fault(terms, scores, cells, given) or _least_fault(L, cells)
    return proves_if(not fault, fault)


def check_embedded(
    proposition: CalibrationDimensionAtMost, given: Embedded, tools: Tools
) -> Decision:
    """The embedding, and the number of its scores."""
    embeds = Embeds(proposition.loss, given.terms, given.points)
    decision = check_minima(embeds, given.minima, tools)
    if decision.outcome is not Outcome.PROVES:
        return decision
    d = len(given.points[0].scores)
    return proves_if(d <= proposition.d, f"the surrogate has {d} scores")


def _least_fault(L: Sequence[Vector], cells: Cells) -> str:
    """Why another prediction has a smaller risk somewhere, or a point is never alone."""
    for vertex in cells.vertices:
        if any(inner(row, vertex.distribution) < vertex.least for row in L):
            return "a prediction without a point has a smaller risk at a vertex"
    for i, row in enumerate(cells.rows):
        mine = [v.distribution for v in cells.vertices if i in cells.at(v)]
        middle = tuple(sum(column, Fraction(0)) for column in zip(*mine, strict=True))
        others = [other for k, other in enumerate(cells.rows) if k != i]
        if not mine or any(inner(other, middle) <= inner(row, middle) for other in others):
            return "a point could be left out"
    return ""


def check_refined(proposition: SomeDecoderConsistent, given: Refined, tools: Tools) -> Decision:
    """The minima, and one optimal prediction for each cell."""
    loss, terms = resolve(proposition.loss), proposition.terms
    fault = terms_fault(terms, loss.observations.size)
    if fault:
        return invalid(fault)
    cells = cells_of(terms, given.scores)
    if isinstance(cells, str):
        return invalid(cells)
    fault = minima_fault(terms, given.scores, cells, given.minima)
    fault = fault or link_fault(matrix(loss), given.link, cells)
    return proves_if(not fault, fault)


def check_best_link(proposition: RegretConstant, given: BestLink, tools: Tools) -> Decision:
    """The tree for (**), then the scores at which no smaller constant will do."""
    loss, terms = resolve(proposition.loss), proposition.terms
    fault = terms_fault(terms, loss.observations.size)
    if fault or proposition.constant < 0:
        return invalid(fault or "the constant is negative")
    cells = cells_of(terms, given.scores)
    if isinstance(cells, str):
        return invalid(cells)
    L = matrix(loss)
    fault = (
        link_fault(L, given.link, cells)
        or Branching(L, cells, partial(_bounded_fault, terms, proposition.constant)).fault(
            given.tree
        )
        or _attained_fault(L, proposition, given)
    )
    return proves_if(not fault, fault)


@dataclass(frozen=True)
class Branching:
    """A tree that serves every v: at each node a prediction, at each leaf what `leaf` accepts."""

    L: list[Vector]
    cells: Cells
    leaf: Callable[[Link, Path], str]

    def fault(self, link: Link, path: Path = ()) -> str:
        """Why the tree does not serve the v at which all predictions of the path err."""
        if not isinstance(link, Served):
            return self.leaf(link, path)
        if not 0 <= link.prediction < len(self.L):
            return "there is no such prediction"
        mine = self.L[link.prediction]
        excess = [(inner(mine, v.distribution) - least, v) for v, least in self.risks]
        against = [(r, vertex) for r, vertex in excess if r > 0]
        if len(against) != len(link.branches):
            return "there is not a branch for each vertex at which the prediction is not optimal"
        for case, branch in zip(against, link.branches, strict=True):
            fault = self.fault(branch, (*path, case))
            if fault:
                return fault
        return ""

    @cached_property
    def risks(self) -> list[tuple[Vertex, Fraction]]:
        """The vertices with min l there."""
        return [(v, min(inner(row, v.distribution) for row in self.L)) for v in self.cells.vertices]


def _bounded_fault(terms: Terms, constant: Fraction, link: Link, path: Path) -> str:
    """Why some v may violate (**) at all vertices of the path."""
    if not isinstance(link, Bounded):
        return "a leaf is no bound"
    mu = link.weights
    if len(mu) != len(path) or min(mu, default=-1) < 0 or sum(mu) != 1:
        return "the weights of the vertices are none"
    shares = [m / r for m, (r, _) in zip(mu, path, strict=True)]
    columns = zip(*(vertex.distribution for _, vertex in path), strict=True)
    totals = tuple(inner(tuple(shares), column) for column in columns)
    fault = multipliers_fault(terms, totals, link.multipliers)
    least = sum((s * v.least for s, (_, v) in zip(shares, path, strict=True)), Fraction(0))
    gap = Fraction(0) if fault else lower_bound(terms, link.multipliers) - least
    return fault or ("" if constant * gap >= 1 else "the bound is below 1 / C")


def _attained_fault(L: list[Vector], proposition: RegretConstant, given: BestLink) -> str:
    """Why a smaller constant might do."""
    if proposition.constant == 0:
        return ""
    terms, u = proposition.terms, given.worst
    if len(u) != len(terms[0][0][0].slope) or len(given.against) != len(L):
        return "there are not scores that attain the constant, with a distribution for each z"
    values = tuple(value(maxima, u) for maxima in terms)
    for z, case in enumerate(given.against):
        Pi = case.distribution
        if len(Pi) != len(terms) or min(Pi) < 0 or sum(Pi) != 1:
            return "the probabilities are none"
        fault = multipliers_fault(terms, Pi, case.multipliers)
        if fault:
            return fault
        risks = [inner(row, Pi) for row in L]
        excess, regret = (
            risks[z] - min(risks),
            inner(values, Pi) - lower_bound(terms, case.multipliers),
        )
        if excess <= 0 or excess < proposition.constant * regret:
            return "a prediction has less excess risk than the constant says"
    return ""


RULES = (
    Rule(Embeds, Minima, check_minima, (EMBEDDING,)),
    Rule(CalibrationDimensionAtMost, Embedded, check_embedded, (EMBEDDING,)),
    Rule(SomeDecoderConsistent, Refined, check_refined, (EMBEDDING,)),
    Rule(RegretConstant, BestLink, check_best_link, (EMBEDDING,)),
)
