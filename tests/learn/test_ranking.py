"""Rankings of queries of different length."""

from io import BytesIO

import joblib
import numpy as np
import pandas as pd
import pytest
import sklearn
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, InconsistentVersionWarning
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import GridSearchCV, GroupKFold
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders import decoder_for
from qstheory.learn.queries import normalised_gains, query_rows
from qstheory.learn.rankers import RankSVM
from qstheory.learn.ranking import RankingSurrogate, RankingSurrogateCV


@pytest.fixture
def queries():
    generator = np.random.default_rng(0)
    query = np.repeat([4, 1, 9], [5, 8, 6])
    X = generator.standard_normal((19, 2))
    relevance = generator.integers(0, 3, 19)
    return X, relevance, query


def test_rows_of_queries_in_increasing_order():
    rows = [part.tolist() for part in query_rows(np.array([2, 1, 2, 1, 3]))]
    assert rows == [[1, 3], [0, 2], [4]]


def test_gains_are_normalised_query_by_query(queries):
    _, relevance, query = queries
    gains = normalised_gains(decoder_for("ndcg", k=3, undefined="zero"), relevance, query)
    own = relevance[query == 4]
    best = sorted(2.0**own - 1, reverse=True)[:3]
    ideal = sum(g / np.log2(p + 2) for p, g in enumerate(best))
    np.testing.assert_allclose(gains[query == 4], (2.0**own - 1) / ideal)


def test_the_surrogate_is_the_formula_with_one_lambda_a_query(queries):
    X, relevance, query = queries
    model = RankingSurrogate(
        loss_parameters={"undefined": "zero"}, gamma=0.4, alpha=1e-2, solver="exact"
    ).fit(X, relevance, query)
    gains = normalised_gains(model.decoder_, relevance, query)
    reference = KernelRidge(kernel="rbf", gamma=0.4, alpha=3 * 1e-2).fit(X, gains)
    np.testing.assert_allclose(model.decision_function(X), reference.predict(X), atol=1e-10)
    positions = model.predict(X, query)
    for rows in query_rows(query):
        order = np.argsort(-model.decision_function(X)[rows], kind="stable")
        np.testing.assert_array_equal(np.argsort(positions[rows]), order)
    losses = [
        model.decoder_.loss(positions[None, rows], relevance[None, rows])[0]
        for rows in query_rows(query)
    ]
    assert model.score(X, relevance, query) == pytest.approx(-np.mean(losses))


def test_every_pair_needs_its_query(queries):
    X, relevance, _ = queries
    with pytest.raises(InvalidParameter, match="query of each row"):
        RankingSurrogate().fit(X, relevance, [1, 2])


RANKERS = (
    RankingSurrogate(loss_parameters={"undefined": "drop"}, n_components=20, gamma=0.5),
    RankingSurrogateCV(
        loss_parameters={"undefined": "drop"}, n_components=20, gammas=[0.5], alphas=[1e-2, 1e-1]
    ),
)


@pytest.fixture
def named():
    """Queries named by text, their rows in no order."""
    generator = np.random.default_rng(1)
    X = generator.standard_normal((72, 3))
    y = np.digitize(X[:, 0] + X[:, 1], [0, 1])
    return X, y, generator.permutation(np.repeat([f"q{i}" for i in range(12)], 6))


@pytest.mark.parametrize("ranker", RANKERS, ids=lambda ranker: type(ranker).__name__)
def test_a_ranker_keeps_the_contract(ranker, named):
    X, y, query = named
    model = clone(ranker).fit(X, y, query)
    positions = model.predict(X, query)
    for rows in query_rows(np.unique(query, return_inverse=True)[1]):
        assert sorted(positions[rows]) == list(range(1, 7))
    sparse = clone(ranker).fit(csr_matrix(X), y, query)
    np.testing.assert_array_equal(sparse.predict(csr_matrix(X), query), positions)
    frame = pd.DataFrame(X, columns=list("abc"), index=np.arange(72) + 5)
    framed = clone(ranker).fit(frame, pd.Series(y), pd.Series(query))
    assert framed.feature_names_in_.tolist() == list("abc")
    shown = framed.set_output(transform="pandas").predict(frame, query)
    assert shown.index.equals(frame.index)
    np.testing.assert_array_equal(shown["position"], positions)
    kept = BytesIO()
    joblib.dump(model, kept)
    kept.seek(0)
    np.testing.assert_array_equal(joblib.load(kept).predict(X, query), positions)
    state = model.__getstate__() | {"_qstheory_version": "0.0.1"}
    with pytest.warns(InconsistentVersionWarning, match=r"qstheory 0\.0\.1"):
        type(ranker)().__setstate__(state)
    assert hasattr(model, "partial_fit") == isinstance(model, RankingSurrogate)
    twice = np.where(query == "q0", 2.0, 1.0)
    losses = {q: model.risk(X[query == q], y[query == q]) for q in np.unique(query)}
    expected = (sum(losses.values()) + losses["q0"]) / 13
    assert -model.score(X, y, query, sample_weight=twice) == pytest.approx(expected)


