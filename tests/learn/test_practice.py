"""What a user of scikit-learn expects: folds, weights, names, probabilities, risks, searches."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import clone, is_classifier
from sklearn.compose import TransformedTargetRegressor
from sklearn.datasets import load_iris
from sklearn.ensemble import ExtraTreesRegressor
from sklearn.exceptions import ConvergenceWarning, InconsistentVersionWarning
from sklearn.impute import SimpleImputer
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, GroupKFold, cross_val_predict, cross_val_score
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import qstheory.learn
from qstheory import losses
from qstheory.errors import InvalidParameter, UndefinedLoss
from qstheory.learn import QuadraticSurrogate, QuadraticSurrogateCV, RankingSurrogate

EMPTY = {"undefined": "one"}


def test_sorted_classes_are_stratified():
    X, y = load_iris(return_X_y=True)
    assert is_classifier(QuadraticSurrogate("multiclass"))
    assert not is_classifier(QuadraticSurrogate("ndcg"))
    assert cross_val_score(QuadraticSurrogate("multiclass"), X, y, cv=3).min() > -0.1
    for cv in (3, 0.3):
        chosen = QuadraticSurrogateCV("multiclass", cv=cv).fit(X, y)
        assert chosen.selection_.risk < 0.1
        assert chosen.alpha_ < 1


def test_an_estimator_that_fit_will_refuse_can_be_looked_at():
    for model in (QuadraticSurrogate("unheard of"), QuadraticSurrogate(loss_parameters={"k": 3})):
        assert not is_classifier(model)
        assert "QuadraticSurrogate" in repr(model)
        assert "QuadraticSurrogate" in make_pipeline(model)._repr_html_()
        with pytest.raises(ValueError, match=r"unheard of|no parameter 'k'"):
            model.fit(np.eye(3), np.eye(3, dtype=int))


def test_predicted_sets_are_put_together_by_folds(labelled):
    X, Y = labelled
    sets = [set(np.flatnonzero(row).tolist()) for row in Y]
    predicted = cross_val_predict(QuadraticSurrogate("hamming", target="label-sets"), X, sets, cv=3)
    assert predicted.shape == (80,)
    by_columns = cross_val_predict(QuadraticSurrogate("hamming"), X, Y, cv=3)
    assert predicted.tolist() == [tuple(np.flatnonzero(row).tolist()) for row in by_columns]


def test_the_names_are_listed():
    assert set(qstheory.learn.__all__) <= set(dir(qstheory.learn))


def test_groups_reach_the_folds(labelled):
    X, Y = labelled
    groups = np.arange(80) % 7

    class Seen(GroupKFold):
        def split(self, X, y=None, groups=None):
            for training, held_out in super().split(X, y, groups):
                assert not set(groups[training]) & set(groups[held_out])
                seen.append(len(held_out))
                yield training, held_out

    seen = []
    model = QuadraticSurrogateCV(cv=Seen(3), alphas=[1e-3], gammas=[1.0])
    model.fit(X, Y, groups=groups)
    assert sum(seen) == 80
    with sklearn.config_context(enable_metadata_routing=True):
        routed = QuadraticSurrogate().set_fit_request(sample_weight=True)
        search = GridSearchCV(routed.set_score_request(sample_weight=True), {"alpha": [1e-3]}, cv=3)
        search.fit(X, Y, sample_weight=np.ones(80))


def test_weights_are_repetitions(labelled):
    X, Y = labelled
    weights = np.random.default_rng(0).integers(0, 3, 80)
    rows = np.repeat(np.arange(80), weights)
    for loss, parameters in (("hamming", None), ("zero-one", None), ("f-score", EMPTY)):
        model = QuadraticSurrogate(loss, loss_parameters=parameters, gamma=0.5, alpha=1e-2)
        weighed = clone(model).fit(X, Y, sample_weight=weights)
        repeated = clone(model).fit(X[rows], Y[rows])
        np.testing.assert_array_equal(weighed.predict(X), repeated.predict(X))
        assert weighed.risk(X, Y, sample_weight=weights) == pytest.approx(
            repeated.risk(X[rows], Y[rows])
        )


@pytest.mark.parametrize(
    ("name", "parameters", "m"),
    [
        ("hamming", {}, 4),
        ("f-score", EMPTY, 4),
        ("zero-one", {}, 4),
        ("jaccard", EMPTY, 4),
        ("pairwise-disagreement", EMPTY, 4),
        ("map", EMPTY, 4),
    ],
)
def test_the_estimated_risk_is_the_weighted_loss(labelled, name, parameters, m):
    """sum_i alpha_i(x) L(z, y_i) from the entries, up to c (1 - sum_i alpha_i) for constant c."""
    X, Y = labelled
    model = QuadraticSurrogate(name, loss_parameters=parameters, gamma=0.3, alpha=1e-3)
    model.fit(X[:60], Y[:60])
    alphas, Z = model.weights(X[60:]), model.decoder_.predictions(m)
    entries = np.array([model.decoder_.loss(np.repeat(z[None], 60, axis=0), Y[:60]) for z in Z])
    expected = alphas @ entries.T
    if model.offset_.constant is not None:
        expected += (model.offset_.constant * (1 - alphas.sum(axis=1)))[:, None]
    estimated = model.predict_risk(X[60:], all_predictions=True)
    np.testing.assert_allclose(estimated, expected, atol=1e-8)
    np.testing.assert_allclose(model.predict_risk(X[60:]), expected.min(axis=1), atol=1e-8)
    two = np.sort(expected, axis=1)[:, :2]
    np.testing.assert_allclose(model.predict_margin(X[60:]), two[:, 1] - two[:, 0], atol=1e-8)


def test_probabilities_and_decisions():
    X, y = load_iris(return_X_y=True)
    model = QuadraticSurrogate("multiclass", alpha=1e-3).fit(X, y)
    P = model.predict_proba(X)
    np.testing.assert_allclose(P.sum(axis=1), 1)
    assert P.min() >= 0
    np.testing.assert_array_equal(model.classes_[P.argmax(axis=1)], model.predict(X))
    # The nearest point of the simplex, by its own optimality: v - p is constant where p > 0.
    differences = np.where(P > 0, model.surrogate(X) - P, np.nan)
    np.testing.assert_allclose(np.nanmax(differences, 1), np.nanmin(differences, 1), atol=1e-12)
    decisions = model.decision_function(X)
    np.testing.assert_array_equal(decisions.argmax(axis=1), model.predict(X))
    abstaining = QuadraticSurrogate("abstain", loss_parameters={"cost": 0.1}).fit(X, y)
    assert not hasattr(abstaining, "decision_function")
    assert not hasattr(QuadraticSurrogate("f-score"), "predict_proba")


def test_label_names_come_back(labelled):
    X, Y = labelled
    frame = pd.DataFrame(Y, columns=list("abcd"))
    inputs = pd.DataFrame(X, columns=["u", "v", "w"], index=np.arange(80) + 7)
    model = QuadraticSurrogate("hamming").fit(inputs, frame)
    predicted = model.predict(inputs)
    assert predicted.columns.tolist() == list("abcd")
    assert predicted.index.equals(inputs.index)
    assert model.classes_.tolist() == list("abcd")
    assert model.feature_names_in_.tolist() == ["u", "v", "w"]
    plain = QuadraticSurrogate("hamming").fit(X, Y)
    np.testing.assert_array_equal(predicted, plain.predict(X))
    assert isinstance(plain.set_output(transform="pandas").predict(X), pd.DataFrame)
    assert isinstance(plain.set_output(transform="default").predict(X), np.ndarray)
    with pytest.raises(InvalidParameter, match="'default' or 'pandas'"):
        plain.set_output(transform="polars")


def test_parameters_of_the_loss_are_searched(labelled):
    X, Y = labelled
    model = QuadraticSurrogate("f-score", loss_parameters=EMPTY)
    grid = {"loss_parameters__beta": [0.5, 2.0]}
    search = GridSearchCV(model, grid, cv=3, error_score="raise").fit(X, Y)
    assert search.best_estimator_.loss_parameters["undefined"] == "one"
    assert search.best_estimator_.decoder_.beta in {0.5, 2.0}
    assert model.get_params()["loss_parameters__undefined"] == "one"
    assert clone(search.best_estimator_).get_params() == search.best_estimator_.get_params()


def test_a_missing_convention_names_the_parameter(labelled):
    X, Y = labelled
    with pytest.raises(UndefinedLoss, match=r'loss_parameters=\{"undefined": "one"\}'):
        QuadraticSurrogate("f-score").fit(X, Y)


def test_an_unproved_optimum_is_announced():
    generator = np.random.default_rng(0)
    X, Y = generator.standard_normal((40, 2)), generator.integers(0, 2, (40, 16))
    model = QuadraticSurrogate("jaccard", loss_parameters=EMPTY).fit(X, Y)
    predicted, gaps = model.decode_with_gap(X)
    assert (gaps > 0).any()
    with pytest.warns(ConvergenceWarning, match="are not proved to be optimal"):
        np.testing.assert_array_equal(model.predict(X), predicted)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        QuadraticSurrogate("hamming").fit(X, Y).predict(X)


def test_old_names_work_with_a_warning(labelled):
    X, Y = labelled
    new = QuadraticSurrogate(alpha=1e-2, kernel="cosine", kernel_params={}).fit(X, Y)
    old = QuadraticSurrogate(lam=1e-2, kernel="cosine", kernel_parameters={})
    with pytest.warns(FutureWarning, match="lam is called alpha"):
        old.fit(X, Y)
    np.testing.assert_array_equal(old.surrogate(X), new.surrogate(X))
    with pytest.warns(FutureWarning, match="lams is called alphas"):
        QuadraticSurrogateCV(lams=[1e-2], gammas=[1.0]).fit(X, Y)


def test_a_pickle_of_another_version_says_so(labelled):
    model = QuadraticSurrogate().fit(*labelled)
    state = model.__getstate__()
    assert state["_qstheory_version"]
    restored = pickle.loads(pickle.dumps(model))  # noqa: S301 (our own bytes)
    np.testing.assert_array_equal(restored.predict(labelled[0]), model.predict(labelled[0]))
    with pytest.warns(InconsistentVersionWarning, match=r"qstheory 0\.0\.1"):
        QuadraticSurrogate().__setstate__({**state, "_qstheory_version": "0.0.1"})


def test_any_regressor_of_u(labelled):
    """Kernel ridge as a foreign regressor is the exact solver; trees are decoded as well."""
    X, Y = labelled
    ridge = KernelRidge(kernel="rbf", gamma=0.5, alpha=80 * 1e-2)
    for loss, parameters in (
        ("f-score", EMPTY),
        ("zero-one", {}),
        ("pairwise-disagreement", EMPTY),
    ):
        own = QuadraticSurrogate(loss, loss_parameters=parameters, gamma=0.5, alpha=1e-2).fit(X, Y)
        foreign = QuadraticSurrogate(loss, loss_parameters=parameters, regressor=ridge).fit(X, Y)
        np.testing.assert_allclose(foreign.surrogate(X), own.surrogate(X), atol=1e-8)
        np.testing.assert_array_equal(foreign.predict(X), own.predict(X))
        np.testing.assert_allclose(foreign.predict_risk(X), own.predict_risk(X), atol=1e-8)
    with pytest.raises(InvalidParameter, match="solver='exact'"):
        foreign.weights(X)


def test_out_of_fold_risk_chooses_among_regressors():
    """On steps of one input among noise trees lead; the risks are those of separate fits."""
    generator = np.random.default_rng(0)
    X = generator.uniform(-1, 1, (150, 8))
    Y = (np.floor(4 * X[:, :1]) % 2 == [[0, 1]]).astype(int)
    trees = ExtraTreesRegressor(30, random_state=0)
    constant = KernelRidge(kernel="rbf", gamma=1e-9)
    model = QuadraticSurrogateCV(
        "zero-one", regressors=[constant, trees], alphas=[1e-3, 1e-1], cv=3
    ).fit(X, Y)
    assert model.regressor_ is trees
    assert model.selection_.risk > model.regressor_risks_[1]
    expected = -cross_val_score(QuadraticSurrogate("zero-one", regressor=trees), X, Y, cv=3).mean()
    assert model.regressor_risks_[1] == pytest.approx(expected)


@pytest.mark.parametrize("solver", ["nystrom", "fourier"])
def test_rows_may_be_streamed(labelled, solver):
    """In blocks as in one piece, with the features drawn from the first block."""
    X, Y = labelled
    for loss, parameters in (("f-score", EMPTY), ("hamming", {})):
        model = QuadraticSurrogate(
            loss, loss_parameters=parameters, solver=solver, n_components=10, gamma=0.3
        )
        streamed = clone(model)
        for rows in np.array_split(np.arange(80), 4):
            streamed.partial_fit(X[rows], Y[rows])
        U = streamed.decoder_.observation_features(Y)
        Phi = streamed.equations_.representation.features(X)
        system = Phi.T @ Phi + 80 * 1e-4 * np.eye(Phi.shape[1])
        expected = Phi @ np.linalg.solve(system, Phi.T @ U)
        np.testing.assert_allclose(streamed.surrogate(X), expected, atol=1e-7)
        assert streamed.predict(X).shape == Y.shape
    assert not hasattr(QuadraticSurrogate("zero-one", solver="nystrom"), "partial_fit")
    assert not hasattr(QuadraticSurrogate(), "partial_fit")


def test_classes_are_streamed_with_those_to_come():
    X, y = load_iris(return_X_y=True)
    model = QuadraticSurrogate("multiclass", solver="nystrom", n_components=50, gamma=0.3)
    model.partial_fit(X[:60], y[:60], classes=[0, 1, 2])
    model.partial_fit(X[60:], y[60:])
    assert model.risk(X, y) < 0.1


@pytest.mark.parametrize(
    ("exact", "y"),
    [
        (("f-score", {"m": 4, **EMPTY}), None),
        (("abstain", {"classes": 3, "cost": "1/4"}), load_iris().target),
        (("ordinal-squared", {"classes": 3}), load_iris().target),
    ],
)
def test_an_exact_loss_and_its_name_are_one_learner(labelled, exact, y):
    name, parameters = exact
    X, Y = labelled if y is None else (load_iris().data, y)
    own = {k: v for k, v in parameters.items() if k != "m"}
    if "cost" in own:
        own["cost"] = 0.25
    by_loss = QuadraticSurrogate(losses.make(name, **parameters)).fit(X, Y)
    by_name = QuadraticSurrogate(name, loss_parameters=own).fit(X, Y)
    np.testing.assert_array_equal(by_loss.predict(X), by_name.predict(X))
    assert by_loss.risk(X, Y) == by_name.risk(X, Y)


def test_weights_reach_the_regressor_or_are_refused(labelled):
    X, Y = labelled
    weights = np.arange(80) % 3
    rows = np.repeat(np.arange(80), weights)
    for regressor in (
        Ridge(),
        make_pipeline(FunctionTransformer(), Ridge()),
        TransformedTargetRegressor(Ridge()),
    ):
        model = QuadraticSurrogate(regressor=regressor)
        weighed = model.fit(X, Y, sample_weight=weights).surrogate(X)
        np.testing.assert_allclose(model.fit(X[rows], Y[rows]).surrogate(X), weighed, atol=1e-9)
    with pytest.raises(InvalidParameter, match="KNeighborsRegressor takes no sample_weight"):
        QuadraticSurrogate(regressor=KNeighborsRegressor()).fit(X, Y, sample_weight=weights)


def test_missing_inputs_are_the_regressors_matter(labelled):
    """Trees and imputers take NaN; the kernel and a linear model do not."""
    X, Y = labelled
    holes = np.where(np.arange(80)[:, None] % 9 == np.arange(3), np.nan, X)
    for regressor in (
        ExtraTreesRegressor(10, random_state=0),
        make_pipeline(SimpleImputer(), Ridge()),
    ):
        model = QuadraticSurrogate(regressor=regressor).fit(holes, Y)
        expected = clone(regressor).fit(holes, 2.0 * Y - 1).predict(holes) > 0
        np.testing.assert_array_equal(model.predict(holes), expected)
        assert cross_val_score(model, holes, Y, cv=3).min() > -0.5
    for model in (QuadraticSurrogate(), QuadraticSurrogate(regressor=Ridge())):
        with pytest.raises(ValueError, match="contains NaN"):
            model.fit(holes, Y)


def test_the_first_rows_of_a_stream_give_all_landmarks(labelled):
    X, Y = labelled
    model = QuadraticSurrogate(solver="nystrom", n_components=10)
    with pytest.raises(
        InvalidParameter, match=r"10 landmarks are drawn .* which are 9: begin with"
    ):
        model.partial_fit(X[:9], Y[:9])
    assert model.partial_fit(X[:10], Y[:10]).equations_.representation.size == 10
    with pytest.raises(InvalidParameter, match="begin with more"):
        RankingSurrogate(n_components=10).partial_fit(X[:9], Y[:9, 0], None)
    fourier = QuadraticSurrogate(solver="fourier", n_components=10, gamma=1.0)
    assert fourier.partial_fit(X[:1], Y[:1]).equations_.representation.size == 10
