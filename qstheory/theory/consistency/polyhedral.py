"""Whether a polyhedral surrogate is consistent: a tree of directions, or a failing distribution.

The theorem of `qstheory.certify.kinds.polyhedral` asks at every v of the region of a form and for
every other prediction for a direction along which S(., y) falls fast enough. Any v of the region is
tried: a linear program has a direction there, or the distribution at which v fails. The direction
fails at most where one of its steep pieces is active; these parts are searched in turn. None of
their pieces is active at v, so that each branch loses faces and the search ends.
"""

from dataclasses import dataclass

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import Vector
from qstheory.certify.kinds.polyhedral import (
    Choice,
    Decided,
    Descents,
    PolyhedralConsistent,
    PolyhedralSurrogate,
    Step,
    Unreachable,
    WrongMinimiser,
    activity,
    region,
    steep,
)
from qstheory.certify.maxima import Piece, Terms, matrix, pieces
from qstheory.errors import InvalidParameter, TooLarge, Undecided
from qstheory.losses.base import Loss
from qstheory.theory.consistency.distributions import distributions
from qstheory.theory.consistency.programs import (
    Stationary,
    active,
    bounds,
    descent_at,
    gentle_descent,
    minimum,
    point_or_multipliers,
)
from qstheory.theory.findings import Evidence, judged

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
