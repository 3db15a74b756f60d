"""Scripts of practitioners that run unchanged with one estimator in the place of another."""

from io import BytesIO

import joblib
import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_breast_cancer, load_iris, make_multilabel_classification
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import StackingClassifier, VotingClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.frozen import FrozenEstimator
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import (
    accuracy_score,
    f1_score,
    hamming_loss,
    label_ranking_loss,
    log_loss,
    make_scorer,
    roc_auc_score,
)
from sklearn.model_selection import (
    GridSearchCV,
    TunedThresholdClassifierCV,
    cross_val_predict,
    cross_val_score,
    cross_validate,
    learning_curve,
    train_test_split,
)
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MultiLabelBinarizer, OneHotEncoder, StandardScaler

from qstheory.learn import QuadraticSurrogate

LINEAR = OneVsRestClassifier(LogisticRegression(max_iter=500))
TEXTS = [
    ("the match was won in the last minute", {"sport"}),
    ("the team signed a new player for millions", {"sport", "money"}),
    ("shares of the bank fell after the report", {"money"}),
    ("the election was won by the party of the left", {"politics"}),
    ("the party wants a tax on the profits of the bank", {"politics", "money"}),
    ("the minister watched the match of the team", {"politics", "sport"}),
] * 8


def label_sets(model):
    """Pipelines, folds, probabilities, curves and importances of multilabel data."""
    X, Y = make_multilabel_classification(150, 8, n_classes=4, random_state=0)
    X, X_test, Y, Y_test = train_test_split(X, Y, random_state=0)
    pipeline = make_pipeline(StandardScaler(), clone(model))
    samples = make_scorer(f1_score, average="samples", zero_division=1)
    folds = cross_val_score(pipeline, X, Y, scoring=samples, cv=3, error_score="raise")
    several = cross_validate(
        pipeline, X, Y, scoring={"f1": samples, "hamming": make_scorer(hamming_loss)}, cv=3
    )
    pipeline.fit(X, Y)
    predicted = pipeline.predict(X_test)
    probabilities = pipeline.predict_proba(X_test)
    decisions = pipeline.decision_function(X_test)
    assert predicted.shape == probabilities.shape == decisions.shape == Y_test.shape
    assert pipeline[-1].classes_.tolist() == [0, 1, 2, 3]
    out_of_fold = cross_val_predict(pipeline, X, Y, cv=3, method="predict_proba")
    assert out_of_fold.shape == Y.shape
    learning_curve(pipeline, X, Y, scoring=samples, cv=3, train_sizes=[0.5, 1.0])
    permutation_importance(pipeline, X_test, Y_test, scoring=samples, n_repeats=2, random_state=0)
    search = GridSearchCV(pipeline, {"standardscaler__with_std": [True, False]}, scoring=samples)
    search.fit(X, Y)
    assert set(several) >= {"test_f1", "test_hamming"}
    return folds.mean(), f1_score(Y_test, predicted, average="samples", zero_division=1)


def classes(model):
    """Named classes in a data frame with a column of words."""
    X, y = load_iris(return_X_y=True, as_frame=True)
    X["place"] = np.where(np.arange(150) % 2, "north", "south")
    y = y.map(dict(enumerate(["setosa", "versicolor", "virginica"])))
    X, X_test, y, y_test = train_test_split(X, y, random_state=0, stratify=y)
    columns = make_column_transformer(
        (OneHotEncoder(), ["place"]), remainder=StandardScaler(), sparse_threshold=0
    )
    pipeline = make_pipeline(columns, clone(model))
    folds = cross_val_score(pipeline, X, y, scoring="accuracy", cv=5, error_score="raise")
    pipeline.fit(X, y)
    probabilities = pipeline.predict_proba(X_test)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
    assert pipeline.classes_.tolist() == ["setosa", "versicolor", "virginica"]
    smooth = (probabilities + 1e-3) / (1 + 3e-3)
    assert np.isfinite(log_loss(y_test, smooth))
    scores = pipeline.decision_function(X_test)
    predicted = pipeline.predict(X_test)
    np.testing.assert_array_equal(pipeline.classes_[scores.argmax(axis=1)], predicted)
    assert pd.Series(predicted).isin(pipeline.classes_).all()
    return folds.mean(), accuracy_score(y_test, predicted)


