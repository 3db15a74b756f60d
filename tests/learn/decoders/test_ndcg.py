"""NDCG-type losses: listed gains and discounts, normalisation, policies."""

import numpy as np
import pytest

from qstheory.errors import InvalidParameter, UndefinedLoss
from qstheory.learn.decoders import decoder_for


def test_listed_values_equal_the_named_ones():
    Y = np.array([[2, 0, 1], [0, 1, 0], [2, 2, 1]])
    Z = np.array([[3, 1, 2], [2, 1, 3], [1, 2, 3]])
    named = decoder_for("ndcg", gain="exponential", discount="reciprocal", k=2)
    listed = decoder_for("ndcg", gain=(0, 1, 3), discount=(1, 0.5, 0))
    np.testing.assert_allclose(named.loss(Z, Y), listed.loss(Z, Y))
    np.testing.assert_allclose(named.observation_features(Y), listed.observation_features(Y))


def test_the_ideal_order_has_loss_zero_and_no_order_less():
    Y = np.array([[2, 0, 1, 1]])
    decoder = decoder_for("ndcg")
    ideal = decoder.decode(decoder.observation_features(Y))
    assert decoder.loss(ideal, Y)[0] == pytest.approx(0)
    Z = decoder.predictions(4)
    losses = decoder.loss(Z, np.repeat(Y, len(Z), axis=0))
    assert losses.min() >= -1e-12
    assert losses.max() <= 1


def test_policy_raise():
    with pytest.raises(UndefinedLoss, match="without a positive gain"):
        decoder_for("ndcg").observation_features(np.array([[1, 0], [0, 0]]))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"gain": "cubic"}, "gain must be one of exponential, linear, eru"),
        ({"discount": "none"}, "discount must be one of log, reciprocal, eru"),
        ({"gain": (1.0, 0.0)}, "gain must list increasing"),
        ({"discount": (1.0, 2.0)}, "discount must list decreasing"),
        ({"discount": (1.0, -1.0)}, "not negative"),
        ({"gain": ()}, "gain must list"),
        ({"k": 0}, "k must be a positive integer"),
        ({"neutral": np.nan}, "neutral"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(InvalidParameter, match=message):
        decoder_for("ndcg", **parameters)


def test_too_few_listed_values():
    decoder = decoder_for("ndcg", gain=(0, 1), discount=(1, 0.5))
    with pytest.raises(InvalidParameter, match="discount lists 2 values, not 3"):
        decoder.observation_features(np.array([[1, 0, 1]]))
    with pytest.raises(InvalidParameter, match="from 0 to 1"):
        decoder.observation_features(np.array([[2, 0]]))
