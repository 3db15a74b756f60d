"""A* and gamma_2: closed forms, their order, invariances, and any decomposition above them."""

from fractions import Fraction
from math import pi
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import losses
from qstheory.certify.kinds.best_constants import Shift
from qstheory.losses.base import matrix_loss
from qstheory.theory.best_constants.bounds import BestConstants, best_constants
from qstheory.theory.best_constants.findings import constant_findings, root_above, root_below
from qstheory.theory.best_constants.intervals import constant_intervals
from qstheory.theory.effort import DEFAULT
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


@settings(max_examples=10)
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


@settings(max_examples=10)
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
    """Five digits, from a millionth further out, at any scale."""
    assert (root_below(Fraction(1, 4)), root_above(Fraction(1, 4))) == ("0.49999", "0.50001")
    assert (root_below(Fraction(2)), root_above(Fraction(2))) == ("1.4142", "1.4143")
    tiny = Fraction(2, 10**60)
    assert (root_below(tiny), root_above(tiny)) == ("1.4142E-30", "1.4143E-30")


@pytest.mark.parametrize("square", [Fraction(1, 4), Fraction(2), Fraction(7, 9)])
def test_last_floats_do_not_show(square: Fraction) -> None:
    """What another machine certifies, some 1e-9 off, reads the same."""
    for noise in (Fraction(-3, 10**9), Fraction(2, 10**9)):
        near = square * (1 + noise)
        assert root_below(near) == root_below(square)
        assert root_above(near) == root_above(square)


@pytest.mark.parametrize(
    "name", ["hamming:m=2", "ordinal-absolute:classes=5", "f-score:m=2,undefined=one"]
)
@pytest.mark.parametrize("shift", ["scalar", "by-observation"])
def test_intervals_by_rebalancing_hold_the_exact_constants(name: str, shift: Shift) -> None:
    loss = losses.parse(name)
    exact, wide = best_constants(loss, shift), constant_intervals(loss, shift)
    for one, other in ((exact.a, wide.a), (exact.gamma_2, wide.gamma_2)):
        assert other.lower.proves
        assert other.upper.proves
        assert other.ends[0] <= one.ends[1]
        assert one.ends[0] <= other.ends[1]
    low, high = wide.gamma_2.ends
    assert high <= Fraction(101, 100) * low


def test_findings() -> None:
    found = list(constant_findings(Subject(losses.make("hamming", m=2), DEFAULT)))
    assert [f.status for f in found] == ["proved"] * 4
    attained = list(constant_findings(Subject(losses.make("hamming", m=8), DEFAULT)))
    assert [(f.status, f.extent) for f in attained] == [("proved", "exact")] * 4
    large = list(constant_findings(Subject(losses.parse("jaccard:m=9,undefined=one"), DEFAULT)))
    assert [(f.status, f.extent) for f in large] == [("proved", "interval")] * 4
    assert all("--part constants" in f.limit for f in large)


@pytest.mark.parametrize(
    ("rows", "zeros"),
    [([[Fraction(1)] * 2] * 2, 4), ([[Fraction(0), Fraction(1), Fraction(2)]] * 2, 2)],
)
def test_a_loss_that_is_a_shift_has_constants_0(rows: Any, zeros: int) -> None:
    found = list(constant_findings(Subject(matrix_loss(rows), DEFAULT)))
    assert [f.status for f in found] == ["proved"] * 4
    assert sum(f.value == (0, 0) for f in found) == zeros
