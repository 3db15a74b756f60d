"""Formulas of H for every size against H at sizes, and what does not fit them."""

from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.losses.base import Loss
from qstheory.losses.matrix import matrix_loss
from qstheory.theory.budget import DEFAULT
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.findings import chosen_problem
from qstheory.theory.calibration.formulas import FORMULAS, formula_words
from qstheory.theory.subject import Subject

SIZES = {
    "hamming": [{"m": m} for m in (1, 2, 3, 4)],
    "multiclass": [{"classes": k} for k in (3, 4, 5)],
    "prec-at-k": [{"m": m, "k": k} for m in (2, 3, 4) for k in range(1, m)],
    "pairwise-disagreement": [{"m": m, "undefined": "zero"} for m in (2, 3, 4, 5)],
    "jaccard": [{"m": m, "undefined": "one"} for m in (2, 3, 4, 5, 6)],
}


def function_of(loss: Loss) -> CalibrationFunction:
    return calibration_function(chosen_problem(Subject(loss, DEFAULT))[1])


def test_every_formula_has_sizes() -> None:
    assert set(SIZES) == set(FORMULAS)


@pytest.mark.parametrize(("name", "at"), [(name, at) for name in SIZES for at in SIZES[name]])
def test_the_formula_is_what_is_computed(name: str, at: dict[str, object]) -> None:
    loss = losses.make(name, **at)
    words = formula_words(loss, function_of(loss))
    assert words is not None
    assert FORMULAS[name].words in words
    # A fit of some sizes is never called more than that.
    assert ("conjectured (fits m = " in words) == (name in {"pairwise-disagreement", "jaccard"})


def test_another_function_has_no_formula() -> None:
    hamming, more = losses.make("hamming", m=2), losses.make("hamming", m=3)
    assert formula_words(hamming, function_of(more)) is None
    loss = losses.make("f-score", m=2, undefined="one")
    assert formula_words(loss, function_of(loss)) is None
    matrix = matrix_loss([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]])
    assert formula_words(matrix, function_of(matrix)) is None
