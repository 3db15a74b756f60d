"""Weights of sum 0 on the predictions under which every observation has a positive loss.

The larger of t and 0 with w^T L >= t everywhere, w the difference of two mixtures of predictions;
by sizes or by orbits where these are known.
"""

from collections.abc import Sequence
from fractions import Fraction

from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.calibration_dimension_above import RatioScores
from qstheory.certify.kinds.dimension_bounds import Upper
from qstheory.certify.weights import SizeWeights, Weights
from qstheory.exact.integer_matrix import Rows, Vector
from qstheory.solve.linear_program import StandardProgram, solve
from qstheory.theory.findings import Evidence, judged
from qstheory.theory.orbits import quotient, summed
from qstheory.theory.size_weights import few_sizes, listed_weights, size_matrix
from qstheory.theory.subject import Subject

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
