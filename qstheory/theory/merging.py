"""What merges: equal rows and columns, predictions that are never optimal, or only with ties.

By what is declared, one prediction of each size stands for 2^m; of distances of sets and of convex
polynomials every prediction is the best one where it is itself observed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.kinds.different_lines import DifferentLines, declared_lines, different_lines
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.margins import (
    Distribution,
    EveryPredictionAlone,
    Mixture,
    NeverOptimal,
    NeverUniquelyOptimal,
)
from qstheory.certify.kinds.margins_by_counts import (
    OrbitStandings,
    Shares,
    Standing,
    StandingsBySize,
)
from qstheory.certify.limits import require_evaluations
from qstheory.certify.rules import Outcome
from qstheory.certify.weights import ListedWeights, Side, side_of
from qstheory.errors import TooLarge
from qstheory.exact.games import Game, RowGames, Weights, signed_game
from qstheory.exact.integer_matrix import common, magnitude, minus
from qstheory.losses.base import Loss
from qstheory.losses.counts import CountStructure
from qstheory.losses.views import size_text
from qstheory.theory.effort import later
from qstheory.theory.findings import Evidence, Finding, attempt, judged, not_attempted
from qstheory.theory.margin.largest import (
    is_declared,
    lead_at_itself,
    near_rival,
    orbit_count,
    shares,
    size_game,
)
from qstheory.theory.optimality import Orbits, quotient
from qstheory.theory.subject import Subject
from qstheory.theory.window import listed_weights

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


DOMINANCE_MEANING = (
    "A dominated prediction is never Bayes-optimal for any distribution; one that is optimal only"
    " with ties can be left out of a decoder."
)
FEW = 20
"""Most predictions for which programs are solved before distributions are drawn."""
DRAWN, ENOUGH = 1000, 0.02
"""Distributions drawn at a time, and the share of what is left that they find if more follow."""
DRAWN_TOP = 1 << 11
"""The largest weight: the last of the powers below."""
DRAWN_POWERS = np.array([0] * 28 + [1 << k for k in range(12)])
"""What weights are drawn from: 0 in 7 of 10 cases."""
EXACT_FLOATS = 1 << 53
"""Integers up to here are floats, so that a sum that stays below is exact."""


def duplicates(subject: Subject, side: Side) -> Finding:
    """Equal rows (side `predictions`) or equal columns (side `observations`)."""
    values = common(subject.matrix).values
    lines = values if side == "predictions" else np.ascontiguousarray(values.T)
    first = first_equal_rows(lines)
    repeated = sum(i != k for i, k in enumerate(first))
    different = len(first) - repeated
    word = "rows" if side == "predictions" else "columns"
    statement = f"all {word} differ"
    if repeated:
        statement = f"{repeated} {word} repeat an earlier one; {different} are different"
    evidence = judged(DifferentLines(subject.reference, side, different), EveryEntry())
    return Finding("merging", f"equal-{word}", statement, repeated, (evidence,))


@dataclass(frozen=True)
class Standings:
    """Positions of predictions by how they can be optimal, with the judged certificates.

    `with_interior` are those that are better than all other rows at some distribution.
    """

    never: tuple[int, ...]
    only_tied: tuple[int, ...]
    with_interior: tuple[int, ...]
    evidence: tuple[Evidence, ...]


def alone_at_a_point(values: NDArray[Any]) -> dict[int, int]:
    """For rows that are the only smallest one in some column: the first such column."""
    smallest = values.min(axis=0)
    unique = (values == smallest).sum(axis=0) == 1
    found: dict[int, int] = {}
    for j in np.flatnonzero(unique).tolist():
        found.setdefault(int(np.argmin(values[:, j])), j)
    return found


def alone_at_drawn_points(values: NDArray[Any], wanted: set[int]) -> dict[int, Weights]:
    """For rows that are the only smallest one at a drawn distribution: the first such.

    Weights are 0 or powers of 2, so that few observations matter at most distributions. Draws go on
    while they find some of the wanted rows; all sums are integers that floats hold exactly.
    """
    source, columns = np.random.default_rng(0), values.shape[1]
    found: dict[int, Weights] = {}
    if magnitude(values) * columns * DRAWN_TOP >= EXACT_FLOATS:
        return found
    floats = values.astype(np.float64)
    while True:
        drawn = DRAWN_POWERS[source.integers(0, len(DRAWN_POWERS), (DRAWN, columns))]
        drawn[:, 0] += drawn.sum(axis=1) == 0
        risks = floats @ drawn.T.astype(np.float64)
        best = risks.argmin(axis=0)
        alone = (risks == risks.min(axis=0)).sum(axis=0) == 1
        before = len(found)
        for k in np.flatnonzero(alone).tolist():
            z, weights = int(best[k]), drawn[k]
            if z in wanted and z not in found:
                total = int(weights.sum())
                places = np.flatnonzero(weights).tolist()
                found[z] = {j: Fraction(int(weights[j]), total) for j in places}
        if len(found) - before <= ENOUGH * (len(wanted) - before):
            return found


def standings(subject: Subject, representatives: Sequence[int]) -> Standings:
    """How each representative prediction can be optimal: z alone, with others only, or never.

    With D the differences of the other rows from that of z, the game max over Pi of min D Pi is
    positive, 0 or negative.
    """
    labels, observations = subject.window.predictions, subject.window.observations
    values = common(subject.matrix).values
    easy: dict[int, Weights] = {z: {j: Fraction(1)} for z, j in alone_at_a_point(values).items()}
    hard = {z for z in representatives if z not in easy}
    if len(hard) > FEW:
        easy |= alone_at_drawn_points(values, hard)
    first = first_equal_rows(values)
    different = sorted(set(first))
    place = {z: k for k, z in enumerate(different)}
    games = RowGames(values[different]) if values.dtype == np.int64 and len(hard) > FEW else None
    never, tied, interior = [], [], []
    evidence: list[Evidence] = []
    for z in representatives:
        never_optimal = NeverOptimal(subject.reference, labels[z])
        never_alone = NeverUniquelyOptimal(subject.reference, labels[z])
        twin = next((i for i, k in enumerate(first) if k == first[z] and i != z), None)
        others = [i for i in different if i != first[z]]
        if z not in easy and games is not None:
            point = games.distribution(place[first[z]])
            easy |= {} if point is None else {z: point}
        if z in easy or not others:
            found = Game(Fraction(1), None, easy.get(z, {0: Fraction(1)}), {})
        else:
            found = signed_game(minus(values[others], values[z][None, :]))
        shown = Distribution(listed_weights(observations, found.distribution))
        mixed = {others[i]: w for i, w in found.mixture.items()}
        mixture = Mixture(listed_weights(labels, mixed))
        if found.high is not None and found.high < 0:
            never.append(z)
            evidence.append(judged(never_optimal, mixture))
            continue
        if found.low:
            interior.append(z)
        if found.low and twin is None:
            evidence.append(judged(never_alone, shown, Outcome.REFUTES))
            continue
        tied.append(z)
        if twin is not None:
            mixture = Mixture(ListedWeights(((labels[twin], Fraction(1)),)))
        evidence.append(judged(never_alone, mixture))
        evidence.append(judged(never_optimal, shown, Outcome.REFUTES))
    return Standings(tuple(never), tuple(tied), tuple(interior), tuple(evidence))


def first_equal_rows(values: NDArray[Any]) -> list[int]:
    """For each row the first one that is equal to it."""
    places: dict[object, int] = {}
    if values.dtype == object:
        return [places.setdefault(tuple(row), i) for i, row in enumerate(values.tolist())]
    return [places.setdefault(row.tobytes(), i) for i, row in enumerate(values)]


@lru_cache(maxsize=1)
def standings_by_orbit(subject: Subject) -> tuple[Orbits, Standings]:
    """The orbits of the predictions of a complete window, and the standings of representatives."""
    found = quotient(subject).predictions
    return found, standings(subject, found.representatives)


def cells_with_interior(subject: Subject) -> int:
    """How many of the different rows of a complete window have a cell with an interior."""
    orbits, found = standings_by_orbit(subject)
    first = first_equal_rows(common(subject.matrix).values)
    inside = set(found.with_interior)
    return len({first[z] for orbit in orbits.members if orbit[0] in inside for z in orbit})


def dominance_finding(subject: Subject) -> Finding:
    """The predictions that are never optimal and those that are so only with ties."""
    key, title = "dominance", "which predictions are never optimal, or only with ties"
    entries = subject.loss.predictions.size * subject.loss.observations.size
    if not subject.complete or entries > subject.budget.program:
        limit = later("merging", entries)
        return not_attempted("merging", key, title, limit, DOMINANCE_MEANING)
    orbits, found = standings_by_orbit(subject)
    size = {orbit[0]: len(orbit) for orbit in orbits.members}
    never, tied = (sum(size[z] for z in group) for group in (found.never, found.only_tied))
    labels = subject.window.predictions
    statement = f"{never} predictions are never optimal, {tied} only with ties"
    return Finding(
        "merging",
        key,
        statement,
        (never, tied),
        found.evidence,
        DOMINANCE_MEANING,
        details=(
            ("never optimal", tuple(str(labels[z]) for z in found.never)),
            ("only with ties", tuple(str(labels[z]) for z in found.only_tied)),
            ("representatives of orbits", len(orbits.members)),
        ),
    )


def merging_findings(subject: Subject) -> Iterator[Finding]:
    """Part 5 of the dossier."""
    loss = subject.loss
    entries = loss.predictions.size * loss.observations.size
    beyond = not subject.complete or entries > subject.budget.program
    if beyond and loss.predictions.size > 1 and (loss.counts is not None or is_declared(loss)):
        yield from declared_findings(loss, DOMINANCE_MEANING)
        return
    if not subject.complete:
        reason = f"{size_text(entries)} entries are more than are looked at"
        for word in ("rows", "columns"):
            yield not_attempted("merging", f"equal-{word}", f"which {word} are equal", reason)
    else:
        yield duplicates(subject, "predictions")
        yield duplicates(subject, "observations")
    yield dominance_finding(subject)
