"""The whole path of 20 lambdas beside 20 fits of scikit-learn's KernelRidge, same predictions."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge

from qstheory.learn.data.loading import load_multilabel
from qstheory.learn.kernels import Kernel
from qstheory.learn.solvers import ExactSolver

LAMS = np.logspace(-6, 0, 20)


def prepare(real_data, name):
    """Four fifths of the rows to fit, the others to predict, and the median width."""
    data = load_multilabel(real_data, name)
    X, U = np.asarray(data.X), data.Y.astype(float)
    order = np.random.default_rng(0).permutation(len(X))
    cut = len(X) * 4 // 5
    kernel = Kernel("gaussian").resolved(X)
    return X[order[:cut]], U[order[:cut]], X[order[cut:]], kernel


def whole_path(X, U, T, kernel):
    return list(ExactSolver().path(kernel, X, U).scores(T, LAMS))


def separate_fits(X, U, T, kernel):
    models = [KernelRidge(kernel="rbf", gamma=kernel.gamma, alpha=len(X) * lam) for lam in LAMS]
    return [model.fit(X, U).predict(T) for model in models]


@pytest.mark.data
@pytest.mark.parametrize("name", ["yeast", "scene"])
@pytest.mark.parametrize("method", [whole_path, separate_fits])
def test_lambda_path(benchmark, real_data, name, method):
    arguments = prepare(real_data, name)
    benchmark.group = f"20 lambdas, {name}"
    found = benchmark.pedantic(method, args=arguments, rounds=3, warmup_rounds=1)
    reference = whole_path(*arguments)
    for own, other in zip(found, reference, strict=True):
        np.testing.assert_allclose(own, other, atol=1e-8)
