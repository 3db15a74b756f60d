"""What bounds every dimension of a loss at once, and what follows for each of them.

A certificate from below or from above bounds rank L, the ranks of its differences and the affine
dimension together (`dimensions`). The convex calibration dimension is at most the rank of the
differences of predictions, and at most |Y| - 1. Where the affine dimension is at least as large as
rank L no scalar lowers the rank; where it is smaller one does.

The quadratic surrogate of a decomposition L = F U^T + c on R^r,

    S(v, y) = |v - U_y|^2,      D(v) = argmin_z F_z . v,

is consistent: v = sum_y Pi_y U_y is the only minimiser at Pi, and F_z . v + c is the risk of z
there. So a bound on the affine dimension shows that one on so many scores is consistent, where the
numbers of a decomposition are too long to be written out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from qstheory.certify.dimensions import Dimensions, of_minor
from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    DifferenceMinor,
    NoShiftLowersRank,
)
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.declared_ranks import (
    CoefficientRanks,
    EnclosedMinor,
    IndependentSets,
    SymbolicSpan,
    independent_labels,
    polynomial_dimensions,
    require_enclosed_minor,
    require_span,
)
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    EveryEntry,
    NamedForm,
    form_theorems,
    held_form,
    require_decomposition,
)
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, point_theorems, require_equal_risk
from qstheory.certify.kinds.rank import Minor, RankAtLeast, RankAtMost, require_minor
from qstheory.certify.kinds.rank_by_component import ByComponents, ranks_of
from qstheory.certify.kinds.span import Counted, ModularSpan, Span, counted, spanned
from qstheory.certify.ranking_components import renaming_theorems
from qstheory.certify.rules import (
    PROVES,
    Decision,
    Rule,
    Tools,
    invalid,
    proves_if,
    refutes_if,
    require,
)
from qstheory.certify.theorems import (
    COMPONENTS,
    ENCLOSURES,
    FEASIBLE_SUBSPACE,
    INDEPENDENT_SETS,
    POLYNOMIALS,
    PROBABILITIES,
    QUADRATIC,
    RANK_ONE,
    RANK_SUFFICES,
    SPANS,
    Theorem,
)
from qstheory.certify.words import factors_words
from qstheory.losses import resolve
from qstheory.losses.base import Reference

Exact = ByComponents | CoefficientRanks | IndependentSets
Lower = Minor | DifferenceMinor | EnclosedMinor | Exact
Upper = Counted | Span | ModularSpan | AffineDecomposition | NamedForm | SymbolicSpan | Exact
Measure = Callable[[Reference, Any, Tools], Dimensions]


@dataclass(frozen=True)
class ShiftBounds:
    """A bound on every dimension from below and one from above.

    Differences of L are those of L - c: if their rank is at least the bound on rank L, no shift
    lowers it. If the bound on the affine dimension is smaller than that on rank L, one does.
    """

    lower: Lower
    upper: Upper


@dataclass(frozen=True)
class EqualRiskRank:
    """An equal-risk point, and what bounds the rank of the differences of predictions from below.

    At a distribution of full support at which all predictions have the same risk every prediction
    is optimal and no column is left out: the bound of `calibration_dimension` is that whole rank.
    """

    point: EqualRiskPoint
    lower: Lower


@dataclass(frozen=True)
class QuadraticConsistent:
    """At every Pi the minimiser decodes to Bayes-optimal predictions only.

    The decomposition is explicit, or the closed form of that name of the loss, or L = I L^T with a
    score for each prediction, U_y = L(., y), of which every loss is.
    """

    loss: Reference
    decomposition: AffineDecomposition | str | None

    def __str__(self) -> str:
        given = self.decomposition
        if given is None:
            return f"{self.loss}: the quadratic surrogate, one score a prediction, is consistent"
        if isinstance(given, str):
            return f"{self.loss}: the quadratic surrogate of the form {given!r} is consistent"
        words = factors_words(given.F, given.U)
        return f"{self.loss}: the quadratic surrogate is consistent, {words}"


@dataclass(frozen=True)
class QuadraticOnScoresConsistent:
    """The same for some decomposition with r columns."""

    loss: Reference
    r: int

    def __str__(self) -> str:
        return f"{self.loss}: some quadratic surrogate on {self.r} scores is consistent"


def _minor(reference: Reference, given: Minor, tools: Tools) -> Dimensions:
    require_minor(resolve(reference), "loss", given, tools)
    return of_minor("loss", len(given.predictions))


def _difference_minor(reference: Reference, given: DifferenceMinor, tools: Tools) -> Dimensions:
    require_minor(resolve(reference), given.view, given.minor, tools)
    return of_minor(given.view, len(given.minor.predictions))


def _enclosed_minor(reference: Reference, given: EnclosedMinor, _: Tools) -> Dimensions:
    require_enclosed_minor(resolve(reference), given)
    return of_minor(given.view, len(given.predictions))


def _decomposition(reference: Reference, given: AffineDecomposition, tools: Tools) -> Dimensions:
    """F U^T + c with d columns; differences do not see one in which all rows are equal."""
    require_decomposition(resolve(reference), given, tools)
    d = len(given.F[0])
    rows, columns = (
        sum(len(set(column)) > 1 for column in zip(*factor, strict=True))
        for factor in (given.F, given.U)
    )
    return Dimensions(d + (given.c != 0), rows, columns, d)


def _form(reference: Reference, given: NamedForm, _: Tools) -> Dimensions:
    form = held_form(resolve(reference), given)
    d = form.dimension
    return Dimensions(d + (form.constant != 0), d, d, d)


def _symbolic(reference: Reference, given: SymbolicSpan, _: Tools) -> Dimensions:
    require_span(resolve(reference), given)
    d = len(given.columns)
    return Dimensions(d + 1, d, d + 1, d + 1)


def _sets_above(reference: Reference, given: IndependentSets, tools: Tools) -> Dimensions:
    """The affine dimension is n - 1; the rest is counted."""
    n = independent_labels(reference)
    return Dimensions(n, n - 1, n - 1, n - 1)


MEASURES: Mapping[type, tuple[Measure, tuple[Theorem, ...]]] = MappingProxyType(
    {
        Minor: (_minor, (RANK_ONE,)),
        DifferenceMinor: (_difference_minor, (RANK_ONE,)),
        EnclosedMinor: (_enclosed_minor, (ENCLOSURES, RANK_ONE)),
        Counted: (counted, (SPANS,)),
        Span: (spanned, (SPANS,)),
        ModularSpan: (spanned, (SPANS,)),
        AffineDecomposition: (_decomposition, ()),
        NamedForm: (_form, ()),
        SymbolicSpan: (_symbolic, ()),
        ByComponents: (lambda loss, *_: ranks_of(loss), (COMPONENTS,)),
        CoefficientRanks: (
            lambda loss, *_: polynomial_dimensions(resolve(loss)), (POLYNOMIALS,)
        ),
        IndependentSets: (_sets_above, (INDEPENDENT_SETS,)),
    }
)  # fmt: skip
"""How each certificate bounds the dimensions, and by which theorems."""


def dimensions(reference: Reference, given: Lower | Upper, tools: Tools) -> Dimensions:
    """The bounds that a certificate gives; raises InvalidParameter for a fault."""
    return MEASURES[type(given)][0](reference, given, tools)


def bound_theorems(proposition: Any, given: Lower | Upper) -> tuple[Theorem, ...]:
    """What these bounds rest on."""
    if isinstance(given, NamedForm):
        return form_theorems(proposition, given)
    renamed = isinstance(given, ByComponents)
    more = renaming_theorems(resolve(proposition.loss)) if renamed else ()
    return (*MEASURES[type(given)][1], *more)


Below = RankAtLeast | AffineDimensionAtLeast
Above = RankAtMost | AffineDimensionAtMost | QuadraticOnScoresConsistent


def _view(proposition: Below | Above) -> str:
    return proposition.view if isinstance(proposition, RankAtLeast | RankAtMost) else "affine"


def check_below(proposition: Below, given: Lower, tools: Tools) -> Decision:
    """The bound on this dimension is at least r."""
    bound = dimensions(proposition.loss, given, tools).of(_view(proposition))
    return proves_if(bound >= proposition.r, f"the bound is {bound}, less than r")


def check_above(proposition: Above, given: Upper, tools: Tools) -> Decision:
    """The bound on this dimension is at most r."""
    bound = dimensions(proposition.loss, given, tools).of(_view(proposition))
    return proves_if(bound <= proposition.r, f"the bound is {bound}, more than r")


def check_calibration(
    proposition: CalibrationDimensionAtMost, given: Upper, tools: Tools
) -> Decision:
    """The bound on the rank of the differences of predictions is at most d."""
    bound = dimensions(proposition.loss, given, tools).prediction_differences
    return proves_if(bound <= proposition.d, f"the bound is {bound}, more than d")


def check_count(proposition: CalibrationDimensionAtMost, _: Counted, tools: Tools) -> Decision:
    """The number of predictions, or that of observations, less one is at most d."""
    bound = min(resolve(proposition.loss).shape) - 1
    return proves_if(bound <= proposition.d, f"the bound is {bound}, more than d")


def check_equal_risk(
    proposition: CalibrationDimensionAtLeast, given: EqualRiskRank, tools: Tools
) -> Decision:
    """The risks are equal and the rank is at least d."""
    require_equal_risk(resolve(proposition.loss), given.point)
    shown = dimensions(proposition.loss, given.lower, tools).prediction_differences
    return proves_if(shown >= proposition.d, f"the rank is shown to be {shown}")


def check_shift(proposition: NoShiftLowersRank, given: ShiftBounds, tools: Tools) -> Decision:
    """The affine dimension from below reaches rank L from above, or the other way round."""
    loss, lower, upper = proposition.loss, given.lower, given.upper
    return _compared(dimensions(loss, lower, tools), dimensions(loss, upper, tools))


def check_exact(proposition: NoShiftLowersRank, given: Exact, tools: Tools) -> Decision:
    """The affine dimension is compared with rank L."""
    found = dimensions(proposition.loss, given, tools)
    return _compared(found, found)


def _compared(lower: Dimensions, upper: Dimensions) -> Decision:
    if lower.affine >= upper.loss:
        return proves_if(True, "")
    return refutes_if(lower.loss > upper.affine, "the bounds leave it open")


def check_quadratic(proposition: QuadraticConsistent, _: EveryEntry, tools: Tools) -> Decision:
    """F U^T + c is the loss at every entry; I L^T is so without a look."""
    loss, given = resolve(proposition.loss), proposition.decomposition
    if given is None:
        return PROVES
    if isinstance(given, str):
        return invalid("a closed form is named by its certificate")
    require_decomposition(loss, given, tools)
    return PROVES


def check_quadratic_form(
    proposition: QuadraticConsistent, named: NamedForm, tools: Tools
) -> Decision:
    """The closed form is the loss."""
    require(named.form == proposition.decomposition, "the certificate is about another form")
    held_form(resolve(proposition.loss), named)
    return PROVES


def _kinds(union: Any) -> tuple[type, ...]:
    return tuple(union.__args__)


RULES = (
    *(
        Rule(proposition, kind, check_below, bound_theorems)
        for kind in _kinds(Lower)
        for proposition in _kinds(Below)
        if (proposition, kind) not in ((RankAtLeast, Minor), (RankAtLeast, DifferenceMinor))
    ),
    *(
        Rule(proposition, kind, check_above, bound_theorems)
        for kind in _kinds(Upper)
        for proposition in (RankAtMost, AffineDimensionAtMost)
    ),
    *(
        Rule(
            CalibrationDimensionAtMost,
            kind,
            check_calibration,
            lambda of, given: (*bound_theorems(of, given), RANK_SUFFICES),
        )
        for kind in _kinds(Upper)
        if kind is not Counted
    ),
    Rule(CalibrationDimensionAtMost, Counted, check_count, (SPANS, PROBABILITIES, RANK_SUFFICES)),
    Rule(
        CalibrationDimensionAtLeast,
        EqualRiskRank,
        check_equal_risk,
        lambda of, given: (
            *bound_theorems(of, given.lower),
            *point_theorems(of, given.point),
            FEASIBLE_SUBSPACE,
        ),
    ),
    *(Rule(NoShiftLowersRank, kind, check_exact, bound_theorems) for kind in _kinds(Exact)),
    Rule(
        NoShiftLowersRank,
        ShiftBounds,
        check_shift,
        lambda of, given: (*bound_theorems(of, given.lower), *bound_theorems(of, given.upper)),
    ),
    Rule(QuadraticConsistent, EveryEntry, check_quadratic, (QUADRATIC,)),
    Rule(
        QuadraticConsistent,
        NamedForm,
        check_quadratic_form,
        lambda of, named: (*form_theorems(of, named), QUADRATIC),
    ),
    *(
        Rule(QuadraticOnScoresConsistent, kind, check_above, (SPANS, QUADRATIC))
        for kind in (Counted, Span, ModularSpan)
    ),
)
