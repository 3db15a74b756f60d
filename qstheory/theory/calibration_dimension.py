"""A certified interval for the convex calibration dimension of a loss, and its upper bounds.

It closes at an equal-risk point, where both bounds are the rank of the differences of predictions.
The upper bound is the least of: the rank of the differences of predictions; one less where no
distribution whatever gives all predictions the same risk; |Y| - 1; 1 on a line, and 0 where one is
best everywhere; log2 of the
classes for abstaining; the scores of a polyhedral surrogate that a search finds.

That none does is shown by weights w of sum 0 on the predictions with w^T L > 0: the larger of t and
0 with w^T L >= t everywhere, w the difference of two mixtures; by sizes or orbits where known.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtMost,
    DeclaredLine,
    PredictionsOnALine,
)
from qstheory.certify.kinds.calibration_dimension_above import BinaryEncoding, RatioScores
from qstheory.certify.kinds.dimension_bounds import Upper
from qstheory.certify.kinds.rank import View
from qstheory.certify.kinds.span import Counted
from qstheory.certify.weights import SizeWeights, Weights
from qstheory.errors import TooLarge
from qstheory.exact.integer_matrix import INT64_MAX, Rows, Vector, common, magnitude
from qstheory.exact.linear_program import StandardProgram, solve
from qstheory.losses.views import size_text
from qstheory.theory.calibration_dimension_lower import lower_bound
from qstheory.theory.dimensions import form_evidence
from qstheory.theory.findings import Evidence, Finding, judged
from qstheory.theory.optimality import EqualRisk, quotient, summed
from qstheory.theory.subject import Subject
from qstheory.theory.window import few_sizes, listed_weights, size_matrix

ZERO, ONE = Fraction(0), Fraction(1)
ENTRIES = 1 << 12
"""Most entries, by sizes or orbits, of the linear program."""


def positive_weights(B: Rows) -> Vector | None:
    """w of sum 0 with w^T B > 0 but for columns of one value, or None where there is none.

    >>> positive_weights([(ZERO, ONE), (ONE, ZERO)])
    >>> positive_weights([(ZERO, ONE), (ONE, Fraction(2))])
    (Fraction(-1, 1), Fraction(1, 1))
    """
    columns = [column for column in zip(*B, strict=True) if len(set(column)) > 1]
    if not columns:
        return None
    return _of_mixtures(columns) if len(columns) <= 2 * len(B) else _of_multipliers(columns)


def _of_mixtures(columns: Sequence[Vector]) -> Vector | None:
    """w = q+ - q- for two mixtures with the largest t; a constraint for each column."""
    height, width = len(columns[0]), len(columns)
    # Variables q+, q-, t and a slack for each column; both mixtures have the sum 1.
    rows = [
        (*column, *(-x for x in column), -ONE, *_unit(y, width)) for y, column in enumerate(columns)
    ]
    rest = [ZERO] * (width + 1)
    rows.append((*[ONE] * height, *[ZERO] * height, *rest))
    rows.append((*[ZERO] * height, *[ONE] * height, *rest))
    right = (*[ZERO] * width, ONE, ONE)
    costs = (*[ZERO] * (2 * height), -ONE, *[ZERO] * width)
    best = solve(StandardProgram(tuple(rows), right, costs))
    if not best.value:
        return None
    return tuple(best.x[z] - best.x[height + z] for z in range(height))


def _of_multipliers(columns: Sequence[Vector]) -> Vector | None:
    """The same from the dual, two constraints for each prediction.

    The least a - b with b <= sum_y p_y B_zy <= a for a distribution p; where all entries are
    positive so are a and b, and the multipliers of either side have the sum 1.
    """
    height, lift = len(columns[0]), 1 - min(map(min, columns))
    # Variables p, a, b and two slacks for each row.
    rows = []
    for z in range(height):
        line, nothing = tuple(column[z] + lift for column in columns), [ZERO] * height
        rows.append((*line, -ONE, ZERO, *(-x for x in _unit(z, height)), *nothing))
        rows.append((*line, ZERO, -ONE, *nothing, *_unit(z, height)))
    rows.append((*[ONE] * len(columns), ZERO, ZERO, *[ZERO] * (2 * height)))
    right = (*[ZERO] * (2 * height), ONE)
    costs = (*[ZERO] * len(columns), ONE, -ONE, *[ZERO] * (2 * height))
    best = solve(StandardProgram(tuple(rows), right, costs))
    if not best.value:
        return None
    return tuple(-best.y[2 * z] - best.y[2 * z + 1] for z in range(height))


def _unit(place: int, size: int) -> Vector:
    return tuple(-ONE if i == place else ZERO for i in range(size))


def weights(subject: Subject) -> Weights | None:
    """Such weights for a loss, if they exist and the program is affordable."""
    counts = subject.loss.counts
    if counts is not None:
        if not few_sizes(counts) or _large(size_matrix(subject.loss)):
            return None
        by_size = positive_weights(size_matrix(subject.loss))
        if by_size is None:
            return None
        pairs = zip(counts.predictions.sizes, by_size, strict=True)
        return SizeWeights(tuple((s, w) for s, w in pairs if w))
    if not subject.complete:
        return None
    found = quotient(subject)
    rows, columns = found.predictions, found.observations
    if len(rows.members) * len(columns.members) > ENTRIES:
        return None
    sums = summed(subject, rows, columns)
    sizes = [len(orbit) for orbit in columns.members]
    means = [
        tuple(Fraction(int(x), size) for x, size in zip(row, sizes, strict=True)) for row in sums
    ]
    by_orbit = positive_weights(means)
    if by_orbit is None:
        return None
    return listed_weights(subject.window.predictions, rows.spread(by_orbit))


def _large(B: Sequence[Sequence[Fraction]]) -> bool:
    return len(B) * len(B[0]) > ENTRIES


def ratio_scores(subject: Subject, rank: int, upper: Upper) -> Evidence | None:
    """The judged bound: one score fewer than that rank of the differences of predictions."""
    if rank < 2:
        return None
    w = weights(subject)
    if w is None:
        return None
    made = RatioScores(w, upper)
    found = judged(CalibrationDimensionAtMost(subject.reference, rank - 1), made)
    return found if found.proves else None


MEANING = (
    "The least dimension of a convex surrogate that is consistent for the loss; every bound rests"
    " on a theorem, as of Ramaswamy and Agarwal (2016), whose hypotheses are checked exactly."
)
WORK = 1 << 24
"""Most rows * rows * columns with which more is tried than 0, 1, 2, ... in the given order."""
STEPS = 8
"""Most predictions that are placed, as a multiple of their number."""


def positions_on_a_line(values: Any) -> dict[int, Fraction] | None:
    """The position of every row, in increasing order, or None when none were found.

    >>> positions_on_a_line(np.array([[1, 1], [2, 0], [0, 2]]))
    {1: Fraction(0, 1), 0: Fraction(1, 1), 2: Fraction(2, 1)}
    """
    steps = np.diff(values, axis=0)
    if not (steps[1:] < steps[:-1]).any():
        return {k: Fraction(k) for k in range(len(values))}
    order = _order(values) if len(values) * values.size <= WORK else None
    if order is None:
        return None
    found = _positions(values[list(order)])
    assert found is not None
    return dict(zip(order, found, strict=True))


def _positions(values: Any) -> Vector | None:
    """Those of the rows in their order, 0, 1, 2, ... where that is possible."""
    steps = np.diff(values, axis=0).tolist()
    places, width = [Fraction(0)], Fraction(1)
    for before, after in zip([None, *steps], steps, strict=False):
        ratio = Fraction(1) if before is None else _ratio(before, after)
        if ratio is None:
            return None
        width *= ratio
        places.append(places[-1] + width)
    return tuple(places)


def _ratio(before: Sequence[int], after: Sequence[int]) -> Fraction | None:
    """Some r > 0 with after >= r before, 1 if it is one."""
    if any(x == 0 and y < 0 for x, y in zip(before, after, strict=True)):
        return None
    low = max((Fraction(y, x) for x, y in zip(before, after, strict=True) if x < 0), default=None)
    high = min((Fraction(y, x) for x, y in zip(before, after, strict=True) if x > 0), default=None)
    if high is not None and (high <= 0 or (low is not None and low > high)):
        return None
    if low is not None and low > 1:
        return low
    return high if high is not None and high < 1 else Fraction(1)


def _order(values: Any) -> tuple[int, ...] | None:
    """The rows in an order with positions, None where there is none or the search takes long."""
    ways: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), ())]
    for _ in range(STEPS * len(values)):
        if not ways:
            return None
        left, right = ways.pop()
        rest = [z for z in range(len(values)) if z not in {*left, *right}]
        if not rest:
            order = (*left, *reversed(right))
            if _positions(values[list(order)]) is not None:
                return order
            continue
        inner = values[rest]
        largest = inner == inner.max(axis=0)
        column = int(largest.sum(axis=0).argmin())
        for k in np.flatnonzero(largest[:, column]).tolist():
            z, others = rest[k], np.delete(inner, k, axis=0)
            if _fits(values, left, z, others, right):
                ways.append(((*left, z), right))
            if (left or right) and _fits(values, right, z, others, left):
                ways.append((left, (*right, z)))
    return None


def _fits(values: Any, chain: tuple[int, ...], z: int, others: Any, far: tuple[int, ...]) -> bool:
    """Whether z may come next on a chain, before the others and the chain of the other end."""
    if len(chain) > 1 and _positions(values[[*chain[-2:], z]]) is None:
        return False
    if chain:
        beyond = np.concatenate([others, values[list(far[-1:])]])
        if (values[z] > np.maximum(values[chain[-1]], beyond)).any():
            return False
    return not far or not (others > np.maximum(values[z], values[far[-1]])).any()


def undominated(values: Any) -> list[int]:
    """Rows below which no other row is, up to so much work; of equal rows the first.

    >>> undominated(np.array([[0, 2], [1, 1], [1, 2], [1, 1]])), undominated(np.eye(2))
    ([0, 1], [0, 1])
    """
    best = np.flatnonzero((values == values.min(axis=0)).all(axis=1)).tolist()
    if best:
        return best[:1]
    if len(values) * values.size > WORK:
        return list(range(len(values)))
    below = [(values <= row).all(axis=1) for row in values]
    return [
        i
        for i, lower in enumerate(below)
        if not any(j < i or not below[j][i] for j in np.flatnonzero(lower).tolist() if j != i)
    ]


PLACED, PLACEMENTS = 64, 30
"""Most entries of a loss for which a surrogate of few scores is searched, and placements tried."""


def declared_line(subject: Subject) -> Evidence | None:
    """That one dimension suffices, where the declaration shows it."""
    loss = subject.loss
    if loss.some_counts is None and loss.polynomial is None:
        return None
    found = judged(CalibrationDimensionAtMost(subject.reference, 1), DeclaredLine())
    return found if found.proves else None


def on_a_line(subject: Subject) -> PredictionsOnALine | None:
    """Undominated predictions at positions where every column is convex, if there are such."""
    if not subject.complete:
        return None
    values = common(subject.matrix).values
    if magnitude(values) > INT64_MAX // 4:
        values = values.astype(object)
    kept = undominated(values)
    places = positions_on_a_line(values[kept])
    if places is None:
        return None
    predictions = subject.window.predictions
    return PredictionsOnALine(tuple((predictions[kept[z]], x) for z, x in places.items()))


def upper_bound(subject: Subject) -> Evidence:
    """The judged upper bound without a search for a surrogate: see above."""
    count = subject.loss.observations.size
    rank = subject.rank_of("prediction-differences")
    plain = min(rank, count - 1)
    found = _one_score(subject) if plain > 0 else None
    if found is not None and found.proposition.d < plain:
        return found
    upper = _rank_above(subject, rank)
    candidates = [
        _encoded(subject) if plain > 1 else None,
        ratio_scores(subject, rank, upper) if upper is not None and rank <= count else None,
        _by_rank(subject, rank) if rank < count - 1 else None,
        judged(CalibrationDimensionAtMost(subject.reference, count - 1), Counted()),
    ]
    return min((c for c in candidates if c is not None), key=lambda c: c.proposition.d)


def _one_score(subject: Subject) -> Evidence | None:
    """Predictions on a line, by the declaration or the entries."""
    declared = declared_line(subject)
    line = on_a_line(subject) if declared is None else None
    if line is not None:
        some = int(len(line.positions) > 1)
        return judged(CalibrationDimensionAtMost(subject.reference, some), line)
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
    if given is not None:
        return judged(proposition, given)
    evidence = form_evidence(subject, proposition, rank)
    if evidence is not None:
        return evidence
    return judged(proposition, subject.span) if subject.complete else None


def _rank_above(subject: Subject, rank: int) -> Upper | None:
    """What shows that rank from above and is admitted for ratios."""
    found = _by_rank(subject, rank)
    given = None if found is None else found.certificate
    if isinstance(given, Upper):
        return given
    return subject.span if subject.complete else None


def embedded_bound(subject: Subject, low: int, high: int, placed: int = PLACED) -> Evidence | None:
    """A polyhedral surrogate of at least `low` and fewer than `high` scores that is found."""
    entries = subject.loss.predictions.size * subject.loss.observations.size
    if not subject.complete or low >= high or entries > placed:
        return None
    # Most losses need no such search, whose modules take longer to load than a small loss takes.
    from qstheory.certify.kinds.embedding import Embedded
    from qstheory.theory.design.placement import smallest

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


def calibration_dimension_finding(
    subject: Subject, equal: EqualRisk, placed: int = PLACED
) -> Finding:
    """The certified interval for the convex calibration dimension.

    A surrogate of few scores is searched for a loss of at most `placed` entries.
    """
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
    closer = embedded_bound(subject, low, high, placed)
    if closer is not None and closer.proves:
        upper, high = closer, closer.proposition.d
    statement = f"{low} <= convex calibration dimension <= {size_text(high)}"
    if low == high:
        statement = f"convex calibration dimension = {low}"
    return Finding(
        "optimality", key, statement, (low, high), (lower, upper), MEANING, interval=low < high
    )
