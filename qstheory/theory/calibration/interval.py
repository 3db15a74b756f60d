"""Bounds on a calibration function at any size: the diameter below, one feasible line above.

    e^2 / D^2 <= H(e) <= rho e^2 for e <= E

Below: D = max |F_z - F_z'| in the dual norm. Above: from an observation y' at which z is optimal
move towards y until z ties with z* at Pi0. Beyond, Pi = Pi0 + t (y - y') has the excess
t (F_z - F_z*) . (U_y - U_y') and v = U^T Pi0 still decodes to z, at the distance t |U_y - U_y'|.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from qstheory.exact.integer_matrix import IntegerMatrix
from qstheory.solve.proposal import Array
from qstheory.theory.calibration.adjacent import (
    Line,
    float_distances,
    floats,
    line_from_a_tie,
    squared_distance,
)

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
