"""Whether a polyhedral surrogate is consistent: bounds at vertices, or a failing distribution.

The theorem of `qstheory.certify.kinds.polyhedral` asks at the vertices of the cells of the embedded
loss that the least surrogate risk is not reached where a form decodes to what is not optimal. One
linear program for each says so, or has a minimiser that fails. Most failures show before at any one
point of a region: there a linear program looks for a distribution.

Whether some other decoder would serve is told by the cells alone. A failure is looked for at
distributions in the order of their least common denominators.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, count, islice, pairwise

from qstheory.certify.arithmetic import Vector, inner
from qstheory.certify.kinds.polyhedral import (
    Bound,
    NoDecision,
    PolyhedralConsistent,
    PolyhedralSurrogate,
    SomeDecoderConsistent,
    Unreached,
    WrongMinimiser,
    region,
)
from qstheory.certify.limits import matrix
from qstheory.certify.maxima import Minimised, Multipliers, Terms, pieces
from qstheory.errors import TooLarge
from qstheory.losses.base import Loss
from qstheory.losses.spaces import label
from qstheory.theory.consistency.programs import (
    active,
    minimum,
    point_or_multipliers,
    require_bounded,
    stationary,
)
from qstheory.theory.embedding.representatives import Embedding, embedding, refinement
from qstheory.theory.findings import Evidence, judged


def with_denominator(size: int, denominator: int, least: int = 0) -> Iterator[Vector]:
    """All distributions on `size` labels whose least common denominator is this one.

    Every numerator is at least `least`.
    """
    free = denominator - least * size
    for bars in combinations(range(free + size - 1), size - 1):
        ends = (-1, *bars, free + size - 1)
        counts = [b - a - 1 + least for a, b in pairwise(ends)]
        if all(denominator % d or any(c % d for c in counts) for d in range(2, denominator + 1)):
            yield tuple(Fraction(c, denominator) for c in counts)


def distributions(size: int, most: int, least: int = 0) -> Iterator[Vector]:
    """The first `most` distributions on `size` labels, smallest denominator first.

    >>> [str(Pi[0]) for Pi in distributions(2, 5)]
    ['0', '1', '1/2', '1/3', '2/3']
    """
    if size == 1:
        yield from [(Fraction(1),)][:most]
        return
    denominators = count(max(1, least * size))
    everything = (Pi for q in denominators for Pi in with_denominator(size, q, least))
    yield from islice(everything, most)


def triangle(parts: int) -> Iterator[Vector]:
    """All distributions on three labels with this denominator, not necessarily the least one."""
    for i in range(parts + 1):
        for j in range(parts + 1 - i):
            yield Fraction(i, parts), Fraction(j, parts), Fraction(parts - i - j, parts)


class Failures:
    """Failures of a surrogate for the loss matrix L at given distributions or scores."""

    def __init__(self, L: list[Vector], surrogate: PolyhedralSurrogate) -> None:
        """What is <= 0 where each form is the smallest; numbers where that is nowhere."""
        self.L, self.surrogate, self.terms = L, surrogate, surrogate.terms
        self.regions = [region(surrogate, i) for i in range(len(surrogate.decoder))]
        self.excluding = [None if v else x for v, x in map(point_or_multipliers, self.regions)]

    def wrong(self, Pi: Vector) -> list[int]:
        """The forms of predictions that are not optimal, smallest somewhere or not."""
        risks = [inner(row, Pi) for row in self.L]
        forms = enumerate(self.surrogate.decoder)
        return [i for i, form in forms if risks[form.prediction] > min(risks)]

    def decoded(self, v: Vector) -> list[int]:
        """The forms that are the smallest at v."""
        costs = [form.score.at(v) for form in self.surrogate.decoder]
        return [i for i, cost in enumerate(costs) if cost == min(costs)]

    def around(self, v: Vector) -> WrongMinimiser | None:
        """A failure at v, whatever the distribution."""
        for i in self.decoded(v):
            found = _against(self.L, self.terms, self.surrogate.decoder[i].prediction, v)
            if found is not None:
                return WrongMinimiser(found.distribution, v, found.multipliers, i)
        return None

    def shown(self, Pi: Vector, v: Vector, q: Multipliers) -> WrongMinimiser | None:
        """A failure at a minimiser of Pi, of which q tells that it is one."""
        failing = {*self.decoded(v)}.intersection(self.wrong(Pi))
        return WrongMinimiser(Pi, v, q, min(failing)) if failing else None

    def at(self, Pi: Vector) -> WrongMinimiser | None:
        """A minimiser at Pi that decodes to a prediction which is not optimal, or None."""
        wrong = [i for i in self.wrong(Pi) if self.excluding[i] is None]
        if not wrong:
            return None
        best = minimum(self.terms, Pi)
        failure = self.shown(Pi, best.scores, best.multipliers)
        for i in wrong if failure is None else ():
            found = minimum(self.terms, Pi, self.regions[i])
            if found.value == best.value:
                return WrongMinimiser(Pi, found.scores, best.multipliers, i)
        return failure

    def soon(self, most: int) -> WrongMinimiser | None:
        """A failure at a minimiser of one of a few distributions, the uniform one before others."""
        n = len(self.terms)
        failure = self.around(minimum(self.terms, (Fraction(1, n),) * n).scores)
        for Pi in distributions(n, min(most, n * (n + 1) // 2)) if failure is None else ():
            best = minimum(self.terms, Pi)
            failure = self.shown(Pi, best.scores, best.multipliers)
            if failure is not None:
                break
        return failure


def smallest_failure(
    L: list[Vector], surrogate: PolyhedralSurrogate, most: int
) -> WrongMinimiser | None:
    """The failure at the first distribution, by denominator, among the first `most` of them."""
    failures = Failures(L, surrogate)
    found = (failures.at(Pi) for Pi in distributions(len(L[0]), most))
    return next((failure for failure in found if failure is not None), None)


EFFORT, DECODER_EFFORT = 30_000_000, 3_000_000
"""Most linear programs for a proof, times the square of the number of pieces: of what is decided
about the decoder that is given, and about others."""


def programs_for(terms: Terms, effort: int = EFFORT) -> int:
    """How many linear programs a proof about S may take."""
    return effort // sum(1 for _ in pieces(terms)) ** 2


def _gains(L: Sequence[Vector], z: int) -> Iterator[Vector]:
    """L(z', .) - L(z, .) for the other z'."""
    for other, row in enumerate(L):
        if other != z:
            yield tuple(a - b for a, b in zip(row, L[z], strict=True))


def _against(L: Sequence[Vector], terms: Terms, z: int, v: Vector) -> Minimised | None:
    """A distribution minimised at v at which z is not optimal."""
    at = active(terms, v)
    found = (stationary(terms, gains, at) for gains in _gains(L, z))
    return next((failure for failure in found if failure is not None), None)


def _embedded(loss: Loss, terms: Terms, effort: int) -> Embedding:
    names = tuple(map(label, loss.observations))
    return embedding(terms, names, programs_for(terms, effort))


def decided(loss: Loss, surrogate: PolyhedralSurrogate) -> Evidence:
    """The proof or the refutation that the surrogate is consistent for the loss.

    Raises InvalidParameter when S is not bounded below, TooLarge or Undecided without an answer.
    """
    require_bounded(surrogate.terms)
    failures = Failures(matrix(loss), surrogate)
    shown = failures.soon(programs_for(surrogate.terms)) or _at_vertices(
        failures, _embedded(loss, surrogate.terms, EFFORT)
    )
    return judged(PolyhedralConsistent(loss.reference, surrogate), shown)


def _at_vertices(failures: Failures, found: Embedding) -> Unreached | WrongMinimiser:
    """All bounds, or the first failure at a vertex; raises TooLarge."""
    errs = [failures.wrong(vertex.distribution) for vertex in found.vertices]
    for i, v in enumerate(found.scores):
        for j in found.touching(i):
            at = found.minimum_at(j)
            failure = failures.shown(at.distribution, v, at.multipliers)
            if failure is not None:
                return failure
    if sum(map(len, errs)) > programs_for(found.terms):
        raise TooLarge("A proof of consistency would take too many linear programs.")
    bounds: list[list[Bound]] = [[] for _ in failures.regions]
    for j, wrong in enumerate(errs):
        at, least = found.minimum_at(j), found.vertices[j].least
        for i in wrong:
            excluding = failures.excluding[i]
            if excluding is not None:
                bounds[i].append(Bound(at.multipliers, excluding))
                continue
            best = minimum(found.terms, at.distribution, failures.regions[i])
            if best.value == least:
                return WrongMinimiser(at.distribution, best.scores, at.multipliers, i)
            bounds[i].append(Bound(best.multipliers, best.conditions))
    return Unreached(found.scores, found.minima, tuple(map(tuple, bounds)))


def _none_serves(L: list[Vector], terms: Terms, v: Vector) -> NoDecision | None:
    """That every prediction fails at a distribution minimised at v."""
    against = []
    for z in range(len(L)):
        found = _against(L, terms, z, v)
        if found is None:
            return None
        against.append(Minimised(found.distribution, found.multipliers))
    return NoDecision(v, tuple(against))


def some_decoder(loss: Loss, terms: Terms, tried: Vector) -> Evidence:
    """The proof or the refutation that some decoder is consistent; scores to be tried first.

    Raises TooLarge or Undecided when neither is found.
    """
    failure = _none_serves(matrix(loss), terms, tried)
    if failure is not None:
        return judged(SomeDecoderConsistent(loss.reference, terms), failure)
    return refinement(loss, _embedded(loss, terms, DECODER_EFFORT)).evidence
