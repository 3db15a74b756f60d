"""Statements for every m: what they cannot show, and that random ones are never shown wrongly."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.certify import Outcome, decide
from qstheory.certify.algebra.expressions import (
    Expression,
    Geometric,
    Log,
    Number,
    SumOver,
    Variable,
)
from qstheory.certify.kinds.for_every import Counterexample, Expansion, ForEvery, Induction

from ..truths.numbers import relation_holds

m, k, a = Variable("m"), Variable("k"), Variable("a")
ONE = Number(Fraction(1))
FROM_1 = (("m", 1),)
EXPAND = Expansion((1,), "simple", 16)
INDUCT = Induction("m", 1, "simple", 16)
HARMONIC = SumOver("k", ONE, m, 1 / k)


def outcome(proposition: ForEvery, certificate: Any) -> str:
    """What `decide` answers, and why."""
    decision = decide(proposition, certificate)
    return decision.reason or decision.outcome.value


@pytest.mark.parametrize(
    ("proposition", "certificate", "reason"),
    [
        (ForEvery((("m", 1), ("m", 1)), m, ">=", ONE), EXPAND, "repeated"),
        (ForEvery(FROM_1, m + a, ">=", ONE), EXPAND, "not all declared"),
        (ForEvery((("2m", 1),), ONE, ">=", ONE), EXPAND, "identifier"),
        (ForEvery(FROM_1, m, ">=", ONE), replace(EXPAND, beyond=()), "one number a variable"),
        (ForEvery(FROM_1, m, ">=", ONE), replace(EXPAND, beyond=(0,)), "none earlier"),
        (ForEvery(FROM_1, m, ">=", ONE), replace(EXPAND, bits=0), "precision"),
        (
            ForEvery((("m", 1), ("a", 1)), m + a, ">=", ONE),
            replace(EXPAND, beyond=(2, 1)),
            "only a single variable",
        ),
        (ForEvery(FROM_1, m, ">=", 2 * ONE), replace(EXPAND, beyond=(3,)), "for m = 1"),
        (ForEvery(FROM_1, m, ">=", ONE), replace(EXPAND, beyond=(20_000,)), "one by one"),
        (
            ForEvery((("m", 1), ("a", 1)), m + a, ">=", ONE),
            replace(INDUCT, beyond=30),
            "More than 20 values",
        ),
        (ForEvery(FROM_1, m, ">=", 2 * ONE), EXPAND, "right sign"),
        (ForEvery(FROM_1, m, ">", ONE), EXPAND, "right sign"),
        (ForEvery(FROM_1, m, "=", ONE), EXPAND, "expand differently"),
        (ForEvery(FROM_1, Log(m), "=", Log(m)), EXPAND, "identity with logarithms"),
        (ForEvery(FROM_1, HARMONIC, ">=", ONE), EXPAND, "cannot be bounded"),
        (ForEvery(FROM_1, m, ">=", ONE), replace(INDUCT, variable="a"), "not over a variable"),
        (ForEvery(FROM_1, m, ">=", ONE), replace(INDUCT, beyond=0), "not over a variable"),
        (ForEvery(FROM_1, m, ">=", 2 * ONE), INDUCT, "for m = 1"),
        (ForEvery(FROM_1, 1 / m, ">=", ONE), INDUCT, "in the step"),
        (ForEvery(FROM_1, m * HARMONIC, ">=", ONE), INDUCT, "not constant"),
        (
            ForEvery(FROM_1, SumOver("k", ONE, m, m + k), ">=", ONE),
            INDUCT,
            "depend on the variable",
        ),
        (
            ForEvery(FROM_1, SumOver("k", ONE, 2 * m, k), ">=", ONE),
            INDUCT,
            "not m plus a constant",
        ),
        (ForEvery(FROM_1, SumOver("k", 4 * ONE, m, k), ">=", 0 * ONE), INDUCT, "fewer terms"),
        (
            ForEvery(FROM_1, SumOver("k", ONE, m, SumOver("j", ONE, k, k)), ">=", ONE),
            INDUCT,
            "within a sum",
        ),
        (
            ForEvery(FROM_1, SumOver("k", ONE / 2, m + ONE / 2, k), ">=", ONE),
            INDUCT,
            "no integer",
        ),
        (
            ForEvery((("m", 1), ("a", 1)), SumOver("k", a / 2, m + a, k), ">=", ONE),
            INDUCT,
            "cannot be bounded",
        ),
        (
            ForEvery((("m", 1), ("a", 2)), m, ">=", a),
            INDUCT,
            "for m = 1 the difference",
        ),
        (ForEvery(FROM_1, m, ">=", ONE), Counterexample((), 8), "one value"),
        (ForEvery(FROM_1, m, ">=", ONE), Counterexample((0,), 8), "one value"),
        (ForEvery(FROM_1, m, ">=", ONE), Counterexample((1,), 8), "not shown to fail"),
        (ForEvery(FROM_1, Log(m + 1), "=", Log(m + 1)), Counterexample((1,), 8), "not shown"),
        (ForEvery(FROM_1, 1 / (m - 1), ">=", ONE), Counterexample((1,), 8), "denominator"),
    ],
)
def test_what_is_not_shown_says_why(proposition: ForEvery, certificate: Any, reason: str) -> None:
    assert decide(proposition, certificate).outcome is Outcome.INVALID
    assert reason in outcome(proposition, certificate)


def test_an_undefined_side_is_not_compared_with_itself() -> None:
    undefined = SumOver("k", ONE, a, 1 / (k - 1))
    shifted = ForEvery((("m", 0), ("a", 1)), m + undefined, ">=", undefined)
    for certificate in (replace(INDUCT, beyond=0), replace(EXPAND, beyond=(0, 1))):
        assert decide(shifted, certificate).outcome is Outcome.INVALID


@pytest.mark.parametrize("relation", ["<", "<=", "=", ">=", ">"])
def test_counterexamples_follow_the_relation(relation: Any) -> None:
    for value in (1, 2, 3):
        found = outcome(ForEvery(FROM_1, m, relation, 2 * ONE), Counterexample((value,), 8))
        true = {"<": value < 2, "<=": value <= 2, "=": value == 2, ">=": value >= 2, ">": value > 2}
        assert (found == "refutes") is not true[relation]


small = st.integers(-4, 4)


@st.composite
def sides(draw: st.DrawFn) -> Expression:
    """Small expressions in m with quotients, powers, a logarithm and a sum."""
    p, q, r, s = (draw(small) for _ in range(4))
    base = p * m * m + q * m + r
    choice = draw(st.integers(0, 4))
    if choice == 1:
        return base / (m + abs(s))
    if choice == 2:
        return base + s * Log(m + abs(q))
    if choice == 3:
        return base + s * SumOver("k", ONE, m, 1 / k**2)
    if choice == 4:
        return base + s * Geometric(Fraction(2), m)
    return base


@settings(deadline=None, max_examples=100)
@given(
    sides(),
    sides(),
    st.sampled_from(["=", "<", "<=", ">", ">="]),
    st.integers(1, 3),
    st.sampled_from(["simple", "sharp"]),
)
def test_random_statements_are_never_shown_wrongly(
    left: Expression, right: Expression, relation: Any, beyond: int, logs: Any
) -> None:
    proposition = ForEvery(FROM_1, left, relation, right)
    grid = [relation_holds(proposition, {"m": value}) for value in range(1, 30)]
    for certificate in (Expansion((beyond,), logs, 24), Induction("m", beyond, logs, 24)):
        if decide(proposition, certificate).outcome is Outcome.PROVES:
            assert all(grid)
    for value, holds in enumerate(grid[:5], start=1):
        if decide(proposition, Counterexample((value,), 24)).outcome is Outcome.REFUTES:
            assert not holds
