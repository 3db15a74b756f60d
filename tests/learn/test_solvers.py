"""Kernels against their formulas, and every solver against the problem that it solves."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.kernel_ridge import KernelRidge

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.learn.kernels import Kernel
from qstheory.learn.selection import width_grid
from qstheory.learn.solvers import ExactSolver, FourierSolver, NystromSolver, PrimalSolver

LAMS = np.logspace(-6, 1, 20)


@pytest.fixture
def problem():
    generator = np.random.default_rng(0)
    X = generator.standard_normal((60, 4))
    U = np.column_stack([np.sin(X[:, 0]), X[:, 1] > 0, X.sum(axis=1)])
    return X, U, generator.standard_normal((25, 4))


def test_paths_equal_refits_and_scikit_learn(problem):
    X, U, T = problem
    kernel = Kernel("gaussian", gamma=0.3)
    path = ExactSolver().path(kernel, X, U)
    for lam, scores in zip(LAMS, path.scores(T, LAMS), strict=True):
        refit = ExactSolver().fit(kernel, X, U, lam).scores(T)
        reference = KernelRidge(kernel="rbf", gamma=0.3, alpha=len(X) * lam).fit(X, U).predict(T)
        np.testing.assert_allclose(scores, refit, atol=1e-8)
        np.testing.assert_allclose(scores, reference, atol=1e-8)
        np.testing.assert_allclose(path.at(lam).scores(T), scores, atol=1e-8)


@pytest.mark.parametrize("solver", [NystromSolver(20), FourierSolver(30)])
def test_feature_paths_equal_refits(problem, solver):
    X, U, T = problem
    path = solver.path(Kernel("gaussian", gamma=0.3), X, U)
    for lam, scores in zip(LAMS, path.scores(T, LAMS), strict=True):
        refit = solver.fit(Kernel("gaussian", gamma=0.3), X, U, lam).scores(T)
        np.testing.assert_allclose(scores, refit, atol=1e-7)


@pytest.mark.parametrize("lam", [1e-4, 1e-2, 1.0])
def test_leave_one_out_is_n_fits_with_the_same_n_lambda(problem, lam):
    X, U, _ = problem
    X, U = X[:25], U[:25]
    kernel = Kernel("laplace", gamma=0.5)
    n = len(X)
    brute = np.empty_like(U)
    for i in range(n):
        rest = np.arange(n) != i
        fit = ExactSolver().fit(kernel, X[rest], U[rest], lam * n / (n - 1))
        brute[i] = fit.scores(X[i : i + 1])[0]
    np.testing.assert_allclose(
        ExactSolver().path(kernel, X, U).leave_one_out(lam), brute, atol=1e-9
    )
    everything = NystromSolver(n_components=n)
    np.testing.assert_allclose(everything.path(kernel, X, U).leave_one_out(lam), brute, atol=1e-7)


@pytest.mark.parametrize("name", ["gaussian", "laplace", "laplacian", "linear", "polynomial"])
def test_nystrom_with_all_rows_is_the_exact_solver(problem, name):
    X, U, T = problem
    kernel, lam = Kernel(name, gamma=0.2, degree=2), 1e-2
    exact = ExactSolver().fit(kernel, X, U, lam).scores(T)
    nystrom = NystromSolver(len(X)).fit(kernel, X, U, lam).scores(T)
    np.testing.assert_allclose(nystrom, exact, atol=1e-6)


@pytest.mark.parametrize("solver", [ExactSolver(), NystromSolver(1000), FourierSolver(30)])
def test_weights_stand_for_repetition(problem, solver):
    """Against the same solver on rows repeated w times, weight 0 included; the path agrees."""
    X, U, T = problem
    weights = np.random.default_rng(5).integers(0, 4, len(X)).astype(float)
    rows = np.repeat(np.arange(len(X)), weights.astype(int))
    kernel = Kernel("gaussian", gamma=0.3)
    weighed = solver.fit(kernel, X, U, 1e-2, weights)
    repeated = solver.fit(kernel, X[rows], U[rows], 1e-2)
    np.testing.assert_allclose(weighed.scores(T), repeated.scores(T), atol=1e-6)
    path = solver.path(kernel, X, U, weights)
    np.testing.assert_allclose(path.at(1e-2).scores(T), weighed.scores(T), atol=1e-7)
    (by_path,) = path.scores(T, [1e-2])
    np.testing.assert_allclose(by_path, weighed.scores(T), atol=1e-7)


@pytest.mark.parametrize("solver", [ExactSolver(), NystromSolver(1000)])
def test_weighted_leave_one_out_is_n_fits(problem, solver):
    X, U, _ = problem
    weights = np.random.default_rng(6).integers(0, 3, len(X)).astype(float)
    kernel, lam, total = Kernel("laplace", gamma=0.5), 1e-2, weights.sum()
    brute = np.empty_like(U)
    for i in range(len(X)):
        rest = np.arange(len(X)) != i
        own = lam * total / weights[rest].sum()
        fit = ExactSolver().fit(kernel, X[rest], U[rest], own, weights[rest])
        brute[i] = fit.scores(X[i : i + 1])[0]
    held_out = solver.path(kernel, X, U, weights).leave_one_out(lam)
    np.testing.assert_allclose(held_out, brute, atol=1e-7)


def test_sparse_targets_give_the_same_fit(problem):
    X, _, T = problem
    U = np.eye(7)[np.random.default_rng(0).integers(0, 7, len(X))]
    for solver in (ExactSolver(), NystromSolver(20, seed=3), FourierSolver(30)):
        kernel = Kernel("gaussian", gamma=0.3)
        dense = solver.fit(kernel, X, U, 1e-3).scores(T)
        sparse = solver.fit(kernel, X, csr_matrix(U), 1e-3).scores(T)
        np.testing.assert_allclose(sparse, dense, atol=1e-10)


@pytest.mark.parametrize("name", ["gaussian", "laplace"])
def test_fourier_features_approximate_their_kernel(problem, name):
    X, _, T = problem
    kernel = Kernel(name, gamma=0.3)
    features = FourierSolver(20_000).representation(kernel, X)
    np.testing.assert_allclose(
        features.features(T) @ features.features(X).T, kernel.matrix(T, X), atol=0.05
    )


def test_an_allocation_that_cannot_succeed_is_refused_before(problem):
    X, U, _ = problem
    kernel = Kernel("gaussian")
    for solver in (ExactSolver(1000), NystromSolver(20, max_memory=1000)):
        with pytest.raises(TooLarge, match="nystrom"):
            solver.path(kernel, X, U)


def test_a_petabyte_is_refused_with_the_real_limit():
    U = np.broadcast_to(np.zeros(1), (20_000_000, 1))
    with pytest.raises(TooLarge, match="PB"):
        ExactSolver().fit(Kernel("gaussian"), U, U, 1.0)


@pytest.mark.parametrize("lam", [0.0, -1.0, float("nan")])
def test_lambda_must_be_positive(problem, lam):
    X, U, _ = problem
    for solver in (ExactSolver(), NystromSolver()):
        with pytest.raises(InvalidParameter, match="positive"):
            solver.fit(Kernel("gaussian"), X, U, lam)


def test_what_a_solver_cannot_do_it_says(problem):
    X, U, _ = problem
    with pytest.raises(InvalidParameter, match="Gaussian or Laplace"):
        FourierSolver().path(Kernel("linear"), X, U)
    with pytest.raises(InvalidParameter, match="need the inputs"):
        NystromSolver().fit(Kernel("precomputed"), X @ X.T, U, 1.0)


def test_a_kernel_that_is_not_positive_semidefinite_is_solved_all_the_same():
    K = np.array([[0.0, 2.0], [2.0, 0.0]])
    U = np.array([[1.0], [3.0]])
    expected = np.linalg.solve(K + 2 * 0.1 * np.eye(2), U)
    fit = ExactSolver().fit(Kernel("precomputed"), K, U, 0.1)
    np.testing.assert_allclose(fit.coefficients, expected)
    path = ExactSolver().path(Kernel("precomputed"), K, U)
    np.testing.assert_allclose(path.at(0.1).coefficients, expected)
    assert K[0, 0] == 0.0  # the caller's matrix is left alone


def test_primal_is_the_exact_solver_of_the_linear_kernel(problem):
    X, U, T = problem
    for inputs, test in ((X, T), (csr_matrix(X), csr_matrix(T))):
        exact = ExactSolver().fit(Kernel("linear"), X, U, 1e-2).scores(T)
        primal = PrimalSolver().fit(Kernel("linear"), inputs, U, 1e-2).scores(test)
        np.testing.assert_allclose(primal, exact, atol=1e-9)
    with pytest.raises(InvalidParameter, match="kernel='linear'"):
        PrimalSolver().path(Kernel("gaussian"), X, U)


X = np.random.default_rng(0).standard_normal((7, 3))
Y = np.random.default_rng(1).standard_normal((4, 3))
DISTANCES = np.linalg.norm(X[:, None] - Y[None], axis=2)


@pytest.mark.parametrize(
    ("kernel", "expected"),
    [
        (Kernel("gaussian", 0.7), np.exp(-0.7 * DISTANCES**2)),
        (Kernel("rbf", 0.7), np.exp(-0.7 * DISTANCES**2)),
        (Kernel("laplace", 0.7), np.exp(-0.7 * DISTANCES)),
        (Kernel("laplacian", 0.7), np.exp(-0.7 * np.abs(X[:, None] - Y[None]).sum(axis=2))),
        (Kernel("linear"), X @ Y.T),
        (Kernel("polynomial", 0.5, degree=2, coef0=3), (0.5 * X @ Y.T + 3) ** 2),
        (Kernel("poly", 0.5, degree=2, coef0=3), (0.5 * X @ Y.T + 3) ** 2),
        (Kernel("sigmoid", 0.5, coef0=3), np.tanh(0.5 * X @ Y.T + 3)),
        (Kernel("cosine"), X @ Y.T / np.outer(*[np.linalg.norm(v, axis=1) for v in (X, Y)])),
        (Kernel(np.dot), X @ Y.T),
        (Kernel("polynomial"), (X @ Y.T / 3 + 1) ** 3),
    ],
)
def test_formulas_dense_and_sparse(kernel, expected):
    np.testing.assert_allclose(kernel.matrix(X, Y), expected, atol=1e-12)
    if not callable(kernel.name) and kernel.name not in {"laplacian"}:
        sparse = kernel.matrix(csr_matrix(X), csr_matrix(Y))
        np.testing.assert_allclose(sparse, expected, atol=1e-12)


@pytest.mark.parametrize(("name", "power"), [("gaussian", 2), ("laplace", 1)])
def test_the_median_width(name, power):
    distances = np.linalg.norm(X[:, None] - X[None], axis=2)[np.triu_indices(7, k=1)]
    kernel = Kernel(name).resolved(X)
    assert kernel.gamma == pytest.approx(np.median(distances) ** -power)
    assert kernel.resolved(10 * X) is kernel
    np.testing.assert_allclose(Kernel(name).matrix(X), kernel.matrix(X))


def test_inputs_that_are_all_equal_have_a_width():
    assert Kernel("gaussian").resolved(np.ones((3, 2))).gamma == 1.0
    assert Kernel("gaussian").resolved(np.ones((1, 2))).gamma == 1.0


def test_the_grid_runs_from_wide_to_narrow():
    gamma = float(Kernel("gaussian").resolved(X).gamma)
    np.testing.assert_allclose(width_grid(Kernel("gaussian"), X, (1, 2)), [gamma / 4, gamma])
    gamma = float(Kernel("laplace").resolved(X).gamma)
    np.testing.assert_allclose(width_grid(Kernel("laplace"), X, (1, 2)), [gamma / 2, gamma])
    assert len(width_grid(Kernel("linear"), X)) == 1
    assert len(width_grid(Kernel("precomputed"), X)) == 1


@pytest.mark.parametrize("arguments", [("magic",), ("gaussian", 0.0), ("gaussian", "wide")])
def test_refusals(arguments):
    with pytest.raises(InvalidParameter):
        Kernel(*arguments)
