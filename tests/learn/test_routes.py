"""Loss trick and decomposition: every loss is learned with the least estimated risk."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from qstheory import losses
from qstheory.errors import InvalidParameter, TooLarge, UndefinedLoss
from qstheory.learn import (
    ConstantPredictor,
    QuadraticSurrogate,
    QuadraticSurrogateCV,
    ThresholdMarginals,
)
from qstheory.learn.decoders import decoder_for
from qstheory.losses.base import matrix_loss

EMPTY = {"undefined": "one"}


def estimated_risk(weights, loss, predictions, Y):
    """sum_i alpha_i(x) L(z, y_i), straight from the exact entries."""
    rows = [tuple(row) for row in Y.tolist()]
    return np.array(
        [
            sum(a * float(loss.entry(tuple(z), y)) for a, y in zip(alpha, rows, strict=True))
            for alpha, z in zip(weights, predictions.tolist(), strict=True)
        ]
    )


@pytest.mark.parametrize(
    ("name", "parameters"), [("hamming", {}), ("zero-one", {}), ("f-score", EMPTY)]
)
def test_both_routes_and_the_exact_loss_reach_the_same_estimated_risk(labelled, name, parameters):
    X, Y = labelled
    if name not in losses.families():
        pytest.skip(f"the catalogue has no loss {name}")
    exact = losses.make(name, m=4, **parameters)
    settings = {"alpha": 1e-3, "gamma": 0.5}
    first = QuadraticSurrogate(name, loss_parameters=parameters, **settings).fit(X[:60], Y[:60])
    second = clone(first).set_params(route="loss-trick").fit(X[:60], Y[:60])
    third = QuadraticSurrogate(exact, **settings).fit(X[:60], Y[:60])
    weights = first.weights(X[60:])
    risks = [
        estimated_risk(weights, exact, model.predict(X[60:]), Y[:60])
        for model in (first, second, third)
    ]
    np.testing.assert_allclose(risks[0], risks[1], atol=1e-9)
    np.testing.assert_allclose(risks[0], risks[2], atol=1e-9)


def test_rankings_are_learned_as_relevances():
    """Positions given as y are the relevances m - position, and come back as positions."""
    generator = np.random.default_rng(0)
    X = generator.standard_normal((50, 4))
    rankings = np.argsort(np.argsort(-X, axis=1), axis=1) + 1
    model = QuadraticSurrogate("ndcg", loss_parameters={"gain": "linear"}, target="rankings")
    predicted = model.set_params(kernel="linear", alpha=1e-6).fit(X, rankings).predict(X)
    assert (predicted == rankings).mean() > 0.8
    by_relevance = QuadraticSurrogate("ndcg", loss_parameters={"gain": "linear"}, kernel="linear")
    by_relevance.set_params(alpha=1e-6).fit(X, 4 - rankings)
    np.testing.assert_array_equal(by_relevance.predict(X), predicted)


def test_exact_losses_of_classes_and_of_permutations():
    generator = np.random.default_rng(0)
    X = generator.standard_normal((30, 2))
    y = generator.integers(0, 3, 30)
    by_loss = QuadraticSurrogate(losses.make("ordinal-absolute", classes=3)).fit(X, y)
    np.testing.assert_array_equal(
        by_loss.predict(X), QuadraticSurrogate("ordinal-absolute").fit(X, y).predict(X)
    )
    Y = np.maximum(generator.integers(0, 2, (30, 3)), [1, 0, 0])
    exact = losses.make("pairwise-disagreement", m=3, undefined="one")
    by_entries = QuadraticSurrogate(exact).fit(X, Y)
    own = QuadraticSurrogate("pairwise-disagreement", loss_parameters=EMPTY).fit(X, Y)
    assert by_entries.score(X, Y) == pytest.approx(own.score(X, Y))
    assert sorted(by_entries.predict(X)[0].tolist()) == [1, 2, 3]


def test_an_exact_loss_may_predict_sets_of_classes():
    """Top-k: the prediction is a set, the observation a class."""
    generator = np.random.default_rng(3)
    X, y = generator.standard_normal((40, 2)), generator.integers(0, 4, 40)
    by_loss = QuadraticSurrogate(losses.make("top-k", classes=4, k=2)).fit(X, y)
    own = QuadraticSurrogate("top-k", loss_parameters={"classes": 4, "k": 2}).fit(X, y)
    np.testing.assert_array_equal(by_loss.predict(X), own.predict(X))
    assert by_loss.score(X, y) == own.score(X, y)


def examples_of_exact_losses():
    made = [losses.make(name, **e) for name, f in losses.families().items() for e in f.examples]
    small = [loss for loss in made if max(loss.predictions.size, loss.observations.size) < 100]
    return [pytest.param(loss, id=loss.name) for loss in small]


@pytest.mark.parametrize("loss", examples_of_exact_losses())
def test_every_exact_loss_is_learned_with_the_least_estimated_risk(loss):
    """The risk sum_i alpha_i L(z, y_i) of the prediction is the least of all, from the entries."""
    generator = np.random.default_rng(7)
    X, Z, Y = generator.standard_normal((10, 2)), list(loss.predictions), list(loss.observations)
    observed = [Y[i] for i in generator.integers(0, len(Y), 8)]
    classes = None if isinstance(Y[0], tuple) else Y
    model = QuadraticSurrogate(loss, alpha=1e-3, classes=classes).fit(X[:8], np.array(observed))
    entries = np.array([[float(sum(loss.enclosure(z, y, 60))) / 2 for y in observed] for z in Z])
    risks = model.weights(X[8:]) @ entries.T
    place = {z if isinstance(z, tuple) else str(z): k for k, z in enumerate(Z)}
    place["None"] = len(Z) - 1  # abstaining is no class
    for own, z in zip(risks, model.predict(X[8:]).tolist(), strict=True):
        assert own[place[tuple(z) if isinstance(z, list) else str(z)]] <= own.min() + 1e-9


def test_a_matrix_with_names_is_learned_by_name():
    generator = np.random.default_rng(3)
    X = generator.standard_normal((40, 2))
    y = np.where(X[:, 0] > 0, "sick", "well")
    entries = [[Fraction(0), Fraction(1)], [Fraction(5), Fraction(0)], [Fraction(1), Fraction(1)]]
    loss = matrix_loss(entries, ["treat", "send home", "test"], ["sick", "well"])
    for route in ("decomposition", "loss-trick"):
        model = QuadraticSurrogate(loss, route=route, alpha=1e-3).fit(X, y)
        assert set(model.predict(X)) <= {"treat", "send home", "test"}
        assert set(model.predict(X[y == "sick"])) <= {"treat", "test"}
        assert model.score(X, y) > -0.2
    with pytest.raises(InvalidParameter, match="'dead' is none of"):
        model.score(X, np.where(X[:, 0] > 0, "sick", "dead"))
    by_number = QuadraticSurrogate(matrix_loss(entries), alpha=1e-3).fit(X, (y == "well") * 1)
    assert set(by_number.predict(X)) <= {0, 1, 2}
    named = QuadraticSurrogate(loss, alpha=1e-3).fit(X, y).predict(X)
    names = np.array(["treat", "send home", "test"])
    np.testing.assert_array_equal(names[by_number.predict(X)], named)


@pytest.mark.parametrize("m", [3, 4])
def test_irrational_entries_are_taken_in_double_precision(m):
    """The exact NDCG has the log discount by default, as the paper's experiment does."""
    generator = np.random.default_rng(4)
    X, Y = generator.standard_normal((40, 2)), generator.integers(1, 4, (40, m))
    exact = losses.make("ndcg", m=m, R=3)
    by_loss, own = QuadraticSurrogate(exact).fit(X, Y), QuadraticSurrogate("ndcg").fit(X, Y)
    np.testing.assert_array_equal(by_loss.predict(X), own.predict(X))
    assert by_loss.score(X, Y) == pytest.approx(own.score(X, Y), abs=1e-13)


