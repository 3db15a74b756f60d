"""Kernel ridge regression: normal equations, the closed form, and what neither is."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory.certify import decide
from qstheory.certify.bundle import Item, dumps, loads
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.kernel_ridge import RidgeClosedForm, RidgeMinimiser, RidgeSolution

ZERO, ONE = Fraction(0), Fraction(1)
# One feature, points 1 and 2, targets 1 and 0, lambda = 1/2: w (1 + 4 + 2/2) = 1, so w = 1/6.
FEATURES, TARGETS, HALF = ((ONE,), (2 * ONE,)), ((ONE,), (ZERO,)), Fraction(1, 2)
WEIGHTS = ((Fraction(1, 6),),)
MINIMISER = RidgeMinimiser(FEATURES, TARGETS, HALF, WEIGHTS)
FORM = RidgeClosedForm(FEATURES, TARGETS, HALF, (3 * ONE,), ONE)
# (K + I) alpha = K_x with K = [[1, 2], [2, 4]], K_x = (3, 6): alpha = (1/2, 1).
SOLUTION = RidgeSolution(WEIGHTS, (HALF, ONE))


def test_minimiser_and_closed_form_agree() -> None:
    assert decide(MINIMISER, Evaluation()).outcome.value == "proves"
    assert decide(FORM, SOLUTION).outcome.value == "proves"
    items = [Item(MINIMISER, Evaluation()), Item(FORM, SOLUTION)]
    assert loads(dumps(items)) == items


def test_another_ridge_than_n_lambda_is_refuted() -> None:
    # (K + I/2) alpha = K_x: alpha = (6/11, 12/11), so the value is 6/11 and not 1/2.
    wrong = replace(FORM, ridge=HALF)
    solution = replace(SOLUTION, coefficients=(Fraction(6, 11), Fraction(12, 11)))
    assert decide(wrong, solution).outcome.value == "refutes"


@pytest.mark.parametrize(
    ("proposition", "certificate", "outcome"),
    [
        (replace(MINIMISER, weights=((ONE,),)), Evaluation(), "refutes"),
        (replace(MINIMISER, weights=((ONE, ONE),)), Evaluation(), "invalid"),
        (replace(MINIMISER, weights=()), Evaluation(), "invalid"),
        (replace(MINIMISER, features=()), Evaluation(), "invalid"),
        (replace(MINIMISER, targets=TARGETS[:1]), Evaluation(), "invalid"),
        (replace(MINIMISER, features=((ONE,), (ONE, ONE))), Evaluation(), "invalid"),
        (replace(MINIMISER, targets=((ONE,), (ONE, ONE))), Evaluation(), "invalid"),
        (replace(MINIMISER, regularisation=ZERO), Evaluation(), "invalid"),
        (replace(FORM, regularisation=ZERO), SOLUTION, "invalid"),
        (replace(FORM, test=(ONE, ONE)), SOLUTION, "invalid"),
        (replace(FORM, ridge=ZERO), SOLUTION, "invalid"),
        (FORM, replace(SOLUTION, weights=((ONE,),)), "invalid"),
        (FORM, replace(SOLUTION, coefficients=(HALF,)), "invalid"),
        (FORM, replace(SOLUTION, coefficients=(HALF, HALF)), "invalid"),
    ],
)
def test_everything_else(proposition: object, certificate: object, outcome: str) -> None:
    assert decide(proposition, certificate).outcome.value == outcome
