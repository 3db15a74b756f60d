"""The symbolic constants of the named families against every enumerated loss."""

import pytest
import sympy

from qstheory import losses
from qstheory.losses.base import Loss
from qstheory.theory.constants import of_form
from qstheory.theory.symbolic.catalogue import symbolic_form, symbolic_forms
from qstheory.theory.symbolic.form import SymbolicForm, m

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


@pytest.mark.parametrize("text", TEXTS)
def test_every_enumerated_size_has_the_symbolic_constants(text: str) -> None:
    compared = 0
    for loss in _losses(text):
        for form in loss.closed_forms:
            symbolic = symbolic_form(loss, form.name)
            if symbolic is None or (text.startswith("map") and loss.observations.size == 0):
                continue
            assert symbolic.at(loss) == (of_form(loss, form), form.constant), loss.name
            compared += 1
    assert compared >= 3


def test_every_symbolic_form_is_compared() -> None:
    seen = {
        id(symbolic_form(loss, form.name))
        for text in TEXTS
        for loss in _losses(text)
        for form in loss.closed_forms
    }
    assert {id(form) for form in symbolic_forms()} <= seen


def _named(family: str, form: str) -> SymbolicForm:
    return next(f for f in symbolic_forms() if (f.family, f.form) == (family, form))


def test_closed_constants_come_out_of_the_sums() -> None:
    assert _named("hamming", "repaired").squared_constant == sympy.Rational(1, 4)
    pairs = _named("pairwise-disagreement", "repaired").squared_constant
    assert sympy.simplify(pairs - m**2 / 16) == 0
    average = _named("map", "printed").squared_constant
    assert sympy.simplify(average - m * (m + 1) / 2 * sympy.harmonic(m)) == 0
    zero_one = _named("zero-one", "minimal").squared_constant
    assert sympy.simplify(zero_one - (1 - sympy.Integer(2) ** -m) ** 2) == 0


def test_every_quantity_has_its_latex() -> None:
    for form in symbolic_forms():
        shown = form.latex()
        assert set(shown) == {"F", "U", "c", "r", "||F||_inf^2", "U_max", "A"}
        assert all(shown.values())
        assert all(text.count("{") == text.count("}") for text in shown.values())


def test_user_matrices_have_no_symbolic_form() -> None:
    from qstheory.losses.matrix import matrix_loss

    assert symbolic_form(matrix_loss([[sympy.Integer(0)]]), "printed") is None