def texts(model):
    """Sparse words and sets of topics."""
    words, topics = zip(*TEXTS, strict=True)
    binarizer = MultiLabelBinarizer()
    Y = binarizer.fit_transform(topics)
    pipeline = make_pipeline(TfidfVectorizer(), clone(model)).fit(words, Y)
    named = binarizer.inverse_transform(pipeline.predict(words))
    assert len(named) == len(words)
    new = pipeline.predict(["the bank and the team"])
    assert new.shape == (1, 3)
    folds = cross_val_score(pipeline, np.array(words), Y, scoring="f1_samples", cv=2)
    return folds.mean(), f1_score(Y, pipeline.predict(words), average="samples")


def within_others(model):
    """Calibrated, in votes and stacks, with a tuned threshold, one class against another."""
    X, y = load_breast_cancer(return_X_y=True)
    X, X_test, y, y_test = train_test_split(X[:, :5], y, train_size=150, random_state=0)
    scaled = make_pipeline(StandardScaler(), clone(model))
    voters = [("own", scaled), ("prior", DummyClassifier(strategy="prior"))]
    accuracies = []
    for classifier in (
        CalibratedClassifierCV(scaled, cv=3),
        CalibratedClassifierCV(FrozenEstimator(clone(scaled).fit(X, y))),
        VotingClassifier(voters, voting="soft"),
        StackingClassifier(voters, cv=3),
        TunedThresholdClassifierCV(scaled, cv=3, scoring="f1"),
        OneVsOneClassifier(scaled),
        OneVsRestClassifier(scaled),
    ):
        predicted = classifier.fit(X, y).predict(X_test)
        accuracies.append(accuracy_score(y_test, predicted))
    probabilities = classifier.predict_proba(X_test)
    assert roc_auc_score(y_test, probabilities[:, 1]) > 0.9
    for scoring in ("roc_auc", "average_precision", "neg_brier_score", "neg_log_loss"):
        assert np.isfinite(
            cross_val_score(scaled, X, y, scoring=scoring, error_score="raise")
        ).all()
    return accuracies


def sparse_labels(model):
    """Sparse inputs and labels, thresholds of one's own, files of joblib, metrics of rankings."""
    X, Y = make_multilabel_classification(150, 8, n_classes=4, random_state=0)
    fitted = clone(model).fit(csr_matrix(X), csr_matrix(Y))
    file = BytesIO()
    joblib.dump(fitted, file)
    file.seek(0)
    again = joblib.load(file)
    predicted = again.predict(csr_matrix(X))
    np.testing.assert_array_equal(predicted.toarray(), fitted.predict(csr_matrix(X)).toarray())
    probabilities = again.predict_proba(csr_matrix(X))
    assert label_ranking_loss(Y, again.decision_function(csr_matrix(X))) < 0.3
    cut = (probabilities > 0.4).astype(int)
    return f1_score(Y, predicted, average="micro"), f1_score(Y, cut, average="micro")


@pytest.mark.parametrize(
    ("script", "model", "least"),
    [
        (label_sets, LINEAR, 0.5),
        (label_sets, QuadraticSurrogate("hamming", alpha=1e-3), 0.5),
        (classes, LINEAR, 0.8),
        (classes, QuadraticSurrogate("multiclass", alpha=1e-3), 0.8),
        (within_others, LINEAR, 0.8),
        (within_others, QuadraticSurrogate("multiclass", alpha=1e-3), 0.8),
        (sparse_labels, LINEAR, 0.5),
        (sparse_labels, QuadraticSurrogate("hamming", alpha=1e-3), 0.5),
        (texts, LINEAR, 0.9),
        (texts, QuadraticSurrogate("hamming", alpha=1e-3), 0.9),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_a_script_runs_with_either(script, model, least):
    assert min(script(model)) >= least
