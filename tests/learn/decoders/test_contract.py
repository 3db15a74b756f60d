"""What every decoder must keep, found by discovery: a new one is tested unasked."""

import pickle
from collections.abc import Mapping
from dataclasses import fields
from types import ModuleType

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import qstheory.learn.decoders as catalogue
from qstheory.errors import DuplicateName, InvalidParameter, UnknownLoss
from qstheory.learn.decoders import Decoder
from qstheory.learn.decoders.label_sets import HammingDecoder

from .strategies import items, observations, table, weights

CASES = [
    pytest.param(name, parameters, id=f"{name}-{i}")
    for name, kind in catalogue.decoders().items()
    for i, parameters in enumerate(kind.examples)
]
FEW = settings(
    max_examples=15,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def draw_problem(
    data: st.DataObject, decoder: Decoder, parameters: Mapping[str, object], rows: int = 3
) -> tuple[np.ndarray, np.ndarray]:
    m = data.draw(items(parameters), label="m")
    n = data.draw(st.integers(1, 6), label="n")
    Y = data.draw(observations(decoder.observes, m, n, parameters), label="Y")
    alphas = data.draw(st.lists(weights(n), min_size=rows, max_size=rows), label="alphas")
    return Y, np.array(alphas)


@pytest.mark.parametrize(("name", "parameters"), CASES)
@FEW
@given(data=st.data())
def test_decoded_attains_the_brute_force_minimum(oracle, name, parameters, data):
    decoder = catalogue.decoder_for(name, **parameters)
    oracle.check(decoder, *draw_problem(data, decoder, parameters))


@pytest.mark.parametrize(("name", "parameters"), CASES)
@FEW
@given(data=st.data())
def test_features_decompose_the_loss_up_to_a_function_of_y(name, parameters, data):
    decoder = catalogue.decoder_for(name, **parameters)
    Y, _ = draw_problem(data, decoder, parameters)
    fitted = decoder.fit(Y)
    m = decoder.items(Y.shape[1])
    Z = fitted.predictions(m)
    products = fitted.prediction_features(Z) @ fitted.observation_features(Y).T
    for y, column in zip(Y, products.T, strict=True):
        losses = np.nan_to_num(fitted.loss(Z, np.repeat(y[None], len(Z), axis=0)))
        np.testing.assert_allclose(np.ptp(column - losses), 0, atol=1e-12)


@pytest.mark.parametrize(("name", "parameters"), CASES)
@FEW
@given(data=st.data())
def test_decoded_is_a_listed_minimiser_and_repeatable(name, parameters, data):
    decoder = catalogue.decoder_for(name, **parameters)
    Y, alphas = draw_problem(data, decoder, parameters)
    fitted = decoder.fit(Y)
    m = decoder.items(Y.shape[1])
    scores = alphas @ fitted.observation_features(Y)
    decoded, gaps = fitted.decode_with_gap(scores)
    for row, z, gap in zip(scores, decoded, gaps, strict=True):
        if gap == 0:
            assert (fitted.argmin_set(row, m) == z).all(axis=1).any()
        np.testing.assert_array_equal(fitted.decode(row[None])[0], z)
    np.testing.assert_allclose(
        fitted.risk(decoded, scores),
        np.einsum("tr,tr->t", fitted.prediction_features(decoded), scores),
    )


@pytest.mark.parametrize(("name", "parameters"), CASES)
def test_zero_weights_and_no_test_points(name, parameters):
    decoder = catalogue.decoder_for(name, **parameters)
    Y = table(decoder.observes, parameters)
    fitted = decoder.fit(Y)
    features = fitted.observation_features(Y)
    decoded = fitted.decode(np.zeros((3, features.shape[1])))
    assert (decoded == decoded[0]).all()
    assert fitted.decode(np.zeros((0, features.shape[1]))).shape == (0, decoded.shape[1])


@pytest.mark.parametrize(("name", "parameters"), CASES)
def test_described_pickled_and_left_unchanged_by_fitting(name, parameters):
    decoder = catalogue.decoder_for(name, **parameters)
    assert decoder.tie_rule
    assert decoder.__doc__
    before = repr(decoder)
    decoder.fit(table(decoder.observes, parameters))
    copied = pickle.loads(pickle.dumps(decoder))  # noqa: S301 (our own bytes)
    assert repr(decoder) == before == repr(copied)


@pytest.mark.parametrize(("name", "parameters"), CASES)
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_scores_that_are_not_finite_are_refused(name, parameters, bad):
    decoder = catalogue.decoder_for(name, **parameters)
    Y = table(decoder.observes, parameters)
    fitted = decoder.fit(Y)
    scores = np.full((1, fitted.observation_features(Y).shape[1]), bad)
    if scores.size:  # a single grade needs no score
        with pytest.raises(InvalidParameter, match="finite"):
            fitted.decode(scores)


def test_unknown_name_and_parameter():
    with pytest.raises(UnknownLoss, match="hamming"):
        catalogue.decoder_for("no-such-loss")
    with pytest.raises(InvalidParameter, match="no parameter 'k'"):
        catalogue.decoder_for("hamming", k=2)
    with pytest.raises(InvalidParameter, match="no parameter 'observed'"):
        catalogue.decoder_for("zero-one", observed=None)


def test_two_decoders_of_one_name_are_refused():
    class Rival(HammingDecoder):
        pass

    with pytest.raises(DuplicateName, match="hamming"):
        catalogue.index([HammingDecoder, Rival])


def test_discovery_takes_concrete_classes_of_the_module_only():
    module = ModuleType("a_module")
    module.HammingDecoder = HammingDecoder
    assert catalogue.classes_of(module) == []


def test_every_field_has_a_default_or_is_in_the_examples():
    for kind in catalogue.decoders().values():
        assert kind.examples
        for parameters in kind.examples:
            assert set(parameters) <= {item.name for item in fields(kind)}