def test_a_loss_without_a_decoder_needs_few_predictions_or_candidates():
    generator = np.random.default_rng(0)
    X, Y = generator.standard_normal((30, 2)), generator.integers(0, 2, (30, 12))
    printed = losses.make("pairwise-disagreement", m=12, undefined="one", orientation="printed")
    with pytest.raises(TooLarge, match="no decoder for its conventions"):
        QuadraticSurrogate(printed).fit(X, Y)
    few = np.array([np.arange(1, 13), np.arange(12, 0, -1)])
    predicted = QuadraticSurrogate(printed, candidates=few).fit(X, Y).predict(X)
    assert {tuple(row) for row in predicted.tolist()} <= {tuple(row) for row in few.tolist()}


@pytest.mark.parametrize(
    ("name", "parameters", "m"),
    [("f-score", {"undefined": "one"}, 30), ("hamming", {}, 60), ("prec-at-k", {"k": 3}, 40)],
)
def test_an_exact_loss_is_decoded_as_by_its_name(name, parameters, m):
    """In polynomial time, as the name is: 2^30 predictions are not enumerated."""
    generator = np.random.default_rng(0)
    X, Y = generator.standard_normal((40, 2)), generator.integers(0, 2, (40, m))
    exact = QuadraticSurrogate(losses.make(name, m=m, **parameters)).fit(X, Y)
    named = QuadraticSurrogate(name, loss_parameters=parameters).fit(X, Y)
    assert repr(exact.decoder_) == repr(named.decoder_)
    np.testing.assert_array_equal(exact.predict(X), named.predict(X))


