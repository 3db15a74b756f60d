"""The largest separation of a link from scores to predictions, both ways.

A link psi is separated by e when v and every v' that minimises W at a distribution Pi are at least
e apart, in the largest absolute coordinate, wherever psi(v) is not optimal at Pi. Within a cell of
the scores min W and, where a prediction is optimal on the whole cell, min l are linear: a minimiser
at Pi minimises at the vertices of the face around Pi, and z is not optimal at one of them. So only
vertices matter.

At least e: a tree serves every v. At its leaves numbers mu_j and q_j at vertices p_j with
sum_k q_ygk = mu_j p_jy have slopes s_j = sum q_j a that add up to 0. With v_j the nearest minimiser
at p_j, s_j . v_j <= mu_j W(p_j) - sum q_j b; so that

    sum_j (sum q_j b - mu_j W(p_j)) <= -sum_j s_j . (v_j - v) <= sum_j |s_j|_1 max_j |v_j - v|.

At most e: scores v with, for each z, a minimiser within e at a vertex at which z is not optimal.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import Vector
from qstheory.certify.kinds.embedding import Apart, Cells, Link, Path, Refined, Served, refined
from qstheory.certify.maxima import (
    Terms,
    combined_slope,
    lower_bound,
    require_totals,
    terms_words,
    value,
    width,
)
from qstheory.certify.outcome import PROVES, Decision, require
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import EMBEDDING
from qstheory.errors import InvalidParameter
from qstheory.losses.base import Reference


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


def check(proposition: LargestSeparation, given: BestSeparation, tools: Tools) -> Decision:
    """The minima, the tree, then the scores at which every prediction is near an error."""
    terms, distance, v = proposition.terms, proposition.distance, given.closest
    require(distance >= 0, "the distance is negative")
    cells = refined(proposition.loss, terms, given.refined)
    cells.serve(given.tree, partial(_require_apart, cells, distance))
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
        require_totals(terms, [mu * p for p in vertex.distribution], pull.multipliers)
        slope = combined_slope(terms, pull.multipliers)
        total = [t + s for t, s in zip(total, slope, strict=True)]
        reach += sum(map(abs, slope), Fraction(0))
        gap += lower_bound(terms, pull.multipliers) - mu * vertex.least
    require(not any(total), "the pulls do not cancel")
    require(gap >= distance * reach and reach, "the pulls allow a smaller distance")


RULES = (Rule(LargestSeparation, BestSeparation, check, (EMBEDDING,)),)
