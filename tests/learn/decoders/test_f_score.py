"""F-score decoding: both decompositions, single precision against a plain search, policies."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.errors import InvalidParameter, UndefinedLoss
from qstheory.learn.decoders import decoder_for
from qstheory.learn.decoders.f_score import CrossApproximation, given_columns


def plain_value(A: np.ndarray, empty: float) -> float:
    """The largest of the top-k sums and the empty value, by full sorts in double precision."""
    ordered = -np.sort(-A, axis=0)
    return max(empty, *(ordered[: k + 1, k].sum() for k in range(A.shape[1])))


@pytest.mark.parametrize("m", [1, 7, 40])
@pytest.mark.parametrize("scale", [1.0, 1e-200, 1e150])
@pytest.mark.parametrize("beta", [1.0, 0.5, 3.0])
def test_value_of_the_decoded_set_is_the_maximum(m, scale, beta):
    rng = np.random.default_rng(m)
    scores = scale * rng.normal(size=(25, m * m + 1))
    scores[::3] *= np.round(rng.random((9, m * m + 1)))
    decoder = decoder_for("f-score", beta=beta, undefined="one")
    W = decoder.ratio_weights(np.arange(1, m + 1), m)
    values = -decoder.risk(decoder.decode(scores), scores)
    expected = [plain_value(row[:-1].reshape(m, m) @ W, row[-1]) for row in scores]
    np.testing.assert_allclose(values, expected, rtol=1e-9, atol=1e-9 * scale)


@pytest.mark.parametrize("m", [1, 7, 40])
def test_columns_form_attains_the_maximum(m):
    rng = np.random.default_rng(m)
    scores = rng.normal(size=(25, m * m + 1))
    decoder = decoder_for("f-score-columns", undefined="one")
    values = -decoder.risk(decoder.decode(scores), scores)
    expected = [plain_value(row[:-1].reshape(m, m), row[-1]) for row in scores]
    np.testing.assert_allclose(values, expected, rtol=1e-12)


@settings(max_examples=40)
@given(st.data())
def test_both_decompositions_and_fitted_sizes_decode_alike(data):
    m, n = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 8))
    rng = np.random.default_rng(data.draw(st.integers(0, 999)))
    Y, alpha = rng.integers(0, 2, (n, m)), rng.normal(size=(4, n))
    risks = []
    columns = decoder_for("f-score-columns", undefined="zero")
    for decoder in (
        columns,
        decoder_for("f-score", undefined="zero"),
        decoder_for("f-score", undefined="zero").fit(Y),
    ):
        decoded = decoder.decode(alpha @ decoder.observation_features(Y))
        risks.append(columns.risk(decoded, alpha @ columns.observation_features(Y)))
    np.testing.assert_allclose(risks[1], risks[0], atol=1e-12)
    np.testing.assert_allclose(risks[2], risks[0], atol=1e-12)


def test_fitting_keeps_only_the_observed_sizes():
    Y = np.array([[1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 1, 1]])
    fitted = decoder_for("f-score", undefined="one").fit(Y)
    assert fitted.sizes == (2,)
    assert fitted.observation_features(Y).shape == (3, 5)
    with pytest.raises(InvalidParameter, match="size that the fitted ones do not have"):
        fitted.observation_features(np.array([[1, 0, 0, 0]]))


def test_only_empty_observations():
    Y = np.zeros((2, 3), dtype=int)
    fitted = decoder_for("f-score", undefined="one").fit(Y)
    scores = np.array([[0.5, 0.5], [-1, 0.0]]) @ fitted.observation_features(Y)
    np.testing.assert_array_equal(fitted.decode(scores), [[0, 0, 0], [1, 0, 0]])


@pytest.mark.parametrize("name", ["f-score", "f-score-columns", "jaccard"])
def test_policy_raise(name):
    decoder = decoder_for(name)
    empty = np.zeros((1, 2), dtype=int)
    with pytest.raises(UndefinedLoss, match="choose undefined=drop, zero or one"):
        decoder.fit(empty).observation_features(empty)
    with pytest.raises(UndefinedLoss, match="row 0"):
        decoder.loss(empty, empty)
    assert decoder.loss(np.array([[1, 0]]), empty)[0] == 1.0


@pytest.mark.parametrize("beta", [0, -1, np.nan, np.inf])
def test_bad_beta(beta):
    with pytest.raises(InvalidParameter, match="beta"):
        decoder_for("f-score", beta=beta)


@pytest.mark.parametrize("name", ["f-score", "f-score-columns"])
def test_scores_of_an_impossible_width(name):
    with pytest.raises(InvalidParameter, match="not 6"):
        decoder_for(name).decode(np.zeros((1, 6)))


@pytest.mark.parametrize("name", ["f-score", "f-score-columns"])
@pytest.mark.parametrize("place", [0, 7, 9])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_one_bad_score_is_refused(name, place, bad):
    scores = np.ones((4, 10))
    scores[2, place] = bad
    with pytest.raises(InvalidParameter, match="finite"):
        decoder_for(name).decode(scores)


@pytest.mark.parametrize(("sizes", "m"), [(1, 1), (5, 30), (60, 60), (0, 3)])
def test_single_precision_errors_are_bounded(sizes, m):
    rng = np.random.default_rng(sizes)
    W = decoder_for("f-score").ratio_weights(np.arange(1, sizes + 1), m)
    approximation = CrossApproximation.of(W)
    np.testing.assert_allclose(approximation.left @ approximation.right, W, rtol=1e-11)
    P = rng.normal(size=(20, m, sizes)) * 10.0 ** rng.integers(-6, 6, size=(20, m, sizes))
    A = P @ W
    work = np.empty(20 * m * m + 5, dtype=np.float32)
    for estimates, columns in (approximation.columns(P, work), given_columns(np.ones((20, m, m)))):
        rows, ks = np.arange(20), np.full(20, 1)
        if columns(rows, ks)[0, 0] == 1.0:
            A = np.ones((20, m, m))
        for k in range(1, m + 1):
            np.testing.assert_allclose(
                columns(rows, k * ks), A[:, :, k - 1], rtol=1e-9, atol=1e-9 * np.abs(A).max()
            )
        exact = estimates.scale[:, None, None] * A
        off = np.abs(estimates.columns.transpose(1, 2, 0) - exact).sum(axis=1)
        assert (off <= estimates.errors + 1e-30).all()
        k_largest = np.cumsum(-np.sort(-exact, axis=1), axis=1)
        sums = np.array([k_largest[:, k, k] for k in range(m)]).T
        tau = rng.normal(size=(m, 20)).astype(np.float32)
        assert (sums <= estimates.dual_bounds(tau)).all()
