"""Closed forms compared weight by weight: what is found at fault."""

from dataclasses import replace
from fractions import Fraction

from qstheory import losses
from qstheory.certify.kinds.decomposition import form_fault

LOG = losses.make("ndcg", m=3, R=2)
FORM = LOG.closed_form("printed")


def with_features(**changed):
    return replace(FORM, features=replace(FORM.linear, **changed))


def test_the_printed_form_has_no_fault():
    assert form_fault(LOG, FORM, "weights") == ""


def test_a_coordinate_beyond_the_dimension_is_a_fault():
    assert "beyond the dimension" in form_fault(LOG, with_features(dimension=2), "weights")


def test_another_constant_is_a_fault():
    other = replace(FORM, constant=Fraction(0))
    assert "not linear in the same weights" in form_fault(LOG, other, "weights")


def test_another_coefficient_is_a_fault():
    def doubled(y):
        return {t: 2 * value for t, value in FORM.linear.observation(y).items()}

    assert "differ at" in form_fault(LOG, with_features(observation=doubled), "weights")


def test_weights_of_another_loss_are_a_fault():
    """Equal coefficients say nothing where the weights that they belong to are others."""
    other = losses.make("ndcg", m=3, R=2, discount="reciprocal")
    wrong = with_features(entry=other.entry)
    z, y = next(iter(LOG.predictions)), list(LOG.observations)[-1]
    assert wrong.value(z, y) == other.entry(z, y)
    assert "not linear in the same weights" in form_fault(LOG, wrong, "weights")
