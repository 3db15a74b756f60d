"""Max-margin, log-linear and quadratic surrogates, and the forms of a loss they use."""

from fractions import Fraction

from qstheory.certify.kinds.coin_samples import CoinSample, Factor, RateWithConstant
from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.kinds.max_margin import (
    MarginBoundsLoss,
    MaxMarginConsistent,
    MaxMarginFailure,
    PointsOnALine,
)
from qstheory.certify.kinds.values import Elimination, SpectralNorm
from qstheory.losses.base import matrix_loss

from .sample import HAMMING, MULTICLASS, ZERO_ONE, Sample, rows

ZERO, ONE, HALF, TENTH = Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 10)


def over(denominator: int, *numerators: tuple[int, ...]) -> tuple[tuple[Fraction, ...], ...]:
    """Rows with a common denominator."""
    return tuple(tuple(Fraction(n, denominator) for n in row) for row in numerators)


FAILURE = MaxMarginFailure(
    over(7, (3, 2, 2))[0], (ZERO,) * 3, over(7, (0, 1, 2), (2, 0, 0), (1, 1, 0)), 1
)
SKEWED = matrix_loss(rows((0, 1), (2, 0))).reference
DISTANCES = matrix_loss(rows((0, 3, 1), (3, 0, 2), (1, 2, 0))).reference
FULL = tuple(tuple(int(i == j) for j in range(4)) for i in range(4))
RATE = (
    Factor("row-norm", ONE),
    Factor("kernel-bound", ONE),
    Factor("regression-norm", ONE),
    Factor("confidence", Fraction(2)),
    Factor("samples", Fraction(-1, 4)),
)
SAMPLES = (
    Sample(MaxMarginConsistent(MULTICLASS), FAILURE, "refutes"),
    Sample(MaxMarginConsistent(DISTANCES), PointsOnALine((ZERO, 3 * ONE, ONE))),
    Sample(MarginBoundsLoss(SKEWED, "prediction-first"), EveryEntry()),
    Sample(MarginBoundsLoss(SKEWED, "observation-first"), EveryEntry(), "refutes"),
    Sample(
        RateWithConstant(TENTH, RATE, Fraction(8)), CoinSample(1, TENTH, 3, "summed"), "refutes"
    ),
    Sample(SpectralNorm(HAMMING, ">=", Fraction(4)), Elimination()),
    Sample(SpectralNorm(HAMMING, "<=", Fraction(4)), Elimination()),
    Sample(SpectralNorm(ZERO_ONE, "<", ONE), Elimination(), "refutes"),
)
