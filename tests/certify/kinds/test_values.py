"""Entries and comparisons."""

from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.expressions import Log, Number
from qstheory.certify.intervals import Interval, exactly
from qstheory.certify.kinds.values import (
    Comparison,
    Enclosed,
    EntryEquals,
    Exactly,
    Relation,
    holds,
)
from qstheory.losses.catalogue import parse

TWO, THREE = Number(Fraction(2)), Number(Fraction(3))
RELATIONS: tuple[Relation, ...] = ("=", "<", "<=", ">", ">=")


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize(("left", "right"), [(2, 3), (3, 3), (4, 3)])
def test_rationals_compare_alike_both_ways(relation: Any, left: int, right: int) -> None:
    sides = Number(Fraction(left)), relation, Number(Fraction(right))
    order = {"=": left == right, "<": left < right, "<=": left <= right}
    true = order.get(relation, left > right or (relation == ">=" and left == right))
    for certificate in (Exactly(), Enclosed(8)):
        found = decide(Comparison(*sides), certificate).outcome
        assert found is (Outcome.PROVES if true else Outcome.REFUTES)


@pytest.mark.parametrize(
    ("relation", "left", "right", "expected"),
    [
        ("<=", (0, 1), (1, 2), True),
        ("<", (0, 1), (1, 2), None),
        ("=", (0, 1), (1, 2), None),
        ("=", (0, 1), (2, 3), False),
        ("<", (1, 2), (0, 1), False),
        ("<=", (1, 2), (0, 1), None),
        ("<=", (0, 2), (1, 3), None),
        (">", (1, 2), (0, 1), None),
        (">=", (1, 2), (0, 1), True),
        (">", (0, 1), (1, 2), False),
    ],
)
def test_touching_intervals(
    relation: Relation, left: tuple[int, int], right: tuple[int, int], expected: bool | None
) -> None:
    first, second = (Interval(Fraction(lo), Fraction(hi)) for lo, hi in (left, right))
    assert holds(relation, first, second) is expected


def test_exact_enclosures_decide_equality() -> None:
    assert holds("=", exactly(1), exactly(1)) is True
    assert holds("<", exactly(1), exactly(1)) is False


def test_what_the_precision_cannot_tell_is_invalid() -> None:
    close = Comparison(Log(TWO), "<", Number(Fraction(693147180560, 10**12)))
    assert decide(close, Enclosed(8)).reason == "the enclosures of the two sides overlap"
    assert decide(close, Enclosed(60)).outcome is Outcome.PROVES
    assert "precision" in decide(close, Enclosed(0)).reason
    assert "product of rational powers" in decide(close, Exactly()).reason


def test_an_entry_of_no_pair_is_invalid() -> None:
    hamming = parse("hamming:m=1").reference
    for z, y in (((2,), (0,)), ((0,), (2,))):
        decision = decide(EntryEquals(hamming, z, y, Fraction(0)), Exactly())
        assert decision.outcome is Outcome.INVALID
