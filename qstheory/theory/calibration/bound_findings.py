"""Bounds on a calibration function at any size, certified and in the dossier.

    e^2 / D^2 <= H(e) <= rho e^2 for e <= E

Below: D = max |F_z - F_z'| in the dual norm. Above: from an observation y' at which z is optimal
move towards y until z ties with z* at Pi0. Beyond, Pi = Pi0 + t (y - y') has the excess
t (F_z - F_z*) . (U_y - U_y') and v = U^T Pi0 still decodes to z, at the distance t |U_y - U_y'|.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from qstheory.certify.arithmetic import inner
from qstheory.certify.kinds.calibration import AffineVector, Attained, CalibrationPiece, Optimality
from qstheory.certify.moves import Metric
from qstheory.exact.integer_matrix import IntegerMatrix, common, from_fractions
from qstheory.exact.programs import Array
from qstheory.losses.closed_forms import ClosedForm
from qstheory.theory.calibration.by_form import FUNCTION
from qstheory.theory.calibration.pair_bounds import (
    Line,
    float_distances,
    floats,
    line_from_a_tie,
    squared_diameter,
    squared_distance,
)
from qstheory.theory.calibration.problem import problem_of_form
from qstheory.theory.calibration.text import pieces_text, rounded_text
from qstheory.theory.decompositions import holds, minimal_columns, of_form, replayable
from qstheory.theory.findings import Evidence, Finding, Value, judged
from qstheory.theory.merging import first_equal_rows
from qstheory.theory.subject import Subject

SAME = 1e-12
"""Relative distance of ratios and ends that are the same but for rounding."""
SEARCHED = 300_000_000
"""Most triples of a prediction and two observations that are looked at: one to two seconds."""


@dataclass(frozen=True)
class CalibrationInterval:
    """lower e^2 <= H(e), and H(e) <= upper e^2 for e <= end; upper None where no line leads.

    No excess risk is larger than `largest`, the widest range of a column.
    """

    lower: Fraction
    line: Line | None
    largest: Fraction

    @property
    def upper(self) -> Fraction | None:
        """The ratio of the line."""
        return None if self.line is None else self.line.upper

    @property
    def end(self) -> Fraction:
        """How far the line leads."""
        return Fraction(0) if self.line is None else self.line.end

    @property
    def met(self) -> bool:
        """Whether the bounds agree up to `end`."""
        return self.upper == self.lower

    @property
    def exact(self) -> bool:
        """Whether they agree everywhere."""
        return self.met and self.end == self.largest


class Surrogate(NamedTuple):
    """|v - U_y|^2, and D^2 for the rows of F."""

    squared_diameter: Fraction
    U: IntegerMatrix


def over_metric(found: CalibrationInterval, scale: int) -> CalibrationInterval:
    """The same for |v - U_y|^2 / scale."""
    line = found.line and replace(found.line, upper=found.line.upper / scale)
    return replace(found, lower=found.lower / scale, line=line)


class Choice(NamedTuple):
    """A line between observations: its ratio and how far it leads, in floats."""

    ratio: float
    end: float
    start: int
    stop: int


def intervals(L: IntegerMatrix, surrogates: Sequence[Surrogate]) -> list[CalibrationInterval]:
    """For L over one denominator and each of the surrogates."""
    values, denominator = L.values, L.denominators[0]
    ranges = (values.max(axis=0) - values.min(axis=0)).tolist()
    largest = Fraction(max(ranges), denominator)
    choices = _steepest(L, [float_distances(given.U) for given in surrogates])
    found = []
    for given, choice in zip(surrogates, choices, strict=True):
        line = None if choice is None else _between(L, given.U, choice)
        plain = CalibrationInterval(1 / given.squared_diameter, line, largest)
        found.append(plain if plain.met else _from_a_tie(plain, L, given.U))
    return found


def _from_a_tie(
    found: CalibrationInterval, L: IntegerMatrix, U: IntegerMatrix
) -> CalibrationInterval:
    """The bound from a tie of two predictions inside the simplex instead, where it is lower."""
    line = line_from_a_tie(L, U, found.largest)
    if line is None or (found.upper is not None and found.upper <= line.upper):
        return found
    return CalibrationInterval(found.lower, line, found.largest)


def _steepest(L: IntegerMatrix, distances: Sequence[Array]) -> list[Choice | None]:
    """For each of the distances a line with a small ratio; of the same ratio the longest.

    Where they are too many not all observations are where a line starts.
    """
    rows, columns = L.shape
    entries = np.ascontiguousarray(floats(L).T)
    best: list[Choice | None] = [None] * len(distances)
    step = max(1, -(-rows * columns**2 // SEARCHED))
    for start in range(0, columns, step):
        shares, rises = _ties(entries, start, int(np.argmin(L.values[:, start])))
        if (shares < 1).any():
            for k, squares in enumerate(distances):
                best[k] = _better(best[k], start, squares[start], shares, rises)
    return best


def _ties(entries: Array, start: int, z: int) -> tuple[Array, Array]:
    """Where on the way from `start` to each observation z ties first, and the rise beyond.

    `entries` has a row for each observation. With the gap of a rival at the start and its lead at
    the end they tie at gap / (gap + lead), 1 where no rival leads.
    """
    gaps = entries[start] - entries[start, z]
    leads = entries[:, z, None] - entries
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = leads / gaps
    equal = gaps <= 0
    ratios[:, equal] = np.where(leads[:, equal] > 0, np.inf, -np.inf)
    rivals = ratios.argmax(axis=1)
    places = np.arange(len(entries))
    shares = 1 / (1 + np.maximum(ratios[places, rivals], 0))
    return shares, gaps[rivals] + leads[places, rivals]


def _better(
    best: Choice | None, start: int, squares: Array, shares: Array, rises: Array
) -> Choice | None:
    """The best line from one observation where it is better."""
    reached = (shares < 1) & (rises > 0)
    if not reached.any():
        return best
    ratios = np.full(len(squares), np.inf)
    ratios[reached] = squares[reached] / rises[reached] ** 2
    least = float(ratios.min())
    if best is not None and least > best.ratio * (1 + SAME):
        return best
    ends = np.where(ratios <= least * (1 + SAME), (1 - shares) * rises, 0)
    stop = int(np.argmax(ends))
    longer = best is None or ends[stop] > best.end * (1 + SAME)
    if best is None or least < best.ratio * (1 - SAME) or longer:
        return Choice(least, float(ends[stop]), start, stop)
    return best


def _between(L: IntegerMatrix, U: IntegerMatrix, choice: Choice) -> Line | None:
    """The line, exactly: where z ties first, and with which prediction."""
    values, denominator = L.values, L.denominators[0]
    start, stop = choice.start, choice.stop
    z = int(np.argmin(values[:, start]))
    crossings = []
    for rival in range(len(values)):
        gap = int(values[rival, start] - values[z, start])
        rise = int(values[z, stop] - values[rival, stop]) + gap
        if rise > 0:
            crossings.append((Fraction(gap, rise), -rise, rival))
    if not crossings or min(crossings)[0] >= 1:
        return None
    share, negated, rival = min(crossings)
    rise_of_line = Fraction(-negated, denominator)
    weights, slope = [Fraction(0)] * len(U.values), [Fraction(0)] * len(U.values)
    weights[start], weights[stop] = 1 - share, share
    slope[start], slope[stop] = -1 / rise_of_line, 1 / rise_of_line
    upper = squared_distance(U, start, stop) / rise_of_line**2
    return Line(upper, (1 - share) * rise_of_line, z, rival, tuple(weights), tuple(slope))


MEANING = (
    "H(e) is the least excess surrogate risk at an excess risk of e, for ||v - U_y||^2 and the"
    " decoder argmin_z F_z . v."
)
FULL_MEANING = (
    "The same for the surrogate ||f + L_y||^2 / (2 |Z|) with unconstrained scores f of Osokin, Bach"
    " and Lacoste-Julien (2017)."
)
LISTED = 1 << 18
"""Most entries of F and U that a certificate lists: 1,000 x 20 twice are few, 1,000 x 1,000 not."""
ZERO, ONE = Fraction(0), Fraction(1)


def chosen_forms(subject: Subject) -> list[ClosedForm]:
    """The declared closed forms that hold, those with the least A first."""
    valid = [
        form
        for form in subject.loss.closed_forms
        if replayable(subject, form) and holds(subject, form)[1] is None
    ]

    def order(form: ClosedForm) -> tuple[Fraction, int]:
        return of_form(subject.loss, form).squared_constant, form.dimension

    return sorted(valid, key=order)


def bounded_surrogate(subject: Subject) -> tuple[str, IntegerMatrix, IntegerMatrix]:
    """The decomposition as by `chosen_problem`, F up to a row that all have, and U.

    H depends on the differences of the rows of F alone: that c goes into none of them.
    """
    for form in chosen_forms(subject)[:1]:
        problem = problem_of_form(subject.loss, form)
        return form.name, from_fractions(problem.F), from_fractions(problem.U)
    given = minimal_columns(subject)
    F = subject.matrix.take(range(subject.matrix.shape[0]), given.J)
    return "minimal", F, from_fractions(list(zip(*given.W, strict=True)))


def interval_findings(subject: Subject, limit: str) -> Iterator[Finding]:
    """Bounds on H where its pieces are too many, for the two quadratic surrogates.

    Of equal rows, which decode together, and of equal columns one is enough.
    """
    whole = common(subject.matrix)
    name, F, U = bounded_surrogate(subject)
    size = subject.loss.predictions.size
    rows = sorted(set(first_equal_rows(whole.values)))
    kept = sorted(set(first_equal_rows(np.ascontiguousarray(whole.values.T))))
    scores = range(F.shape[1])
    columns = IntegerMatrix(whole.values.T, whole.denominators[:1] * whole.shape[1])
    # The metric is I / (2 |Z|): distances in it, and in the dual, are 1/(2 |Z|), 2 |Z| times.
    F, U, L_y = F.take(rows, scores), U.take(kept, scores), columns.take(kept, range(size))
    own, full = intervals(
        whole.take(rows, kept), (Surrogate(squared_diameter(F), U), Surrogate(Fraction(2), L_y))
    )
    full = over_metric(full, 2 * size)
    words = f"decomposition {name}"
    yield replace(
        _interval_finding(FUNCTION, words, own, MEANING, limit),
        evidence=_evidence(own, F, U, ONE, range(len(rows))),
    )
    words = "unconstrained scores"
    yield replace(
        _interval_finding("calibration-full-space", words, full, FULL_MEANING, limit),
        evidence=_evidence(full, None, L_y, Fraction(1, 2 * size), rows),
    )


def _evidence(
    found: CalibrationInterval,
    F: IntegerMatrix | None,
    U: IntegerMatrix,
    scale: Fraction,
    places: Sequence[int],
) -> tuple[Evidence, ...]:
    """Both bounds judged, none where F and U are too large to be listed."""
    if U.values.size + (0 if F is None else F.values.size) > LISTED:
        return ()
    rows = None if F is None else tuple(map(tuple, F.rows()))
    targets, metric = tuple(map(tuple, U.rows())), None if scale == 1 else Metric(None, scale)
    piece = CalibrationPiece(
        rows, targets, metric, ZERO, found.largest, ZERO, ZERO, found.lower, ">="
    )
    below = judged(piece, Optimality(None, (), (), None))
    line = found.line
    if line is None:
        return (below,)
    claim = replace(piece, high=line.end, square=line.upper, relation="<=")
    scores = tuple(inner(line.start, column) for column in zip(*targets, strict=True))
    point = Attained(
        places[line.z],
        places[line.rival],
        AffineVector(line.start, line.slope),
        AffineVector(scores, (ZERO,) * len(scores)),
    )
    return below, judged(claim, Optimality(point, (), (), None))


def _interval_finding(
    key: str, words: str, found: CalibrationInterval, meaning: str, limit: str
) -> Finding:
    statement = f"{words}: H(e) >= {rounded_text(found.lower, ROUND_FLOOR)} e^2"
    if found.upper is not None:
        above, end = rounded_text(found.upper, ROUND_CEILING), rounded_text(found.end, ROUND_FLOOR)
        statement += f", and H(e) <= {above} e^2 for e <= {end}"
    value: Value = (found.lower, found.upper, found.end)
    if found.met:
        piece = (ZERO, found.end, ZERO, ZERO, found.lower)
        statement = f"{words}: H(e) = {pieces_text([piece])}"
        if found.exact:
            return Finding("calibration", key, statement, (piece,), meaning=meaning)
        statement += f", and H(e) >= {rounded_text(found.lower, ROUND_FLOOR)} e^2 beyond"
    return Finding(
        "calibration", key, statement, value, meaning=meaning, limit=limit, interval=True
    )
