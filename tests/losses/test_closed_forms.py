"""Closed forms of the F-score and of the 0-1 loss: what they are, and where they are too large."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.decomposition import BadEntry, ClosedFormHolds, NamedForm
from qstheory.errors import TooLarge

betas = st.fractions(Fraction(1, 50), 20, max_denominator=50)


@settings(max_examples=25)
@given(m=st.integers(1, 7), beta=betas, undefined=st.sampled_from(("one", "zero", "drop")))
def test_all_but_the_printed_forms_hold_for_every_weight(m, beta, undefined):
    loss = losses.make("f-score", m=m, beta=beta, undefined=undefined)
    for form in loss.closed_forms:
        if not form.name.startswith("printed"):
            outcome = decide(
                ClosedFormHolds(loss.reference, form.name), NamedForm(form.name, "counts")
            ).outcome
            assert outcome is Outcome.PROVES, form.name


@pytest.mark.parametrize("m", [1, 2, 12, 50, 1000])
def test_dimensions(m):
    one = losses.make("f-score", m=m, undefined="one")
    assert one.closed_form("printed-1").dimension == m * m + 1
    assert one.closed_form("merged").dimension == m * m - m + 2
    assert one.closed_form("minimal").dimension == m * m - m + 1
    drop = losses.make("f-score", m=m, undefined="drop")
    assert drop.closed_form("minimal").dimension == m * m - m + 1


def test_the_constant_of_the_minimal_form():
    """c = m H_m / (1 + m H_m)."""
    loss = losses.make("f-score", m=3, undefined="one")
    assert loss.closed_form("minimal").constant == Fraction(11, 13)


def test_the_coefficients_of_the_constant_are_those_of_the_shifted_legendre_polynomial():
    loss = losses.make("f-score", m=4, undefined="one")
    minimal = loss.closed_form("minimal")
    total = 1 / (minimal.constant - 1)
    features = minimal.observation_features((0, 0, 0, 0))
    for b in range(1, 4):
        expected = Fraction((-1) ** b * comb(4 + b, b) * comb(4, b), 2)
        assert -features[(b - 1) * 4] * total == expected


def test_beta_one_is_the_plain_f_score():
    plain = losses.make("f-score", m=3, undefined="one")
    assert plain == losses.make("f-beta", m=3, beta="1", undefined="one")
    assert plain.entry((1, 1, 0), (1, 0, 0)) == 1 - Fraction(2, 3)


def test_features_of_many_labels_are_not_written_out():
    loss = losses.make("zero-one", m=64)
    form = loss.closed_form("minimal")
    assert form.dimension == 2**64 - 1
    with pytest.raises(TooLarge, match="2\\^64"):
        form.value((0,) * 64, (0,) * 64)
    assert loss.closed_form("printed").value((0,) * 64, (0,) * 64) == 0


def test_the_checker_refuses_instead_of_writing_them_out():
    loss = losses.make("zero-one", m=64)
    bad = BadEntry((0,) * 64, (1,) * 64)
    assert decide(ClosedFormHolds(loss.reference, "minimal"), bad).outcome is Outcome.INVALID
