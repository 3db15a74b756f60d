"""Dominance and equal lines by what is declared: one prediction of each size in place of 2^m.

Of distances of sets and of convex polynomials every prediction is the best one where it is itself
observed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from qstheory.certify.kinds.dominance import EveryPredictionAlone
from qstheory.certify.kinds.dominance_by_counts import (
    DifferentLines,
    OrbitStandings,
    Standing,
    StandingsBySize,
    declared_lines,
    different_lines,
)
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.margins_by_counts import Shares
from qstheory.certify.limits import require_evaluations
from qstheory.certify.weights import Side, side_of
from qstheory.errors import TooLarge
from qstheory.losses.base import Loss
from qstheory.losses.counts import CountStructure
from qstheory.solve.games import signed_game
from qstheory.theory.findings import Evidence, Finding, attempt, judged
from qstheory.theory.margin.largest import (
    lead_at_itself,
    near_rival,
    orbit_count,
    shares,
    size_game,
)

WORDS: dict[Side, str] = {"predictions": "rows", "observations": "columns"}


@dataclass(frozen=True)
class BySize:
    """How the predictions of each size can be optimal, how many these are, and what shows it."""

    standings: tuple[Standing, ...]
    numbers: tuple[int, ...]
    certificate: OrbitStandings

    def number(self, standing: Standing) -> int:
        """The predictions that can be optimal in that way."""
        pairs = zip(self.standings, self.numbers, strict=True)
        return sum(number for each, number in pairs if each == standing)


@lru_cache(maxsize=2)
def standings_by_size(loss: Loss) -> BySize:
    """The standings of a loss by counts with several predictions; raises TooLarge.

    >>> from qstheory import losses
    >>> standings_by_size(losses.make("hamming", m=30)).number("alone") == 2**30
    True
    """
    counts = loss.counts
    assert counts is not None
    sizes = counts.predictions.sizes
    require_evaluations(loss, sum(orbit_count(counts.predictions, a) for a in sizes))
    standings: list[Standing] = []
    points: list[Shares] = []
    mixtures: list[Shares] = []
    for a in sizes:
        standing, point, mixture = _standing(counts, a)
        standings.append(standing)
        points.append(point)
        mixtures.append(mixture)
    numbers = tuple(comb(counts.m, a) for a in sizes)
    return BySize(tuple(standings), numbers, OrbitStandings(tuple(points), tuple(mixtures)))


def _standing(counts: CountStructure, a: int) -> tuple[Standing, Shares, Shares]:
    """That of a set of the size a: where it is observed itself, otherwise by a game."""
    itself: Shares = (((a, 0), Fraction(1)),)
    lead = lead_at_itself(counts, a)
    if lead is not None and lead > 0:
        return "alone", itself, ()
    if lead == 0 and (rival := near_rival(counts, a, lead)) is not None:
        return "tied", itself, ((rival, Fraction(1)),)
    game = size_game(counts, a)
    found = signed_game(game.excess.values)
    point = shares(game.observations, found.distribution)
    mixture = shares(game.others, found.mixture)
    if found.high is not None and found.high < 0:
        return "never", (), mixture
    return ("alone", point, ()) if found.low else ("tied", point, mixture)


def cells_with_interior_by_size(loss: Loss) -> int:
    """How many predictions are the only optimum at some distribution: around it they still are.

    Raises TooLarge where predictions with equal rows share such a cell.
    """
    found = standings_by_size(loss)
    assert loss.counts is not None
    size = loss.predictions.size
    if found.number("tied") and different_lines(loss, loss.counts, "predictions") < size:
        raise TooLarge("Cells of equal rows are not counted by sizes.")
    return found.number("alone")


def lines_finding(loss: Loss, side: Side) -> Finding:
    """How many rows (side `predictions`) or columns (side `observations`) repeat another one."""
    if loss.counts is not None:
        own = loss.counts.predictions if side == "predictions" else loss.counts.observations
        require_evaluations(loss, sum(orbit_count(own, a) for a in own.sizes))
    different = declared_lines(loss, side)
    if different is None:
        raise TooLarge("what is declared of the loss does not tell its lines apart")
    word = WORDS[side]
    total = side_of(loss, side).size
    statement = f"all {word} differ"
    if different < total:
        statement = f"{total - different} {word} repeat an earlier one; {different} are different"
    evidence = judged(DifferentLines(loss.reference, side, different), Evaluation())
    return Finding("merging", f"equal-{word}", statement, total - different, (evidence,))


def alone_everywhere(loss: Loss) -> Evidence:
    """That every prediction is the only optimum where it is observed; raises TooLarge if not."""
    evidence = judged(EveryPredictionAlone(loss.reference), Evaluation())
    if not evidence.proves:
        raise TooLarge("predictions that are not alone at an observation would need programs")
    return evidence


def dominance_declared(loss: Loss, meaning: str) -> Finding:
    """No prediction is never optimal, none only with ties."""
    evidence = alone_everywhere(loss)
    words = "0 predictions are never optimal, 0 only with ties"
    return Finding("merging", "dominance", words, (0, 0), (evidence,), meaning)


def dominance_by_size(loss: Loss, meaning: str) -> Finding:
    """How many predictions are never optimal, and how many only with ties."""
    found = standings_by_size(loss)
    never, tied = found.number("never"), found.number("tied")
    evidence = judged(StandingsBySize(loss.reference, found.standings), found.certificate)
    return Finding(
        "merging",
        "dominance",
        f"{never} predictions are never optimal, {tied} only with ties",
        (never, tied),
        (evidence,),
        meaning,
        details=(("representatives of orbits", len(found.standings)),),
    )


def declared_findings(loss: Loss, meaning: str) -> Iterator[Finding]:
    """Equal rows and columns, and dominance."""
    for side, word in WORDS.items():
        yield attempt("merging", f"equal-{word}", lambda s=side: lines_finding(loss, s))  # type: ignore[misc]
    found = dominance_by_size if loss.counts is not None else dominance_declared
    yield attempt("merging", "dominance", lambda: found(loss, meaning))
