"""Jaccard decoding: enumeration, and the bounds beyond it."""

import numpy as np
import pytest

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders import decoder_for


def observed(m: int, n: int, seed: int) -> np.ndarray:
    return (np.random.default_rng(seed).random((n, m)) < 0.35).astype(int)


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_gap_bounds_what_is_lost(signed, seed):
    Y = observed(8, 30, seed)
    rng = np.random.default_rng(seed)
    alpha = rng.normal(size=(10, 30)) if signed else rng.dirichlet(np.ones(30) / 5, size=10)
    exact = decoder_for("jaccard", undefined="one").fit(Y)
    bounded = decoder_for("jaccard", undefined="one", exact_limit=0).fit(Y)
    scores = alpha @ exact.observation_features(Y)
    decoded, gaps = bounded.decode_with_gap(scores)
    lost = exact.risk(decoded, scores) - exact.risk(exact.decode(scores), scores)
    assert (lost >= -1e-12).all()
    assert (gaps >= lost - 1e-12).all()


def test_one_observation_is_returned_with_gap_zero():
    Y = observed(50, 40, 0)
    decoder = decoder_for("jaccard", undefined="one").fit(Y)
    decoded, gaps = decoder.decode_with_gap(decoder.observation_features(Y))
    np.testing.assert_array_equal(decoded, Y)
    np.testing.assert_allclose(gaps, 0, atol=1e-9)


def test_many_labels():
    Y = observed(60, 100, 1)
    decoder = decoder_for("jaccard", undefined="one").fit(Y)
    weights = np.random.default_rng(1).dirichlet(np.ones(100) / 20, size=3)
    scores = weights @ decoder.observation_features(Y)
    decoded, gaps = decoder.decode_with_gap(scores)
    best_observed = [decoder.risk(Y, np.repeat(row[None], 100, axis=0)).min() for row in scores]
    assert (decoder.risk(decoded, scores) - gaps <= np.array(best_observed) + 1e-12).all()


def test_unfitted_and_bad_limits():
    with pytest.raises(InvalidParameter, match="fitted"):
        decoder_for("jaccard").decode(np.zeros((1, 2)))
    with pytest.raises(InvalidParameter, match="exact_limit"):
        decoder_for("jaccard", exact_limit=30)
    fitted = decoder_for("jaccard").fit(np.array([[1, 0]]))
    with pytest.raises(InvalidParameter, match="1 columns, not 2"):
        fitted.decode(np.zeros((1, 2)))
