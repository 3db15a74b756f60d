"""The discrete loss that a polyhedral surrogate embeds: its representative set of least size.

    min_v W(v) = min_i sum_y Pi_y S(v_i, y)   for every Pi

S(v_i, .) are the corners of the convex set {s : s >= S(v) for some v}, so that they are determined
by S, whereas the v_i need not be. Outer approximation (Benson 1998): where the scores found so far
have more than the least risk at a vertex of their cells, a minimiser there is added to them.

A polyhedral surrogate is consistent for a loss exactly when for every v_i one prediction is optimal
on the whole cell of v_i: the embedded loss refines the other. Then a link exists, with a positive
separation and a linear regret bound. Otherwise v_i minimises the surrogate risk at distributions
that no prediction serves together.

Source: Finocchiaro, Frongillo and Waggoner, An embedding framework for the design and analysis of
consistent polyhedral surrogates, JMLR 25 (2024), where indirect elicitation suffices; Ramaswamy and
Agarwal 2016 for the condition on the cells.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from qstheory.certify.arithmetic import Vector, inner
from qstheory.certify.hypograph import Hypograph, Vertex, hypograph, vertex
from qstheory.certify.kinds.embedding import EmbeddedPoint, Embeds
from qstheory.certify.kinds.polyhedral import NoDecision, Refined, SomeDecoderConsistent
from qstheory.certify.limits import matrix
from qstheory.certify.maxima import Minima, Minimised, Terms, pieces, value
from qstheory.certify.rules import Outcome
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import Loss, matrix_loss
from qstheory.losses.spaces import label
from qstheory.theory.consistency.programs import Minimum, dimension, minimum, require_bounded
from qstheory.theory.findings import Evidence, judged


@dataclass(frozen=True)
class Embedding:
    """S, its scores v_i in order, their cells, and a minimum of W at each vertex of these."""

    terms: Terms
    observations: tuple[str, ...]
    scores: tuple[Vector, ...]
    cells: Hypograph
    minima: Minima

    @cached_property
    def rows(self) -> tuple[Vector, ...]:
        """S(v_i, y), a row for each i."""
        return tuple(losses_at(self.terms, v) for v in self.scores)

    @cached_property
    def vertices(self) -> tuple[Vertex, ...]:
        """The vertices of the cells."""
        return self.cells.vertices

    @property
    def dimension(self) -> int:
        """The number of scores that the surrogate takes."""
        return dimension(self.terms)

    @property
    def pieces(self) -> int:
        """The number of affine functions of the surrogate."""
        return sum(1 for _ in pieces(self.terms))

    def touching(self, i: int) -> tuple[int, ...]:
        """The vertices of the cell of v_i, by index."""
        bit = 1 << (len(self.terms) + i)
        return tuple(j for j, place in enumerate(self.vertices) if place.tight & bit)

    def minimum_at(self, j: int) -> Minimised:
        """The q at a vertex, spelled out."""
        given, Pi = self.minima.vertices[j], self.vertices[j].distribution
        if isinstance(given, Minimised):
            return given
        zero = Fraction(0)
        q = tuple(
            (tuple(p if k == given.piece else zero for k in range(len(maxima[0]))),)
            for p, maxima in zip(Pi, self.terms, strict=True)
        )
        return Minimised(Pi, q)

    @cached_property
    def loss(self) -> Loss:
        """The embedded loss; its predictions are named by their scores."""
        names = [shown_scores(v) for v in self.scores]
        return matrix_loss(self.rows, names, self.observations)

    @cached_property
    def evidence(self) -> Evidence:
        """The proof that the surrogate embeds this loss."""
        points = tuple(EmbeddedPoint(i, v) for i, v in enumerate(self.scores))
        return judged(Embeds(self.loss.reference, self.terms, points), self.minima)


def shown_scores(v: Sequence[Fraction]) -> str:
    """Scores as text.

    >>> shown_scores((Fraction(1, 2), Fraction(-1)))
    '(1/2, -1)'
    """
    return f"({', '.join(map(str, v))})"


def losses_at(terms: Terms, v: Vector) -> Vector:
    """S(v, y) for every y."""
    return tuple(value(maxima, v) for maxima in terms)


MOST = 100_000
"""Most linear programs for an embedded loss."""


def embedding(
    terms: Terms, observations: Sequence[str] | None = None, most: int = MOST
) -> Embedding:
    """The embedded loss of S, by at most so many linear programs.

    Raises InvalidParameter when S is not bounded below, TooLarge beyond the limit of vertices.

    >>> from qstheory.theory.consistency.surrogates import hinges
    >>> found = embedding(hinges(2))
    >>> [[str(x) for x in row] for row in found.rows]
    [['4', '0'], ['0', '4']]
    """
    require_bounded(terms)
    n = len(terms)
    first = minimum(terms, (Fraction(1, n),) * n)
    scores, known = [first.scores], dict[Vector, Minimum]()
    cells = hypograph([losses_at(terms, first.scores)])
    while True:
        if len(scores) + len(known) > most:
            raise TooLarge(f"The embedded loss takes more than {most:,} linear programs.")
        added = _improvement(terms, cells, known)
        if added is None:
            break
        scores.append(added)
        cells = cells.cut(losses_at(terms, added))
    kept = tuple(sorted(scores[i] for i in alone([losses_at(terms, v) for v in scores], cells)))
    cells = hypograph([losses_at(terms, v) for v in kept])
    minima = []
    for place in cells.vertices:
        least = known[place.distribution]
        minima.append(Minimised(place.distribution, least.multipliers))
    names = tuple(observations) if observations else tuple(map(str, range(n)))
    return Embedding(terms, names, kept, cells, Minima(tuple(minima)))


def _improvement(terms: Terms, cells: Hypograph, known: dict[Vector, Minimum]) -> Vector | None:
    """A minimiser at some vertex where no score so far is one; `known` keeps the others."""
    for place in map(vertex, cells.rays):
        if place is None or place.distribution in known:
            continue
        found = minimum(terms, place.distribution)
        if found.value < place.least:
            return found.scores
        known[place.distribution] = found
    return None


def alone(rows: Sequence[Vector], cells: Hypograph) -> list[int]:
    """The rows that alone are the least somewhere: in the middle of their cells."""
    vertices = cells.vertices
    found = []
    for i, _row in enumerate(rows):
        bit = 1 << (cells.width + i)
        mine = [v.distribution for v in vertices if v.tight & bit]
        if not mine:
            continue
        middle = tuple(sum(column, Fraction(0)) for column in zip(*mine, strict=True))
        risks = [inner(other, middle) for other in rows]
        if risks.count(risks[i]) == 1 and risks[i] == min(risks):
            found.append(i)
    return found


def require_observations(loss: Loss, found: Embedding) -> None:
    """Raise InvalidParameter unless the loss has the observations of the surrogate, in order."""
    names = tuple(map(label, loss.observations))
    if names != found.observations:
        raise InvalidParameter(
            f"{loss.name} must have the observations {', '.join(found.observations[:12])}"
            " of the surrogate, in this order."
        )


@dataclass(frozen=True)
class Conflict:
    """Scores and distributions that they minimise; no prediction is optimal at all of these.

    `optimal` are the optimal predictions of each distribution, by index. Leaving any distribution
    out leaves a prediction that serves the rest.
    """

    scores: Vector
    distributions: tuple[Vector, ...]
    optimal: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Refinement:
    """The link from the v_i to predictions, or the conflict that there is none; with the proof."""

    link: tuple[int, ...] | None
    conflict: Conflict | None
    evidence: Evidence

    @property
    def consistent(self) -> bool:
        """Whether some link makes the surrogate consistent for the loss."""
        return self.evidence.proves


def refinement(loss: Loss, embedding: Embedding) -> Refinement:
    """Whether the embedded loss refines the loss; raises InvalidParameter for other observations.

    >>> from qstheory import losses
    >>> from qstheory.theory.consistency.surrogates import hinges
    >>> refinement(losses.make("multiclass", classes=3), embedding(hinges(3))).consistent
    False
    >>> refinement(losses.make("abstain", classes=3), embedding(hinges(3))).link
    (3, 2, 1, 0)
    """
    require_observations(loss, embedding)
    L = matrix(loss)
    optimal = [_optimal(L, vertex.distribution) for vertex in embedding.vertices]
    proposition = SomeDecoderConsistent(loss.reference, embedding.terms)
    link = []
    for i, v in enumerate(embedding.scores):
        cell = embedding.touching(i)
        serving = set(range(len(L))).intersection(*(optimal[j] for j in cell))
        if not serving:
            against = tuple(
                embedding.minimum_at(next(j for j in cell if z not in optimal[j]))
                for z in range(len(L))
            )
            evidence = judged(proposition, NoDecision(v, against), Outcome.REFUTES)
            kept = _irreducible(list(cell), optimal)
            conflict = Conflict(
                v,
                tuple(embedding.vertices[j].distribution for j in kept),
                tuple(tuple(sorted(optimal[j])) for j in kept),
            )
            return Refinement(None, conflict, evidence)
        link.append(min(serving))
    certificate = Refined(embedding.scores, tuple(link), embedding.minima)
    return Refinement(tuple(link), None, judged(proposition, certificate))


def _optimal(L: list[Vector], Pi: Vector) -> frozenset[int]:
    risks = [inner(row, Pi) for row in L]
    return frozenset(z for z, risk in enumerate(risks) if risk == min(risks))


def _irreducible(cell: list[int], optimal: list[frozenset[int]]) -> list[int]:
    """Vertices without a common prediction, none of which can be left out."""
    kept = list(cell)
    for j in cell:
        rest = [optimal[k] for k in kept if k != j]
        if rest and not frozenset.intersection(*rest):
            kept.remove(j)
    return kept
