"""The best constants of the 0-1 loss on two labels, A* = gamma_2 = 1/2, by each certificate."""

from fractions import Fraction

from qstheory.certify.kinds.best_constants import (
    HALF_PI,
    BestConstant,
    DiagonalDual,
    RowFactors,
    SignDual,
    WeightedColumns,
)
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.kernel_constants import CountedKernel, StepNorms
from qstheory.certify.kinds.wide_constants import EntryNorms, FormNorms, PartDual

from .sample import DOMINATED, F_SCORE, HAMMING, MULTICLASS, ORDINAL, ZERO_ONE, Sample, rows

ONE, HALF, QUARTER = Fraction(1), Fraction(1, 2), Fraction(1, 4)
SIGNS = rows((1, -1), (-1, 1))
CENTRE = (HALF, HALF)
F, U = rows(("-1/2",), ("1/2",)), rows((1,), (-1,))
SAMPLES = (
    Sample(
        BestConstant(HAMMING, "gamma-2", "scalar", "<=", QUARTER),
        FormNorms(NamedForm("repaired", "counts")),
    ),
    Sample(
        BestConstant(MULTICLASS, "A", "by-observation", "<=", HALF_PI * Fraction(4, 9)),
        FormNorms(NamedForm("balanced", "counts")),
    ),
    Sample(BestConstant(ZERO_ONE, "A", "scalar", "<=", HALF), EntryNorms(HALF)),
    Sample(
        BestConstant(DOMINATED, "gamma-2", "scalar", "<=", Fraction(19, 4)),
        EntryNorms(Fraction(3, 2)),
    ),
    Sample(
        BestConstant(ORDINAL, "A", "by-observation", "<=", ONE),
        StepNorms("observations", (0, 1, 2), ONE),
    ),
    Sample(
        BestConstant(DOMINATED, "gamma-2", "scalar", "<=", Fraction(49, 4)),
        StepNorms("predictions", (0, 2, 1), ONE),
    ),
    Sample(BestConstant(F_SCORE, "gamma-2", "scalar", "<=", ONE), CountedKernel(ONE)),
    Sample(BestConstant(F_SCORE, "A", "by-observation", "<=", HALF_PI), CountedKernel(ONE)),
    Sample(
        BestConstant(MULTICLASS, "A", "scalar", ">=", QUARTER),
        PartDual((0, 2), (0, 2), DiagonalDual(SIGNS, CENTRE, (2 * ONE, 2 * ONE))),
    ),
    Sample(
        BestConstant(ZERO_ONE, "A", "scalar", "<=", QUARTER), WeightedColumns(F, U, (ONE,), CENTRE)
    ),
    Sample(
        BestConstant(ZERO_ONE, "gamma-2", "by-observation", "<=", QUARTER), RowFactors(F, U, CENTRE)
    ),
    Sample(BestConstant(ZERO_ONE, "A", "scalar", ">=", QUARTER), SignDual(SIGNS, CENTRE)),
    Sample(
        BestConstant(ZERO_ONE, "gamma-2", "by-observation", ">=", QUARTER),
        DiagonalDual(SIGNS, CENTRE, (2 * ONE, 2 * ONE)),
    ),
)
