"""Convex envelopes: a chord from the origin, one with an irrational end, one from a jump."""

from qstheory.certify.moves import Rows
from qstheory.theory.calibration.convex_envelope import convexified
from qstheory.theory.calibration.envelope import calibration_function
from qstheory.theory.calibration.problem import CalibrationProblem

from .sample import Sample, rows

# H = 1 on (0, 1] and e^2 on [1, 2]: the second prediction is never optimal.
DOMINATED = rows((0,), (1,)), rows((1,), (2,))
# H = e^2 on [0, 1], 1 on [1, 2], e^2/4 on [2, 4]: a chord from e = 2 - sqrt 3 to 2.
IRRATIONAL = rows((-1, 1), (0, -1), (-1, -1)), rows((1, 1), (0, 2))
# H = e^2/5 on [0, 1] and e^2 on (1, 2]: a chord from 1 to 1 + 2/sqrt 5, over the gap after 1.
JUMP = rows((1, 2), (0, 0), (0, 2)), rows((-1, 0), (2, 0))


def sample(F: Rows, U: Rows) -> Sample:
    """The convex envelope with its certificate."""
    found = convexified(calibration_function(CalibrationProblem(F, U)))
    return Sample(found.proposition, found.certificate)


SAMPLES = (sample(*DOMINATED), sample(*IRRATIONAL))
