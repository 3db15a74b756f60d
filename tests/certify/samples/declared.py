"""Dimensions from what a loss declares: independent sets, coefficients of a polynomial."""

from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    NoShiftLowersRank,
)
from qstheory.certify.kinds.declared_ranks import CoefficientRanks, IndependentSets
from qstheory.certify.kinds.rank import RankAtLeast, RankAtMost

from .sample import ORDINAL, SQUARED, TREE, Sample

SAMPLES = (
    Sample(RankAtLeast(ORDINAL, "loss", 3), IndependentSets()),
    Sample(RankAtLeast(TREE, "prediction-differences", 2), IndependentSets()),
    Sample(AffineDimensionAtLeast(ORDINAL, 2), IndependentSets()),
    Sample(AffineDimensionAtMost(TREE, 2), IndependentSets()),
    Sample(RankAtMost(TREE, "loss", 3), IndependentSets()),
    Sample(NoShiftLowersRank(TREE), IndependentSets(), "refutes"),
    Sample(RankAtLeast(SQUARED, "loss", 3), CoefficientRanks()),
    Sample(RankAtMost(SQUARED, "observation-differences", 2), CoefficientRanks()),
    Sample(AffineDimensionAtLeast(SQUARED, 3), CoefficientRanks()),
    Sample(AffineDimensionAtMost(SQUARED, 3), CoefficientRanks()),
    Sample(NoShiftLowersRank(SQUARED), CoefficientRanks()),
)