def test_an_estimator_with_an_exact_loss_can_be_pickled():
    generator = np.random.default_rng(4)
    X, Y = generator.standard_normal((20, 2)), generator.integers(1, 3, (20, 3))
    fitted = QuadraticSurrogate(losses.make("ndcg", m=3, R=2)).fit(X, Y)
    restored = pickle.loads(pickle.dumps(fitted))  # noqa: S301 (our own bytes)
    np.testing.assert_array_equal(restored.predict(X), fitted.predict(X))
    assert restored.loss == fitted.loss


def test_preference_graphs_on_both_routes():
    """A graph of m items has m (m - 1)/2 columns, so that its predictions are wider or narrower."""
    generator = np.random.default_rng(5)
    X, graphs = generator.standard_normal((30, 2)), generator.integers(-2, 3, (30, 6))
    first = QuadraticSurrogate("pd-graph", loss_parameters=EMPTY).fit(X, graphs)
    second = clone(first).set_params(route="loss-trick").fit(X, graphs)
    assert second.predict(X).shape == (30, 4)
    assert second.score(X, graphs) == pytest.approx(first.score(X, graphs))


@pytest.mark.parametrize(
    "estimator",
    [
        QuadraticSurrogate("f-score"),
        QuadraticSurrogateCV("f-score"),
        ConstantPredictor("f-score"),
        ThresholdMarginals("f-score"),
    ],
    ids=lambda estimator: type(estimator).__name__,
)
def test_after_a_failed_fit_an_estimator_is_not_fitted(labelled, estimator):
    X, Y = labelled
    with pytest.raises(UndefinedLoss):
        estimator.fit(X, np.zeros_like(Y))
    with pytest.raises(NotFittedError):
        estimator.predict(X)


def test_what_an_exact_loss_does_not_observe(labelled):
    X, Y = labelled
    assert (Y.sum(axis=1) == 0).any()
    dropping = QuadraticSurrogate(losses.make("f-score", m=4, undefined="drop")).fit(X, Y)
    own = QuadraticSurrogate("f-score", loss_parameters={"undefined": "drop"}).fit(X, Y * 1.0)
    assert dropping.score(X, Y) == pytest.approx(own.score(X, Y))
    with pytest.raises(InvalidParameter, match="no observation of this loss"):
        QuadraticSurrogate(losses.make("hamming", m=3)).fit(X, Y)


def observations_of(decoder, generator):
    """Random observations of the decoder's kind, and the number of labels or classes."""
    if decoder.observes == "classes":
        return generator.integers(0, 3, 40)[:, None], 3
    high = 3 if decoder.observes == "relevances" else 2
    Y = generator.integers(0, high, (40, 3))
    Y[:, 0] = np.maximum(Y[:, 0], Y[:, 1:].max(axis=1) == 0)  # nothing is undefined
    return Y, 3


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("hamming", {}),
        ("block-zero-one", {"blocks": "parity"}),
        ("prec-at-k", {"k": 2}),
        ("f-score", {}),
        ("f-score-columns", {}),
        ("jaccard", {}),
        ("ndcg", {}),
        ("ndcg", {"k": 2}),
        ("pairwise-disagreement", {"undefined": "one"}),
        ("pd-graded", {"undefined": "one"}),
        ("map", {}),
        ("multiclass", {}),
        ("abstain", {}),
        ("ordinal-absolute", {}),
        ("ordinal-squared", {}),
        ("top-k", {"k": 2, "classes": 3}),
        ("matrix", {"matrix": ((0, 1, 2), (3, 0, 1), (1, 1, 1), (2, 5, 0))}),
    ],
)
def test_both_routes_reach_the_least_estimated_risk_of_every_loss(name, parameters):
    generator = np.random.default_rng(5)
    decoder = decoder_for(name, **parameters)
    Y, m = observations_of(decoder, generator)
    X = generator.standard_normal((40, 2)) + Y[:, :1]
    T = generator.standard_normal((15, 2))
    settings = {"loss_parameters": parameters, "alpha": 1e-3, "gamma": 0.5}
    y = Y[:, 0] if decoder.observes == "classes" else Y
    first = QuadraticSurrogate(name, **settings).fit(X, y)
    weights = first.weights(T)
    everything = first.decoder_.predictions(m)
    least = [
        min(alpha @ decoder.fit(Y).loss(np.tile(z, (40, 1)), Y) for z in everything)
        for alpha in weights
    ]
    for model in (first, clone(first).set_params(route="loss-trick").fit(X, y)):
        rows = model.decoder_.decode(model.surrogate(T))
        reached = [
            alpha @ decoder.fit(Y).loss(np.tile(z, (40, 1)), Y)
            for alpha, z in zip(weights, rows, strict=True)
        ]
        np.testing.assert_allclose(reached, least, atol=1e-9)
