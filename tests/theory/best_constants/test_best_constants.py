"""A* and gamma_2: closed forms, their order, invariances, and any decomposition above them."""

from fractions import Fraction
from math import pi
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import losses
from qstheory.losses.matrix import matrix_loss
from qstheory.theory.best_constants.bounds import BestConstants, best_constants
from qstheory.theory.best_constants.findings import constant_findings, root_above, root_below
from qstheory.theory.budget import DEFAULT
from qstheory.theory.subject import Subject

WIDTH = Fraction(1, 10**6)
MATRICES = st.integers(2, 4).flatmap(
    lambda n: st.lists(
        st.tuples(*[st.integers(-3, 3).map(Fraction)] * n), min_size=2, max_size=4
    ).filter(lambda rows: len({x for row in rows for x in row}) > 1)
)


def narrow(found: BestConstants) -> tuple[Fraction, Fraction]:
    """Values of gamma_2^2 and A*^2, all certificates accepted and close together."""
    for interval in (found.gamma_2, found.a):
        assert interval.lower.proves, interval.lower.decision.reason
        assert interval.upper.proves, interval.upper.decision.reason
        low, high = interval.ends
        assert low <= high <= low + WIDTH * max(1, high)
    return found.gamma_2.ends[1], found.a.ends[1]


@pytest.mark.parametrize(
    ("name", "square"),
    [
        ("hamming:m=2", Fraction(1, 4)),
        ("hamming:m=3", Fraction(1, 4)),
        ("zero-one:m=2", Fraction(9, 16)),
        ("zero-one:m=3", Fraction(49, 64)),
        ("multiclass:classes=3", Fraction(1, 2)),
        ("multiclass:classes=5", Fraction(2, 3)),
    ],
)
def test_closed_forms(name: str, square: Fraction) -> None:
    found = best_constants(losses.parse(name), "scalar")
    narrow(found)
    low, high = found.a.ends
    assert low <= square + WIDTH / 1000
    assert square <= high + WIDTH / 1000


@settings(max_examples=10, deadline=None)
@given(MATRICES, st.sampled_from(["scalar", "by-observation"]))
def test_order_and_invariance(rows: list[tuple[Fraction, ...]], shift: str) -> None:
    gamma, a = narrow(best_constants(matrix_loss(rows), shift))
    slack = 3 * WIDTH * max(1, a)
    assert gamma <= a + slack
    assert float(a) <= pi / 2 * float(gamma) + float(slack)
    moved = [tuple(2 * x + 1 for x in (*row[::-1], row[-1])) for row in [*rows[::-1], rows[0]]]
    other_gamma, other_a = narrow(best_constants(matrix_loss(moved), shift))
    assert abs(other_a - 4 * a) <= 8 * slack
    assert abs(other_gamma - 4 * gamma) <= 8 * slack


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6))
def test_no_decomposition_has_a_smaller_constant(seed: int) -> None:
    random = np.random.default_rng(seed)
    F, U = random.integers(-2, 3, (4, 3)), random.integers(-2, 3, (4, 3))
    L = F @ U.T + int(random.integers(-2, 3))
    if len(np.unique(L)) == 1:
        return
    found = best_constants(matrix_loss([[Fraction(int(x)) for x in r] for r in L]), "scalar")
    narrow(found)
    a_squared = 3 * int((F**2).sum(axis=1).max()) * int(np.abs(U).max()) ** 2
    assert found.a.ends[0] <= a_squared
    assert found.gamma_2.ends[0] <= int((F**2).sum(axis=1).max()) * int((U**2).sum(axis=1).max())


def test_a_function_of_y_may_lower_both() -> None:
    loss = losses.parse("prec-at-k:m=3,k=1")
    scalar, free = (best_constants(loss, shift) for shift in ("scalar", "by-observation"))
    assert free.a.ends[1] < scalar.a.ends[0]
    assert free.gamma_2.ends[1] < scalar.gamma_2.ends[0]


def test_roots_are_rounded_outwards() -> None:
    assert (root_below(Fraction(1, 4)), root_above(Fraction(1, 4))) == ("0.500000000",) * 2
    assert (root_below(Fraction(2)), root_above(Fraction(2))) == ("1.414213562", "1.414213563")


def test_findings() -> None:
    found = constant_findings(Subject(losses.make("hamming", m=2), DEFAULT))
    assert [f.status for f in found] == ["proved"] * 4
    assert (
        constant_findings(Subject(losses.make("hamming", m=6), DEFAULT))[0].status
        == "not attempted"
    )


@pytest.mark.parametrize(
    ("rows", "zeros"),
    [([[Fraction(1)] * 2] * 2, 4), ([[Fraction(0), Fraction(1), Fraction(2)]] * 2, 2)],
)
def test_a_loss_that_is_a_shift_has_constants_0(rows: Any, zeros: int) -> None:
    found = constant_findings(Subject(matrix_loss(rows), DEFAULT))
    assert [f.status for f in found] == ["proved"] * 4
    assert sum(f.value == (0, 0) for f in found) == zeros
