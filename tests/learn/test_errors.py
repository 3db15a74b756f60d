"""Every refusal of the learner is one that scikit-learn and its users expect."""

import ast
from pathlib import Path

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import Ridge
from sklearn.svm import SVR

import qstheory.learn
from qstheory import errors
from qstheory.errors import InvalidParameter
from qstheory.learn import (
    ConstantPredictor,
    LogisticRelevance,
    QuadraticSurrogate,
    QuadraticSurrogateCV,
    RankingSurrogate,
    RankingSurrogateCV,
    RankSVM,
    ThresholdMarginals,
    UnarySVM,
)

ROOT = Path(qstheory.learn.__file__).parent
ESTIMATORS = [getattr(qstheory.learn, name) for name in qstheory.learn.__all__]
RANKERS = (RankingSurrogate, RankingSurrogateCV, RankSVM)


def raised_names(path):
    """The own exceptions that a file raises by name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            called = node.exc.func
            if isinstance(called, ast.Name) and hasattr(errors, called.id):
                yield called.id


def test_what_the_learner_raises_is_a_value_error_or_an_import_error():
    names = {name for path in ROOT.rglob("*.py") for name in raised_names(path)}
    assert "InvalidParameter" in names
    for name in names:
        assert issubclass(getattr(errors, name), ValueError | ImportError), name


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_not_fitted(estimator):
    with pytest.raises(NotFittedError):
        estimator().predict(np.zeros((2, 3)))
    with pytest.raises(NotFittedError):
        estimator().risk(np.zeros((2, 3)), np.zeros(2) if estimator in RANKERS else np.eye(2))


@pytest.mark.parametrize(
    ("estimator", "parameters"),
    [
        (QuadraticSurrogate, {"alpha": 0.0}),
        (QuadraticSurrogate, {"alpha": "small"}),
        (QuadraticSurrogate, {"gamma": -1.0}),
        (QuadraticSurrogate, {"kernel": "unheard of"}),
        (QuadraticSurrogate, {"solver": "unheard of"}),
        (QuadraticSurrogate, {"solver": "nystrom", "n_components": 0}),
        (QuadraticSurrogate, {"solver": "primal"}),
        (QuadraticSurrogate, {"solver": "fourier", "kernel": "linear"}),
        (QuadraticSurrogate, {"route": "unheard of"}),
        (QuadraticSurrogate, {"target": "unheard of"}),
        (QuadraticSurrogate, {"classes": [0, 0, 1]}),
        (QuadraticSurrogate, {"loss": "unheard of"}),
        (QuadraticSurrogate, {"loss": "f-score"}),
        (QuadraticSurrogate, {"loss_parameters": {"unheard": 1}}),
        (QuadraticSurrogate, {"max_memory": 10}),
        (QuadraticSurrogate, {"max_memory": "1GB"}),
        (QuadraticSurrogate, {"max_memory": float("nan")}),
        (QuadraticSurrogate, {"solver": None}),
        (QuadraticSurrogateCV, {"alphas": []}),
        (QuadraticSurrogateCV, {"alphas": [1e-3, -1]}),
        (QuadraticSurrogateCV, {"gammas": [np.nan]}),
        (QuadraticSurrogateCV, {"cv": 1.5}),
        (QuadraticSurrogateCV, {"cv": "unheard of"}),
        (QuadraticSurrogateCV, {"cv": 1}),
        (ThresholdMarginals, {"loss": "multiclass"}),
        (LogisticRelevance, {"C": 0.0}),
        (UnarySVM, {"C": -1.0}),
        (ConstantPredictor, {"loss": "unheard of"}),
    ],
)
def test_bad_parameters_are_value_errors(estimator, parameters):
    generator = np.random.default_rng(0)
    X, Y = generator.standard_normal((30, 3)), np.eye(3, dtype=int)[np.arange(30) % 3]
    Y[0] = 0
    with pytest.raises(ValueError):  # noqa: PT011 (the kind is what is tested)
        estimator(**parameters).fit(X, Y)


@pytest.mark.parametrize(
    ("estimator", "parameters", "y", "query"),
    [
        (RankingSurrogate, {"alpha": -1.0}, [0, 1, 0, 1], "aabb"),
        (RankingSurrogate, {"loss": "hamming"}, [0, 1, 0, 1], "aabb"),
        (RankingSurrogate, {}, [0, 0.5, 0, 1], "aabb"),
        (RankingSurrogate, {}, [0, -1, 0, 1], "aabb"),
        (RankingSurrogate, {}, [0, 1, 0], "aabb"),
        (RankingSurrogate, {}, [0, 1, 0, 1], "aab"),
        (RankingSurrogate, {"loss": "map"}, [0, 1, 0, 1], "abcd"),
        (RankingSurrogateCV, {"cv": 3}, [0, 1, 0, 1], "aabb"),
        (RankingSurrogateCV, {"alphas": []}, [0, 1, 0, 1], "aabb"),
        (RankSVM, {}, [1, 1, 0, 0], "aabb"),
    ],
)
def test_bad_rankings_are_value_errors(estimator, parameters, y, query):
    X = np.array([[0.0], [1.0], [0.5], [2.0]])
    with pytest.raises(ValueError):  # noqa: PT011 (the kind is what is tested)
        estimator(**parameters).fit(X, y, query=list(query))


@pytest.mark.parametrize(
    ("estimator", "parameters", "match"),
    [
        (QuadraticSurrogate, {"regressor": "ridge"}, "'ridge' is no regressor"),
        (QuadraticSurrogate, {"regressor": Ridge}, "is no regressor: pass one such as Ridge"),
        (QuadraticSurrogate, {"regressor": SVR()}, r"one output and U has 3: wrap it, as .*SVR\("),
        (QuadraticSurrogate, {"gamma": None}, "gamma=None must be positive or 'median'"),
        (QuadraticSurrogate, {"solver": "nystrom", "n_components": 2.5}, "must be an integer"),
        (QuadraticSurrogate, {"loss_parameters": ["undefined"]}, "must be a dict, such as"),
        (QuadraticSurrogateCV, {"regressors": Ridge()}, r"one alone as \[regressor\]"),
        (QuadraticSurrogateCV, {"alphas": 1e-3}, "alphas must be a non-empty list"),
        (QuadraticSurrogateCV, {"cv": []}, "cv gives no folds"),
        (QuadraticSurrogateCV, {"cv": [(range(30), ())]}, "30 rows to train on and 0 to judge by"),
        (QuadraticSurrogateCV, {"cv": [((), range(30))]}, "0 rows to train on and 30 to judge by"),
    ],
)
def test_bad_parameters_are_told_with_a_remedy(estimator, parameters, match):
    X, Y = (
        np.random.default_rng(0).standard_normal((30, 3)),
        np.eye(3, dtype=int)[np.arange(30) % 3],
    )
    with pytest.raises(InvalidParameter, match=match):
        estimator(**parameters).fit(X, Y)
