"""Every bad parameter or table is refused with one sentence."""

import numpy as np
import pytest

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders import decoder_for

PARAMETERS = [
    ("abstain", {"cost": -1}, "cost must be at least 0"),
    ("block-zero-one", {"blocks": "colour"}, "blocks must be one of size, parity, empty"),
    ("block-zero-one", {"blocks": (1, 2, 3)}, "3 is not such a number"),
    ("multiclass", {"classes": 0}, "classes must be a positive integer"),
    ("top-k", {"classes": 2, "k": 3}, "k = 3 exceeds the number 2"),
    ("prec-at-k", {"k": True}, "k must be a positive integer"),
    ("prec-at-k", {}, "prec-at-k needs k"),
    ("abstain", {"cost": None}, "cost=None: a value has the wrong type"),
    ("matrix", {"matrix": [[1, "a"]]}, "table of numbers"),
    ("matrix", {"matrix": [[1, 2], [3]]}, "table of numbers"),
    ("matrix", {"matrix": [[1, np.nan]]}, "finite numbers"),
    ("matrix", {"matrix": [1, 2]}, "table of finite numbers"),
    ("cost-sensitive", {"costs": [[1, 2]]}, "costs must be square"),
    ("tree", {"classes": ("a/b", "/a/b/")}, "distinct paths"),
    ("tree", {"classes": "a/b a/c"}, "a list of paths"),
    ("f-score", {"undefined": "half"}, "undefined must be one of"),
    ("reciprocal-rank", {"undefined": "half"}, "undefined must be one of"),
]


@pytest.mark.parametrize(("name", "parameters", "message"), PARAMETERS)
def test_parameters(name, parameters, message):
    with pytest.raises(InvalidParameter, match=message) as caught:
        decoder_for(name, **parameters)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("zero-one", {}),
        ("block-zero-one", {}),
        ("jaccard", {}),
        ("reciprocal-rank", {}),
        ("multiclass", {}),
    ],
)
def test_unfitted(name, parameters):
    with pytest.raises(InvalidParameter, match="fitted"):
        decoder_for(name, **parameters).decode(np.zeros((1, 2)))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("multiclass", {"classes": 3}),
        ("matrix", {"matrix": np.eye(3)}),
        ("block-zero-one", {"blocks": (0, 1, 1, 2)}),
        ("ordinal-squared", {"classes": 2}),
    ],
)
def test_scores_of_another_width(name, parameters):
    with pytest.raises(InvalidParameter, match="columns, not 5"):
        decoder_for(name, **parameters).decode(np.zeros((1, 5)))


def test_fitted_decoders_refuse_another_width():
    Y = np.array([[1, 0], [0, 1]])
    with pytest.raises(InvalidParameter, match="2 columns, not 5"):
        decoder_for("reciprocal-rank").fit(Y).decode(np.zeros((1, 5)))
    with pytest.raises(InvalidParameter, match="2 columns, not 5"):
        decoder_for("zero-one").fit(Y).decode(np.zeros((1, 5)))


def test_fitting_counts_the_classes():
    fitted = decoder_for("multiclass").fit(np.array([[0], [4]]))
    assert fitted.classes == 5
    with pytest.raises(InvalidParameter, match="from 0 to 4"):
        fitted.observation_features(np.array([[5]]))


def test_predictions_of_another_kind():
    with pytest.raises(InvalidParameter, match="sets of 1 of 3 classes"):
        decoder_for("top-k", classes=3).loss(np.array([[1, 1, 0]]), np.array([[0]]))
    with pytest.raises(InvalidParameter, match="not those of 3 labels"):
        decoder_for("block-zero-one", blocks=(0, 1)).loss(np.eye(3), np.eye(3))
    with pytest.raises(InvalidParameter, match="k = 3 exceeds the number 2"):
        decoder_for("prec-at-k", k=3).decode(np.zeros((1, 2)))


def test_zero_one_without_a_gap():
    everything = np.array([[0], [1]])
    decoder = decoder_for("zero-one").fit(everything)
    np.testing.assert_array_equal(decoder.decode(np.array([[-2.0, -1.0]])), [[1]])
