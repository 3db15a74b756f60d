"""A certified interval for the convex calibration dimension of a loss.

Lower bound: at a distribution p with optimal predictions S and support T, the rank of the
differences of the rows S on the columns T (Ramaswamy and Agarwal 2016, Theorem 16 and Lemma 14).
At an equal-risk point that is the rank of all differences of predictions, so the interval closes.
Otherwise p is searched for: for a small loss over all faces of the Bayes risk, which is exact, and
then by flats (`theory.flats`); else uniform distributions on sets of observations, then
distributions at which more and more predictions tie.

Upper bound, the least of: the rank of the differences of predictions; one less where no
distribution whatever gives all predictions the same risk (`theory.ratio_scores`); |Y| - 1; 1 on a
line; log2 of the classes for abstaining; the scores of a polyhedral surrogate that a search finds.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

import numpy as np

from qstheory.certify.arithmetic import over_common_denominator
from qstheory.certify.kinds.binary_encoding import BinaryEncoding
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
    DeclaredLine,
    FeasibleSubspace,
    ObservationCount,
    PredictionsOnALine,
)
from qstheory.certify.kinds.coefficient_ranks import CoefficientRanks
from qstheory.certify.kinds.embedding import Embedded
from qstheory.certify.kinds.equal_risk import EqualRiskPoint
from qstheory.certify.kinds.equal_risk_dimension import EqualRiskRank
from qstheory.certify.kinds.independent_sets import IndependentSets
from qstheory.certify.kinds.rank import Minor, View
from qstheory.certify.kinds.rank_by_component import ByComponents
from qstheory.certify.kinds.rank_by_size import SizeMinors
from qstheory.certify.kinds.ratio_scores import RankAbove
from qstheory.certify.weights import ListedWeights
from qstheory.errors import TooLarge, Undecided
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
from qstheory.theory.design.placement import smallest
from qstheory.theory.dimensions import form_evidence
from qstheory.theory.faces import Face, faces
from qstheory.theory.findings import Evidence, Finding, judged
from qstheory.theory.flats import Part, no_flat
from qstheory.theory.line import positions_on_a_line
from qstheory.theory.optimality import EqualRisk
from qstheory.theory.orbits import quotient
from qstheory.theory.ratio_scores import ratio_scores
from qstheory.theory.subject import Subject
from qstheory.theory.tied_sizes import lower_by_sizes
from qstheory.theory.weights import listed_weights

SUBSET_LIMIT = 12
"""Most observations whose sets are all tried as supports of uniform distributions."""
TRIED = 60
LISTED, FEW = 20_000, 2
"""Most predictions, and observations, of a lower bound where not every entry is looked at."""
DIFFERENT = 40
"""Most different rows on few observations."""
PLACED, PLACEMENTS = 64, 30
"""Most entries of a loss for which a surrogate of few scores is searched, and placements tried."""
TIES = 1 << 17
"""Most coefficients of a linear program in the search for ties."""
SIZES, SIZE_PROGRAMS = 33, 3
"""Most sizes of observations, and linear programs, for ties of all predictions of some sizes."""
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


def best_cell(subject: Subject, ceiling: int, exact: Sequence[Face]) -> Cell:
    """The best lower bound among the candidates, or all faces; none exceeds the ceiling."""
    L, observations = subject.matrix, subject.window.observations
    if exact:
        return cell_at(L, observations, exact[0].distribution)
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
    by_sizes = _by_sizes(subject, high)
    if by_sizes is not None and by_sizes.proposition.d == high:
        return by_sizes
    entries = subject.loss.predictions.size * subject.loss.observations.size
    if subject.complete and entries <= subject.budget.program:
        found = _searched(subject, high)
        if by_sizes is None or by_sizes.proposition.d < found.proposition.d:
            return found
    return by_sizes or _on_few_observations(subject)


def _by_sizes(subject: Subject, high: int) -> Evidence | None:
    """The bound at distributions by size of a loss by counts with too many sets to look at all."""
    counts = subject.loss.counts
    if counts is None or subject.declared is None or len(counts.observations.sizes) > SIZES:
        return None
    try:
        found = lower_by_sizes(subject.reference, counts, high, SIZE_PROGRAMS)
    except TooLarge:  # more labels than the scheme's components are computed for
        return None
    return found if found is not None and found.proves and found.proposition.d > 0 else None


def _searched(subject: Subject, high: int) -> Evidence:
    """The best of the cells, or of flats where these give more."""
    predictions, observations = subject.window.predictions, subject.window.observations
    L = subject.matrix.rows()
    exact = _all_faces(L)
    cell = best_cell(subject, high, exact)
    if cell.bound < high and exact:
        part = Part(subject.reference, L, predictions, observations)
        flat = no_flat(part, exact, cell.bound)
    else:
        flat = _flat_on_few(subject, predictions) if cell.bound < min(2, high) else None
    return _at_cell(subject, cell, predictions, observations) if flat is None else flat


def _all_faces(L: Rows) -> list[Face]:
    """All faces of the Bayes risk, or none where they are too many."""
    try:
        return faces(L)
    except TooLarge:
        return []


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
    flat = _flat_on_few(subject, predictions)
    if flat is not None:
        return flat
    cells = [cell_at(part, observations, p) for p in pair_candidates(part)]
    if not cells:
        return None
    return _at_cell(subject, max(cells, key=lambda c: c.bound), predictions, observations)


def _flat_on_few(subject: Subject, predictions: Sequence[Label]) -> Evidence | None:
    """A bound by flats over one observation more, at distributions on these alone."""
    observations = tuple(islice(subject.loss.observations, FEW + 1))
    rows = list(map(tuple, loss_matrix(subject.loss, predictions, observations).rows()))
    different = list(dict.fromkeys(rows))
    if len(different) > DIFFERENT:
        return None
    labels = [predictions[rows.index(row)] for row in different]
    found = _all_faces(different)
    above = found[0].ties if found else 0
    return no_flat(Part(subject.reference, different, labels, observations), found, above)


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
    """The judged upper bound without a search for a surrogate: see above."""
    count = subject.loss.observations.size
    rank = subject.rank_of("prediction-differences")
    plain = min(rank, count - 1)
    found = _one_score(subject) if plain > 1 else None
    if found is not None:
        return found
    upper = _rank_above(subject, rank)
    candidates = [
        _encoded(subject) if plain > 1 else None,
        ratio_scores(subject, rank, upper) if upper is not None and rank <= count else None,
        _by_rank(subject, rank) if rank < count - 1 else None,
        judged(CalibrationDimensionAtMost(subject.reference, count - 1), ObservationCount()),
    ]
    return min((c for c in candidates if c is not None), key=lambda c: c.proposition.d)


def _one_score(subject: Subject) -> Evidence | None:
    """Predictions on a line, by the declaration or the entries."""
    declared = declared_line(subject)
    line = on_a_line(subject) if declared is None else None
    if line is not None:
        return judged(CalibrationDimensionAtMost(subject.reference, 1), line)
    return declared


def _encoded(subject: Subject) -> Evidence | None:
    """Corners of a cube for the classes, where the loss is that of abstaining."""
    d = max(1, (subject.loss.observations.size - 1).bit_length())
    if subject.loss.counts is None and not subject.complete:
        return None
    found = judged(CalibrationDimensionAtMost(subject.reference, d), BinaryEncoding())
    return found if found.proves else None


def _by_rank(subject: Subject, rank: int) -> Evidence | None:
    """The rank of the differences of predictions."""
    view: View = "prediction-differences"
    proposition = CalibrationDimensionAtMost(subject.reference, rank)
    given = subject.counted(view) or subject.declared_upper(view)
    if given is not None and not isinstance(given, CoefficientRanks):
        return judged(proposition, given)
    evidence = form_evidence(subject, proposition, rank)
    if evidence is not None:
        return evidence
    return judged(proposition, subject.span) if subject.complete else None


def _rank_above(subject: Subject, rank: int) -> RankAbove | None:
    """What shows that rank from above and is admitted for ratios."""
    found = _by_rank(subject, rank)
    given = None if found is None else found.certificate
    if isinstance(given, RankAbove):
        return given
    return subject.span if subject.complete else None


def embedded_bound(subject: Subject, low: int, high: int) -> Evidence | None:
    """A polyhedral surrogate of at least `low` and fewer than `high` scores that is found."""
    entries = subject.loss.predictions.size * subject.loss.observations.size
    if not subject.complete or low >= high or entries > PLACED:
        return None
    try:
        found = smallest(subject.loss, low, high, PLACEMENTS)
    except TooLarge:
        return None
    if found is None:
        return None
    embedding, proof = found
    made = Embedded(embedding.terms, proof.proposition.points, embedding.minima)
    proposition = CalibrationDimensionAtMost(subject.reference, embedding.dimension)
    return judged(proposition, made)


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
    closer = embedded_bound(subject, low, high)
    if closer is not None and closer.proves:
        upper, high = closer, closer.proposition.d
    statement = f"{low} <= convex calibration dimension <= {size_text(high)}"
    if low == high:
        statement = f"convex calibration dimension = {low}"
    return Finding(
        "optimality", key, statement, (low, high), (lower, upper), MEANING, interval=low < high
    )
