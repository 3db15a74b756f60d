"""L = F U^T + c: a printed or derived closed form holds for every entry, or fails at one."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, Literal

from qstheory.certify.arithmetic import Scaled, Vectors, inner, product_fault, scaled
from qstheory.certify.limits import product_fault_at, require_evaluations
from qstheory.certify.rules import PROVES, Decision, Rule, Tools, refuse, refutes_if, require
from qstheory.certify.theorems import COUNTS, Theorem
from qstheory.certify.words import factors_words
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference
from qstheory.losses.closed_forms import ClosedForm, CountForm
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.linear import Sparse
from qstheory.losses.spaces import Label

By = Literal["entries", "counts", "weights", "coefficients"]
AFFINE_TRIPLES = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1))


@dataclass(frozen=True)
class ClosedFormHolds:
    """The loss's closed form of that name satisfies F_z . U_y + c = L(z, y) for all z, y."""

    loss: Reference
    form: str

    def __str__(self) -> str:
        return f"{self.loss}: L = F U^T + c for the closed form {self.form!r}"


@dataclass(frozen=True)
class AffineDecomposition:
    """Explicit F (|Z| x r), U (|Y| x r) and c, in the order of the spaces."""

    F: Vectors
    U: Vectors
    c: Fraction

    def _repr_latex_(self) -> str:
        """In a notebook: the two factors and the constant."""
        from qstheory.losses.views import latex_fraction, latex_matrix

        F, U = latex_matrix(self.F), latex_matrix(self.U)
        return rf"$$L = {F} {U}^\top + {latex_fraction(self.c)}$$"


@dataclass(frozen=True)
class DecompositionHolds:
    """F U^T + c = L."""

    loss: Reference
    decomposition: AffineDecomposition

    def __str__(self) -> str:
        F, U = self.decomposition.F, self.decomposition.U
        return f"{self.loss}: L = F U^T + c, {factors_words(F, U)}"


@dataclass(frozen=True)
class EveryEntry:
    """The replay evaluates every entry, or the features of every label."""


@dataclass(frozen=True)
class EveryCount:
    """The replay evaluates every feasible (|z|, |y|, |z & y|), or the features of every size.

    The loss, or the form, is a function of these counts by construction: nothing is left out.
    """


@dataclass(frozen=True)
class BadEntry:
    """A pair at which the two sides differ."""

    prediction: Label
    observation: Label


@dataclass(frozen=True)
class NamedForm:
    """A closed form that the loss declares, and by what the replay compares it with the loss.

    - entries: every entry;
    - counts: every feasible (|z|, |y|, |z & y|), of the sizes of the sets that labels stand for.
      Loss and form are functions of these counts by construction, so nothing is left out. When
      both are affine in the three counts by construction, the four triples (0,0,0), (1,0,0),
      (0,1,0), (1,1,1) decide;
    - weights: the coefficients of every weight, for every entry. Loss and form are linear in
      weights d_1, d_2, ... over a common positive denominator; equal coefficients make them equal
      for all weights, irrational ones included;
    - coefficients: those of two polynomials in z and y, loss and features.
    """

    form: str
    by: By


def form_theorems(_: Any, named: NamedForm) -> tuple[Theorem, ...]:
    """What a closed form that holds rests on: a comparison of counts covers all label sets."""
    return (COUNTS,) if named.by == "counts" else ()


@lru_cache(maxsize=256)
def form_fault(loss: Loss, form: ClosedForm, by: By) -> str:
    """Where the form is not the loss, or why that cannot be shown that way; '' when it holds.

    Holding includes that no feature has a coordinate outside 0..dimension-1.
    """
    faults = {
        "entries": _entries_fault,
        "counts": _counts_fault,
        "weights": _weights_fault,
        "coefficients": _coefficients_fault,
    }
    return faults[by](loss, form)


def _entries_fault(loss: Loss, form: ClosedForm) -> str:
    require_evaluations(loss, loss.predictions.size * loss.observations.size)
    predictions, observations = list(loss.predictions), list(loss.observations)
    F = [form.prediction_features(z) for z in predictions]
    U = [form.observation_features(y) for y in observations]
    admitted, zero = range(form.dimension), Fraction(0)
    if any(key not in admitted for features in (*F, *U) for key in features):
        return "a feature has a coordinate beyond the dimension of the form"

    def dense(rows: Sequence[Sparse], last: Fraction) -> list[Scaled]:
        return scaled([*(row.get(k, zero) for k in admitted), last] for row in rows)

    columns = dense(U, form.constant)
    bad = product_fault_at(loss, lambda z: dense(F[z], Fraction(1)), columns, product_fault)
    return f"the form fails at {bad[0]!r}, {bad[1]!r}" if bad else ""


