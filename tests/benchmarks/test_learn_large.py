"""The size of mediamill, generated: 40,000 rows, 120 inputs, 101 labels, fit and predict.

Beside scikit-learn's Nystroem + Ridge with as many landmarks, in the same run.
"""

import numpy as np
import pytest
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline

from qstheory.learn import QuadraticSurrogate

ROWS, INPUTS, LABELS, LANDMARKS = 40_000, 120, 101, 1000
GAMMA, LAM = 1 / (2 * INPUTS), 1e-6


@pytest.fixture(scope="module")
def generated():
    generator = np.random.default_rng(0)
    X = generator.standard_normal((ROWS, INPUTS))
    logits = X @ generator.standard_normal((INPUTS, LABELS)) / np.sqrt(INPUTS) - 1.5
    Y = (logits + 0.5 * generator.standard_normal(logits.shape) > 0).astype(np.int8)
    return X, Y


def surrogate(solver):
    def run(X, Y):
        model = QuadraticSurrogate(
            "hamming", gamma=GAMMA, alpha=LAM, solver=solver, n_components=LANDMARKS
        )
        return model.fit(X, Y).predict(X)

    run.__name__ = solver
    return run


def nystroem_and_ridge(X, Y):
    features = Nystroem(gamma=GAMMA, n_components=LANDMARKS, random_state=0)
    ridge = Ridge(alpha=ROWS * LAM, fit_intercept=False)
    return make_pipeline(features, ridge).fit(X, 2.0 * Y - 1).predict(X) > 0


@pytest.mark.slow
@pytest.mark.parametrize("method", [surrogate("nystrom"), surrogate("fourier"), nystroem_and_ridge])
def test_large(benchmark, generated, method):
    X, Y = generated
    benchmark.group = "fit and predict 40,000 x 120, 101 labels"
    predicted = benchmark.pedantic(method, args=(X, Y), rounds=1)
    assert (predicted != Y).mean() < 0.15
