"""The convex envelope of H on a grid: H by quadratic programs, the lower hull by its corners."""

from functools import cache

import numpy as np
from scipy.spatial import ConvexHull

from qstheory.certify.kinds.calibration import CalibrationPiece
from qstheory.certify.kinds.calibration_envelope import ConvexEnvelope
from qstheory.certify.moves import Rows

from .calibration import calibration_function, floats

STEPS = 48
TOLERANCE = 5e-3


@cache
def hull(F: Rows, U: Rows) -> tuple[float, np.ndarray]:
    """E, and the lines of the lower hull of the origin and the graph of H: a e + b h + c = 0."""
    rows, targets = floats(F), floats(U)
    end = float(((rows[:, None, :] - rows[None, :, :]) @ targets.T).max())
    zero = F[0][0] * 0
    shown = CalibrationPiece(F, U, None, *[zero] * 5)
    places = [end * (k / STEPS) for k in range(1, STEPS + 1)]
    heights = [calibration_function(shown, e - 1e-9) for e in places]
    top = 9 * max(heights) + 9
    points = np.array([(0, 0), (0, top), (end, top), *zip(places, heights, strict=True)])
    lines = ConvexHull(points).equations
    return end, lines[lines[:, 1] < -1e-9]


def is_envelope(claimed: ConvexEnvelope, certificate: object) -> bool:
    """Whether the pieces are the lower hull, by their values at some places."""
    assert claimed.metric is None
    end, below = hull(claimed.F, claimed.U)
    for piece in claimed.pieces:
        for share in np.linspace(0, 1, 9):
            e = float(piece.low) + share * (float(piece.high) - float(piece.low))
            height = float(piece.constant) + float(piece.linear) * e + float(piece.square) * e * e
            if abs(max(-(a * e + c) / b for a, b, c in below) - height) > TOLERANCE:
                return False
    return abs(float(piece.high) - end) <= TOLERANCE


TRUTHS = {ConvexEnvelope: is_envelope}
