"""Equal risk, dominance and ties: one of two alternatives, always exactly."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from qstheory.exact.rational import apply, inner, transpose
from qstheory.solve.dominance import standing
from qstheory.solve.equal_risk import ordered_pair, positive_point, sign_vector
from qstheory.solve.ties import widest_tie

Q = Fraction
ENTRIES = st.integers(0, 3)


@st.composite
def losses(draw: st.DrawFn) -> list[list[Fraction]]:
    """Small integer losses."""
    rows, columns = draw(st.integers(2, 4)), draw(st.integers(1, 4))
    return [[Q(draw(ENTRIES)) for _ in range(columns)] for _ in range(rows)]


@settings(max_examples=100, deadline=None)
@given(losses())
def test_exactly_one_of_a_positive_point_and_a_sign_vector_exists(B: list[list[Q]]) -> None:
    point, w = positive_point(B, [1] * len(B[0])), sign_vector(B)
    assert (point is None) != (w is None)
    if point is not None:
        assert min(point) > 0
        assert sum(point) == 1
        assert len(set(apply(B, point))) == 1
    if w is not None:
        images = apply(transpose(B), w)
        assert sum(w) == 0
        assert min(images) >= 0
        assert any(images)


def test_the_shares_weight_the_distance_from_the_boundary() -> None:
    B = [[Q(0), Q(1), Q(1)], [Q(1), Q(0), Q(1)], [Q(1), Q(1), Q(0)]]
    assert positive_point(B, [1, 1, 1]) == (Q(1, 3),) * 3


def test_a_larger_row_is_found_without_a_program() -> None:
    assert ordered_pair([[Q(0), Q(1)], [Q(1), Q(1)]]) == (1, 0)
    assert ordered_pair([[Q(1), Q(1)], [Q(1), Q(1)]]) is None


@settings(max_examples=80, deadline=None)
@given(losses())
def test_the_standing_is_exact_and_its_margin_that_of_scipy(rows: list[list[Q]]) -> None:
    row, *others = map(tuple, rows)
    found = standing(row, others)
    assert sum(found.distribution) == 1
    assert min(found.distribution) >= 0
    risk = inner(row, found.distribution)
    assert min(inner(other, found.distribution) for other in others) - risk == found.margin
    assert sum(found.mixture) == 1
    assert min(found.mixture) >= 0
    mixed = apply(transpose(others), found.mixture)
    assert all(m <= x + found.margin for m, x in zip(mixed, row, strict=True))
    width = len(row)
    differences = np.array(
        [[float(x - o) for x, o in zip(row, other, strict=True)] for other in others]
    )
    peer = linprog(
        [*[0] * width, -1],
        A_ub=np.hstack([differences, np.ones((len(others), 1))]),
        b_ub=np.zeros(len(others)),
        A_eq=[[*[1] * width, 0]],
        b_eq=[1],
        bounds=[*[(0, None)] * width, (None, None)],
    )
    assert -peer.fun == pytest.approx(float(found.margin), abs=1e-8)


@settings(max_examples=60, deadline=None)
@given(losses(), st.data())
def test_ties_hold_on_a_support_that_no_other_tie_exceeds(
    rows: list[list[Q]], data: st.DataObject
) -> None:
    tied = data.draw(st.sets(st.integers(0, len(rows) - 1), min_size=1))
    p = widest_tie(rows, tied)
    width = len(rows[0])
    feasible = {y for y in range(width) if _has_tie(rows, tied, y)}
    if p is None:
        assert not feasible
        return
    risks = apply(rows, p)
    assert all(risks[z] == min(risks) for z in tied)
    assert {y for y in range(width) if p[y]} == feasible


def _has_tie(rows: list[list[Q]], tied: set[int], y: int) -> bool:
    """Whether some distribution with weight on y makes all of `tied` optimal, by scipy."""
    base = rows[min(tied)]
    differences = [[float(a - b) for a, b in zip(row, base, strict=True)] for row in rows]
    equal = [differences[z] for z in tied]
    loose = [[-x for x in d] for d in differences]
    width = len(base)
    bounds = [(1, None) if k == y else (0, None) for k in range(width)]
    peer = linprog(
        [0] * width,
        A_ub=loose,
        b_ub=[0] * len(rows),
        A_eq=equal,
        b_eq=[0] * len(equal),
        bounds=bounds,
    )
    return bool(peer.status == 0)
