"""The symbolic constants of the named families against every enumerated loss."""

from fractions import Fraction

import pytest
import sympy

from qstheory import losses
from qstheory.losses.base import Loss, LossReference
from qstheory.theory.decompositions import Constants, of_form
from qstheory.theory.symbolic import (
    EXTREMES,
    Largest,
    R,
    SymbolicForm,
    b,
    k,
    m,
    symbolic,
    symbolic_form,
)

SIZES = range(1, 7)
TEXTS = (
    "zero-one:m={}",
    "block-zero-one:m={},blocks=size",
    "block-zero-one:m={},blocks=parity",
    "hamming:m={}",
    "prec-at-k:m={},k=1",
    "prec-at-k:m={},k=2",
    "f-score:m={},undefined=one",
    "f-score:m={},undefined=zero",
    "f-score:m={},undefined=drop",
    "ndcg:m={},R=2,discount=reciprocal",
    "ndcg:m={},R=3,discount=eru",
    "pairwise-disagreement:m={},undefined=drop",
    "map:m={},undefined=drop",
)


def _losses(text: str) -> list[Loss]:
    """The losses of all sizes that are quickly enumerated."""
    found = []
    for size in SIZES:
        if "k=2" in text and size < 2:
            continue
        if text.startswith(("pairwise", "f-score")) and size < 2:
            continue
        loss = losses.parse(text.format(size))
        if loss.predictions.size + loss.observations.size <= 400:
            found.append(loss)
    return found


def _exactly(value: sympy.Expr | Largest, at: dict[sympy.Symbol, int]) -> Fraction:
    if isinstance(value, Largest):
        sizes = range(int(value.low.subs(at)), int(value.high.subs(at)) + 1)
        return max(_exactly(value.term.subs(value.index, size), at) for size in sizes)
    rational = sympy.nsimplify(value.subs(at).doit(), rational=True)
    return Fraction(int(rational.p), int(rational.q))


def _sizes(loss: Loss) -> dict[sympy.Symbol, int]:
    assert isinstance(loss.reference, LossReference)
    given = dict(loss.reference.parameters)
    found = {
        symbol: int(given[symbol.name])
        for symbol in (m, k, R)
        if symbol.name in given
        if given[symbol.name] != "all"
    }
    return {**found, b: loss.closed_forms[0].dimension}


@pytest.mark.parametrize("text", TEXTS)
def test_every_enumerated_size_has_the_symbolic_constants(text: str) -> None:
    compared = 0
    for loss in _losses(text):
        at = _sizes(loss)
        for form in loss.closed_forms:
            found = symbolic_form(loss, form)
            if found is None or loss.observations.size == 0:
                continue
            given = Constants(
                int(_exactly(found.dimension, at)),
                _exactly(found.row_norm, at),
                _exactly(found.largest_entry, at),
            )
            assert given == of_form(loss, form), (loss.name, form.name)
            assert _exactly(symbolic(found.written.constant), at) == form.constant
            compared += 1
    assert compared >= 3


def test_every_form_with_extremes_is_compared() -> None:
    seen = [
        next((e for e in EXTREMES if e.belong_to(loss, form)), None)
        for text in TEXTS
        for loss in _losses(text)
        for form in loss.closed_forms
    ]
    assert all(extremes in seen for extremes in EXTREMES)


def _named(text: str, form: str) -> SymbolicForm:
    loss = losses.parse(text)
    found = symbolic_form(loss, loss.closed_form(form))
    assert found is not None
    return found


def test_closed_constants_come_out_of_the_sums() -> None:
    assert _named("hamming:m=2", "repaired").squared_constant == sympy.Rational(1, 4)
    pairs = _named("pd:m=3,undefined=drop", "repaired").squared_constant
    assert sympy.simplify(pairs - m**2 / 16) == 0
    average = _named("map:m=2,undefined=drop", "printed").squared_constant
    assert sympy.simplify(average - m * (m + 1) / 2 * sympy.harmonic(m)) == 0
    zero_one = _named("zero-one:m=2", "minimal").squared_constant
    assert sympy.simplify(zero_one - (1 - sympy.Integer(2) ** -m) ** 2) == 0


def test_every_quantity_has_its_latex() -> None:
    for text in TEXTS:
        loss = _losses(text)[-1]
        for form in loss.closed_forms:
            found = symbolic_form(loss, form)
            if found is None:
                continue
            shown = found.latex()
            assert set(shown) == {"F", "U", "c", "r", "||F||_inf^2", "U_max", "A"}
            assert all(shown.values())
            assert all(text.count("{") == text.count("}") for text in shown.values())


@pytest.mark.parametrize(
    ("text", "form", "F", "U", "c"),
    [
        ("hamming:m=3", "repaired", r"\frac{1}{2} - [z]_j", "2 [y]_j - 1", r"\frac{1}{2}"),
        ("prec-at-k:m=3,k=2", "centred", r"\frac{[z]_j}{k}", r"[y]_j - \frac{1}{2}", "frac{1}{2}"),
        ("zero-one:m=2", "minimal", r"(-1)^{|S\cap z|}", r"(-1)^{|S\cap y|}", "2^{- m}"),
        ("f-score:m=3,undefined=one", "repaired-1", r"{2 [z]_j}{\ell + |z|}", r"1(|y|=\ell)", "1"),
        ("map:m=3,undefined=drop", "printed", r"\max(\sigma(j),\sigma(\ell))", "|y|", "1"),
        ("pd:m=3,undefined=drop", "repaired", r"\operatorname{sign}(\sigma(j)", "N(y)", "2"),
    ],
)
def test_the_rows_are_written_as_the_loss_has_them(
    text: str, form: str, F: str, U: str, c: str
) -> None:
    shown = _named(text, form).latex()
    assert F in shown["F"]
    assert U in shown["U"]
    assert c in shown["c"]


def test_user_matrices_have_no_symbolic_form() -> None:
    from qstheory.losses.base import matrix_loss

    loss = matrix_loss([[sympy.Integer(0)]])
    assert not any(symbolic_form(loss, form) for form in loss.closed_forms)
