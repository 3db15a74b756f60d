"""What merges: equal rows and columns, predictions that are never optimal, or only with ties."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from qstheory.certify.kinds.dominance import (
    Distribution,
    EveryLabel,
    Mixture,
    NeverOptimal,
    NeverUniquelyOptimal,
    SameObservation,
    SamePrediction,
)
from qstheory.certify.outcome import Outcome
from qstheory.certify.weights import ListedWeights
from qstheory.errors import Undecided
from qstheory.exact.integer_matrix import common
from qstheory.solve.dominance import standing
from qstheory.theory.findings import Evidence, Finding, judged, not_attempted
from qstheory.theory.orbits import quotient
from qstheory.theory.subject import Subject
from qstheory.theory.weights import listed_weights

PAIR_LIMIT = 64
"""Most pairs of equal rows or columns that get a certificate of their own."""
DOMINANCE_MEANING = (
    "A dominated prediction is never Bayes-optimal for any distribution; one that is optimal only"
    " with ties can be left out of a decoder."
)


def duplicates(subject: Subject, side: str) -> Finding:
    """Equal rows (side `predictions`) or equal columns (side `observations`)."""
    values = common(subject.matrix).values
    rows = values if side == "predictions" else values.T
    space = subject.window.predictions if side == "predictions" else subject.window.observations
    groups: dict[tuple[int, ...], list[int]] = {}
    for i, row in enumerate(rows.tolist()):
        groups.setdefault(tuple(row), []).append(i)
    pairs = [(group[0], i) for group in groups.values() for i in group[1:]]
    kind = SamePrediction if side == "predictions" else SameObservation
    evidence = tuple(
        judged(kind(subject.reference, space[i], space[j]), EveryLabel())
        for i, j in pairs[:PAIR_LIMIT]
    )
    word = "rows" if side == "predictions" else "columns"
    if not pairs:
        return Finding("merging", f"equal-{word}", f"all {word} differ", 0)
    statement = f"{len(pairs)} {word} repeat an earlier one; {len(groups)} are different"
    shown = "" if len(pairs) <= PAIR_LIMIT else f"certificates for the first {PAIR_LIMIT} only"
    return Finding("merging", f"equal-{word}", statement, len(pairs), evidence, limit=shown)


@dataclass(frozen=True)
class Standings:
    """Positions of predictions by how they can be optimal, with the judged certificates."""

    never: tuple[int, ...]
    only_tied: tuple[int, ...]
    undecided: tuple[int, ...]
    evidence: tuple[Evidence, ...]


def alone_at_a_point(values: Sequence[Sequence[int]]) -> dict[int, int]:
    """For rows that are the only smallest one in some column: the first such column."""
    array = np.array(values)
    smallest = array.min(axis=0)
    unique = (array == smallest).sum(axis=0) == 1
    found: dict[int, int] = {}
    for j in np.flatnonzero(unique).tolist():
        found.setdefault(int(np.argmin(array[:, j])), j)
    return found


def standings(subject: Subject, representatives: Sequence[int]) -> Standings:
    """How each representative prediction can be optimal."""
    labels, observations = subject.window.predictions, subject.window.observations
    easy = alone_at_a_point(common(subject.matrix).values.tolist())
    rows = [tuple(row) for row in subject.matrix.rows()]
    never, tied, undecided = [], [], []
    evidence: list[Evidence] = []
    for z in representatives:
        never_optimal = NeverOptimal(subject.reference, labels[z])
        never_alone = NeverUniquelyOptimal(subject.reference, labels[z])
        if z in easy or len(rows) == 1:
            point = listed_weights(observations, {easy.get(z, 0): Fraction(1)})
            evidence.append(judged(never_alone, Distribution(point), Outcome.REFUTES))
            continue
        others = [i for i in range(len(rows)) if i != z and rows[i] != rows[z]]
        twin = next((i for i in range(len(rows)) if i != z and rows[i] == rows[z]), None)
        if not others:
            others = [i for i in range(len(rows)) if i != z]
        try:
            found = standing(rows[z], [rows[i] for i in others])
        except Undecided:
            undecided.append(z)
            continue
        point = listed_weights(observations, dict(enumerate(found.distribution)))
        mixed = listed_weights(labels, dict(zip(others, found.mixture, strict=True)))
        if found.margin < 0:
            never.append(z)
            evidence.append(judged(never_optimal, Mixture(mixed)))
            continue
        if found.margin > 0 and twin is None:
            evidence.append(judged(never_alone, Distribution(point), Outcome.REFUTES))
            continue
        tied.append(z)
        if twin is not None:
            mixed = ListedWeights(((labels[twin], Fraction(1)),))
        evidence.append(judged(never_alone, Mixture(mixed)))
        evidence.append(judged(never_optimal, Distribution(point), Outcome.REFUTES))
    return Standings(tuple(never), tuple(tied), tuple(undecided), tuple(evidence))


def dominance_finding(subject: Subject) -> Finding:
    """The predictions that are never optimal and those that are so only with ties."""
    key, title = "dominance", "which predictions are never optimal, or only with ties"
    if not subject.complete:
        reason = "more entries than are looked at"
        return not_attempted("merging", key, title, reason, DOMINANCE_MEANING)
    found_orbits = quotient(subject).predictions
    representatives = found_orbits.representatives
    rows, columns = subject.matrix.shape
    if len(representatives) > subject.budget.programs or (
        (rows + columns) * rows > subject.budget.program
    ):
        reason = "the linear programs exceed the budget"
        return not_attempted("merging", key, title, reason, DOMINANCE_MEANING)
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
        reason="some linear program could not be rebuilt exactly" if found.undecided else "",
        details=(
            ("never optimal", tuple(str(labels[z]) for z in found.never)),
            ("only with ties", tuple(str(labels[z]) for z in found.only_tied)),
            ("representatives of orbits", len(representatives)),
        ),
    )


def merging_findings(subject: Subject) -> list[Finding]:
    """Part 5 of the dossier."""
    if not subject.complete:
        reason = "more entries than are looked at"
        equal = [
            not_attempted("merging", f"equal-{word}", f"which {word} are equal", reason)
            for word in ("rows", "columns")
        ]
        return [*equal, dominance_finding(subject)]
    return [
        duplicates(subject, "predictions"),
        duplicates(subject, "observations"),
        dominance_finding(subject),
    ]
