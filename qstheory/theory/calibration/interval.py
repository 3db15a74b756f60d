"""Bounds on a calibration function at any size: the diameter below, one feasible line above.

    e^2 / D^2 <= H(e) <= rho e^2 for e <= E

Below: D = max |F_z - F_z'| in the dual norm. Above: from an observation y' at which z is optimal
move towards y until z ties with z* at Pi0. Beyond, Pi = Pi0 + t (y - y') has the excess
t (F_z - F_z*) . (U_y - U_y') and v = U^T Pi0 still decodes to z, at the distance t |U_y - U_y'|.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpz_mat
from numpy.typing import NDArray

from qstheory.certify.kinds.calibration import Rows
from qstheory.exact.integer_matrix import IntegerMatrix, common, from_fractions
from qstheory.solve.proposal import Array, parts, rounded
from qstheory.theory.calibration.adjacent import line_from_a_tie

SAME = 1e-12
"""Relative distance of ratios and ends that are the same but for rounding."""


@dataclass(frozen=True)
class CalibrationInterval:
    """lower e^2 <= H(e), and H(e) <= upper e^2 for e <= end; upper None where no line leads.

    No excess risk is larger than `largest`, the widest range of a column.
    """

    lower: Fraction
    upper: Fraction | None
    end: Fraction
    largest: Fraction

    @property
    def met(self) -> bool:
        """Whether the bounds agree up to `end`."""
        return self.upper == self.lower

    @property
    def exact(self) -> bool:
        """Whether they agree everywhere."""
        return self.met and self.end == self.largest


def squared_distances(rows: Rows) -> tuple[NDArray[Any], int]:
    """|rows_i - rows_j|^2 as integers over one denominator."""
    matrix = common(from_fractions(rows))
    factor = fmpz_mat(matrix.values.tolist())
    gram = np.array(
        [[int(x) for x in row] for row in (factor * factor.transpose()).tolist()], dtype=object
    )
    norms = np.diag(gram)
    return norms[:, None] + norms - 2 * gram, matrix.denominators[0] ** 2


def interval(L: IntegerMatrix, squared_diameter: Fraction, U: Rows) -> CalibrationInterval:
    """For L over one denominator and the surrogate |v - U_y|^2 with that diameter of F."""
    distances, shared = squared_distances(U)
    values, denominator = L.values, L.denominators[0]
    found = _steepest(values, _floats(distances))
    lower = 1 / squared_diameter
    ranges = (values.max(axis=0) - values.min(axis=0)).tolist()
    largest = Fraction(max(ranges), denominator)
    if found is None:
        return _from_a_tie(CalibrationInterval(lower, None, Fraction(0), largest), L, U)
    start, stop, z, best, share = found
    rise = int(values[z, stop] - values[best, stop]) - int(values[z, start] - values[best, start])
    upper = Fraction(int(distances[start, stop]), shared) * Fraction(denominator, rise) ** 2
    end = (1 - share) * Fraction(rise, denominator)
    return _from_a_tie(CalibrationInterval(lower, upper, end, largest), L, U)


def _from_a_tie(found: CalibrationInterval, L: IntegerMatrix, U: Rows) -> CalibrationInterval:
    """The bound from a tie of two predictions inside the simplex instead, where it is lower."""
    if found.met:
        return found
    line = line_from_a_tie(L, U, found.largest)
    if line is None or (found.upper is not None and found.upper <= line.upper):
        return found
    return replace(found, upper=line.upper, end=line.end)


def _floats(values: NDArray[Any]) -> Array:
    mantissas, exponents = parts(values)
    return rounded(mantissas, exponents - int(exponents.max()))


def _steepest(values: NDArray[Any], distances: Array) -> tuple[int, int, int, int, Fraction] | None:
    """Observations y', y, predictions z, z* and where they tie, of a line with a small ratio.

    Of lines with the same ratio the longest.
    """
    floats = _floats(values - values.min())
    best: tuple[float, float, int, int] | None = None
    for start in range(values.shape[1]):
        z = int(np.argmin(values[:, start]))
        gaps = floats[:, start] - floats[z, start]
        rises = floats[z] - floats + gaps[:, None]  # Row z*: the rise from y' to each y.
        with np.errstate(divide="ignore", invalid="ignore"):
            ties = np.where(rises > 0, gaps[:, None] / rises, np.inf)
        rivals = ties.argmin(axis=0)
        columns = np.arange(values.shape[1])
        reached = ties[rivals, columns] < 1
        if not reached.any():
            continue
        ratios = np.full(values.shape[1], np.inf)
        steep = rises[rivals, columns][reached]
        ratios[reached] = distances[start, reached] / steep**2
        least = float(ratios.min())
        if best is None or least <= best[0] * (1 + SAME):
            ends = np.where(ratios <= least * (1 + SAME), 1 - ties[rivals, columns], 0)
            ends = np.where(ends > 0, ends * rises[rivals, columns], 0)
            stop = int(np.argmax(ends))
            end = float(ends[stop])
            if best is None or least < best[0] * (1 - SAME) or end > best[1] * (1 + SAME):
                best = (least, end, start, stop)
    if best is None:
        return None
    _, _, start, stop = best
    z = int(np.argmin(values[:, start]))
    crossings = []
    for rival in range(len(values)):
        gap = int(values[rival, start] - values[z, start])
        rise = int(values[z, stop] - values[rival, stop]) + gap
        if rise > 0:
            crossings.append((Fraction(gap, rise), -rise, rival))
    if not crossings or min(crossings)[0] >= 1:
        return None
    share, _, rival = min(crossings)
    return start, stop, z, rival, share
