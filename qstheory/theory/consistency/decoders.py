"""Whether some decoder makes a polyhedral surrogate consistent: a tree of decisions, or none."""

from dataclasses import dataclass

from qstheory.certify.finite import Vector
from qstheory.certify.kinds.polyhedral import (
    Choice,
    Decided,
    Decisions,
    NoDecision,
    SomeDecoderConsistent,
    Step,
    Unreachable,
    activity,
    gains_over,
    steep,
)
from qstheory.certify.maxima import Minimised, Piece, Terms, matrix, pieces
from qstheory.errors import TooLarge
from qstheory.losses.base import Loss
from qstheory.theory.consistency.programs import (
    Stationary,
    active,
    bounds,
    descent_at,
    dimension,
    gentle_descent,
    origin_or_point,
)
from qstheory.theory.findings import Evidence, judged

EFFORT = 1_000_000
"""Most branches for a proof, times predictions and the square of the number of pieces."""


@dataclass
class _Search:
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
    search = _Search(L, terms, EFFORT // (len(L) * size**2))
    found = search.none_serves(tried) or search.choice(())
    proposition = SomeDecoderConsistent(loss.reference, terms)
    shown = found if isinstance(found, NoDecision) else Decisions(bounds(terms), found)
    return judged(proposition, shown)
