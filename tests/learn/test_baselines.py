"""Baselines against their definitions."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.exceptions import NotFittedError
from sklearn.svm import SVC, LinearSVC

from qstheory.errors import InvalidParameter
from qstheory.learn import (
    ConstantPredictor,
    LogisticRelevance,
    RankSVM,
    ThresholdMarginals,
    UnarySVM,
)
from qstheory.learn.baselines import ThresholdFunction, best_thresholds
from qstheory.learn.decoders import decoder_for
from qstheory.learn.rankers import preference_pairs

MULTILABEL = [("hamming", {}), ("zero-one", {}), ("f-score", {"undefined": "one"})]


@pytest.fixture
def labelled():
    generator = np.random.default_rng(3)
    X = generator.standard_normal((60, 3))
    Y = (X @ generator.standard_normal((3, 4)) + generator.standard_normal((60, 4)) > 0).astype(int)
    return X, Y


@pytest.mark.parametrize(("loss", "parameters"), MULTILABEL)
def test_the_constant_is_the_best_of_all_label_sets(labelled, loss, parameters):
    X, Y = labelled
    model = ConstantPredictor(loss, loss_parameters=parameters).fit(X, Y)
    decoder = decoder_for(loss, **parameters)
    risks = [decoder.loss(np.tile(z, (len(Y), 1)), Y).mean() for z in product((0, 1), repeat=4)]
    assert model.risk(X, Y) == pytest.approx(min(risks))


@pytest.mark.parametrize(("loss", "parameters"), MULTILABEL)
def test_thresholds_are_best_among_all_cuts(loss, parameters):
    generator = np.random.default_rng(0)
    marginals = generator.random((200, 5))
    Y = (generator.random((200, 5)) < generator.random((200, 1))).astype(int)
    decoder = decoder_for(loss, **parameters)
    thresholds = best_thresholds(marginals, Y, decoder)
    attained = decoder.loss((marginals > thresholds[:, None]).astype(int), Y)
    cuts = np.sort(marginals, axis=1)
    every = [decoder.loss((marginals >= cuts[:, [k]]).astype(int), Y) for k in range(5)]
    every.append(decoder.loss(np.zeros_like(Y), Y))
    np.testing.assert_allclose(attained, np.min(every, axis=0))


def test_the_threshold_function_is_least_squares():
    generator = np.random.default_rng(0)
    marginals = generator.random((50, 3))
    thresholds = marginals @ [0.2, -0.1, 0.4] + 0.3
    fitted = ThresholdFunction.fit(marginals, thresholds)
    np.testing.assert_allclose(fitted.weights, [0.2, -0.1, 0.4, 0.3], atol=1e-3)


def structural_hinge(v, y):
    """S(v, y) = max_y' (1/m) sum 1(y'_j != y_j) + sum v_j s(y'_j) - sum v_j s(y_j), by search."""
    signs = np.array(list(product((-1, 1), repeat=len(y))))
    own = 2 * y - 1
    return max((s != own).mean() + v @ s for s in signs) - v @ own


def test_the_structural_svm_with_unary_potentials_is_a_sum_of_hinges():
    generator = np.random.default_rng(0)
    for _ in range(50):
        v, y = generator.standard_normal(4), generator.integers(0, 2, 4)
        hinges = np.maximum(0, 1 - (2 * y - 1) * (2 * 4 * v)).mean()
        assert structural_hinge(v, y) == pytest.approx(hinges)


def test_unary_svm_is_one_svm_a_label(labelled):
    X, Y = labelled
    Y = np.column_stack([Y, np.ones(len(Y), dtype=int), np.zeros(len(Y), dtype=int)])
    model = UnarySVM(C=0.7).fit(X, Y)
    predicted = model.predict(X)
    for j in range(4):
        alone = LinearSVC(loss="hinge", C=0.7, max_iter=300, random_state=0).fit(X, Y[:, j])
        np.testing.assert_array_equal(predicted[:, j], alone.predict(X))
        # libsvm solves the same problem, but for the penalty on the intercept
        other = SVC(kernel="linear", C=0.7).fit(X, Y[:, j])
        assert (other.predict(X) == predicted[:, j]).mean() > 0.9
    assert predicted[:, 4].all()
    assert not predicted[:, 5].any()


def test_logistic_relevance_and_thresholds_beat_the_constant(labelled):
    X, Y = labelled
    constant = ConstantPredictor("hamming").fit(X, Y).risk(X, Y)
    for model in (LogisticRelevance(), ThresholdMarginals(), UnarySVM()):
        assert model.fit(X, Y).risk(X, Y) < constant
        assert model.decoder_.name == "hamming"


@pytest.mark.parametrize("model", [UnarySVM("multiclass"), ThresholdMarginals("multiclass")])
def test_methods_for_label_sets_refuse_other_losses(labelled, model):
    with pytest.raises(InvalidParameter, match="label sets"):
        model.fit(labelled[0], labelled[1][:, 0])


def test_rank_svm_minimises_the_mean_pairwise_hinge():
    generator = np.random.default_rng(0)
    X = generator.standard_normal((30, 2))
    query = np.repeat([1, 2, 3], 10)
    relevance = (X @ [1.0, -2.0] + generator.standard_normal(30) > 0).astype(int)
    better, worse = preference_pairs(relevance, query)
    differences = X[better] - X[worse]

    def objective(w):
        return w @ w / 2 + 5.0 * np.maximum(0, 1 - differences @ w).mean()

    model = RankSVM(C=5.0, max_iter=100_000).fit(X, relevance, query)
    best = minimize(objective, model.weights_, method="Nelder-Mead", options={"xatol": 1e-8})
    assert objective(model.weights_) == pytest.approx(best.fun, rel=1e-3)


def test_rank_svm_without_preferences_is_refused():
    model = RankSVM()
    with pytest.raises(InvalidParameter, match="different relevance"):
        model.fit(np.eye(3), [1, 1, 1], [1, 1, 1])
    with pytest.raises(NotFittedError):
        model.predict(np.eye(3))
