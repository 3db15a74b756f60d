"""Rational solutions and kernels check by multiplication."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.exact.integer_matrix import apply, kernel, rank, solve

RATIONALS = st.fractions(-3, 3, max_denominator=4)


@st.composite
def matrices(draw: st.DrawFn) -> list[list[Fraction]]:
    """Small rational matrices, often singular."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    return draw(
        st.lists(
            st.lists(
                st.one_of(st.just(Fraction(0)), RATIONALS), min_size=columns, max_size=columns
            ),
            min_size=rows,
            max_size=rows,
        )
    )


@settings(max_examples=30)
@given(matrices(), st.data())
def test_consistent_systems_are_solved(rows: list[list[Fraction]], data: st.DataObject) -> None:
    columns = len(rows[0])
    chosen = data.draw(st.lists(RATIONALS, min_size=columns, max_size=columns))
    target = apply(rows, chosen)
    found = solve(rows, target)
    assert found is not None
    assert apply(rows, found) == target


@settings(max_examples=30)
@given(matrices())
def test_the_kernel_has_the_dimension_that_is_left(rows: list[list[Fraction]]) -> None:
    columns = len(rows[0])
    basis = kernel(rows, columns)
    assert len(basis) == columns - rank(rows)
    assert all(not any(apply(rows, x)) for x in basis)
    assert rank(basis) == len(basis)


def test_an_inconsistent_system_has_no_solution() -> None:
    assert solve([[Fraction(1)], [Fraction(1)]], [Fraction(1), Fraction(2)]) is None
