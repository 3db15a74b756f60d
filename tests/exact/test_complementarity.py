"""Complementary solutions by their definition, and quadratic programs against scipy."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import cho_factor, cho_solve, solve_triangular
from scipy.optimize import minimize

from qstheory.exact.integer_matrix import apply, inner
from qstheory.exact.programs import complementary, minimise_quadratic
from qstheory.theory.best_constants.hull_program import solve_definite, solve_lower, solve_upper

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


SEEDS = st.integers(0, 2**32 - 1)


@given(SEEDS)
def test_it_is_the_solution_of_scipy(seed: int) -> None:
    random = np.random.default_rng(seed)
    root = random.integers(-3, 4, (3, 3)).astype(float)
    square = root.T @ root + np.eye(3)
    A, b = np.array([[1.0, 1.0, 0.0]]), np.array([1.0])
    C, d = np.eye(3), random.integers(-2, 1, 3).astype(float)
    found = minimise_quadratic(square, (A, b), (C, d))
    known = minimize(
        lambda x: x @ square @ x / 2, np.array([0.5, 0.5, 1.0]), jac=lambda x: square @ x,
        constraints=[{"type": "eq", "fun": lambda x: A @ x - b},
                     {"type": "ineq", "fun": lambda x: C @ x - d}], method="SLSQP", tol=1e-12,
    )  # fmt: skip
    assert found is not None
    np.testing.assert_allclose(found.x @ square @ found.x / 2, known.fun, atol=1e-6)
    gradient = square @ found.x
    np.testing.assert_allclose(gradient, -A.T @ found.equality + C.T @ found.inequality, atol=1e-6)


@given(SEEDS)
def test_triangular_systems_are_solved_as_by_lapack(seed: int) -> None:
    random = np.random.default_rng(seed)
    R = np.triu(random.normal(size=(6, 6))) + 2 * np.eye(6)
    B = random.normal(size=(6, 2))
    np.testing.assert_allclose(solve_upper(R, B), solve_triangular(R, B), rtol=1e-10, atol=1e-12)
    lower = solve_triangular(R.T, B, lower=True)
    np.testing.assert_allclose(solve_lower(R.T, B), lower, rtol=1e-10, atol=1e-12)
    H = R.T @ R
    known = cho_solve(cho_factor(H), B[:, 0])
    np.testing.assert_allclose(solve_definite(H, B[:, 0]), known, rtol=1e-6, atol=1e-9)
