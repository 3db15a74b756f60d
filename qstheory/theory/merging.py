"""What merges: equal rows and columns, predictions that are never optimal, or only with ties."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.kinds.dominance import (
    Distribution,
    EqualLines,
    EveryLine,
    Mixture,
    NeverOptimal,
    NeverUniquelyOptimal,
)
from qstheory.certify.outcome import Outcome
from qstheory.certify.weights import ListedWeights, Side
from qstheory.exact.integer_matrix import common, minus
from qstheory.losses.display import size_text
from qstheory.solve.games import Game, signed_game
from qstheory.theory.effort import later
from qstheory.theory.findings import Evidence, Finding, judged, not_attempted
from qstheory.theory.orbits import quotient
from qstheory.theory.subject import Subject
from qstheory.theory.weights import listed_weights

DOMINANCE_MEANING = (
    "A dominated prediction is never Bayes-optimal for any distribution; one that is optimal only"
    " with ties can be left out of a decoder."
)


def duplicates(subject: Subject, side: Side) -> Finding:
    """Equal rows (side `predictions`) or equal columns (side `observations`)."""
    values = common(subject.matrix).values
    lines = values if side == "predictions" else np.ascontiguousarray(values.T)
    first = first_equal_rows(lines)
    repeated = sum(i != k for i, k in enumerate(first))
    proposition = EqualLines(subject.reference, side, tuple(first))
    word = "rows" if side == "predictions" else "columns"
    statement = f"all {word} differ"
    if repeated:
        different = len(first) - repeated
        statement = f"{repeated} {word} repeat an earlier one; {different} are different"
    evidence = judged(proposition, EveryLine())
    return Finding("merging", f"equal-{word}", statement, repeated, (evidence,))


@dataclass(frozen=True)
class Standings:
    """Positions of predictions by how they can be optimal, with the judged certificates."""

    never: tuple[int, ...]
    only_tied: tuple[int, ...]
    evidence: tuple[Evidence, ...]


def alone_at_a_point(values: NDArray[Any]) -> dict[int, int]:
    """For rows that are the only smallest one in some column: the first such column."""
    smallest = values.min(axis=0)
    unique = (values == smallest).sum(axis=0) == 1
    found: dict[int, int] = {}
    for j in np.flatnonzero(unique).tolist():
        found.setdefault(int(np.argmin(values[:, j])), j)
    return found


def standings(subject: Subject, representatives: Sequence[int]) -> Standings:
    """How each representative prediction can be optimal: z alone, with others only, or never.

    With D the differences of the other rows from that of z, the game max over Pi of min D Pi is
    positive, 0 or negative.
    """
    labels, observations = subject.window.predictions, subject.window.observations
    values = common(subject.matrix).values
    easy = alone_at_a_point(values)
    first = first_equal_rows(values)
    different = sorted(set(first))
    never, tied = [], []
    evidence: list[Evidence] = []
    for z in representatives:
        never_optimal = NeverOptimal(subject.reference, labels[z])
        never_alone = NeverUniquelyOptimal(subject.reference, labels[z])
        twin = next((i for i, k in enumerate(first) if k == first[z] and i != z), None)
        others = [i for i in different if i != first[z]]
        if z in easy or not others:
            found = Game(Fraction(1), None, {easy.get(z, 0): Fraction(1)}, {})
        else:
            found = signed_game(minus(values[others], values[z][None, :]))
        point = Distribution(listed_weights(observations, found.distribution))
        mixed = {others[i]: w for i, w in found.mixture.items()}
        mixture = Mixture(listed_weights(labels, mixed))
        if found.high is not None and found.high < 0:
            never.append(z)
            evidence.append(judged(never_optimal, mixture))
            continue
        if found.low and twin is None:
            evidence.append(judged(never_alone, point, Outcome.REFUTES))
            continue
        tied.append(z)
        if twin is not None:
            mixture = Mixture(ListedWeights(((labels[twin], Fraction(1)),)))
        evidence.append(judged(never_alone, mixture))
        evidence.append(judged(never_optimal, point, Outcome.REFUTES))
    return Standings(tuple(never), tuple(tied), tuple(evidence))


def first_equal_rows(values: NDArray[Any]) -> list[int]:
    """For each row the first one that is equal to it."""
    places: dict[object, int] = {}
    if values.dtype == object:
        return [places.setdefault(tuple(row), i) for i, row in enumerate(values.tolist())]
    return [places.setdefault(row.tobytes(), i) for i, row in enumerate(values)]


def dominance_finding(subject: Subject) -> Finding:
    """The predictions that are never optimal and those that are so only with ties."""
    key, title = "dominance", "which predictions are never optimal, or only with ties"
    entries = subject.loss.predictions.size * subject.loss.observations.size
    if not subject.complete or entries > subject.budget.program:
        limit = later("merging", entries)
        return not_attempted("merging", key, title, limit, DOMINANCE_MEANING)
    found_orbits = quotient(subject).predictions
    representatives = found_orbits.representatives
    found = standings(subject, representatives)
    size = {orbit[0]: len(orbit) for orbit in found_orbits.members}
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
            ("representatives of orbits", len(representatives)),
        ),
    )


def merging_findings(subject: Subject) -> Iterator[Finding]:
    """Part 5 of the dossier."""
    if not subject.complete:
        entries = subject.loss.predictions.size * subject.loss.observations.size
        reason = f"{size_text(entries)} entries are more than are looked at"
        for word in ("rows", "columns"):
            yield not_attempted("merging", f"equal-{word}", f"which {word} are equal", reason)
    else:
        yield duplicates(subject, "predictions")
        yield duplicates(subject, "observations")
    yield dominance_finding(subject)
