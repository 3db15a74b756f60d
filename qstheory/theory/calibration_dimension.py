"""A certified interval for the convex calibration dimension of a loss.

Lower bound: at a distribution p with optimal predictions S and support T, the rank of the
differences of the rows S on the columns T (Ramaswamy and Agarwal 2016, Theorem 16 and Lemma 14).
At an equal-risk point that is the rank of all differences of predictions, so the interval closes.
Otherwise p is searched for: uniform distributions on sets of observations, then distributions at
which more and more predictions tie.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

import numpy as np

from qstheory.certify.arithmetic import over_common_denominator
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
    DeclaredLine,
    FeasibleSubspace,
    ObservationCount,
    PredictionsOnALine,
)
from qstheory.certify.kinds.coefficient_ranks import CoefficientRanks
from qstheory.certify.kinds.equal_risk import EqualRiskPoint
from qstheory.certify.kinds.equal_risk_dimension import EqualRiskRank
from qstheory.certify.kinds.independent_sets import IndependentSets
from qstheory.certify.kinds.rank import Minor, View
from qstheory.certify.kinds.rank_by_component import ByComponents
from qstheory.certify.kinds.rank_by_size import SizeMinors
from qstheory.certify.weights import ListedWeights
from qstheory.errors import Undecided
from qstheory.exact.integer_matrix import (
    INT64_MAX,
    IntegerMatrix,
    common,
    magnitude,
)
from qstheory.exact.loss_matrix import loss_matrix
from qstheory.exact.modular import PRIME
from qstheory.exact.rational import Rows, Vector, apply
from qstheory.exact.sketch import independent
from qstheory.losses.display import size_text
from qstheory.losses.spaces import Label
from qstheory.solve.ties import widest_tie
from qstheory.theory.dimensions import form_evidence
from qstheory.theory.findings import Evidence, Finding, judged
from qstheory.theory.line import positions_on_a_line
from qstheory.theory.optimality import EqualRisk
from qstheory.theory.orbits import quotient
from qstheory.theory.subject import Subject
from qstheory.theory.weights import listed_weights

SUBSET_LIMIT = 12
"""Most observations whose sets are all tried as supports of uniform distributions."""
TRIED = 60
LISTED, FEW = 20_000, 2
"""Most predictions, and observations, of a lower bound where not every entry is looked at."""
TIES = 1 << 17
"""Most coefficients of a linear program in the search for ties."""
ORDERS = 8
SEED = 16
MEANING = (
    "The least dimension of a convex surrogate that is consistent for the loss; every bound rests"
    " on a theorem of Ramaswamy and Agarwal (2016) whose hypotheses are checked exactly."
)


@dataclass(frozen=True)
class Cell:
    """A distribution, and positions of the minor that shows the lower bound there."""

    distribution: ListedWeights
    base: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def bound(self) -> int:
        """The lower bound on the dimension."""
        return len(self.rows)


def cell_at(L: IntegerMatrix, observations: Sequence[Label], p: Sequence[Fraction]) -> Cell:
    """The lower bound that the distribution on these columns of L gives."""
    values = common(L).values
    _, weights = over_common_denominator(p)
    if magnitude(values) * sum(map(abs, weights)) > INT64_MAX:
        values = values.astype(object)
    risks = values @ np.array(weights, dtype=values.dtype)
    tied = np.flatnonzero(risks == risks.min()).tolist()
    support = [y for y, weight in enumerate(p) if weight]
    base, *rest = tied
    chosen_rows: tuple[int, ...] = ()
    chosen_columns: tuple[int, ...] = ()
    if rest:
        # One denominator for all: the integers have the ranks of the entries.
        differences = values[np.ix_(rest, support)] - values[base][support]
        found = independent(IntegerMatrix(differences, (1,) * len(rest)))
        chosen_rows = tuple(rest[i] for i in found.rows)
        chosen_columns = tuple(support[j] for j in found.columns)
    return Cell(listed_weights(observations, dict(enumerate(p))), base, chosen_rows, chosen_columns)


def uniform_candidates(subject: Subject) -> Iterator[Vector]:
    """Uniform distributions on the sets of observations with the most ties, best first."""
    columns = subject.matrix.shape[1]
    if columns > SUBSET_LIMIT:
        yield (Fraction(1, columns),) * columns
        return
    subsets = (np.arange(1, 1 << columns)[:, None] >> np.arange(columns)) & 1
    values = common(subject.matrix).values
    if magnitude(values) * columns > INT64_MAX:
        values = values.astype(object)
    risks = subsets @ values.T
    ties = (risks == risks.min(axis=1, keepdims=True)).sum(axis=1)
    promise = np.minimum(ties - 1, subsets.sum(axis=1) - 1)
    for k in np.argsort(-promise, kind="stable")[:TRIED].tolist():
        support = subsets[k].tolist()
        yield tuple(Fraction(bit, sum(support)) for bit in support)


def pair_candidates(L: IntegerMatrix) -> Iterator[Vector]:
    """Weights on two observations at which the best prediction for one ties with another.

    From the first observation towards one that prefers another prediction, the first tie is met
    where lambda a_z + (1 - lambda) b_z of both are equal, at the largest lambda below 1.
    """
    values = common(L).values.T.tolist()
    a = values[0]
    for j, b in enumerate(values[1:], start=1):
        z = min(range(len(a)), key=lambda k: (a[k], b[k]))
        ties = [
            Fraction(b[z] - y, b[z] - y + x - a[z]) for x, y in zip(a, b, strict=True) if y < b[z]
        ]
        if ties:
            weight = max(ties)
            yield tuple({0: weight, j: 1 - weight}.get(k, Fraction(0)) for k in range(len(values)))
            return


def tie_candidates(subject: Subject) -> Iterator[Vector]:
    """Ties with more and more predictions, from one of each orbit, in several random orders."""
    matrix = subject.matrix.rows()
    rows, columns = subject.matrix.shape
    size = (rows + columns) * (3 * columns + rows)
    if size > TIES:
        return
    left = min(subject.budget.programs // 2, 8 * TIES // size)
    source = random.Random(SEED)
    starts = quotient(subject).predictions.representatives
    for _ in range(ORDERS):
        for start in starts:
            tied = {start}
            order = list(range(rows))
            source.shuffle(order)
            for z in [start, *order]:
                if left == 0:
                    return
                if z in tied and z != start:
                    continue
                left -= 1
                p = _widest_tie(matrix, tied | {z})
                if p is not None:
                    risks = apply(matrix, p)
                    tied = {k for k, risk in enumerate(risks) if risk == risks[start]}
                    yield p


def _widest_tie(matrix: Rows, tied: set[int]) -> Vector | None:
    try:
        return widest_tie(matrix, tied)
    except Undecided:
        return None


def best_cell(subject: Subject, ceiling: int) -> Cell:
    """The best lower bound among the candidates; none exceeds the ceiling."""
    L, observations = subject.matrix, subject.window.observations
    best = cell_at(L, observations, [Fraction(int(j == 0)) for j in range(L.shape[1])])
    for candidates in (pair_candidates(L), uniform_candidates(subject), tie_candidates(subject)):
        for p in candidates:
            if best.bound == ceiling:
                return best
            best = max(best, cell_at(L, observations, p), key=lambda cell: cell.bound)
    return best


def lower_bound(subject: Subject, equal: EqualRisk, high: int) -> Evidence | None:
    """The judged lower bound, or None where nothing is affordable."""
    by_rank = subject.lower("prediction-differences")
    if equal.point is not None and isinstance(by_rank, SizeMinors | IndependentSets | ByComponents):
        proposition = CalibrationDimensionAtLeast(
            subject.reference, subject.rank_of("prediction-differences")
        )
        return judged(proposition, EqualRiskRank(EqualRiskPoint(equal.point), by_rank))
    if equal.point is not None:
        minor = subject.minor("prediction-differences")
        proposition = CalibrationDimensionAtLeast(subject.reference, len(minor.predictions))
        return judged(proposition, FeasibleSubspace(equal.point, minor))
    entries = subject.loss.predictions.size * subject.loss.observations.size
    if subject.complete and entries <= subject.budget.program:
        cell = best_cell(subject, high)
        return _at_cell(subject, cell, subject.window.predictions, subject.window.observations)
    return _on_few_observations(subject)


def _at_cell(
    subject: Subject, cell: Cell, predictions: Sequence[Label], observations: Sequence[Label]
) -> Evidence:
    minor = Minor(
        tuple(predictions[z] for z in cell.rows),
        tuple(observations[y] for y in cell.columns),
        PRIME,
        predictions[cell.base],
    )
    proposition = CalibrationDimensionAtLeast(subject.reference, len(minor.predictions))
    return judged(proposition, FeasibleSubspace(cell.distribution, minor))


def _on_few_observations(subject: Subject) -> Evidence | None:
    """A bound at distributions on the first observations: the columns of no others matter there."""
    loss = subject.loss
    if loss.predictions.size > LISTED:
        return None
    predictions, observations = tuple(loss.predictions), tuple(islice(loss.observations, FEW))
    part = loss_matrix(loss, predictions, observations)
    cells = [cell_at(part, observations, p) for p in pair_candidates(part)]
    if not cells:
        return None
    return _at_cell(subject, max(cells, key=lambda c: c.bound), predictions, observations)


def declared_line(subject: Subject) -> Evidence | None:
    """That one dimension suffices, where the declaration shows it."""
    loss = subject.loss
    if loss.some_counts is None and loss.polynomial is None:
        return None
    found = judged(CalibrationDimensionAtMost(subject.reference, 1), DeclaredLine())
    return found if found.proves else None


def on_a_line(subject: Subject) -> PredictionsOnALine | None:
    """The predictions at positions where every column is convex, if there are such."""
    if not subject.complete:
        return None
    values = common(subject.matrix).values
    if magnitude(values) > INT64_MAX // 4:
        values = values.astype(object)
    places = positions_on_a_line(values)
    if places is None:
        return None
    predictions = subject.window.predictions
    return PredictionsOnALine(tuple((predictions[z], place) for z, place in places.items()))


def upper_bound(subject: Subject) -> Evidence:
    """The judged upper bound: 1 on a line, the rank of differences of predictions, or |Y| - 1."""
    count = subject.loss.observations.size
    view: View = "prediction-differences"
    rank = subject.rank_of(view)
    declared = declared_line(subject) if min(rank, count - 1) > 1 else None
    if declared is not None:
        return declared
    line = on_a_line(subject) if min(rank, count - 1) > 1 else None
    if line is not None:
        return judged(CalibrationDimensionAtMost(subject.reference, 1), line)
    if rank < count - 1:
        proposition = CalibrationDimensionAtMost(subject.reference, rank)
        given = subject.counted(view) or subject.declared_upper(view)
        if given is not None and not isinstance(given, CoefficientRanks):
            return judged(proposition, given)
        evidence = form_evidence(subject, proposition, rank)
        if evidence is not None:
            return evidence
        if subject.complete:
            return judged(proposition, subject.span)
    proposition = CalibrationDimensionAtMost(subject.reference, count - 1)
    return judged(proposition, ObservationCount())


def calibration_dimension_finding(subject: Subject, equal: EqualRisk) -> Finding:
    """The certified interval for the convex calibration dimension."""
    key = "calibration-dimension"
    upper = upper_bound(subject)
    high = upper.proposition.d
    lower = lower_bound(subject, equal, high)
    if lower is None:
        statement = f"convex calibration dimension <= {size_text(high)}"
        limit = "no lower bound: more entries than are looked at"
        return Finding(
            "optimality", key, statement, (0, high), (upper,), MEANING, limit=limit, interval=True
        )
    low = lower.proposition.d
    statement = f"{low} <= convex calibration dimension <= {size_text(high)}"
    if low == high:
        statement = f"convex calibration dimension = {low}"
    return Finding(
        "optimality", key, statement, (low, high), (lower, upper), MEANING, interval=low < high
    )
