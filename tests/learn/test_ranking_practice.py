"""What a practitioner asks of the rankers: pairs, searches by query, streams of queries."""

import numpy as np
import pytest
import sklearn
from sklearn.base import clone
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import GridSearchCV, GroupKFold
from sklearn.utils.estimator_checks import check_estimator

from qstheory.errors import InvalidParameter
from qstheory.learn import RankingSurrogate, RankSVM
from qstheory.learn.queries import Asked, normalised_gains
from qstheory.learn.ranking import RankingSurrogateCV

EMPTY = {"undefined": "one"}


@pytest.fixture(scope="module")
def ranked():
    """Relevance grows with the first input; queries are text and in no order."""
    generator = np.random.default_rng(3)
    X = generator.standard_normal((90, 3))
    y = np.digitize(X[:, 0] + 0.1 * generator.standard_normal(90), [-0.5, 0.5])
    query = np.array([f"q{i}" for i in generator.permutation(np.arange(90) % 15)])
    return X, y, query


@pytest.mark.parametrize(
    ("loss", "binary", "policy"),
    [("ndcg", False, "one"), ("pd-graded", False, "zero"), ("map", True, "one")],
)
def test_rankings_of_documents_and_of_pairs(ranked, loss, binary, policy):
    """Better than another order, whatever the order of the rows."""
    X, y, query = ranked
    relevance = (y > 1).astype(int) if binary else y
    model = RankingSurrogate(loss, loss_parameters={"undefined": policy}, solver="exact")
    model.fit(X[:60], relevance[:60], query[:60])
    held_out = X[60:], relevance[60:], query[60:]
    assert model.risk(*held_out) < 0.2
    shuffled = np.random.default_rng(0).permutation(60)
    again = clone(model).fit(X[shuffled], relevance[shuffled], query[shuffled])
    np.testing.assert_array_equal(
        again.predict(X[60:], query[60:]), model.predict(X[60:], query[60:])
    )


def test_pairs_are_the_kernel_of_joined_documents(ranked):
    """u_jl regressed on (x_j, x_l) and -u_jl on (x_l, x_j), by a separate kernel ridge."""
    X, y, query = (part[:12] for part in ranked)
    query = np.repeat(["a", "b"], 6)
    model = RankingSurrogate(
        "pd-graded", loss_parameters=EMPTY, solver="exact", gamma=0.2, alpha=0.1
    )
    model.fit(X, y, query)
    inputs, targets = [], []
    for rows in (np.arange(6), np.arange(6, 12)):
        preferred = sum(y[j] > y[k] for j in rows for k in rows)
        for j in rows:
            for k in rows:
                if j != k:
                    inputs.append(np.concatenate([X[j], X[k]]))
                    targets.append((int(y[j] > y[k]) - int(y[k] > y[j])) / max(1, preferred))
    reference = KernelRidge(kernel="rbf", gamma=0.2, alpha=2 * 0.1).fit(inputs, targets)
    first, second = np.triu_indices(6, 1)
    expected = reference.predict(np.hstack([X[first], X[second]]))
    positions = model.decoder_.decode(expected[None])[0]
    np.testing.assert_array_equal(model.predict(X[:6]), positions)
    asked = Asked.of(model.documents_, X[:6], np.zeros(6, dtype=int))
    values = model.ridge_.scores(asked.inputs)[:, 0]
    np.testing.assert_allclose(values[:15], expected, atol=1e-9)
    np.testing.assert_allclose(values[15:], -expected, atol=1e-9)


def test_a_ranking_search_by_query(ranked):
    X, y, query = ranked
    chosen = RankingSurrogateCV(loss_parameters=EMPTY, alphas=[1e-4, 1.0], cv=3).fit(X, y, query)
    assert chosen.alpha_ == 1e-4
    assert chosen.risk(X, y, query) < 0.1
    one = RankingSurrogateCV(loss_parameters=EMPTY, alphas=[1e-4, 1.0], gammas=[0.2], cv=3)
    risks = one.fit(X, y, query).selection_.risks[0]
    with sklearn.config_context(enable_metadata_routing=True):
        model = RankingSurrogate(loss_parameters=EMPTY, gamma=0.2)
        model.set_fit_request(query=True).set_score_request(query=True)
        search = GridSearchCV(model, {"alpha": [1e-4, 1.0]}, cv=GroupKFold(3), error_score="raise")
        search.fit(X, y, query=query, groups=query)
    np.testing.assert_allclose(-search.cv_results_["mean_test_score"], risks)
    with pytest.raises(InvalidParameter, match="both sides"):
        RankingSurrogateCV(cv=[(np.arange(45), np.arange(45, 90))], loss_parameters=EMPTY).fit(
            X, y, query
        )


