"""Kernels against their formulas."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from qstheory.errors import InvalidParameter
from qstheory.learn.kernels import Kernel
from qstheory.learn.selection import width_grid

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
