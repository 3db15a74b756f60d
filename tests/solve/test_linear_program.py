"""Exact optima against scipy, primal and dual checked by multiplication."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from qstheory.errors import Undecided
from qstheory.exact.rational import apply, inner, transpose
from qstheory.solve import linear_program
from qstheory.solve.linear_program import StandardProgram, solve
from qstheory.solve.rational_simplex import simplex

RATIONALS = st.fractions(-3, 3, max_denominator=3)
NONNEGATIVE = st.fractions(0, 3, max_denominator=3)


@st.composite
def programs(draw: st.DrawFn) -> StandardProgram:
    """Feasible programs with non-negative costs, so that there is an optimum."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 6))
    matrix = [[draw(RATIONALS) for _ in range(columns)] for _ in range(rows)]
    point = [draw(NONNEGATIVE) for _ in range(columns)]
    costs = tuple(draw(NONNEGATIVE) for _ in range(columns))
    return StandardProgram(tuple(map(tuple, matrix)), apply(matrix, point), costs)


@settings(max_examples=60, deadline=None)
@given(programs())
def test_the_optimum_is_exact_and_that_of_scipy(program: StandardProgram) -> None:
    found = solve(program)
    assert apply(program.rows, found.x) == program.right
    assert all(x >= 0 for x in found.x)
    priced = apply(transpose(program.rows), found.y)
    assert all(p <= c for p, c in zip(priced, program.objective, strict=True))
    assert inner(program.objective, found.x) == inner(program.right, found.y) == found.value
    peer = linprog(
        [float(c) for c in program.objective],
        A_eq=[[float(x) for x in row] for row in program.rows],
        b_eq=[float(b) for b in program.right],
    )
    assert peer.fun == pytest.approx(float(found.value), abs=1e-7)


@settings(max_examples=40, deadline=None)
@given(programs())
def test_the_rational_simplex_agrees(program: StandardProgram) -> None:
    basis = simplex(program.rows, program.right, program.objective)
    assert basis is not None
    rebuilt = linear_program._rebuild(program, basis)
    assert rebuilt is not None
    assert rebuilt.value == solve(program).value


def _program(rows: list[list[int]], right: list[int], costs: list[int]) -> StandardProgram:
    exact = tuple(tuple(map(Fraction, row)) for row in rows)
    return StandardProgram(exact, tuple(map(Fraction, right)), tuple(map(Fraction, costs)))


@pytest.mark.parametrize(
    "program",
    [
        _program([[1, 1]], [-1], [0, 0]),
        _program([[1, -1]], [0], [-1, 0]),
    ],
    ids=["infeasible", "unbounded"],
)
def test_no_optimum_is_undecided(program: StandardProgram) -> None:
    assert simplex(program.rows, program.right, program.objective) is None
    with pytest.raises(Undecided):
        solve(program)


def test_a_wrong_basis_is_never_taken() -> None:
    program = _program([[1, 1, 0], [0, 1, 1]], [1, 2], [1, 2, 3])
    good = solve(program)
    for basis in ([0], [0, 0], [1, 2], [0, 4]):
        rebuilt = linear_program._rebuild(program, basis)
        assert rebuilt is None or rebuilt.value == good.value


def test_the_simplex_takes_over_when_the_proposal_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    program = _program([[1, 1, 0], [0, 1, 1]], [1, 2], [1, 2, 3])
    expected = solve(program)
    for proposal in (None, [0, 1]):
        monkeypatch.setattr(linear_program, "_propose", lambda _, p=proposal: p)
        assert solve(program).value == expected.value
    monkeypatch.setattr(linear_program, "SIMPLEX_LIMIT", 0)
    monkeypatch.setattr(linear_program, "_propose", lambda _: None)
    with pytest.raises(Undecided):
        solve(program)


def test_redundant_rows_and_ill_scaled_numbers_are_solved() -> None:
    tiny = Fraction(1, 10**12)
    rows = ((Fraction(1), Fraction(1)), (Fraction(2), Fraction(2)), (tiny, 2 * tiny))
    found = solve(StandardProgram(rows, (Fraction(1), Fraction(2), tiny), (Fraction(1),) * 2))
    assert found.x == (1, 0)