def test_queries_may_be_streamed(ranked):
    """Block by block it is the ridge of all queries on the features of the first block."""
    X, y, query = ranked
    order = np.argsort(query, kind="stable")
    X, y, query = X[order], y[order], query[order]
    model = RankingSurrogate(loss_parameters=EMPTY, n_components=8, gamma=0.2, alpha=1e-2)
    ids = np.unique(query)
    for part in (ids[:5], ids[5:11], ids[11:]):
        rows = np.isin(query, part)
        model.partial_fit(X[rows], y[rows], query[rows])
    Phi = model.equations_.representation.features(X)
    gains = normalised_gains(model.decoder_, y, query)
    system = Phi.T @ Phi + len(ids) * 1e-2 * np.eye(Phi.shape[1])
    expected = Phi @ np.linalg.solve(system, Phi.T @ gains)
    np.testing.assert_allclose(model.decision_function(X), expected, atol=1e-8)
    assert not hasattr(RankingSurrogate(solver="exact"), "partial_fit")


class InTwoQueries(RankingSurrogateCV):
    """The checks of scikit-learn know of no queries, and folds need two."""

    def fit(self, X, y, query=None, sample_weight=None):
        query = np.arange(np.asarray(y).size) % 2 if query is None else query
        return super().fit(X, y, query, sample_weight)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learn_checks_of_the_rankers():
    expected = dict.fromkeys(
        (
            "check_sample_weight_equivalence_on_dense_data",
            "check_sample_weight_equivalence_on_sparse_data",
        ),
        "a document that is repeated within its query changes the normaliser of the query",
    )
    expected["check_methods_subset_invariance"] = "a position depends on the rest of the query"
    expected["check_methods_sample_order_invariance"] = expected["check_methods_subset_invariance"]

    alone = {"check_fit2d_1sample": "there is one query in one row"}
    grid = {"alphas": [1e-2], "gammas": [1.0], "cv": 2}
    for estimator in (
        RankingSurrogate(loss_parameters=EMPTY),
        RankingSurrogate(loss_parameters=EMPTY, solver="exact"),
        InTwoQueries(loss_parameters=EMPTY, **grid),
        RankSVM(loss_parameters=EMPTY),
    ):
        if not isinstance(estimator, RankingSurrogate):
            expected = expected | alone
        results = check_estimator(
            estimator, expected_failed_checks=expected, on_fail=None, on_skip=None
        )
        assert [(r["check_name"], r["exception"]) for r in results if r["status"] == "failed"] == []
        assert sum(r["status"] == "passed" for r in results) > 35


@pytest.mark.parametrize("loss", ["ndcg", "map"])
def test_the_estimated_risk_of_an_interpolated_query_is_its_loss(ranked, loss):
    """As alpha goes to 0, g is U on the queries of fit: the risk is L of the order, by entries."""
    X, y, query = ranked
    relevance = y if loss == "ndcg" else (y > 1).astype(int)
    ids = np.unique(query)
    kept = np.isin(query, [i for i in ids if len(set(relevance[query == i].tolist())) > 1])
    data = X[kept], relevance[kept], query[kept]
    model = RankingSurrogate(
        loss, loss_parameters={"undefined": "drop"}, solver="exact", gamma=3.0, alpha=1e-12
    )
    positions = model.fit(*data).predict(data[0], data[2])
    losses = [
        model.decoder_.loss(positions[None, data[2] == i], data[1][None, data[2] == i])[0]
        for i in np.unique(data[2])
    ]
    np.testing.assert_allclose(model.predict_risk(data[0], data[2]), losses, atol=1e-6)
    chosen = RankingSurrogateCV(
        loss, loss_parameters={"undefined": "drop"}, alphas=[1e-12], gammas=[3.0], cv=2
    ).set_params(solver="exact")
    np.testing.assert_allclose(chosen.fit(*data).predict_risk(data[0], data[2]), losses, atol=1e-6)


def test_the_offset_of_the_risk_is_a_mean_over_queries(ranked):
    """By hand: a query without relevant documents has the loss 0 under "one", so c = 0, else 1."""
    X, y, query = ranked
    relevance = (y > 1).astype(int)
    empty = [not relevance[query == i].any() for i in np.unique(query)]
    assert 0 < sum(empty) < len(empty)
    model = RankingSurrogate(loss_parameters=EMPTY, n_components=20)
    assert model.fit(X, relevance, query).risk_offset_ == pytest.approx(1 - np.mean(empty))
    assert model.predict_risk(X, query).shape == (len(empty),)
    streamed = clone(model)
    for part in np.array_split(np.unique(query), 4):
        rows = np.isin(query, part)
        streamed.partial_fit(X[rows], relevance[rows], query[rows])
    assert streamed.risk_offset_ == pytest.approx(model.risk_offset_)


@pytest.mark.parametrize("loss", ["pd-graded", "pairwise-disagreement"])
def test_no_risk_is_estimated_where_its_constant_varies(ranked, loss):
    X, y, query = ranked
    model = RankingSurrogate(loss, loss_parameters=EMPTY, n_components=20)
    model.fit(X, (y > 1).astype(int), query)
    with pytest.raises(InvalidParameter, match="another one for each query"):
        model.predict_risk(X, query)
