"""Entries and comparisons; spectral norms by elimination, against floating point."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.expressions import Log, Number
from qstheory.certify.intervals import Interval, exactly
from qstheory.certify.kinds.values import (
    Comparison,
    Elimination,
    Enclosed,
    EntryEquals,
    Exactly,
    Relation,
    SpectralNorm,
    holds,
)
from qstheory.losses.base import Reference, matrix_loss
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


ONE = Fraction(1)
TRUTH = {-1: {"<", "<="}, 0: {"<=", ">="}, 1: {">", ">="}}


def hamming(m: int) -> Reference:
    return losses.make("hamming", m=m).reference


def decided(reference: Reference, squared: Fraction) -> set[str]:
    """The relations that are proved; the others are refuted."""
    outcomes = {
        relation: decide(SpectralNorm(reference, relation, squared), Elimination()).outcome.value
        for relation in ("<", "<=", ">=", ">")
    }
    assert set(outcomes.values()) <= {"proves", "refutes"}
    return {relation for relation, outcome in outcomes.items() if outcome == "proves"}


@pytest.mark.parametrize("m", [1, 2, 3])
def test_hamming_has_the_norm_2_to_the_m_minus_1(m: int) -> None:
    squared = Fraction(4) ** (m - 1)
    for sign, other in ((-1, squared + Fraction(1, 9)), (0, squared), (1, squared / 2)):
        assert decided(hamming(m), other) == TRUTH[sign]


@pytest.mark.parametrize("seed", range(20))
def test_random_matrices_agree_with_singular_values(seed: int) -> None:
    source = np.random.default_rng(seed)
    L = source.integers(-3, 4, size=source.integers(1, 5, size=2))
    norm = float(np.linalg.norm(L.astype(float), 2)) ** 2
    reference = matrix_loss([[Fraction(int(x)) for x in row] for row in L]).reference
    for numerator in range(0, 80, 7):
        squared = Fraction(numerator, 2) + Fraction(1, 97)
        if abs(float(squared) - norm) > 1e-6:
            assert decided(reference, squared) == TRUTH[1 if norm > squared else -1]


def test_a_zero_matrix_has_the_norm_0() -> None:
    zero = matrix_loss([[Fraction(0)] * 2]).reference
    assert decided(zero, Fraction(0)) == TRUTH[0]
    assert decided(zero, -ONE) == TRUTH[1]


def test_large_losses_are_not_eliminated() -> None:
    decision = decide(SpectralNorm(hamming(8), "<=", ONE), Elimination())
    assert "more than 128" in decision.reason