def whole(rows: Sequence[Sparse]) -> tuple[list[dict[int, int]], int]:
    """The numerators over one denominator."""
    shared = lcm(*(x.denominator for row in rows for x in row.values()))
    return [{k: int(x * shared) for k, x in row.items() if x} for row in rows], shared


def _weights_fault(loss: Loss, form: ClosedForm) -> str:
    entry, linear = loss.linear, form.linear
    if entry is None or linear is None or linear.entry is not entry or form.constant != 1:
        return "the loss and the form are not linear in the same weights over a denominator"
    require_evaluations(loss, loss.predictions.size * loss.observations.size)
    admitted = range(form.dimension)
    if any(key not in admitted for z in loss.predictions for key in linear.prediction(z)) or any(
        key not in admitted for y in loss.observations for key in linear.observation(y)
    ):
        return "a feature has a coordinate beyond the dimension of the form"
    for z in loss.predictions:
        for y in loss.observations:
            numerator = {p: -value for p, value in entry.numerator(z, y).items() if value}
            if linear.product(z, y) != numerator:
                return f"the coefficients of the weights differ at {z!r}, {y!r}"
    return ""


def _coefficients_fault(loss: Loss, form: ClosedForm) -> str:
    entry, polynomial = loss.polynomial, form.polynomial
    if entry is None or polynomial is None:
        return "the loss or the form is no polynomial"
    if len(polynomial.prediction) != len(polynomial.observation):
        return "F and U do not have as many polynomials"
    found = polynomial.coefficients()
    constant = found.pop((0, 0), Fraction(0)) + form.constant
    if {**found, **({(0, 0): constant} if constant else {})} != entry.coefficients():
        return "the coefficients of the form are not those of the loss"
    return ""


def counted(loss: Loss, form: ClosedForm) -> tuple[CountStructure, CountForm]:
    """How loss and form depend on the counts of the same sets; raises InvalidParameter."""
    counts, by_count = loss.by_counts, form.counts
    if counts is None or by_count is None:
        raise InvalidParameter("the loss or the form does not depend on counts alone")
    sets = [(x.m, x.prediction_set, x.observation_set) for x in (counts, by_count)]
    require(sets[0] == sets[1], "the form counts other sets than the loss")
    return counts, by_count


def set_sizes(loss: Loss, counts: CountStructure) -> tuple[Collection[int], Collection[int]]:
    """The sizes of the sets that the predictions and the observations stand for."""
    if loss.counts is not None:
        return counts.predictions.sizes, counts.observations.sizes
    require_evaluations(loss, loss.predictions.size + loss.observations.size)
    return (
        {counts.prediction_set(z).bit_count() for z in loss.predictions},
        {counts.observation_set(y).bit_count() for y in loss.observations},
    )


def _counts_fault(loss: Loss, form: ClosedForm) -> str:
    counts, by_count = counted(loss, form)
    z_sizes, y_sizes = set_sizes(loss, counts)
    if by_count.dropped and not _sums_to_zero(by_count, counts):
        return "the coordinates of a prediction do not sum to 0"
    blocks, extras = range(by_count.blocks), range(by_count.extras)
    for sizes, local, extra in (
        (z_sizes, by_count.prediction, by_count.prediction_extra),
        (y_sizes, by_count.observation, by_count.observation_extra),
    ):
        for size in sizes:
            keys = [*local(0, size), *local(1, size)]
            if any(k not in blocks for k in keys) or any(k not in extras for k in extra(size)):
                return "a feature has a coordinate beyond the dimension of the form"
    affine = isinstance(counts.entry, AffineEntry) and _ignores_sizes(by_count)
    if affine and not _triples_fault(counts, form, by_count, AFFINE_TRIPLES):
        return ""
    # Where the sizes are restricted, the two sides may agree at the feasible triples alone.
    require_evaluations(loss, len(z_sizes) * len(y_sizes) * (1 + min(max(z_sizes), max(y_sizes))))
    return _triples_fault(counts, form, by_count, counts.triples((z_sizes, y_sizes)))


def _sums_to_zero(form: CountForm, counts: CountStructure) -> bool:
    """Whether the coordinates of each prediction do, in a single block without more."""
    m, zero = form.m, Fraction(0)
    return (form.blocks, form.extras) == (1, 0) and not any(
        s * form.prediction(1, s).get(0, zero) + (m - s) * form.prediction(0, s).get(0, zero)
        for s in counts.predictions.sizes
    )


