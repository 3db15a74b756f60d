"""Whether a polyhedral surrogate is consistent: a tree of directions, or a failing distribution.

The theorem of `qstheory.certify.kinds.polyhedral` asks at every v of the region of a form and for
every other prediction for a direction along which S(., y) falls fast enough. Any v of the region is
tried: a linear program has a direction there, or the distribution at which v fails. The direction
fails at most where one of its steep pieces is active; these parts are searched in turn. None of
their pieces is active at v, so that each branch loses faces and the search ends.

Whether some other decoder would serve is a tree of decisions of the same kind. A failure is looked
for at distributions in the order of their least common denominators.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, count, islice, pairwise

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import Vector
from qstheory.certify.kinds.polyhedral import (
    Choice,
    Decided,
    Decisions,
    Descents,
    NoDecision,
    PolyhedralConsistent,
    PolyhedralSurrogate,
    SomeDecoderConsistent,
    Step,
    Unreachable,
    WrongMinimiser,
    activity,
    gains_over,
    region,
    steep,
)
from qstheory.certify.maxima import Minimised, Piece, Terms, matrix, pieces
from qstheory.errors import InvalidParameter, TooLarge, Undecided
from qstheory.losses.base import Loss
from qstheory.theory.consistency.programs import (
    Stationary,
    active,
    bounds,
    descent_at,
    dimension,
    gentle_descent,
    minimum,
    origin_or_point,
    point_or_multipliers,
)
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


EFFORT = 10_000_000
"""Most branches for a proof, times the square of the number of pieces."""


@dataclass
class _Search:
    """The trees of one loss and surrogate; `left` counts down the branches that may be tried."""

    L: list[Vector]
    surrogate: PolyhedralSurrogate
    left: int

    def branch(self, form: int, other: int, path: tuple[Piece, ...]) -> Choice | WrongMinimiser:
        """Cover the scores that decode to the form and have these active pieces, or fail there."""
        self.left -= 1
        if self.left < 0:
            raise TooLarge("A proof of consistency would take too many branches.")
        terms = self.surrogate.terms
        known = (constraint for piece in path for constraint in activity(terms, piece))
        v, multipliers = point_or_multipliers([*region(self.surrogate, form), *known])
        if v is None:
            return Unreachable(multipliers)
        z = self.surrogate.decoder[form].prediction
        mine = self.L[z]
        gains = tuple(a - b for a, b in zip(self.L[other], mine, strict=True))
        at = active(terms, v)
        found = descent_at(terms, gains, at)
        if isinstance(found, Stationary):
            return WrongMinimiser(found.distribution, v, found.multipliers, form)
        gentle = gentle_descent(terms, gains, at)
        children = []
        for piece in steep(terms, gentle.direction, gentle.levels):
            child = self.branch(form, other, (*path, piece))
            if isinstance(child, WrongMinimiser):
                return child
            children.append(child)
        return Decided(z, (Step(gentle.direction, gentle.levels),), tuple(children))

    def run(self) -> Descents | WrongMinimiser:
        """All trees, or the first failure."""
        trees = []
        for i, form in enumerate(self.surrogate.decoder):
            row = []
            for z in range(len(self.L)):
                if z == form.prediction:
                    continue
                tree = self.branch(i, z, ())
                if isinstance(tree, WrongMinimiser):
                    return tree
                row.append(tree)
            trees.append(tuple(row))
        return Descents(bounds(self.surrogate.terms), tuple(trees))


def require_bounded(terms: Terms) -> None:
    """Raise InvalidParameter when some S(., y) has no least value."""
    try:
        bounds(terms)
    except Undecided:
        raise InvalidParameter(
            "The surrogate is not bounded below for every observation; it has no minimiser."
        ) from None


class Failures:
    """Failures of a surrogate for the loss matrix L at given distributions."""

    def __init__(self, L: list[Vector], surrogate: PolyhedralSurrogate) -> None:
        """The forms that are the smallest somewhere are found here, once."""
        self.L, self.surrogate = L, surrogate
        regions = {i: region(surrogate, i) for i in range(len(surrogate.decoder))}
        self.regions = {
            i: rows for i, rows in regions.items() if point_or_multipliers(rows)[0] is not None
        }

    def at(self, Pi: Vector) -> WrongMinimiser | None:
        """A minimiser at Pi that decodes to a prediction which is not optimal, or None."""
        terms, decoder = self.surrogate.terms, self.surrogate.decoder
        risks = [inner(row, Pi) for row in self.L]
        wrong = [i for i in self.regions if risks[decoder[i].prediction] > min(risks)]
        if not wrong:
            return None
        best = minimum(terms, Pi)
        costs = [form.score.at(best.scores) for form in decoder]
        for i in wrong:
            if costs[i] == min(costs):
                return WrongMinimiser(Pi, best.scores, best.multipliers, i)
        for i in wrong:
            found = minimum(terms, Pi, self.regions[i])
            if found.value == best.value:
                return WrongMinimiser(Pi, found.scores, best.multipliers, i)
        return None


def smallest_failure(
    L: list[Vector], surrogate: PolyhedralSurrogate, most: int
) -> WrongMinimiser | None:
    """The failure at the first distribution, by denominator, among the first `most` of them."""
    failures = Failures(L, surrogate)
    found = (failures.at(Pi) for Pi in distributions(len(L[0]), most))
    return next((failure for failure in found if failure is not None), None)


def decided(loss: Loss, surrogate: PolyhedralSurrogate) -> Evidence:
    """The proof or the refutation that the surrogate is consistent for the loss.

    Raises InvalidParameter when S is not bounded below, TooLarge or Undecided without an answer.
    """
    require_bounded(surrogate.terms)
    proposition = PolyhedralConsistent(loss.reference, surrogate)
    size = sum(1 for _ in pieces(surrogate.terms))
    search = _Search(matrix(loss), surrogate, EFFORT // size**2)
    return judged(proposition, search.run())


DECODER_EFFORT = 1_000_000
"""Most branches for a proof, times predictions and the square of the number of pieces."""


@dataclass
class _DecoderSearch:
    """The tree of one loss and S; `left` counts down the branches that may be tried."""

    L: list[Vector]
    terms: Terms
    left: int

    def choice(self, path: tuple[Piece, ...]) -> Choice | NoDecision:
        """Serve the scores with these active pieces, or show that none does at one of them."""
        self.left -= 1
        if self.left < 0:
            raise TooLarge("A proof that some decoder serves would take too many branches.")
        known = [c for piece in path for c in activity(self.terms, piece)]
        v, multipliers = origin_or_point(known, dimension(self.terms))
        if v is None:
            return Unreachable(multipliers)
        return self.none_serves(v) or self._decided(active(self.terms, v), path)

    def none_serves(self, v: Vector) -> NoDecision | None:
        """That every prediction fails at a distribution minimised at v."""
        at, against = active(self.terms, v), []
        for z in range(len(self.L)):
            found = self._against(z, at)
            if found is None:
                return None
            against.append(Minimised(found.distribution, found.multipliers))
        return NoDecision(v, tuple(against))

    def _gains(self, z: int) -> list[Vector]:
        return gains_over(self.L, z) or []

    def _against(self, z: int, at: frozenset[Piece]) -> Stationary | None:
        """A distribution minimised there at which z is not optimal."""
        for gains in self._gains(z):
            found = descent_at(self.terms, gains, at)
            if isinstance(found, Stationary):
                return found
        return None

    def _decided(self, at: frozenset[Piece], path: tuple[Piece, ...]) -> Choice | NoDecision:
        z = next(z for z in range(len(self.L)) if self._against(z, at) is None)
        gentle = [gentle_descent(self.terms, gains, at) for gains in self._gains(z)]
        steps = tuple(Step(found.direction, found.levels) for found in gentle)
        failing = {p for step in steps for p in steep(self.terms, step.direction, step.levels)}
        children = []
        for piece in sorted(failing):
            child = self.choice((*path, piece))
            if isinstance(child, NoDecision):
                return child
            children.append(child)
        return Decided(z, steps, tuple(children))


def some_decoder(loss: Loss, terms: Terms, tried: Vector) -> Evidence:
    """The proof or the refutation that some decoder is consistent; scores to be tried first.

    Raises TooLarge or Undecided when neither is found.
    """
    L = matrix(loss)
    size = sum(1 for _ in pieces(terms))
    search = _DecoderSearch(L, terms, DECODER_EFFORT // (len(L) * size**2))
    found = search.none_serves(tried) or search.choice(())
    proposition = SomeDecoderConsistent(loss.reference, terms)
    shown = found if isinstance(found, NoDecision) else Decisions(bounds(terms), found)
    return judged(proposition, shown)
