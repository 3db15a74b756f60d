"""Bounds on the convex calibration dimension by flats, ratios and corners of a cube."""

from fractions import Fraction

from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.calibration_dimension_above import BinaryEncoding, RatioScores
from qstheory.certify.kinds.calibration_dimension_below import (
    Cap,
    Excluded,
    NoFlat,
    Split,
    ThreeCells,
)
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.rank_by_component import ByComponents
from qstheory.certify.kinds.span import Counted
from qstheory.certify.weights import ListedWeights, SizeWeights
from qstheory.losses.base import matrix_loss
from qstheory.losses.catalogue import parse

from .sample import F_SCORE, Sample, rows

ABSTAIN_3 = parse("abstain:classes=3").reference
ABSTAIN_5 = parse("abstain:classes=5,cost=2/3").reference
ABSTAIN_4 = parse("abstain:classes=4,cost=1/3").reference
LISTED = matrix_loss(rows((0, 3, 3), (3, 0, 3), (1, 1, 1), (3, 3, 0))).reference
INDIFFERENT = matrix_loss(rows((0, 2, 5), (1, 1, 5), (2, 3, 5))).reference
CORNERS = rows((1, 0, 0), (0, 1, 0), (0, 0, 1))
HALVES = rows(("1/2", "1/2", 0), ("1/2", 0, "1/2"), (0, "1/2", "1/2"))
ZERO = (Fraction(0),)
CAPS = (
    Cap(0, (CORNERS[0], HALVES[0], HALVES[1])),
    Cap(1, (CORNERS[1], HALVES[0], HALVES[2])),
    Cap(2, (CORNERS[2], HALVES[1], HALVES[2])),
)
"""The distributions at which a class has at least half of the weight."""
TREE = Split(
    Excluded(rows((1, 0, 0), (0, 0, 2)), Fraction(3)),
    Split(
        Excluded(rows((0, 2, 0), (0, 0, 0), (1, 0, 0)), Fraction(3)),
        Excluded(rows((0, 0, 0), (0, 2, 0), (1, 0, 0)), Fraction(-3)),
    ),
)
THREE_CLASSES = ThreeCells(
    (
        ListedWeights(((0, Fraction(1)),)),
        ListedWeights(((1, Fraction(1)),)),
        ListedWeights(((2, Fraction(1)),)),
    )
)
THIRDS = ListedWeights(tuple((k, Fraction(1, 3)) for k in range(3)))
NO_LINE = NoFlat(THIRDS, CAPS, TREE)
BY_SIZE = SizeWeights(((0, Fraction(-1, 10)), (1, Fraction(1)), (2, Fraction(-9, 10))))
SAMPLES = (
    Sample(CalibrationDimensionAtLeast(ABSTAIN_3, 2), NO_LINE),
    Sample(CalibrationDimensionAtLeast(ABSTAIN_4, 2), THREE_CLASSES),
    Sample(CalibrationDimensionAtMost(ABSTAIN_3, 2), BinaryEncoding()),
    Sample(CalibrationDimensionAtMost(LISTED, 2), BinaryEncoding()),
    Sample(CalibrationDimensionAtMost(F_SCORE, 2), RatioScores(BY_SIZE, Counted())),
    Sample(CalibrationDimensionAtMost(F_SCORE, 2), RatioScores(BY_SIZE, ByComponents())),
    Sample(
        CalibrationDimensionAtMost(ABSTAIN_5, 4),
        RatioScores(
            SizeWeights(((0, Fraction(-1)), (1, Fraction(1)))), NamedForm("indicators", "counts")
        ),
    ),
    Sample(
        CalibrationDimensionAtMost(INDIFFERENT, 1),
        RatioScores(ListedWeights((("0", Fraction(-1)), ("2", Fraction(1)))), Counted()),
    ),
)
