"""Rankings of queries of different length."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.catalogue import decoder_for
from qstheory.learn.ranking import RankingSurrogate, normalised_gains, query_rows


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
