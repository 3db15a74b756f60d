"""Of each kind false statements by certificates that use its edges: empty, repeated, negative, 0.

What is false is so by hand: with two labels the Hamming loss has rank 3 and its differences rank 2;
three classes have A* = 1/2^(1/2), a largest margin of 1 and the calibration dimension 2.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    LevelVector,
    NoShiftLowersRank,
)
from qstheory.certify.kinds.best_constants import (
    BestConstant,
    DiagonalDual,
    RowFactors,
    SignDual,
    WeightedColumns,
)
from qstheory.certify.kinds.calibration import (
    AffineVector,
    Attained,
    CalibrationPiece,
    Optimality,
    PairBound,
)
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
    DeclaredLine,
    FeasibleSubspace,
    PredictionsOnALine,
)
from qstheory.certify.kinds.calibration_dimension_above import BinaryEncoding, RatioScores
from qstheory.certify.kinds.calibration_dimension_below import Excluded, NoFlat, ThreeCells
from qstheory.certify.kinds.calibration_envelope import ConvexEnvelope, EnvelopeParts
from qstheory.certify.kinds.declared_ranks import CoefficientRanks, IndependentSets
from qstheory.certify.kinds.decoding import ConeMultipliers, OptimalWherever
from qstheory.certify.kinds.decomposition import AffineDecomposition, EveryEntry
from qstheory.certify.kinds.different_lines import DifferentLines
from qstheory.certify.kinds.dimension_bounds import EqualRiskRank, ShiftBounds
from qstheory.certify.kinds.embedding import Embeds, RegretConstant
from qstheory.certify.kinds.equal_risk import EqualRiskPoint
from qstheory.certify.kinds.kernel_constants import CountedKernel, StepNorms
from qstheory.certify.kinds.log_linear_consistency import (
    LogLinearConsistent,
    RisksInFeatures,
    WrongModel,
)
from qstheory.certify.kinds.margins import (
    Distribution,
    LargestMargin,
    Mixture,
    Mixtures,
    NeverOptimal,
    NeverUniquelyOptimal,
)
from qstheory.certify.kinds.max_margin import MaxMarginConsistent, PointsOnALine
from qstheory.certify.kinds.polyhedral import PolyhedralConsistent, PolyhedralSurrogate
from qstheory.certify.kinds.rank import Minor, RankAtLeast, RankAtMost
from qstheory.certify.kinds.rank_by_component import ByComponents, TiedCore, TypeWeight
from qstheory.certify.kinds.sign_hull import HullPoint, OddDual
from qstheory.certify.kinds.span import Counted, ModularSpan, Span
from qstheory.certify.kinds.values import Elimination, SpectralNorm
from qstheory.certify.kinds.wide_constants import EntryNorms, PartDual
from qstheory.certify.maxima import Minima
from qstheory.certify.moves import Metric, Move
from qstheory.certify.weights import ListedWeights, UniformWeights
from qstheory.losses.base import matrix_loss
from qstheory.losses.catalogue import parse

from .samples.consistency import HINGE, HINGES, LATE, PROOF, SIGN
from .samples.embedding import BEST, CONSTANT, EMBEDS, MINIMA, TERMS
from .samples.rank import SPREAD
from .samples.rank_by_component import CORE
from .samples.sample import BITS, F_SCORE, HAMMING, MULTICLASS, ORDINAL, PREC, ZERO_ONE, rows
from .samples.sign_hull import CENTRED as ROWS
from .samples.span import HAMMING_SPAN

ZERO, ONE, HALF, THIRD = Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 3)
BINARY = parse("multiclass:classes=2").reference
EVEN = UniformWeights()
PAIR = rows((1, -1), (-1, 1))
F, U, CENTRE = rows(("-1/2",), ("1/2",)), rows((1,), (-1,)), (HALF, HALF)
FULL = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
FLAT = (ZERO, ZERO)
SMALL = BestConstant(ZERO_ONE, "A", "scalar", "<=", Fraction(1, 5))
LARGE = BestConstant(ZERO_ONE, "A", "scalar", ">=", THIRD)
HULL = BestConstant(MULTICLASS, "A", "scalar", "<=", Fraction(2, 5))
ODD = BestConstant(MULTICLASS, "A", "by-observation", ">=", Fraction(3, 5))
POINT = HullPoint(
    rows((-1, 1, 1)),
    (Fraction(9, 10),),
    ((1, 2, 0),),
    (Fraction(2, 3),) * 3,
    tuple(tuple(Fraction(10, 13) * x / 3 for x in row) for row in ROWS),
)
DUAL = DiagonalDual(ROWS, (THIRD,) * 3, (Fraction(3),) * 3)
VECTORS = OddDual(DUAL, ((1, 1, 1),), (ONE,), ((1, 2, 0),))
PIECE = CalibrationPiece(
    ((-HALF,), (HALF,)), ((ONE,), (-ONE,)), None, ZERO, ONE, ZERO, ZERO, Fraction(2)
)
"""H(e) = e^2 for the binary loss; here twice that."""


def vector(*start: Fraction) -> AffineVector:
    return AffineVector(start, (ZERO,) * len(start))


def listed(*weights: tuple[Any, int | Fraction]) -> ListedWeights:
    return ListedWeights(tuple((label, Fraction(w)) for label, w in weights))


def by_sizes(*weights: tuple[int, Fraction]) -> TiedCore:
    return TiedCore(0, tuple(TypeWeight(0, size, weight) for size, weight in weights))


def mixtures(*each: ListedWeights) -> Mixtures:
    return Mixtures(tuple(map(Mixture, each)))


BOUND = vector(ZERO, ZERO, ZERO, ZERO)
ATTAINED = Attained(0, 1, vector(HALF, HALF), vector(ZERO))
FALSE: list[tuple[Any, Any]] = [
    # Ranks: chosen labels twice, moduli that prove nothing, factors of something else.
    (RankAtMost(HAMMING, "loss", 2), replace(HAMMING_SPAN, chosen=(BITS[1], BITS[1]))),
    (RankAtMost(HAMMING, "loss", 2), replace(HAMMING_SPAN, chosen=HAMMING_SPAN.chosen[:2])),
    (RankAtMost(HAMMING, "loss", 0), Span("observations", (), ((), (), (), ()), ())),
    (RankAtMost(HAMMING, "loss", 2), ModularSpan(BITS[:2], BITS[:2], ())),
    (RankAtMost(HAMMING, "loss", 2), ModularSpan(BITS[:2], BITS[:2], (1,))),
    (RankAtMost(HAMMING, "loss", 2), ModularSpan(BITS[:2], BITS[:2], (-101,))),
    (RankAtMost(HAMMING, "loss", 2), ModularSpan(BITS[::3], BITS[1:3], (101,))),
    (RankAtMost(HAMMING, "loss", 2), ModularSpan(BITS[:2], (BITS[0], BITS[0]), (101,))),
    (RankAtMost(HAMMING, "loss", 0), ModularSpan((), (), (2,))),
    (RankAtMost(ORDINAL, "loss", 2), Counted()),
    (RankAtMost(HAMMING, "loss", 2), ByComponents()),
    (RankAtLeast(HAMMING, "loss", 4), ByComponents()),
    (RankAtLeast(parse("ordinal-squared:classes=4").reference, "loss", 4), CoefficientRanks()),
    (RankAtLeast(HAMMING, "prediction-differences", 3), IndependentSets()),
    # All rows of F are equal in one column, those of U in none.
    (RankAtMost(HAMMING, "prediction-differences", 1), SPREAD),
    (RankAtMost(HAMMING, "observation-differences", 1), SPREAD),
    (RankAtMost(HAMMING, "loss", 2), SPREAD),
    (AffineDimensionAtMost(HAMMING, 1), HAMMING_SPAN),
    (AffineDimensionAtLeast(HAMMING, 3), ByComponents()),
    (AffineDimensionAtMost(BINARY, 0), AffineDecomposition(((), ()), ((), ()), HALF)),
    # Shifts: both or neither of the sum and the level are 0.
    (NoShiftLowersRank(HAMMING), LevelVector("observations", EVEN)),
    (NoShiftLowersRank(HAMMING), LevelVector("observations", ListedWeights(()))),
    (NoShiftLowersRank(ORDINAL), ShiftBounds(Minor((0, 1), (0, 1), 7), Counted())),
    # Calibration dimensions.
    (CalibrationDimensionAtMost(MULTICLASS, 1), Counted()),
    (CalibrationDimensionAtMost(MULTICLASS, 1), DeclaredLine()),
    (
        CalibrationDimensionAtMost(MULTICLASS, 1),
        PredictionsOnALine(((0, ZERO), (1, ZERO), (2, ONE))),
    ),
    (CalibrationDimensionAtMost(MULTICLASS, 1), PredictionsOnALine(((0, ZERO), (1, ONE)))),
    (CalibrationDimensionAtMost(MULTICLASS, 1), PredictionsOnALine(())),
    (CalibrationDimensionAtMost(MULTICLASS, 0), PredictionsOnALine(((0, ZERO),))),
    (CalibrationDimensionAtMost(BINARY, 0), PredictionsOnALine(((0, ZERO), (1, ONE)))),
    (CalibrationDimensionAtMost(BINARY, 0), PredictionsOnALine(((2, ZERO),))),
    (CalibrationDimensionAtMost(BINARY, 0), BinaryEncoding()),
    (
        CalibrationDimensionAtMost(parse("abstain:classes=4,cost=1/2").reference, 1),
        BinaryEncoding(),
    ),
    (CalibrationDimensionAtMost(MULTICLASS, 1), RatioScores(listed(), Counted())),
    (CalibrationDimensionAtMost(MULTICLASS, 1), RatioScores(listed((0, 1), (0, -1)), Counted())),
    (CalibrationDimensionAtMost(MULTICLASS, 1), RatioScores(listed((0, 1), (1, -1)), Counted())),
    (
        CalibrationDimensionAtLeast(BINARY, 2),
        NoFlat(listed((0, HALF), (1, HALF)), (), Excluded((), ZERO)),
    ),
    (CalibrationDimensionAtLeast(BINARY, 2), NoFlat(listed((0, 1)), (), Excluded((), ZERO))),
    (
        CalibrationDimensionAtLeast(parse("ordinal-absolute:classes=3").reference, 2),
        ThreeCells((listed((0, 1)), listed((1, 1)), listed((2, 1)))),
    ),
    (
        CalibrationDimensionAtLeast(HAMMING, 3),
        by_sizes((0, HALF), (2, HALF)),
    ),
    (
        CalibrationDimensionAtLeast(HAMMING, 3),
        by_sizes((0, ONE), (2, ONE)),
    ),
    (CalibrationDimensionAtLeast(parse("f-score:m=2,undefined=one").reference, 3), CORE),
    (CalibrationDimensionAtLeast(parse("f-score:m=3,undefined=one").reference, 4), CORE),
    (
        CalibrationDimensionAtLeast(HAMMING, 3),
        EqualRiskRank(EqualRiskPoint(EVEN), ByComponents()),
    ),
    (
        CalibrationDimensionAtLeast(BINARY, 2),
        FeasibleSubspace(EVEN, Minor((1, 0), (0, 1), 7, 0)),
    ),
    # A* and gamma_2: weights of more than 1 in all, a column without weight, duals scaled up.
    (SMALL, WeightedColumns(F, U, (2 * ONE,), CENTRE)),
    (
        SMALL,
        WeightedColumns(rows((0, "-1/2"), (0, "1/2")), rows((0, 1), (0, -1)), (ONE, ZERO), CENTRE),
    ),
    (SMALL, RowFactors(F, U, CENTRE)),
    (SMALL, RowFactors((), (), ())),
    (SMALL, EntryNorms(ZERO)),
    # Steps of a part of the lines, and of one line twice; a kernel that is not semidefinite.
    (SMALL, StepNorms("observations", (0,), HALF)),
    (SMALL, StepNorms("predictions", (0, 0), HALF)),
    (SMALL, CountedKernel(ZERO)),
    (SMALL, CountedKernel(HALF)),
    (LARGE, SignDual(tuple(tuple(10 * x for x in row) for row in PAIR), CENTRE)),
    (LARGE, SignDual(PAIR, FLAT)),
    (LARGE, DiagonalDual(PAIR, CENTRE, (4 * ONE, -ONE))),
    (LARGE, DiagonalDual(rows((0, 0), (0, 0)), CENTRE, FLAT)),
    (LARGE, PartDual((), (), DiagonalDual((), (), ()))),
    (LARGE, PartDual(((0,), (0,)), ((0,), (1,)), DiagonalDual(PAIR, CENTRE, (2 * ONE, 2 * ONE)))),
    (HULL, POINT),
    (HULL, replace(POINT, weights=(ONE,))),
    (HULL, replace(POINT, weights=(2 * ONE,))),
    (HULL, replace(POINT, columns=rows((-3, 3, 3)))),
    (HULL, replace(POINT, moves=((0, 0, 1),))),
    (HULL, replace(POINT, shift=(ZERO, ONE, ONE))),
    (ODD, VECTORS),
    (ODD, replace(VECTORS, vectors=((1, 1, 0),), weights=(2 * ONE,))),
    (ODD, replace(VECTORS, dual=replace(DUAL, d=(2 * ONE,) * 3))),
    (ODD, replace(VECTORS, weights=(Fraction(9),))),
    (
        BestConstant(BINARY, "A", "scalar", ">=", ONE),
        DiagonalDual(rows((1, -1), (1, -1)), (ONE, ONE), (4 * ONE, 4 * ONE)),
    ),
    (
        BestConstant(BINARY, "A", "scalar", ">=", ONE),
        DiagonalDual(PAIR, (ONE, ONE), (-4 * ONE, -4 * ONE)),
    ),
    # Margins, optima, decoders.
    (
        LargestMargin(MULTICLASS, "<=", HALF),
        mixtures(listed((0, 1)), listed((1, 1)), listed((2, 1))),
    ),
    (
        LargestMargin(MULTICLASS, "<=", HALF),
        mixtures(listed((1, 2), (2, -1)), listed((0, 2), (2, -1)), listed((0, 2), (1, -1))),
    ),
    (LargestMargin(MULTICLASS, "<=", HALF), Mixtures(())),
    (LargestMargin(MULTICLASS, ">=", 2 * ONE), Distribution(listed((0, 3)))),
    (NeverOptimal(MULTICLASS, 0), Mixture(listed((1, 2), (2, -1)))),
    (NeverOptimal(MULTICLASS, 0), Mixture(ListedWeights(()))),
    (NeverUniquelyOptimal(MULTICLASS, 0), Mixture(listed((0, 1)))),
    (DifferentLines(MULTICLASS, "predictions", 2), EveryEntry()),
    # No label of the 2^40 is listed.
    (DifferentLines(parse("hamming:m=40").reference, "predictions", 2), EveryEntry()),
    (LargestMargin(parse("hamming:m=40").reference, "<=", HALF), Mixtures(())),
    (MaxMarginConsistent(parse("hamming:m=40").reference), PointsOnALine((ZERO, ONE))),
    (LargestMargin(matrix_loss([[ZERO, ONE]]).reference, ">=", ZERO), Distribution(EVEN)),
    (OptimalWherever(MULTICLASS, 0, ()), ConeMultipliers(((), (), ()))),
    (
        OptimalWherever(MULTICLASS, 0, ((-ONE, ONE, ZERO),)),
        ConeMultipliers(((ZERO,), (-ONE,), (ZERO,))),
    ),
    # H: distances alone, bounds of 0, twice, of no pair, a move that is none, a negative metric.
    (PIECE, Optimality(ATTAINED, (), (), None)),
    (PIECE, Optimality(ATTAINED, (PairBound(0, 1, BOUND), PairBound(1, 0, BOUND)), (), None)),
    (PIECE, Optimality(ATTAINED, (PairBound(0, 1, BOUND), PairBound(0, 1, BOUND)), (), None)),
    (PIECE, Optimality(ATTAINED, (PairBound(0, 0, BOUND), PairBound(0, 2, BOUND)), (), None)),
    (PIECE, Optimality(ATTAINED, (PairBound(0, 1, BOUND),), (Move((1, 0), (0, 1)),), None)),
    (
        replace(PIECE, metric=Metric(rows((1,)), -ONE)),
        Optimality(ATTAINED, (PairBound(0, 1, BOUND),), (), rows((0,), (-1,))),
    ),
    (replace(PIECE, F=((HALF,),)), Optimality(ATTAINED, (), (), None)),
    (ConvexEnvelope(PIECE.F, PIECE.U, None, ()), EnvelopeParts((), (), None)),
    # Surrogates: none of the forms, of the terms, of the points.
    (PolyhedralConsistent(ZERO_ONE, LATE), PROOF),
    (PolyhedralConsistent(ZERO_ONE, PolyhedralSurrogate(HINGES, ())), replace(PROOF, bounds=())),
    (PolyhedralConsistent(ZERO_ONE, PolyhedralSurrogate(((), ()), SIGN)), PROOF),
    (PolyhedralConsistent(MULTICLASS, HINGE), PROOF),
    (Embeds(ZERO_ONE, TERMS, ()), Minima(())),
    (Embeds(ZERO_ONE, TERMS, EMBEDS.points[:1]), MINIMA),
    (Embeds(ZERO_ONE, TERMS, (*EMBEDS.points, EMBEDS.points[0])), MINIMA),
    (replace(CONSTANT, constant=ONE), BEST),
    (replace(CONSTANT, constant=3 * ONE), BEST),
    (replace(CONSTANT, constant=-ONE), replace(BEST, against=())),
    (RegretConstant(MULTICLASS, TERMS, 2 * ONE), BEST),
    (LogLinearConsistent(ORDINAL, FULL, "mode"), EveryEntry()),
    (LogLinearConsistent(F_SCORE, BITS, "mode"), EveryEntry()),
    (
        LogLinearConsistent(ORDINAL, ((0,), (0,), (0,)), "least-risk"),
        RisksInFeatures(rows((0,), (0,), (0,)), (ZERO,) * 3),
    ),
    (MaxMarginConsistent(MULTICLASS), PointsOnALine((ZERO, ONE, 2 * ONE))),
    (MaxMarginConsistent(F_SCORE), PointsOnALine((ZERO, ONE, 2 * ONE, 3 * ONE))),
    (SpectralNorm(BINARY, "<", ONE), Elimination()),
    (SpectralNorm(BINARY, "<=", -ONE), Elimination()),
]
TRUE: list[tuple[Any, Any]] = [
    # No certificate refutes what is true.
    (NoShiftLowersRank(PREC), ShiftBounds(Minor(((1, 0), (0, 1)), ((0, 1), (1, 0)), 5), Counted())),
    (
        LogLinearConsistent(MULTICLASS, FULL, "mode"),
        WrongModel((THIRD,) * 3, (ZERO,) * 3, 0),
    ),
    (
        LogLinearConsistent(MULTICLASS, FULL, "mode"),
        WrongModel((THIRD,) * 3, (-ONE,) * 3, 0),
    ),
    (
        LogLinearConsistent(MULTICLASS, FULL, "mode"),
        WrongModel((ONE, ONE, -ONE), (THIRD,) * 3, 0),
    ),
    (LargestMargin(BINARY, "<=", ZERO), mixtures(listed((0, 1)), listed((1, 1)))),
    (LargestMargin(BINARY, "<=", ZERO), Mixtures(())),
    (NeverUniquelyOptimal(matrix_loss([[ONE], [ONE]]).reference, "0"), Distribution(EVEN)),
]


def test_the_cases_are_many() -> None:
    assert len(FALSE) + len(TRUE) >= 100


@pytest.mark.parametrize(("proposition", "certificate"), FALSE)
def test_what_is_false_is_not_proved(proposition: Any, certificate: Any) -> None:
    decision = decide(proposition, certificate)
    assert decision.outcome is not Outcome.PROVES
    assert decision.outcome is Outcome.REFUTES or decision.reason
    assert "not of its declared type" not in decision.reason
    assert "is no certificate for" not in decision.reason


@pytest.mark.parametrize(("proposition", "certificate"), TRUE)
def test_what_is_true_is_not_refuted(proposition: Any, certificate: Any) -> None:
    decision = decide(proposition, certificate)
    assert decision.outcome is Outcome.INVALID
    assert "not of its declared type" not in decision.reason
    assert "is no certificate for" not in decision.reason
