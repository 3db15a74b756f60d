"""Telescoping: the classical sums, and what is no telescoping."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.algebra.expressions import (
    Geometric,
    Number,
    SumOver,
    Variable,
    binomial,
)
from qstheory.certify.kinds.for_every import ForEvery
from qstheory.certify.kinds.summation import Antidifference, CreativeTelescoping

m, k, a = Variable("m"), Variable("k"), Variable("a")
ZERO, ONE, TWO = (Number(Fraction(i)) for i in range(3))
FROM_0 = (("m", 0),)
ROW = ForEvery(FROM_0, SumOver("k", ZERO, m, binomial(m, k)), "=", Geometric(Fraction(2), m))
ROW_GIVEN = CreativeTelescoping("m", TWO, -binomial(m, k - 1), 1, 0, 1)
UNIT = ForEvery(FROM_0, SumOver("k", ONE, m, 1 / (k * (k + 1))), "=", m / (m + 1))
UNIT_GIVEN = Antidifference("m", -1 / k, 0, 0, 0)


def test_the_mean_of_a_binomial_law() -> None:
    # sum k C(m, k) = m 2^(m-1); with C(m-1, k-1) m = k C(m, k) the row sum's G shifts by one.
    total = SumOver("k", ONE, m, k * binomial(m, k))
    mean = ForEvery((("m", 1),), total, "=", m * Geometric(Fraction(2), m - 1))
    antidifference = -(m + 1) * binomial(m - 1, k - 2)
    given = CreativeTelescoping("m", 2 * (m + 1) / m, antidifference, 1, 0, 1)
    assert decide(mean, given).outcome is Outcome.PROVES


def test_a_sum_with_a_parameter() -> None:
    total = SumOver("k", ONE, m, a / ((a + k) * (a + k - 1)))
    proposition = ForEvery((("m", 0), ("a", 1)), total, "=", m / (a + m))
    given = Antidifference("m", -a / (a + k - 1), 0, 0, 0)
    assert decide(proposition, given).outcome is Outcome.PROVES


@pytest.mark.parametrize(
    ("proposition", "certificate", "reason"),
    [
        (replace(UNIT, relation="<="), UNIT_GIVEN, "not a sum ="),
        (replace(UNIT, left=m), UNIT_GIVEN, "not a sum ="),
        (replace(UNIT, right=UNIT.left), UNIT_GIVEN, "not a sum ="),
        (UNIT, replace(UNIT_GIVEN, variable="k"), "do not fit"),
        (replace(UNIT, variables=(("m", 0), ("k", 0))), UNIT_GIVEN, "do not fit"),
        (replace(UNIT, left=SumOver("k", m, m, ONE)), UNIT_GIVEN, "first bound"),
        (UNIT, replace(UNIT_GIVEN, beyond=-1), "too early"),
        (UNIT, replace(UNIT_GIVEN, low=-1), "stand apart"),
        (UNIT, replace(UNIT_GIVEN, high=21), "stand apart"),
        (UNIT, replace(UNIT_GIVEN, antidifference=1 / a), "unknown variable"),
        (UNIT, replace(UNIT_GIVEN, antidifference=1 / k), "the antidifference: "),
        (UNIT, replace(UNIT_GIVEN, low=1), "fewer terms"),
        (replace(UNIT, right=m / (m + 2)), UNIT_GIVEN, "the sum: "),
        (replace(UNIT, right=m / (m + 2)), replace(UNIT_GIVEN, beyond=3), "for m = 1"),
        (
            replace(UNIT, left=SumOver("k", ONE / 2, m, ONE)),
            replace(UNIT_GIVEN, antidifference=k),
            "integers",
        ),
        (ROW, replace(ROW_GIVEN, ratio=k), "unknown variable"),
        (ROW, replace(ROW_GIVEN, ratio=ONE), "the recurrence: "),
        (ROW, replace(ROW_GIVEN, low=0), "factorial"),
        (replace(ROW, right=Geometric(Fraction(2), m) + 1), ROW_GIVEN, "for m = 0"),
        (
            replace(ROW, right=1 + m * (m - 1) / 2 + m),
            ROW_GIVEN,
            "the sum: ",
        ),
    ],
)
def test_what_is_not_shown_says_why(proposition: ForEvery, certificate: Any, reason: str) -> None:
    decision = decide(proposition, certificate)
    assert decision.outcome is Outcome.INVALID
    assert reason in decision.reason
