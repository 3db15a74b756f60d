"""Sums of inverse powers of logarithms."""

from fractions import Fraction

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.for_every import Counterexample
from qstheory.certify.kinds.log_sums import (
    LogInduction,
    LogSumAtMost,
    LogSumBound,
    LogSumOrder,
)
from tests.certify.truths.log_sums import quotients

SQUARES = LogSumAtMost(2, Fraction(3))


def test_the_step_is_possible_only_late() -> None:
    assert decide(SQUARES, LogInduction(20, 48)).outcome is Outcome.PROVES
    early = decide(SQUARES, LogInduction(15, 48))
    assert early.reason == "the step is not shown from m = 15"


def test_a_smaller_factor_fails_early_or_late() -> None:
    small = decide(LogSumAtMost(2, Fraction(2)), LogInduction(20, 48))
    assert small.reason == "the bound is not shown for m = 5"
    assert decide(LogSumAtMost(2, Fraction(-1)), LogInduction(1, 8)).reason == (
        "the factor is not positive"
    )


@pytest.mark.parametrize("power", [2, 3, 4])
def test_the_first_failure_is_where_floats_see_it(power: int) -> None:
    factor = Fraction(3, 2)
    first = next(m for m, q in enumerate(quotients(power, 50), 1) if q > 1.5)
    for m in (first - 1, first):
        decision = decide(LogSumAtMost(power, factor), Counterexample((m,), 48))
        assert (decision.outcome is Outcome.REFUTES) is (m == first)


@pytest.mark.parametrize("exponent", range(4))
def test_the_order_is_the_power(exponent: int) -> None:
    outcome = decide(
        LogSumOrder(2, exponent), LogSumBound(Fraction(3), LogInduction(20, 48))
    ).outcome
    assert outcome is (Outcome.PROVES if exponent == 2 else Outcome.REFUTES)


@pytest.mark.parametrize(
    ("proposition", "certificate", "reason"),
    [
        (SQUARES, LogInduction(0, 8), "does not begin at 1"),
        (SQUARES, LogInduction(10_001, 8), "More than 10,000 values"),
        (SQUARES, LogInduction(1, 0), "from 1 to 10000 bits"),
        (LogSumAtMost(0, Fraction(3)), LogInduction(1, 8), "the power is not from 1"),
        (LogSumAtMost(101, Fraction(3)), LogInduction(1, 8), "the power is not from 1"),
        (SQUARES, Counterexample((1, 2), 8), "not one value for m"),
        (SQUARES, Counterexample((0,), 8), "does not begin at 1"),
        (SQUARES, Counterexample((5,), 8), "not shown to exceed"),
        (LogSumOrder(2, 1), LogSumBound(Fraction(2), LogInduction(20, 48)), "for m = 5"),
    ],
)
def test_refused(proposition: object, certificate: object, reason: str) -> None:
    decision = decide(proposition, certificate)
    assert decision.outcome is Outcome.INVALID
    assert reason in decision.reason
