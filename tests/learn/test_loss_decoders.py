"""A loss that brings its own decoder along, against enumeration of its predictions."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from sklearn.base import clone

from qstheory.errors import UndefinedLoss
from qstheory.learn import QuadraticSurrogate
from qstheory.learn.loss_decoders import FormDecoder
from qstheory.learn.resolve import resolve_decoder
from qstheory.losses.base import DecoderNote, Loss, LossReference
from qstheory.losses.closed_forms import ClosedForm, Features
from qstheory.losses.spaces import LabelSets


def skewed(m: int) -> Loss:
    """(1/M) sum_j j 1(z_j != y_j), M = m (m + 1) / 2: of no family that there is."""
    total = m * (m + 1)
    space = LabelSets(m)
    form = ClosedForm(
        "signs",
        Fraction(1, 2),
        Features(
            m,
            lambda z: {j: Fraction(-(j + 1) * (2 * bit - 1), total) for j, bit in enumerate(z)},
            lambda y: {j: Fraction(2 * bit - 1) for j, bit in enumerate(y)},
        ),
        "1(a != b) = (1 - s(a) s(b)) / 2",
    )
    return Loss(
        reference=LossReference("skewed-hamming", (("m", m),)),
        predictions=space,
        observations=space,
        entry=lambda z, y: Fraction(
            2 * sum(j for j, (a, b) in enumerate(zip(z, y, strict=True), 1) if a != b), total
        ),
        closed_forms=(form,),
        decoder=DecoderNote(
            "sign", "O(m)", form="signs", decode=lambda s: tuple(int(x > 0) for x in s)
        ),
    )


def _data(m: int) -> tuple[np.ndarray, np.ndarray]:
    X = np.random.default_rng(0).normal(size=(40, m))
    return X, (X + np.random.default_rng(1).normal(size=X.shape) > 0).astype(int)


def test_it_decodes_as_enumeration_of_the_entries_does() -> None:
    loss, (X, Y) = skewed(3), _data(3)
    assert isinstance(resolve_decoder(loss), FormDecoder)
    own = QuadraticSurrogate(loss).fit(X, Y)
    enumerated = QuadraticSurrogate(replace(loss, decoder=None)).fit(X, Y)
    assert np.array_equal(own.predict(X), enumerated.predict(X))
    assert own.risk(X, Y) == pytest.approx(enumerated.risk(X, Y))


def test_the_features_give_the_loss() -> None:
    decoder = resolve_decoder(skewed(3))
    Z = decoder.predictions(3)
    pairs = decoder.prediction_features(Z) @ decoder.observation_features(Z).T + 0.5
    for z, row in zip(Z, pairs, strict=True):
        given = decoder.loss(np.broadcast_to(z, Z.shape), Z)
        assert row == pytest.approx(given)


def test_no_prediction_is_listed_to_decode() -> None:
    X, Y = _data(40)
    assert QuadraticSurrogate(skewed(40), alpha=1e-6).fit(X, Y).predict(X).shape == (40, 40)


def test_the_data_say_how_many_labels_a_loss_by_name_has() -> None:
    X, Y = _data(3)
    parameters = {"entry": "1 - 2*i/(a+b)", "undefined": "one"}
    unsaid = clone(QuadraticSurrogate("set-formula", loss_parameters=parameters)).fit(X, Y)
    said = QuadraticSurrogate("set-formula", loss_parameters={**parameters, "m": 3}).fit(X, Y)
    predicted = unsaid.predict(X)
    assert np.array_equal(predicted, said.predict(X))
    both, sizes = (predicted * Y).sum(axis=1), predicted.sum(axis=1) + Y.sum(axis=1)
    by_hand = 1 - np.where(sizes, 2 * both / np.maximum(sizes, 1), 1)
    assert unsaid.risk(X, Y) == pytest.approx(by_hand.mean())
    assert unsaid.predict_risk(X, all_predictions=True).shape == (40, 8)


def test_a_convention_that_is_asked_for_is_asked_for_without_a_number_of_labels() -> None:
    with pytest.raises(UndefinedLoss, match="0/0"):
        QuadraticSurrogate("set-formula:entry=1 - 2*i/(a+b)").fit(*_data(3))
