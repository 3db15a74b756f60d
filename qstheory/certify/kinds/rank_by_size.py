"""Lower bounds on ranks of losses on label sets of {1..m}, m >= 2, that are affine in |z & y|.

Say L(z, y) = f(a, b) + g(a, b) |z & y| for |z| = a, |y| = b. With z^_j = z_j - a/m and likewise y^,
|z & y| = z^ . y^ + ab/m, so that

    L(z, y) = B(a, b) + g(a, b) z^ . y^,    B = f + g ab/m, the mean of L over sets of size b.

The first term maps functions of the size to functions of the size, the second maps functions that
sum to zero over every size to such functions: rank L = rank B + rank of the second. The vectors
u_{a,j}(z) = 1(|z| = a) z^_j, j = 1..m, 0 < a < m, have no linear relation but sum_j u_{a,j} = 0,
so the second has rank (m - 1) rank g' with g' = g on the sizes between 0 and m. Subtracting
a constant or a fixed row or column from L and averaging over sets of equal size does the same to B
and leaves g alone, so the ranks of differences of L are at least those of B plus (m - 1) rank g'.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from qstheory.certify.arithmetic import integer_rows
from qstheory.certify.kinds.affine_dimension import AffineDimensionAtLeast
from qstheory.certify.kinds.decomposition import NamedForm, form_fault
from qstheory.certify.kinds.rank import RankAtLeast, View
from qstheory.certify.kinds.shift import NoShiftLowersRank
from qstheory.certify.limits import require_evaluations
from qstheory.certify.outcome import Decision, invalid, proves_if, refutes_if
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import RANK_ONE, SIZES
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Reference
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.spaces import LabelSets


@dataclass(frozen=True)
class SizeMinors:
    """A regular minor of B, or of its differences from a size `base`, and one of g'.

    Rows are sizes of predictions, columns sizes of observations; both are regular modulo `modulus`.
    """

    view: View
    base: int | None
    mean_rows: tuple[int, ...]
    mean_columns: tuple[int, ...]
    slope_rows: tuple[int, ...]
    slope_columns: tuple[int, ...]
    modulus: int


@dataclass(frozen=True)
class LoweringBySize:
    """A closed form that holds, of smaller dimension than the rank that minors by size show."""

    form: NamedForm
    minors: SizeMinors


def overlaps(m: int, a: int, b: int) -> range:
    """The possible |z & y|."""
    return range(max(0, a + b - m), min(a, b) + 1)


def slope(counts: CountStructure, a: int, b: int) -> Fraction:
    """g(a, b) for 0 < a, b < m."""
    low = overlaps(counts.m, a, b)[0]
    return counts.value(a, b, low + 1) - counts.value(a, b, low)


def mean(counts: CountStructure, a: int, b: int) -> Fraction:
    """B(a, b)."""
    possible = overlaps(counts.m, a, b)
    first = counts.value(a, b, possible[0])
    if len(possible) == 1:
        return first
    return first + slope(counts, a, b) * (Fraction(a * b, counts.m) - possible[0])


def is_affine(counts: CountStructure) -> bool:
    """Whether L is affine in |z & y| for every pair of sizes."""
    if isinstance(counts.entry, AffineEntry):
        return True
    for a in counts.predictions.sizes:
        for b in counts.observations.sizes:
            values = [counts.value(a, b, both) for both in overlaps(counts.m, a, b)]
            steps = {after - before for before, after in pairwise(values)}
            if len(steps) > 1:
                return False
    return True


def affine_counts(reference: Reference) -> CountStructure:
    """The counts of the loss; raises InvalidParameter unless it is affine in |z & y|."""
    loss = resolve(reference)
    counts = loss.counts
    if counts is None or counts.m < 2:
        raise InvalidParameter("The loss is not declared by counts of at least two labels.")
    if not isinstance(counts.entry, AffineEntry):
        require_evaluations(loss, counts.m**3 // 6)
    if not is_affine(counts):
        raise InvalidParameter("The loss is not affine in |z & y|.")
    return counts


def between(sets: LabelSets) -> list[int]:
    """The admitted sizes strictly between 0 and m."""
    return [size for size in sets.sizes if 0 < size < sets.m]


def mean_base(counts: CountStructure, view: View, base: int | None, a: int, b: int) -> Fraction:
    """What the view subtracts from B(a, b)."""
    if base is None:
        return Fraction(0)
    if view == "prediction-differences":
        return mean(counts, base, b)
    return mean(counts, a, base)


def base_fault(counts: CountStructure, view: View, base: int | None) -> str:
    """Why the base does not fit the view, or ''."""
    bases: dict[View, Sequence[int | None]] = {
        "loss": (None,),
        "prediction-differences": counts.predictions.sizes,
        "observation-differences": counts.observations.sizes,
    }
    return "" if base in bases[view] else f"The base does not fit the view {view!r}."


def rank_shown(reference: Reference, given: SizeMinors, tools: Tools) -> int:
    """The rank that the minors show for their view of L; raises InvalidParameter for a fault."""
    counts = affine_counts(reference)
    fault = _sizes_fault(counts, given) or base_fault(counts, given.view, given.base)
    if fault:
        raise InvalidParameter(fault)
    means = [
        [
            mean(counts, a, b) - mean_base(counts, given.view, given.base, a, b)
            for b in given.mean_columns
        ]
        for a in given.mean_rows
    ]
    slopes = [[slope(counts, a, b) for b in given.slope_columns] for a in given.slope_rows]
    for block in (means, slopes):
        if not tools.regular_modulo(integer_rows(block), given.modulus):
            raise InvalidParameter("A minor by size is zero modulo the modulus.")
    return len(means) + (counts.m - 1) * len(slopes)


def _sizes_fault(counts: CountStructure, given: SizeMinors) -> str:
    if given.modulus < 2:
        return "The modulus must exceed 1."
    for sizes, admitted in (
        (given.mean_rows, counts.predictions.sizes),
        (given.mean_columns, counts.observations.sizes),
        (given.slope_rows, between(counts.predictions)),
        (given.slope_columns, between(counts.observations)),
    ):
        if not _distinct_among(sizes, admitted):
            return "A size is repeated or is not one of the loss."
    square = len(given.mean_rows) == len(given.mean_columns) and len(given.slope_rows) == len(
        given.slope_columns
    )
    return "" if square else "A minor by size is not square."


def _distinct_among(sizes: tuple[int, ...], admitted: Sequence[int]) -> bool:
    return len(set(sizes)) == len(sizes) and all(size in admitted for size in sizes)


def check_rank(proposition: RankAtLeast, given: SizeMinors, tools: Tools) -> Decision:
    """Minors of the view itself."""
    if given.view != proposition.view:
        return invalid("the minors are of another view of the loss")
    shown = rank_shown(proposition.loss, given, tools)
    return proves_if(shown == proposition.r, f"the minors show a rank of {shown}")


def check_affine(proposition: AffineDimensionAtLeast, given: SizeMinors, tools: Tools) -> Decision:
    """Minors of differences, which no shift changes, or of L, whose rank it lowers by at most 1."""
    shown = rank_shown(proposition.loss, given, tools) - (given.view == "loss")
    return proves_if(shown == proposition.r, f"the minors show an affine dimension of {shown}")


def check_lowering(proposition: NoShiftLowersRank, given: LoweringBySize, tools: Tools) -> Decision:
    """rank(L - c 1 1^T) <= dimension of the form < rank L."""
    if given.minors.view != "loss":
        return invalid("the minors are not of the loss itself")
    loss = resolve(proposition.loss)
    form = loss.closed_form(given.form.form)
    shown = rank_shown(proposition.loss, given.minors, tools)
    fault = form_fault(loss, form, given.form.by)
    if fault:
        return invalid(fault)
    return refutes_if(form.dimension < shown, "the dimension of the form is no smaller")


RULES = (
    Rule(RankAtLeast, SizeMinors, check_rank, (SIZES,)),
    Rule(
        AffineDimensionAtLeast,
        SizeMinors,
        check_affine,
        (
            SIZES,
            RANK_ONE,
        ),
    ),
    Rule(NoShiftLowersRank, LoweringBySize, check_lowering, (SIZES,)),
)
