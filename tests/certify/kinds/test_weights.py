"""Closed forms compared weight by weight: what is found at fault."""

from dataclasses import replace
from fractions import Fraction

from qstheory import losses
from qstheory.certify.kinds.decomposition import form_fault

LOG = losses.make("ndcg", m=3, R=2)
FORM = LOG.closed_form("printed")


def test_the_printed_form_has_no_fault():
    assert form_fault(LOG, FORM, "weights") == ""


def test_a_coordinate_beyond_the_dimension_is_a_fault():
    assert "beyond the dimension" in form_fault(LOG, replace(FORM, dimension=2), "weights")


def test_another_constant_is_a_fault():
    assert "not declared" in form_fault(LOG, replace(FORM, constant=Fraction(0)), "weights")


def test_another_coefficient_is_a_fault():
    def doubled(y):
        return {t: 2 * value for t, value in FORM.linear.observation(y).items()}

    wrong = replace(FORM, linear=replace(FORM.linear, observation=doubled))
    assert "differ at" in form_fault(LOG, wrong, "weights")
