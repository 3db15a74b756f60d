"""Formulas of H for every size against H at sizes, and what does not fit them."""

from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.exact.integer_matrix import solve
from qstheory.losses.base import Loss
from qstheory.losses.matrix import matrix_loss
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.findings import FORMULAS, chosen_problem, formula_of
from qstheory.theory.calibration.text import merged_pieces
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject

SIZES = {
    "hamming": [{"m": m} for m in (1, 2, 3, 4)],
    "multiclass": [{"classes": k} for k in (3, 4, 5)],
    "prec-at-k": [{"m": m, "k": k} for m in (2, 3, 4) for k in range(1, m)],
    "zero-one": [{"m": m} for m in (1, 2, 3, 4)],
    "map": [{"m": m, "undefined": undefined} for m in (2, 3, 4) for undefined in ("drop", "one")],
    "ndcg": [
        {"m": m, "R": R, "low": R - 1, "discount": "reciprocal", "undefined": "drop"}
        for m, R in ((2, 1), (3, 1), (4, 1), (2, 2), (3, 2))
    ],
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
    formula = formula_of(loss, function_of(loss))
    assert formula is FORMULAS[name]
    words = formula.told
    # A fit of some sizes is never called more than that.
    fitted = {"pairwise-disagreement", "jaccard", "map", "ndcg"}
    assert ("conjectured" in words and "fits m = 2.." in words) == (name in fitted)


@pytest.mark.parametrize(
    ("name", "basis", "scale"),
    [
        ("pairwise-disagreement", (lambda m: 1, lambda m: m, lambda m: m * m), lambda m: 1),
        (
            "jaccard",
            (lambda m: 1, lambda m: m, lambda m: m * 2**m),
            lambda m: Fraction(m * m, m + 1),
        ),
    ],
)
def test_the_fit_of_three_sizes_is_that_of_the_rest(name, basis, scale) -> None:
    """1/H(1) times a scale as a combination of three functions of m, solved at m = 2, 3, 4."""
    values = {
        at["m"]: scale(at["m"]) / merged_pieces(function_of(losses.make(name, **at)))[0][4]
        for at in SIZES[name][:4]
    }
    rows = [[Fraction(function(m)) for function in basis] for m in values]
    found = solve(rows[:3], [values[m] for m in (2, 3, 4)])
    assert found is not None
    assert sum(x * y for x, y in zip(found, rows[3], strict=True)) == values[5]
    for m in (2, 3, 4, 5, 9):
        sized = sum(x * function(m) for x, function in zip(found, basis, strict=True))
        assert FORMULAS[name].coefficient({"m": m}) == scale(m) / sized


def test_another_function_has_no_formula() -> None:
    hamming, more = losses.make("hamming", m=2), losses.make("hamming", m=3)
    assert formula_of(hamming, function_of(more)) is None
    loss = losses.make("f-score", m=2, undefined="one")
    assert formula_of(loss, function_of(loss)) is None
    other = losses.make("ndcg", m=2, R=1, low=0, discount="eru", undefined="drop")
    assert formula_of(other, function_of(other)) is None
    matrix = matrix_loss([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]])
    assert formula_of(matrix, function_of(matrix)) is None
