"""A decoder's rule is optimal on a cone: replayed multipliers, counterexamples, and mutations."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.bundle import Item, loads
from qstheory.certify.kinds.decoding import ConeMultipliers, Counterweights, OptimalWherever
from qstheory.work.certificates import dumps

HAMMING = losses.make("hamming", m=1).reference
ONE, HALF = Fraction(1), Fraction(1, 2)
# alpha_1 - alpha_0 >= 0 selects label 1: L(0, .) - L(1, .) is -1 at y = 0 and 1 at y = 1.
SIGN_RULE = OptimalWherever(HAMMING, (1,), ((-ONE, ONE),))
MULTIPLIERS = ConeMultipliers(((ONE,), (Fraction(0),)))


def test_a_rule_is_proved_by_multipliers() -> None:
    assert decide(SIGN_RULE, MULTIPLIERS).outcome is Outcome.PROVES
    assert loads(dumps([Item(SIGN_RULE, MULTIPLIERS)])) == [Item(SIGN_RULE, MULTIPLIERS)]


def test_a_rule_that_errs_is_refuted_at_weights() -> None:
    # The reversed sign picks label 1 where alpha_0 >= alpha_1.
    wrong = replace(SIGN_RULE, conditions=((ONE, -ONE),))
    assert decide(wrong, Counterweights((ONE, Fraction(0)), (0,))).outcome is Outcome.REFUTES


def test_restricting_to_observed_labels_is_wrong_for_negative_weights() -> None:
    loss = losses.make("zero-one", m=1).reference
    only_observed = OptimalWherever(loss, (0,), ((-ONE, Fraction(0)),))
    weights = Counterweights((-ONE, Fraction(0)), (1,))
    assert decide(only_observed, weights).outcome is Outcome.REFUTES


@pytest.mark.parametrize(
    ("proposition", "certificate"),
    [
        (replace(SIGN_RULE, prediction=(2,)), MULTIPLIERS),
        (replace(SIGN_RULE, prediction=(0,)), MULTIPLIERS),
        (replace(SIGN_RULE, conditions=((ONE,),)), MULTIPLIERS),
        (replace(SIGN_RULE, conditions=((-ONE, HALF),)), MULTIPLIERS),
        (SIGN_RULE, ConeMultipliers(((ONE,),))),
        (SIGN_RULE, ConeMultipliers(((ONE, ONE), (Fraction(0),)))),
        (SIGN_RULE, ConeMultipliers(((HALF,), (Fraction(0),)))),
        (SIGN_RULE, ConeMultipliers(((ONE,), (-ONE,)))),
        (replace(SIGN_RULE, prediction=(2,)), Counterweights((ONE, ONE), (0,))),
        (SIGN_RULE, Counterweights((ONE,), (0,))),
        (SIGN_RULE, Counterweights((ONE, ONE), (2,))),
        (SIGN_RULE, Counterweights((ONE, Fraction(0)), (0,))),
        (SIGN_RULE, Counterweights((Fraction(0), ONE), (0,))),
    ],
)
def test_anything_else_is_invalid(
    proposition: OptimalWherever, certificate: ConeMultipliers | Counterweights
) -> None:
    assert decide(proposition, certificate).outcome is Outcome.INVALID
