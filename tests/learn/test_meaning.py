"""The argument `loss` of every estimator: the same predictor however the loss is written."""

import numpy as np
import pytest

from qstheory import losses
from qstheory.errors import InvalidParameter, UnknownLoss, UnreadableInput
from qstheory.learn import ConstantPredictor, QuadraticSurrogate, QuadraticSurrogateCV
from qstheory.learn.resolve import meaning

COSTS = [[0, 1, 4], [1, 0, 1], [4, 1, 0], [1.25, 0.5, 1.25]]
"""Asymmetric enough that the fourth prediction, an abstention, is sometimes best."""


@pytest.fixture(scope="module")
def classes():
    X = np.random.default_rng(0).normal(size=(60, 2))
    return X, np.digitize(X[:, 0] + 0.3 * X[:, 1], [-0.5, 0.5])


def predictions(loss, data, estimator=QuadraticSurrogate, **options):
    X, y = data
    return np.asarray(estimator(loss=loss, **options).fit(X, y).predict(X))


def test_costs_from_every_source(tmp_path, classes):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "costs.csv"
    path.write_text("\n".join(",".join(map(str, row)) for row in COSTS))
    np.save(tmp_path / "costs.npy", np.array(COSTS))
    table = classes[0], classes[1][:, None]
    tried = {"candidates": [0, 1, 2, 3]}
    expected = predictions(lambda z, y: COSTS[z[0]][y[0]], table, **tried).ravel()
    assert len(set(expected.tolist())) > 2
    for given in (COSTS, np.array(COSTS), path, str(path), str(tmp_path / "costs.npy")):
        np.testing.assert_array_equal(predictions(given, classes), expected)
    frame = pandas.DataFrame(COSTS)
    np.testing.assert_array_equal(predictions(frame, classes), expected)


@pytest.mark.parametrize("estimator", [QuadraticSurrogate, ConstantPredictor])
def test_sizes_may_stand_in_the_name(estimator):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(40, 2))
    Y = (X[:, :1] + rng.normal(size=(40, 3)) > 0).astype(int)
    by_name = predictions("f-score", (X, Y), estimator, loss_parameters={"undefined": "one"})
    for loss, parameters in (
        ("f1:undefined=one", None),
        ("F-beta:beta=1,undefined=one", {}),
        ("f-score:m=3,undefined=one", None),
        ("f-score", {"m": 3, "undefined": "one"}),
        ("f-score:m=3", {"undefined": "one"}),
        (losses.make("f-score", m=3, undefined="one"), None),
    ):
        found = predictions(loss, (X, Y), estimator, loss_parameters=parameters)
        np.testing.assert_array_equal(found, by_name)


def test_a_grid_over_a_named_loss(classes):
    X, y = classes
    model = QuadraticSurrogateCV(loss="multiclass:classes=3", alphas=[1e-3], gammas=[1.0], cv=2)
    assert set(model.fit(X, y).predict(X)) <= {0, 1, 2}


@pytest.mark.parametrize(
    ("loss", "parameters", "error", "message"),
    [
        ("humming", None, UnknownLoss, "did you mean 'hamming'"),
        ("f-scor-columns", None, UnknownLoss, "did you mean 'f-score-columns'"),
        ("hamming:m=3,k=1", None, InvalidParameter, "hamming has no parameter 'k'"),
        ("f-score:k=1", None, InvalidParameter, "f-score has no parameter 'k'"),
        ("absent.csv", None, UnreadableInput, "cannot be read"),
        ([[0, 1], [1]], None, UnreadableInput, "Row 2 has 1 entries"),
        (3, None, UnreadableInput, "3 is no loss"),
        ([[0, 1]], {"m": 2}, InvalidParameter, "'m' is a parameter of a built-in loss"),
    ],
)
def test_what_is_no_loss_is_refused(loss, parameters, error, message):
    with pytest.raises(error, match=message):
        meaning(loss, parameters)
