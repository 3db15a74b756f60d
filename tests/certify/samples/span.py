"""All dimensions from above: by counting, by coefficients, by congruences."""

from fractions import Fraction

from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtMost,
    DifferenceMinor,
    NoShiftLowersRank,
)
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.dimension_bounds import QuadraticOnScoresConsistent, ShiftBounds
from qstheory.certify.kinds.rank import Minor, RankAtMost
from qstheory.certify.kinds.span import Counted, ModularSpan, Span

from .sample import BITS, HAMMING, ORDINAL, PREC, ZERO_ONE, Sample, rows

FOURTH = (BITS[1], BITS[2], BITS[0])
"""In the Hamming loss of two labels L(., 11) = L(., 01) + L(., 10) - L(., 00)."""
ONE = Fraction(1)
HAMMING_SPAN = Span(
    "observations",
    FOURTH,
    rows((0, 0, 1), (1, 0, 0), (0, 1, 0), (1, 1, -1)),
    (ONE, ONE, Fraction(0)),
)
ORDINAL_CONGRUENCES = ModularSpan((0, 1, 2), (0, 1, 2), (101,))

PREC_LOWER = DifferenceMinor(
    "observation-differences", Minor(((1, 0), (0, 1)), ((0, 1), (1, 0)), 5, (0, 0))
)

SAMPLES = (
    Sample(RankAtMost(ORDINAL, "loss", 3), Counted()),
    Sample(RankAtMost(ORDINAL, "observation-differences", 2), Counted()),
    Sample(AffineDimensionAtMost(PREC, 2), Counted()),
    Sample(CalibrationDimensionAtMost(ORDINAL, 2), Counted()),
    Sample(RankAtMost(HAMMING, "loss", 3), HAMMING_SPAN),
    Sample(RankAtMost(HAMMING, "prediction-differences", 2), HAMMING_SPAN),
    Sample(AffineDimensionAtMost(HAMMING, 2), HAMMING_SPAN),
    Sample(
        RankAtMost(ZERO_ONE, "loss", 2),
        Span("predictions", ((0,), (1,)), rows((1, 0), (0, 1)), ()),
    ),
    Sample(CalibrationDimensionAtMost(HAMMING, 2), HAMMING_SPAN),
    Sample(
        RankAtMost(HAMMING, "observation-differences", 2),
        ModularSpan(BITS[:3], BITS[:3], (101, 103)),
    ),
    Sample(AffineDimensionAtMost(ORDINAL, 2), ORDINAL_CONGRUENCES),
    Sample(CalibrationDimensionAtMost(ORDINAL, 2), ORDINAL_CONGRUENCES),
    Sample(QuadraticOnScoresConsistent(PREC, 2), Counted()),
    Sample(QuadraticOnScoresConsistent(HAMMING, 2), HAMMING_SPAN),
    Sample(QuadraticOnScoresConsistent(ORDINAL, 2), ORDINAL_CONGRUENCES),
    Sample(
        NoShiftLowersRank(ORDINAL),
        ShiftBounds(Minor((0, 1, 2), (0, 1, 2), 101), ORDINAL_CONGRUENCES),
        "refutes",
    ),
    Sample(
        NoShiftLowersRank(PREC),
        ShiftBounds(PREC_LOWER, Counted()),
    ),
)
