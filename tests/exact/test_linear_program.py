"""Exact optima against scipy, primal and dual checked by multiplication."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from qstheory.errors import Undecided
from qstheory.exact import linear_program
from qstheory.exact.integer_matrix import apply, inner, transpose
from qstheory.exact.linear_program import (
    GeneralProgram,
    Sense,
    StandardProgram,
    at_basis,
    integers,
    optimal_basis,
    optimise,
    solve,
    solve_integers,
)
from qstheory.exact.programs import independent

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


@settings(max_examples=60)
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


@settings(max_examples=40)
@given(programs(), st.data())
def test_the_exact_simplex_agrees_from_any_basis(
    program: StandardProgram, data: st.DataObject
) -> None:
    whole = integers(program)
    rows = independent(whole.matrix.T, range(whole.shape[0]))
    regular = whole.take(rows)
    order = data.draw(st.permutations(range(whole.shape[1])))
    found = at_basis(regular, optimal_basis(regular, regular.completed(order)))
    assert found is not None
    assert found.value == solve_integers(whole).value


def _program(rows: list[list[int]], right: list[int], costs: list[int]) -> StandardProgram:
    exact = tuple(tuple(map(Fraction, row)) for row in rows)
    return StandardProgram(exact, tuple(map(Fraction, right)), tuple(map(Fraction, costs)))


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (_program([[1, 1]], [-1], [0, 0]), "no feasible point"),
        (_program([[1, 1], [2, 2]], [1, 3], [0, 0]), "no feasible point"),
        (_program([[1, -1]], [0], [-1, 0]), "not bounded"),
    ],
)
def test_that_there_is_no_optimum_is_found_exactly(program: StandardProgram, words: str) -> None:
    with pytest.raises(Undecided, match=words):
        solve(program)


@pytest.mark.parametrize("proposal", [[], [[0, 1]], [[0]], [[2]]])
def test_wrong_proposals_change_nothing(
    proposal: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = _program([[1, 1, 0], [0, 1, 1]], [1, 2], [1, 2, 3])
    expected = solve(program)
    monkeypatch.setattr(linear_program, "proposals", lambda _: proposal)
    assert solve(program) == expected


@settings(max_examples=60)
@given(programs(), st.integers(-400, 400), st.integers(-400, 400))
def test_any_scale_is_solved(program: StandardProgram, of_rows: int, of_costs: int) -> None:
    """Powers of 10 far beyond floating point, and a row that is nearly another one."""
    value = solve(program).value
    first = Fraction(10) ** of_rows
    scaled = StandardProgram(
        (tuple(first * x for x in program.rows[0]), *program.rows[1:]),
        (first * program.right[0], *program.right[1:]),
        tuple(Fraction(10) ** of_costs * c for c in program.objective),
    )
    assert solve(scaled).value == Fraction(10) ** of_costs * value


def test_redundant_rows_and_ill_scaled_numbers_are_solved() -> None:
    tiny = Fraction(1, 10**12)
    rows = ((Fraction(1), Fraction(1)), (Fraction(2), Fraction(2)), (tiny, 2 * tiny))
    found = solve(StandardProgram(rows, (Fraction(1), Fraction(2), tiny), (Fraction(1),) * 2))
    assert found.x == (1, 0)


@st.composite
def general_programs(draw: st.DrawFn) -> GeneralProgram:
    """Of few variables, some free, with a point that meets all constraints; bounded or not."""
    size = draw(st.integers(1, 3))
    free = frozenset(draw(st.sets(st.integers(0, size - 1))))
    point = [draw(RATIONALS if j in free else NONNEGATIVE) for j in range(size)]

    def rows(count: int) -> list[tuple[Fraction, ...]]:
        return [tuple(draw(RATIONALS) for _ in range(size)) for _ in range(count)]

    equal = [(a, inner(a, point)) for a in rows(draw(st.integers(0, 1)))]
    least = [
        (a, inner(a, point) - draw(NONNEGATIVE)) for a in rows(draw(st.integers(1, 4 * size + 4)))
    ]
    (objective,) = rows(1)
    return GeneralProgram(objective, tuple(equal), tuple(least), free)


@settings(max_examples=150)
@given(general_programs(), st.sampled_from(Sense))
def test_an_optimum_is_feasible_and_that_of_scipy_with_few_constraints_or_many(
    program: GeneralProgram, sense: Sense
) -> None:
    equal, least = program.equalities, program.inequalities
    peer = linprog(
        [sense.value * float(c) for c in program.objective],
        A_ub=[[-float(x) for x in a] for a, _ in least],
        b_ub=[-float(b) for _, b in least],
        A_eq=[[float(x) for x in a] for a, _ in equal] or None,
        b_eq=[float(b) for _, b in equal] or None,
        bounds=[
            (None, None) if j in program.free else (0, None) for j in range(len(program.objective))
        ],
    )
    if peer.status in (2, 3):  # No presolver tells unbounded from infeasible: a point exists.
        with pytest.raises(Undecided):
            optimise(program, sense)
        return
    x = optimise(program, sense)
    assert all(inner(a, x) == b for a, b in equal)
    assert all(inner(a, x) >= b for a, b in least)
    assert all(v >= 0 for j, v in enumerate(x) if j not in program.free)
    assert peer.fun == pytest.approx(sense.value * float(inner(program.objective, x)), abs=1e-7)
