"""The quadratic surrogate of a decomposition L = F U^T + c on R^r.

    S(v, y) = |v - U_y|^2,      D(v) = argmin_z F_z . v

Lemma. It is consistent: v = sum_y Pi_y U_y is the only minimiser at Pi, and F_z . v + c is the risk
of z there. (In the theorem on polyhedral surrogates w = (F_z - F_z') / 2 is the direction: where z
is decoded, S'(v; w, y) = (F_z - F_z') . v - (F_z - F_z') . U_y <= L(z', y) - L(z, y).)

So a bound on the affine dimension shows that one on so many scores is consistent, where the numbers
of a decomposition are too long to be written out.
"""

from dataclasses import dataclass

from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    EveryEntry,
    NamedForm,
    form_theorems,
    held_form,
    require_decomposition,
)
from qstheory.certify.kinds.dimension_bounds import Upper, dimensions
from qstheory.certify.kinds.span import Counted, ModularSpan, Span
from qstheory.certify.rules import PROVES, Decision, Rule, Tools, invalid, proves_if, require
from qstheory.certify.theorems import QUADRATIC, SPANS, Theorem
from qstheory.certify.words import factors_words
from qstheory.losses import resolve
from qstheory.losses.base import Reference


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


def check_entries(proposition: QuadraticConsistent, _: EveryEntry, tools: Tools) -> Decision:
    """F U^T + c is the loss at every entry; I L^T is so without a look."""
    loss, given = resolve(proposition.loss), proposition.decomposition
    if given is None:
        return PROVES
    if isinstance(given, str):
        return invalid("a closed form is named by its certificate")
    require_decomposition(loss, given, tools)
    return PROVES


def check_form(proposition: QuadraticConsistent, named: NamedForm, tools: Tools) -> Decision:
    """The closed form is the loss."""
    require(named.form == proposition.decomposition, "the certificate is about another form")
    held_form(resolve(proposition.loss), named)
    return PROVES


def check_scores(proposition: QuadraticOnScoresConsistent, given: Upper, tools: Tools) -> Decision:
    """The affine dimension <= the bound <= r."""
    bound = dimensions(proposition.loss, given, tools).affine
    return proves_if(bound <= proposition.r, f"the bound is {bound}, more than r")


def form_and_quadratic(_: QuadraticConsistent, named: NamedForm) -> tuple[Theorem, ...]:
    """The theorem, and those of the form."""
    return (*form_theorems(_, named), QUADRATIC)


RULES = (
    Rule(QuadraticConsistent, EveryEntry, check_entries, (QUADRATIC,)),
    Rule(QuadraticConsistent, NamedForm, check_form, form_and_quadratic),
    *(
        Rule(QuadraticOnScoresConsistent, kind, check_scores, (SPANS, QUADRATIC))
        for kind in (Counted, Span, ModularSpan)
    ),
)