@pytest.mark.parametrize("ranker", RANKERS, ids=lambda ranker: type(ranker).__name__)
def test_parameters_of_a_ranking_loss_are_searched_within_a_pipeline(ranker, named):
    X, y, query = named
    with sklearn.config_context(enable_metadata_routing=True):
        routed = clone(ranker).set_fit_request(query=True).set_score_request(query=True)
        steps = Pipeline([("scale", StandardScaler()), ("rank", routed)])
        search = GridSearchCV(steps, {"rank__loss_parameters__k": [1, 3]}, cv=GroupKFold(3))
        search.fit(X, y, query=query, groups=query)
    chosen = search.best_estimator_["rank"]
    assert chosen.loss_parameters == {"undefined": "drop", "k": search.best_params_.popitem()[1]}
    assert chosen.decoder_.k == chosen.loss_parameters["k"]


def test_an_unproved_order_is_announced():
    """Average precision is a quadratic assignment problem: 30 documents are too many to prove."""
    generator = np.random.default_rng(0)
    X, query = generator.standard_normal((30, 3)), np.repeat(["a"], 30)
    y = (generator.random(30) < 0.5).astype(int)
    parameters = {"undefined": "one"}
    model = RankingSurrogate("map", loss_parameters=parameters, n_components=30, gamma=0.2)
    model.fit(X, y, query)
    with pytest.warns(ConvergenceWarning, match="1 of 1 predictions"):
        positions = model.predict(X, query)
    again, gaps = model.decode_with_gap(X, query)
    np.testing.assert_array_equal(again, positions)
    assert gaps.shape == (1,)
    assert (gaps > 0).all()


@pytest.mark.parametrize("loss", ["pairwise-disagreement", "map"])
def test_grades_of_a_loss_without_grades_are_refused(loss, named):
    X, y, query = named
    with pytest.raises(InvalidParameter, match="relevances 0 and 1 and y has 2"):
        RankingSurrogate(loss, loss_parameters={"undefined": "drop"}).fit(X, y, query)


def test_the_pairwise_svm_is_the_same_on_sparse_inputs(named):
    X, y, query = named
    dense, sparse = RankSVM().fit(X, y, query), RankSVM().fit(csr_matrix(X), y, query)
    np.testing.assert_allclose(sparse.decision_function(X), dense.decision_function(X), atol=1e-3)
    # One pair alone is turned round as well: the better document has the greater score.
    one = RankSVM().fit(np.array([[0.0], [1.0]]), [0, 1], ["a", "a"])
    assert one.predict(np.array([[0.0], [1.0]]), ["a", "a"]).tolist() == [2, 1]


def test_cross_validation_weighs_held_out_queries_and_takes_jobs():
    """Held-out queries of weight zero are as good as left out, in one process and in two."""
    generator = np.random.default_rng(2)
    query = np.repeat(np.arange(12), 4)
    X = generator.standard_normal((48, 2))
    y = np.clip(np.rint(X[:, 0] + generator.standard_normal(48)), 0, 2).astype(int)
    y[::4] = 1
    training, held_out = np.flatnonzero(query < 6), np.flatnonzero(query >= 6)
    weights = np.where(query < 9, 1.0, 0.0)
    grid = {"alphas": [1e-3, 1e-1, 10.0], "gammas": [0.5, 2.0], "solver": "exact"}
    fewer = [(training, held_out[query[held_out] < 9])]
    expected = RankingSurrogateCV(cv=fewer, **grid).fit(X, y, query).selection_.risks
    for n_jobs in (None, 2):
        model = RankingSurrogateCV(cv=[(training, held_out)], n_jobs=n_jobs, **grid)
        found = model.fit(X, y, query, sample_weight=weights).selection_.risks
        np.testing.assert_allclose(found, expected, atol=1e-12)
