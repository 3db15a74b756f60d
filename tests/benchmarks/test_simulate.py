"""One decomposition for all lambda, beside scikit-learn's kernel ridge per loss."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge

from qstheory.simulate.domain import INTERVAL
from qstheory.simulate.jobs import FACTORS, ridge
from qstheory.simulate.study import TABLE_LOSSES
from qstheory.simulate.subjects import Subject, make_world
from qstheory.simulate.world import kernel


@pytest.fixture(scope="module")
def problem(sized):
    """x, the targets of every loss of Table 1, and points to predict at."""
    worlds = [make_world(Subject(loss), "p=1") for loss in TABLE_LOSSES]
    n = sized(1024, 256)
    samples = [world.sample(n, np.random.default_rng(0)) for world in worlds]
    targets = [world.U[y] for world, (_, y) in zip(worlds, samples, strict=True)]
    return samples[0][0], targets, np.linspace(-1, 1, 256), [f * n**-0.5 for f in FACTORS]


def once(x, targets, points, lambdas):
    """An eigendecomposition of the features' inner products for each loss."""
    paths, at = [ridge(x, target) for target in targets], INTERVAL.features(points)
    return [at @ path.at(lam).coefficients for path in paths for lam in lambdas]


def dense(x, targets, points, lambdas):
    """An eigendecomposition of the kernel matrix, shared."""
    values, vectors = np.linalg.eigh(kernel(x, x))
    at = kernel(points, x)
    found = []
    for target in targets:
        rotated = vectors.T @ target
        for lam in lambdas:
            found.append(at @ (vectors @ (rotated / (values + len(x) * lam)[:, None])))
    return found


def per_loss(x, targets, points, lambdas):
    """KernelRidge for every loss and lambda."""
    gram, at = kernel(x, x), kernel(points, x)
    found = []
    for target in targets:
        for lam in lambdas:
            model = KernelRidge(alpha=len(x) * lam, kernel="precomputed").fit(gram, target)
            found.append(model.predict(at))
    return found


@pytest.mark.parametrize("learn", [once, dense, per_loss])
def test_all_losses_and_lambda(benchmark, learn, problem):
    """The same predictions; the time is shown, not asserted."""
    found = benchmark.pedantic(learn, problem, rounds=3, warmup_rounds=0)
    for mine, theirs in zip(found, once(*problem), strict=True):
        assert np.allclose(mine, theirs.reshape(mine.shape), atol=1e-6)
