"""Equal risk, dominance and ties: one of two alternatives, always exactly."""

from fractions import Fraction
from typing import Any

import flint
import highspy
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import linprog

from qstheory import analyze
from qstheory.exact.integer_matrix import apply, common, from_fractions, transpose
from qstheory.theory.calibration import optima
from qstheory.theory.optimality import (
    PositivePoint,
    equal_risk_alternative,
    ordered_pair,
    strict_signs,
)
from qstheory.theory.tied_core import widest_tie

Q = Fraction
ENTRIES = st.integers(0, 3)


@st.composite
def losses(draw: st.DrawFn) -> list[list[Fraction]]:
    """Small integer losses."""
    rows, columns = draw(st.integers(2, 4)), draw(st.integers(1, 4))
    return [[Q(draw(ENTRIES)) for _ in range(columns)] for _ in range(rows)]


GAPS = st.sampled_from([0, 1, 10**9, 10**30])


@settings(max_examples=100)
@given(losses(), GAPS)
def test_one_of_a_positive_point_and_a_sign_vector_is_found(B: list[list[Q]], gap: int) -> None:
    """Also where rows differ by one unit in 10^9 or 10^30."""
    if gap:
        B = [[gap * x + Q(i * j) for j, x in enumerate(row)] for i, row in enumerate(B)]
    found = equal_risk_alternative(_integers(B))
    if isinstance(found, PositivePoint):
        assert min(found.weights) > 0
        assert sum(found.weights) == 1
        assert len(set(apply(B, found.weights))) == 1
    else:
        images = apply(transpose(B), found.weights)
        assert sum(found.weights) == 0
        assert min(images) >= 0
        assert any(images)


def _integers(B: list[list[Q]]) -> NDArray[Any]:
    return common(from_fractions(B)).values


@settings(max_examples=60)
@given(st.integers(2, 7), st.integers(0, 2**32 - 1))
def test_rounded_signs_hold_and_are_found_where_the_only_level_vector_has_one_below_zero(
    n: int, seed: int
) -> None:
    B = np.random.default_rng(seed).integers(0, 9, (n, n))
    matrix = flint.fmpq_mat([[int(v) for v in row] for row in B])
    found = strict_signs(B)
    if found is not None:
        assert sum(found) == 0
        assert min((np.array(found, dtype=object) @ B.astype(object)).tolist()) > 0
    if matrix.det():
        x = [v for (v,) in matrix.solve(flint.fmpq_mat([[1]] * n)).tolist()]
        total = sum(x, flint.fmpq(0))
        below = bool(total) and min(v / total for v in x) < 0
        assert (found is not None) == below or not total


def test_a_larger_row_is_found_without_a_program() -> None:
    wide = 2**70
    assert ordered_pair(np.array([[0, 1], [1, 1]])) == (1, 0)
    assert ordered_pair(np.array([[1, 1], [1, 1]])) is None
    assert ordered_pair(np.array([[wide, 0], [wide, 1]], dtype=object)) == (1, 0)
    assert ordered_pair(np.array([[wide, 2], [wide + 1, 1]], dtype=object)) is None


@settings(max_examples=60)
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


@pytest.mark.parametrize("loss", ["abstain:classes=3", [[0, 1, 2], [1, 0, "1e-30"], [3, 1, 0]]])
def test_a_dossier_needs_no_float_solver(monkeypatch: pytest.MonkeyPatch, loss: Any) -> None:
    """HiGHS stops at once and Clarabel proposes nothing: every line is decided nevertheless."""
    whole = highspy.Highs.run

    def stopped(solver: highspy.Highs) -> Any:
        solver.setOptionValue("simplex_iteration_limit", 0)
        solver.setOptionValue("time_limit", 0.0)
        return whole(solver)

    expected = {f.key: f.status for f in analyze(loss).findings}
    monkeypatch.setattr(highspy.Highs, "run", stopped)
    monkeypatch.setattr(optima, "minimise_quadratic", lambda *_: None)
    found = {f.key: f.status for f in analyze(loss).findings}
    assert found == expected
    assert "undecided" not in found.values()
