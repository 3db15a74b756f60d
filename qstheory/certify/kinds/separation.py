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

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import (
    Vector,
)
from qstheory.certify.kinds.embedding import (
    Apart,
    Branching,
    Cells,
    Link,
    Path,
    Refined,
    Served,
    cells_of,
    link_fault,
    minima_fault,
)
from qstheory.certify.maxima import (
    Terms,
    combined_slope,
    lower_bound,
    matrix,
    terms_fault,
    terms_words,
    totals_fault,
    value,
)
from qstheory.certify.outcome import Decision, invalid, proves_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import EMBEDDING
from qstheory.losses import resolve
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
    loss, terms = resolve(proposition.loss), proposition.terms
    fault = terms_fault(terms, loss.observations.size)
    if fault or proposition.distance < 0:
        return invalid(fault or "the distance is negative")
    refined = given.refined
    cells = cells_of(terms, refined.scores)
    if isinstance(cells, str):
        return invalid(cells)
    L = matrix(loss)
    leaf = partial(_apart_fault, terms, cells, proposition.distance)
    fault = (
        minima_fault(terms, refined.scores, cells, refined.minima)
        or link_fault(L, refined.link, cells)
        or Branching(L, cells, leaf).fault(given.tree)
        or _near_fault(L, terms, cells, proposition.distance, given)
    )
    return proves_if(not fault, fault)


def _apart_fault(terms: Terms, cells: Cells, distance: Fraction, link: Link, path: Path) -> str:
    """Why some v may be nearer to minimisers at all vertices of the path."""
    if not isinstance(link, Apart):
        return "a leaf has no pulls"
    here = [vertex for _, vertex in path]
    total, reach, gap = [Fraction(0)] * len(terms[0][0][0].slope), Fraction(0), Fraction(0)
    for pull in link.pulls:
        if not 0 <= pull.vertex < len(cells.vertices) or cells.vertices[pull.vertex] not in here:
            return "a pull is at no vertex of the branch"
        vertex, mu = cells.vertices[pull.vertex], pull.weight
        fault = totals_fault(terms, [mu * p for p in vertex.distribution], pull.multipliers)
        if fault:
            return fault
        slope = combined_slope(terms, pull.multipliers)
        total = [t + s for t, s in zip(total, slope, strict=True)]
        reach += sum(map(abs, slope), Fraction(0))
        gap += lower_bound(terms, pull.multipliers) - mu * vertex.least
    if any(total):
        return "the pulls do not cancel"
    return "" if gap >= distance * reach and reach else "the pulls allow a smaller distance"


def _near_fault(
    L: Sequence[Vector], terms: Terms, cells: Cells, distance: Fraction, given: BestSeparation
) -> str:
    """Why some prediction may be farther from all its errors at the closest scores."""
    v = given.closest
    if len(given.near) != len(L) or len(v) != len(terms[0][0][0].slope):
        return "there is not a minimiser for each prediction, or no scores near them"
    for row, near in zip(L, given.near, strict=True):
        if not 0 <= near.vertex < len(cells.vertices) or len(near.scores) != len(v):
            return "a minimiser is at no vertex, or has no scores"
        vertex = cells.vertices[near.vertex]
        Pi = vertex.distribution
        if inner(row, Pi) == min(inner(other, Pi) for other in L):
            return "a prediction is optimal where it should err"
        if inner(Pi, tuple(value(maxima, near.scores) for maxima in terms)) != vertex.least:
            return "the scores do not minimise at the vertex"
        if max(abs(a - b) for a, b in zip(v, near.scores, strict=True)) > distance:
            return "a minimiser is farther than the distance"
    return ""


RULES = (Rule(LargestSeparation, BestSeparation, check, (EMBEDDING,)),)
