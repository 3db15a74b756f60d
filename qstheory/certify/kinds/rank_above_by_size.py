"""Upper bounds on ranks of losses on label sets, by factors of the two matrices by size.

With B and g' as in `rank_by_size`, a loss that is affine in |z & y| is B(|z|, |y|) and a term of
rank at most (m - 1) rank g'. The differences from a fixed z0 of size a0 are
B(|z|, |y|) - B(a0, |y|) and terms in the same space of dimension (m - 1) rank g'; likewise for
observations. Subtracting a scalar from L subtracts it from B.
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.arithmetic import rational_product_fault
from qstheory.certify.kinds.affine_dimension import AffineDimensionAtMost
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.decomposition import Vectors
from qstheory.certify.kinds.rank import RankAtMost, View
from qstheory.certify.kinds.rank_by_size import (
    SizeMinors,
    affine_counts,
    base_fault,
    between,
    mean,
    mean_base,
    rank_shown,
    slope,
)
from qstheory.certify.kinds.shift import NoShiftLowersRank
from qstheory.certify.outcome import Decision, invalid, proves_if, refutes_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import RANK_SUFFICES, SIZES
from qstheory.errors import InvalidParameter
from qstheory.losses.base import Reference


@dataclass(frozen=True)
class SizeFactors:
    """B - shift, or the differences of B from a size `base`, and g' as products left . right.

    Rows and columns are all sizes in order, for g' all sizes strictly between 0 and m.
    """

    view: View
    base: int | None
    shift: Fraction
    mean_left: Vectors
    mean_right: Vectors
    slope_left: Vectors
    slope_right: Vectors


@dataclass(frozen=True)
class LoweringFactors:
    """Factors of L less a scalar, of smaller rank than minors by size show of L."""

    factors: SizeFactors
    minors: SizeMinors


def rank_bound(reference: Reference, given: SizeFactors, tools: Tools) -> int:
    """The bound that the factors give; raises InvalidParameter for a fault."""
    counts = affine_counts(reference)
    fault = base_fault(counts, given.view, given.base)
    if fault:
        raise InvalidParameter(fault)
    means = [
        [
            mean(counts, a, b) - given.shift - mean_base(counts, given.view, given.base, a, b)
            for b in counts.observations.sizes
        ]
        for a in counts.predictions.sizes
    ]
    slopes = [
        [slope(counts, a, b) for b in between(counts.observations)]
        for a in between(counts.predictions)
    ]
    _require_product(given.mean_left, given.mean_right, means, tools)
    _require_product(given.slope_left, given.slope_right, slopes, tools)
    return len(given.mean_right) + (counts.m - 1) * len(given.slope_right)


def _require_product(
    left: Vectors, right: Vectors, product: list[list[Fraction]], tools: Tools
) -> None:
    width = len(product[0]) if product else 0
    fits = (
        len(left) == len(product)
        and all(len(row) == len(right) for row in left)
        and all(len(row) == width for row in right)
    )
    if not fits:
        raise InvalidParameter("The factors by size do not have the shapes that the sizes give.")
    if width and rational_product_fault(left, right, product, tools.product_fault) is not None:
        raise InvalidParameter("The factors by size do not give the matrix.")


def check_rank(proposition: RankAtMost, given: SizeFactors, tools: Tools) -> Decision:
    """Factors of the view itself, without a shift."""
    if given.view != proposition.view or given.shift:
        return invalid("the factors are of another view of the loss, or shifted")
    bound = rank_bound(proposition.loss, given, tools)
    return proves_if(bound == proposition.r, f"the factors give the bound {bound}")


def check_affine(proposition: AffineDimensionAtMost, given: SizeFactors, tools: Tools) -> Decision:
    """Factors of L less a scalar."""
    if given.view != "loss":
        return invalid("the factors are not of the loss itself")
    bound = rank_bound(proposition.loss, given, tools)
    return proves_if(bound == proposition.r, f"the factors give the bound {bound}")


def check_calibration(
    proposition: CalibrationDimensionAtMost, given: SizeFactors, tools: Tools
) -> Decision:
    """Factors of the differences of predictions."""
    if given.view != "prediction-differences" or given.shift:
        return invalid("the factors are not of the differences of predictions")
    bound = rank_bound(proposition.loss, given, tools)
    return proves_if(bound == proposition.d, f"the factors give the bound {bound}")


def check_lowering(
    proposition: NoShiftLowersRank, given: LoweringFactors, tools: Tools
) -> Decision:
    """rank(L - c 1 1^T) <= the bound < rank L."""
    if given.factors.view != "loss" or given.minors.view != "loss":
        return invalid("the factors or the minors are not of the loss itself")
    bound = rank_bound(proposition.loss, given.factors, tools)
    shown = rank_shown(proposition.loss, given.minors, tools)
    return refutes_if(bound < shown, f"the factors give {bound}, the minors {shown}")


RULES = (
    Rule(RankAtMost, SizeFactors, check_rank, (SIZES,)),
    Rule(AffineDimensionAtMost, SizeFactors, check_affine, (SIZES,)),
    Rule(NoShiftLowersRank, LoweringFactors, check_lowering, (SIZES,)),
    Rule(
        CalibrationDimensionAtMost,
        SizeFactors,
        check_calibration,
        (
            SIZES,
            RANK_SUFFICES,
        ),
    ),
)
