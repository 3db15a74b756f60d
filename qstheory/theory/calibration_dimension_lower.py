"""Lower bounds on the convex calibration dimension of a loss.

At a distribution p with optimal predictions S and support T, the rank of the differences of the
rows S on the columns T (Ramaswamy and Agarwal 2016, Theorem 16 and Lemma 14). At an equal-risk
point that is the rank of all differences of predictions. Otherwise p is searched for: for a small
loss over all faces of the Bayes risk, which is exact, and then by flats (`theory.flats`) and by
cells that are in no order (`certify.kinds.calibration_dimension_below`); for a loss by counts over
distributions by size at which many sizes tie, and over those that single out a core of labels
(`theory.tied_core`); else over uniform distributions on sets of observations, then over
distributions at which more and more predictions tie. Where those would take too many programs one
is tried at which the least risk is largest: without structure as many predictions tie there as
observations have a weight, about half of them.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice

import numpy as np

from qstheory.certify.arithmetic import over_common_denominator
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    FeasibleSubspace,
)
from qstheory.certify.kinds.calibration_dimension_below import ThreeCells, unordered
from qstheory.certify.kinds.declared_ranks import IndependentSets
from qstheory.certify.kinds.dimension_bounds import EqualRiskRank
from qstheory.certify.kinds.equal_risk import EqualRiskPoint
from qstheory.certify.kinds.rank import Minor
from qstheory.certify.kinds.rank_by_component import ByComponents
from qstheory.certify.weights import ListedWeights
from qstheory.errors import TooLarge, Undecided
from qstheory.exact.games import valued_game
from qstheory.exact.integer_matrix import (
    INT64_MAX,
    IntegerMatrix,
    Rows,
    Vector,
    apply,
    common,
    loss_matrix,
    magnitude,
)
from qstheory.exact.modular import PRIME, independent
from qstheory.losses.spaces import Label
from qstheory.theory.findings import Evidence, judged
from qstheory.theory.flats import Face, Part, faces, no_flat
from qstheory.theory.optimality import EqualRisk, quotient
from qstheory.theory.subject import Subject
from qstheory.theory.tied_core import lower_by_core, lower_by_sizes, widest_tie
from qstheory.theory.window import listed_weights

SUBSET_LIMIT = 12
"""Most observations whose sets are all tried as supports of uniform distributions."""
TRIED = 60
"""Sets of observations tried, best first: on 16 random losses of up to 8 x 6 entries 15, 60 and 240
gave the same bound."""
LISTED, FEW = 20_000, 2
"""Most predictions, and observations, of a lower bound where not every entry is looked at."""
DIFFERENT = 40
"""Most different rows on few observations."""
TIES = 1 << 17
"""Most coefficients of a linear program in the search for ties."""
SIZES, SIZE_PROGRAMS = 33, 3
"""Most sizes of observations, and linear programs, for ties of all predictions of some sizes."""
PLAYED = 400
"""Most observations for the game instead: 300 took 1.5 s, and its numbers grow with them."""
LABEL_SETS = 2
"""Times as many programs for losses on label sets, which tie in many ways: the F-score of 6 labels
has 17 for 15 then, and 16 for 13 without the empty observation, in 6 s for 3."""
CORNERS = 10
"""Most observations of which three are tried as cells in no order: 165 triples with all evenly. Not
measured: classes that are alike, as when abstaining, show it with the first three."""
ORDERS = 8
"""Orders in which predictions join a tie: on the same losses one order gave the same bound in 0.7
of the time; more guard against an unlucky one."""
SEED = 16
"""Any number: the orders are drawn alike on every machine."""


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


def _coefficients(subject: Subject) -> int:
    """Of a linear program for a tie."""
    rows, columns = subject.matrix.shape
    return (rows + columns) * (3 * columns + rows)


def game_candidates(subject: Subject) -> Iterator[Vector]:
    """Where the least risk is largest, for a loss of which no ties are searched."""
    columns = subject.matrix.shape[1]
    if _coefficients(subject) <= TIES or columns > PLAYED:
        return
    try:
        found = valued_game(common(subject.matrix).values).distribution
    except Undecided:
        return
    yield tuple(found.get(j, Fraction(0)) for j in range(columns))


def tie_candidates(subject: Subject) -> Iterator[Vector]:
    """Ties with more and more predictions, from one of each orbit, in several random orders."""
    matrix = subject.matrix.rows()
    rows = len(matrix)
    size = _coefficients(subject)
    if size > TIES:
        return
    left = min(subject.budget.programs, 16 * TIES // size)
    if subject.loss.counts is not None:
        left *= LABEL_SETS
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
                p = widest_tie(matrix, tied | {z})
                if p is None and z == start:
                    break  # It is best nowhere, and ties with none that is.
                if p is not None:
                    risks = apply(matrix, p)
                    tied = {k for k, risk in enumerate(risks) if risk == risks[start]}
                    yield p


def best_cell(subject: Subject, ceiling: int, exact: Sequence[Face]) -> Cell:
    """The best lower bound among the candidates, or all faces; none exceeds the ceiling."""
    L, observations = subject.matrix, subject.window.observations
    if exact:
        return cell_at(L, observations, exact[0].distribution)
    best = cell_at(L, observations, [Fraction(int(j == 0)) for j in range(L.shape[1])])
    for candidates in (
        pair_candidates(L),
        uniform_candidates(subject),
        game_candidates(subject),
        tie_candidates(subject),
    ):
        for p in candidates:
            if best.bound == ceiling:
                return best
            best = max(best, cell_at(L, observations, p), key=lambda cell: cell.bound)
    return best


def lower_bound(subject: Subject, equal: EqualRisk, high: int) -> Evidence | None:
    """The judged lower bound, or None where nothing is affordable."""
    by_rank = subject.lower("prediction-differences")
    if equal.point is not None and isinstance(by_rank, IndependentSets | ByComponents):
        proposition = CalibrationDimensionAtLeast(
            subject.reference, subject.rank_of("prediction-differences")
        )
        return judged(proposition, EqualRiskRank(EqualRiskPoint(equal.point), by_rank))
    if equal.point is not None:
        minor = subject.minor("prediction-differences")
        proposition = CalibrationDimensionAtLeast(subject.reference, len(minor.predictions))
        return judged(proposition, FeasibleSubspace(equal.point, minor))
    best = _by_sizes(subject, high)
    if best is not None and best.proposition.d == high:
        return best
    entries = subject.loss.predictions.size * subject.loss.observations.size
    if subject.complete and entries <= subject.budget.program:
        found = _searched(subject, high)
        if best is None or best.proposition.d < found.proposition.d:
            best = found
    if best is None:
        best = _on_few_observations(subject)
    return _by_core(subject, best, high) or best


def _by_core(subject: Subject, best: Evidence | None, high: int) -> Evidence | None:
    """A larger bound at distributions that single out a core of labels."""
    counts, above = subject.loss.counts, 0 if best is None else best.proposition.d
    if counts is None or above >= high:
        return None
    return lower_by_core(subject.reference, counts, above)


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
    if flat is None and cell.bound < min(2, high):
        flat = _unordered(subject, L, observations)
    return _at_cell(subject, cell, predictions, observations) if flat is None else flat


def _unordered(subject: Subject, L: Rows, observations: Sequence[Label]) -> Evidence | None:
    """Three observations, or all of them evenly, whose best predictions are in no order."""
    n = len(observations)
    weights = [{j: Fraction(1)} for j in range(min(n, CORNERS))]
    weights.append({j: Fraction(1, n) for j in range(n)})
    risks = [
        {z: sum((row[j] * w for j, w in p.items()), Fraction(0)) for z, row in enumerate(L)}
        for p in weights
    ]
    for i, j, k in combinations(range(len(weights)), 3):
        if unordered((risks[i], risks[j], risks[k])):
            one, two, three = (listed_weights(observations, weights[at]) for at in (i, j, k))
            proposition = CalibrationDimensionAtLeast(subject.reference, 2)
            return judged(proposition, ThreeCells((one, two, three)))
    return None


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
