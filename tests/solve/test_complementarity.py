"""Complementary solutions satisfy their definition, for convex quadratic programs of any scale."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.exact.integer_matrix import apply, inner
from qstheory.solve.complementarity import complementary

ENTRY = st.integers(-3, 3)


@st.composite
def programs(draw: st.DrawFn) -> tuple[list[list[Fraction]], list[Fraction]]:
    """M = [[B B^T, -A^T], [A, 0]] and q with a feasible point: min |B^T x|^2 / 2, A x >= A x0."""
    n, k = draw(st.integers(1, 4)), draw(st.integers(0, 4))
    scale = Fraction(10) ** draw(st.sampled_from([-12, 0, 12]))
    B = [[scale * draw(ENTRY) for _ in range(2)] for _ in range(n)]
    A = [[Fraction(draw(ENTRY)) for _ in range(n)] for _ in range(k)]
    x0 = [Fraction(draw(st.integers(0, 3))) for _ in range(n)]
    M = [[*(inner(a, b) for b in B), *(-row[i] for row in A)] for i, a in enumerate(B)]
    M += [[*row, *[Fraction(0)] * k] for row in A]
    q = [*(Fraction(draw(st.integers(0, 2))) for _ in range(n)), *(-x for x in apply(A, x0))]
    return M, q


@settings(max_examples=150)
@given(programs(), st.fractions(0, 1, max_denominator=7))
def test_both_are_nonnegative_and_orthogonal(
    problem: tuple[list[list[Fraction]], list[Fraction]], e: Fraction
) -> None:
    M, q = problem
    constant = [(1 - e) * x for x in q]
    found = complementary(M, constant, q, e)  # q at e is constant + e q = q.
    z = [a + e * b for a, b in zip(found.constant, found.slope, strict=True)]
    w = [a + b for a, b in zip(apply(M, z), q, strict=True)]
    assert min(z) >= 0
    assert min(w) >= 0
    assert inner(w, z) == 0
