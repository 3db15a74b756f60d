"""Bounds on the convex calibration dimension."""

from fractions import Fraction

from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
    DeclaredLine,
    FeasibleSubspace,
    PredictionsOnALine,
)
from qstheory.certify.kinds.declared_ranks import CoefficientRanks, IndependentSets
from qstheory.certify.kinds.decomposition import AffineDecomposition, NamedForm
from qstheory.certify.kinds.dimension_bounds import EqualRiskRank
from qstheory.certify.kinds.equal_risk import EqualRiskPoint
from qstheory.certify.kinds.rank import Minor
from qstheory.certify.kinds.rank_by_component import ByComponents
from qstheory.certify.kinds.span import Counted
from qstheory.certify.weights import ListedWeights, SizeWeights, UniformWeights
from qstheory.losses.catalogue import parse

from .decomposition import SIGNS
from .sample import BITS, HAMMING, MULTICLASS, ORDINAL, SQUARED, TREE, ZERO_ONE, Sample, rows

ZERO, HALF = Fraction(0), Fraction(1, 2)
SAMPLES = (
    Sample(
        CalibrationDimensionAtLeast(HAMMING, 2),
        FeasibleSubspace(UniformWeights(), Minor(BITS[1:3], BITS[:2], 7, BITS[0])),
    ),
    Sample(
        CalibrationDimensionAtLeast(MULTICLASS, 1),
        FeasibleSubspace(ListedWeights(((0, HALF), (1, HALF))), Minor((1,), (0,), 7, 0)),
    ),
    Sample(
        CalibrationDimensionAtLeast(HAMMING, 1),
        FeasibleSubspace(
            SizeWeights(((0, HALF), (2, HALF))), Minor((BITS[3],), (BITS[0],), 7, BITS[0])
        ),
    ),
    Sample(
        CalibrationDimensionAtMost(MULTICLASS, 2),
        AffineDecomposition(
            rows((0, 0, 1), (1, 0, 1), (0, 1, 1)), rows((1, 1, 0), (-1, 0, 1), (0, -1, 1)), ZERO
        ),
    ),
    Sample(CalibrationDimensionAtMost(HAMMING, 2), NamedForm("repaired", "counts")),
    Sample(CalibrationDimensionAtMost(ZERO_ONE, 1), SIGNS),
    Sample(CalibrationDimensionAtMost(TREE, 2), IndependentSets()),
    Sample(CalibrationDimensionAtMost(SQUARED, 3), CoefficientRanks()),
    Sample(CalibrationDimensionAtMost(MULTICLASS, 2), Counted()),
    Sample(CalibrationDimensionAtMost(ORDINAL, 1), DeclaredLine()),
    Sample(CalibrationDimensionAtMost(SQUARED, 1), DeclaredLine()),
    Sample(
        CalibrationDimensionAtLeast(HAMMING, 2),
        EqualRiskRank(
            EqualRiskPoint(UniformWeights()),
            ByComponents(),
        ),
    ),
    Sample(
        CalibrationDimensionAtLeast(TREE, 2),
        EqualRiskRank(
            EqualRiskPoint(
                ListedWeights(
                    (("a/x", Fraction(3, 10)), ("a/y", Fraction(3, 10)), ("b", Fraction(2, 5)))
                )
            ),
            IndependentSets(),
        ),
    ),
    Sample(
        CalibrationDimensionAtMost(ORDINAL, 1),
        PredictionsOnALine(((0, Fraction(-1)), (1, Fraction(0)), (2, Fraction(1)))),
    ),
    # The last class is never better than the second; in the other, than the first.
    Sample(
        CalibrationDimensionAtMost(parse("cost-sensitive:costs=0 1 2;1 0 1;1 1 2").reference, 1),
        PredictionsOnALine(((0, Fraction(0)), (1, Fraction(1)))),
    ),
    Sample(
        CalibrationDimensionAtMost(parse("cost-sensitive:costs=0 1;1 1").reference, 0),
        PredictionsOnALine(((0, Fraction(0)),)),
    ),
)