def _triples_fault(
    counts: CountStructure,
    form: ClosedForm,
    by_count: CountForm,
    triples: Iterable[tuple[int, int, int]],
) -> str:
    for a, b, both in triples:
        if by_count.product(a, b, both) + form.constant != counts.value(a, b, both):
            return f"the form fails for |z|={a}, |y|={b}, |z & y|={both}"
    return ""


def _ignores_sizes(form: CountForm) -> bool:
    """Whether no feature depends on a size: then the product is affine in the three counts."""
    sizes = range(form.m + 1)
    return all(
        local(bit, size) == local(bit, 0)
        for local in (form.prediction, form.observation)
        for bit in (0, 1)
        for size in sizes
    ) and all(
        extra(size) == extra(0)
        for extra in (form.prediction_extra, form.observation_extra)
        for size in sizes
    )


def require_shape(loss: Loss, given: AffineDecomposition) -> None:
    """Check that F and U are |Z| x r and |Y| x r."""
    width = len(given.F[0]) if given.F else 0
    fits = (
        len(given.F) == loss.predictions.size
        and len(given.U) == loss.observations.size
        and all(len(row) == width for row in (*given.F, *given.U))
    )
    require(fits, "F and U do not have the shapes |Z| x r and |Y| x r")


def require_decomposition(loss: Loss, given: AffineDecomposition, tools: Tools) -> None:
    """Check that F U^T + c is the loss."""
    require_shape(loss, given)
    refuse(factors_fault(loss, given.F, given.U, [given.c] * len(given.U), tools))


def factors_fault(loss: Loss, F: Vectors, U: Vectors, c: Sequence[Fraction], tools: Tools) -> str:
    """Where F U^T + 1 c^T is not the loss, or ''."""
    columns = scaled((*row, shift) for row, shift in zip(U, c, strict=True))
    bad = product_fault_at(
        loss, lambda z: scaled((*row, Fraction(1)) for row in F[z]), columns, tools.product_fault
    )
    return f"the decomposition fails at {bad[0]!r}, {bad[1]!r}" if bad else ""


def held_form(loss: Loss, named: NamedForm) -> ClosedForm:
    """The closed form, which holds; raises InvalidParameter where that is not shown."""
    form = loss.closed_form(named.form)
    refuse(form_fault(loss, form, named.by))
    return form


def check_closed_form(proposition: ClosedFormHolds, named: NamedForm, tools: Tools) -> Decision:
    """Compare loss and form by all entries, counts, weights or coefficients."""
    require(named.form == proposition.form, "the certificate is about another form")
    held_form(resolve(proposition.loss), named)
    return PROVES


def check_closed_form_bad(proposition: ClosedFormHolds, bad: BadEntry, tools: Tools) -> Decision:
    """One entry where the form differs refutes it."""
    loss = resolve(proposition.loss)
    z, y = bad.prediction, bad.observation
    known = z in loss.predictions and y in loss.observations
    require(known, "the pair is not a prediction and an observation of the loss")
    form = loss.closed_form(proposition.form)
    return refutes_if(form.value(z, y) != loss.entry(z, y), "the form agrees at that entry")


def check_explicit(proposition: DecompositionHolds, _: EveryEntry, tools: Tools) -> Decision:
    """Compare entry by entry."""
    require_decomposition(resolve(proposition.loss), proposition.decomposition, tools)
    return PROVES


def check_explicit_bad(proposition: DecompositionHolds, bad: BadEntry, tools: Tools) -> Decision:
    """One entry where the decomposition differs refutes it."""
    loss, given = resolve(proposition.loss), proposition.decomposition
    require_shape(loss, given)
    predictions, observations = list(loss.predictions), list(loss.observations)
    known = bad.prediction in predictions and bad.observation in observations
    require(known, "the pair is not a prediction and an observation of the loss")
    F_z = given.F[predictions.index(bad.prediction)]
    U_y = given.U[observations.index(bad.observation)]
    value = loss.entry(bad.prediction, bad.observation)
    return refutes_if(inner(F_z, U_y) + given.c != value, "it agrees at that entry")


RULES = (
    Rule(ClosedFormHolds, NamedForm, check_closed_form, form_theorems),
    Rule(ClosedFormHolds, BadEntry, check_closed_form_bad),
    Rule(DecompositionHolds, EveryEntry, check_explicit),
    Rule(DecompositionHolds, BadEntry, check_explicit_bad),
)
