"""Whether a scalar shift lowers the rank."""

from fractions import Fraction

from qstheory.certify.kinds.affine_dimension import LevelVector, NoShiftLowersRank
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.dimension_bounds import ShiftBounds
from qstheory.certify.kinds.rank import Minor
from qstheory.certify.weights import ListedWeights, SizeWeights
from qstheory.losses.base import matrix_loss

from .sample import BITS, HAMMING, PREC, TRIANGULAR, Sample, rows

ONE = Fraction(1)
UNSPANNED = matrix_loss(rows((1, 1), (2, 2))).reference
SAMPLES = (
    Sample(
        NoShiftLowersRank(TRIANGULAR),
        LevelVector("observations", ListedWeights((("0", ONE), ("1", -ONE)))),
    ),
    Sample(
        NoShiftLowersRank(UNSPANNED),
        LevelVector("predictions", ListedWeights((("0", 2 * ONE), ("1", -ONE)))),
    ),
    Sample(
        NoShiftLowersRank(PREC), LevelVector("observations", SizeWeights(((2, ONE), (0, -ONE))))
    ),
    Sample(
        NoShiftLowersRank(HAMMING),
        ShiftBounds(Minor(BITS[:3], BITS[:3], 7), NamedForm("repaired", "counts")),
        "refutes",
    ),
)
