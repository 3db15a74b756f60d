"""Formulas of H at every size against H, and the least H(e)/e^2 against a grid."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from qstheory import losses
from qstheory.certify.kinds.calibration_envelope import coefficients, value
from qstheory.certify.surds import Surd, compare, of
from qstheory.errors import Undecided
from qstheory.exact.integer_matrix import solve
from qstheory.losses.base import Loss, matrix_loss
from qstheory.theory.calibration.convex_envelope import convexified
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.findings import FORMULAS, chosen_problem, formula_of
from qstheory.theory.calibration.problem import CalibrationProblem
from qstheory.theory.calibration.text import least_ratio, merged_pieces
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


STEPS = 60
ONE = Fraction(1)


def drawn(seed: int) -> CalibrationFunction:
    """H of random rows."""
    random = Random(seed)
    F, U = (
        tuple(tuple(Fraction(random.randint(-3, 3)) for _ in range(2)) for _ in range(3))
        for _ in range(2)
    )
    return calibration_function(CalibrationProblem(F, U))


@pytest.mark.parametrize("seed", range(10))
def test_no_excess_has_a_smaller_ratio_and_the_places_have_it(seed: int) -> None:
    H = drawn(seed)
    least = least_ratio(H)
    end = H.largest_excess
    seen = [(k * end / STEPS, H.value(k * end / STEPS)) for k in range(1, STEPS + 1)]
    assert all(height is None or height >= least.value * e * e for e, height in seen)
    for low, high in least.places:
        for e in (low, (low + high) / 2, high):
            assert H.value(e) == least.value * e * e
            # The largest multiple of e^2 below H is also the largest one below H**.
            assert envelope(H, e) == of(least.value * e * e)


def envelope(H: CalibrationFunction, e: Fraction) -> Surd:
    """H**(e)."""
    pieces = convexified(H).proposition.pieces
    piece = next(p for p in pieces if compare(p.low, of(e)) <= 0 <= compare(p.high, of(e)))
    return value(coefficients(piece), of(e))


def bent(gaps: tuple[tuple[Fraction, Fraction], ...]) -> CalibrationFunction:
    """4 - 4 e + 2 e^2 on [1, 3]: the ratio is 2 at 1, 1 at 2 and 10/9 at 3."""
    H = calibration_function(CalibrationProblem(((ONE,), (-ONE,)), ((ONE,), (-ONE,))))
    piece = replace(
        H.pieces[0].piece, low=ONE, high=3 * ONE, constant=4 * ONE, linear=-4 * ONE, square=2 * ONE
    )
    return replace(H, pieces=(replace(H.pieces[0], piece=piece),), gaps=gaps)


def test_the_ratio_may_be_least_inside_a_piece() -> None:
    least = least_ratio(bent(()))
    assert least.value == 1
    assert least.places == ((2, 2),)


def test_a_least_ratio_in_a_gap_is_left_open() -> None:
    with pytest.raises(Undecided):
        least_ratio(bent(((Fraction(19, 10), Fraction(21, 10)),)))
