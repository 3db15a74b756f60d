"""The estimator: both routes, all forms of y, scikit-learn's conventions."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeRegressor
from sklearn.utils.estimator_checks import check_estimator

from qstheory import losses
from qstheory.errors import InvalidParameter, MissingExtra, TooLarge, UnknownLoss, UnreadableInput
from qstheory.learn import (
    ConstantPredictor,
    LogisticRelevance,
    QuadraticSurrogate,
    QuadraticSurrogateCV,
    ThresholdMarginals,
    UnarySVM,
)
from qstheory.learn.decoders import decoders
from qstheory.learn.selection import Selection

EMPTY = {"undefined": "one"}
NOT_BINARY = "the check's y holds values other than 0 and 1, which are no label sets: refused"
LABEL_SETS = dict.fromkeys(
    (
        "check_estimators_dtypes",
        "check_fit2d_1feature",
        "check_sample_weights_not_an_array",
        "check_sample_weights_not_overwritten",
        "check_sample_weights_pandas_series",
        "check_sample_weights_shape",
    ),
    NOT_BINARY,
)
MARGINALS = "the probabilities are those of the labels, one a column: not of two classes"
SPARSE = ("check_estimator_sparse_array", "check_estimator_sparse_matrix")
ORDER = {"check_classifiers_classes": "the check's classes have no order that could be known"}
ABSTAINS = dict.fromkeys(
    (
        "check_classifiers_train",
        "check_decision_proba_consistency",
        *(f"check_sample_weight_equivalence_on_{kind}_data" for kind in ("dense", "sparse")),
    ),
    "a prediction may be None, abstaining, which is no class and no number",
)
HAMMING = LABEL_SETS | dict.fromkeys(SPARSE, MARGINALS)
SETS = dict.fromkeys(SPARSE, "a prediction is a set of classes, one column each")
FAMILIES = {
    "multiclass": ({}, {}),
    "abstain": ({}, ABSTAINS),
    "top-k": ({}, SETS),
    "ordinal-absolute": ({}, ORDER),
    "ordinal-squared": ({}, ORDER),
    "hamming": ({}, HAMMING),
    "prec-at-k": ({"k": 1}, HAMMING),
    "zero-one": ({}, LABEL_SETS),
    "block-zero-one": ({}, LABEL_SETS),
    "f-score": (EMPTY, LABEL_SETS),
    "jaccard": (EMPTY, LABEL_SETS),
    "pairwise-disagreement": (EMPTY, LABEL_SETS),
    "map": (EMPTY, LABEL_SETS),
    "reciprocal-rank": (EMPTY, LABEL_SETS),
    "ndcg": (EMPTY, {}),
    "pd-graded": (EMPTY, {}),
}


def test_weights_are_the_papers_formula(labelled):
    X, Y = labelled
    model = QuadraticSurrogate(gamma=0.5, alpha=1e-2).fit(X[:60], Y[:60])
    squared = ((X[:, None] - X[:60][None]) ** 2).sum(axis=2)
    K = np.exp(-0.5 * squared)
    expected = np.linalg.solve(K[:60] + 60 * 1e-2 * np.eye(60), K[60:].T).T
    np.testing.assert_allclose(model.weights(X[60:]), expected, atol=1e-10)
    np.testing.assert_allclose(model.surrogate(X[60:]), expected @ (2.0 * Y[:60] - 1), atol=1e-9)


def test_weights_need_the_exact_solver(labelled):
    model = QuadraticSurrogate(solver="nystrom", n_components=5).fit(*labelled)
    with pytest.raises(InvalidParameter, match="solver='exact'"):
        model.weights(labelled[0])


def test_score_is_minus_the_mean_loss(labelled):
    X, Y = labelled
    model = QuadraticSurrogate("hamming").fit(X, Y)
    assert model.score(X, Y) == -(model.predict(X) != Y).mean()


def test_label_sets_come_back_as_label_sets(labelled):
    X, Y = labelled
    names = np.array(["a", "b", "c", "d"])
    sets = [set(names[row.astype(bool)].tolist()) for row in Y]
    by_sets = QuadraticSurrogate("f-score", loss_parameters=EMPTY).fit(X, sets)
    by_matrix = QuadraticSurrogate("f-score", loss_parameters=EMPTY).fit(X, Y)
    expected = [tuple(names[row.astype(bool)].tolist()) for row in by_matrix.predict(X)]
    assert list(by_sets.predict(X)) == expected
    assert by_sets.score(X, sets) == by_matrix.score(X, Y)
    assert by_matrix.fit(X, csr_matrix(Y)).score(X, csr_matrix(Y)) == by_sets.score(X, sets)


def test_an_unseen_label_is_refused_unless_it_was_announced(labelled):
    X, _ = labelled
    sets = [{"a"} for _ in X]
    with pytest.raises(InvalidParameter, match="'z' is none of"):
        QuadraticSurrogate().fit(X, sets).score(X, [{"z"} for _ in X])
    announced = QuadraticSurrogate(classes=["a", "z"]).fit(X, sets)
    assert announced.risk(X, [{"z"} for _ in X]) == 1.0


def test_any_callable_loss_is_decoded_over_the_observations(labelled):
    X, Y = labelled

    def symmetric_difference(z, y):
        return sum(a != b for a, b in zip(z, y, strict=True)) / 4

    every_set = losses.make("hamming", m=4).predictions
    candidates = np.array(list(every_set))
    by_callable = QuadraticSurrogate(symmetric_difference, candidates=candidates).fit(X, Y)
    np.testing.assert_array_equal(
        by_callable.predict(X), QuadraticSurrogate("hamming").fit(X, Y).predict(X)
    )
    observed = {tuple(row) for row in Y.tolist()}
    without = QuadraticSurrogate(symmetric_difference).fit(X, Y)
    assert {tuple(row) for row in without.predict(X).tolist()} <= observed


def test_a_precomputed_kernel_is_the_kernel(labelled):
    X, Y = labelled
    K = X @ X.T
    linear = QuadraticSurrogate(kernel="linear").fit(X[:60], Y[:60])
    precomputed = QuadraticSurrogate(kernel="precomputed").fit(K[:60, :60], Y[:60])
    np.testing.assert_allclose(precomputed.surrogate(K[60:, :60]), linear.surrogate(X[60:]))
    by_callable = QuadraticSurrogate(kernel=np.dot).fit(X[:60], Y[:60])
    np.testing.assert_allclose(by_callable.surrogate(X[60:]), linear.surrogate(X[60:]))


def test_sparse_inputs_give_the_same_predictor(labelled):
    X, Y = labelled
    for solver in ("exact", "nystrom", "fourier"):
        model = QuadraticSurrogate(solver=solver, n_components=40, alpha=1e-3)
        dense = model.fit(X, Y).surrogate(X)
        np.testing.assert_allclose(
            model.fit(csr_matrix(X), Y).surrogate(csr_matrix(X)), dense, 1e-6
        )


def test_clone_pickle_pipeline_and_grid_search(labelled):
    X, Y = labelled
    model = QuadraticSurrogate("f-score", loss_parameters=EMPTY, alpha=1e-2)
    assert clone(model).get_params() == model.get_params()
    restored = pickle.loads(pickle.dumps(model.fit(X, Y)))  # noqa: S301 (our own bytes)
    np.testing.assert_array_equal(restored.predict(X), model.predict(X))
    pipeline = make_pipeline(StandardScaler(), QuadraticSurrogate("hamming"))
    grid = {
        "quadraticsurrogate__alpha": [1e-5, 1e-1],
        "quadraticsurrogate__kernel": ["linear", "laplace"],
    }
    search = GridSearchCV(pipeline, grid, cv=3, error_score="raise").fit(X, Y)
    assert search.best_score_ <= 0
    assert len(search.cv_results_["params"]) == 4


def test_grid_search_takes_label_sets(labelled):
    X, Y = labelled
    names = np.array(["a", "b", "c", "d"])
    sets = [frozenset(names[row.astype(bool)].tolist()) for row in Y]
    model = QuadraticSurrogate("f-score", loss_parameters=EMPTY, classes=list("abcd"))
    search = GridSearchCV(model, {"alpha": [1e-5, 1e-1]}, cv=3, error_score="raise").fit(X, sets)
    by_matrix = GridSearchCV(
        QuadraticSurrogate("f-score", loss_parameters=EMPTY), {"alpha": [1e-5, 1e-1]}, cv=3
    ).fit(X, Y)
    np.testing.assert_allclose(
        search.cv_results_["mean_test_score"], by_matrix.cv_results_["mean_test_score"]
    )


def test_without_scikit_learn_one_sentence_names_the_extra():
    code = "import sys; sys.modules['sklearn'] = None; from qstheory.learn import UnarySVM"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = run.stderr.strip().splitlines()[-1]
    assert last.startswith("qstheory.errors.MissingExtra: UnarySVM needs sklearn")
    assert "pip install 'qstheory[learn]'" in last
    assert issubclass(MissingExtra, ImportError)


def test_the_decoders_load_without_scikit_learn():
    """The estimators are an extra; importing a decoder must not ask for it."""
    code = (
        "import sys; import qstheory.learn.decoders.label_sets; assert 'sklearn' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def failed_checks(estimator, expected):
    results = check_estimator(
        estimator, expected_failed_checks=expected, on_fail=None, on_skip=None
    )
    assert sum(r["status"] == "passed" for r in results) > 30
    return [r["check_name"] for r in results if r["status"] == "failed"]


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learn_checks(name):
    parameters, expected = FAMILIES[name]
    assert failed_checks(QuadraticSurrogate(name, loss_parameters=parameters), expected) == []


@pytest.mark.parametrize(
    "estimator",
    [
        QuadraticSurrogateCV("multiclass", alphas=[1e-3, 1e-1], gammas=[1.0], cv=2),
        QuadraticSurrogate("multiclass", solver="nystrom", kernel="laplace"),
        QuadraticSurrogate("multiclass", solver="fourier", n_components=50),
        QuadraticSurrogate("multiclass", regressor=Ridge()),
    ],
    ids=["cv", "nystrom", "fourier", "regressor"],
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learn_checks_of_other_solvers(estimator):
    assert failed_checks(estimator, {}) == []


HELD_OUT = dict.fromkeys(
    (
        "check_sample_weight_equivalence_on_dense_data",
        "check_sample_weight_equivalence_on_sparse_data",
    ),
    "the threshold is fitted to marginals without the observation, all its weight left out",
)


@pytest.mark.parametrize(
    ("estimator", "expected"),
    [
        (ConstantPredictor(), LABEL_SETS),
        (ConstantPredictor("multiclass"), {"check_classifiers_train": "it does not look at X"}),
        (LogisticRelevance(), HAMMING),
        (UnarySVM(), LABEL_SETS),
        (ThresholdMarginals(), LABEL_SETS | HELD_OUT),
    ],
    ids=["constant", "constant class", "logistic", "svm", "thresholds"],
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_scikit_learn_checks_of_the_baselines(estimator, expected):
    assert failed_checks(estimator, expected) == []


def test_every_family_is_checked():
    """Costs, matrices, trees and graphs are for observations that the checks do not make."""
    needed = set(decoders()) - {"f-score-columns", "map-heuristic"}
    assert needed - set(FAMILIES) == {"cost-sensitive", "matrix", "tree", "pd-graph"}


@pytest.mark.parametrize(
    ("parameters", "error", "match"),
    [
        ({"loss": "hammming"}, UnknownLoss, "no loss 'hammming'; did you mean 'hamming'"),
        ({"route": "shortcut"}, InvalidParameter, "route="),
        ({"solver": "magic"}, InvalidParameter, "solver="),
        ({"kernel": "magic"}, InvalidParameter, "kernel="),
        ({"gamma": -1.0}, InvalidParameter, "gamma="),
        ({"target": "magic"}, InvalidParameter, "target="),
        ({"target": "rankings"}, InvalidParameter, "observes label-sets"),
        ({"candidates": [[0, 1]]}, InvalidParameter, "loss-trick"),
        ({"loss": 3}, UnreadableInput, "3 is no loss; pass a name"),
        ({"max_memory": 100}, TooLarge, "use solver="),
    ],
)
def test_refusals_say_what_to_do(labelled, parameters, error, match):
    with pytest.raises(error, match=match):
        QuadraticSurrogate(**parameters).fit(*labelled)


def test_a_noiseless_problem_is_learned():
    """y is a function of x on a grid: the risk falls to zero and stays there."""
    generator = np.random.default_rng(0)
    W = generator.standard_normal((2, 3))
    grid = np.array([(i, j) for i in range(-4, 5) for j in range(-4, 5)], dtype=float)
    risks = []
    for n in (20, 80, 320, 1280):
        X = grid[generator.integers(len(grid), size=n)]
        model = QuadraticSurrogate("zero-one", gamma=0.5, alpha=1e-4 / n)
        risks.append(model.fit(X, (X @ W > 0).astype(int)).risk(grid, (grid @ W > 0).astype(int)))
    assert risks == sorted(risks, reverse=True)
    assert risks[0] > 0.1
    assert risks[-1] == 0.0


LAMS, GAMMAS = [1e-5, 1e-3, 1e-1], [0.1, 1.0]


@pytest.fixture
def forty_rows():
    generator = np.random.default_rng(2)
    X = generator.standard_normal((40, 3))
    Y = (X @ generator.standard_normal((3, 3)) + generator.standard_normal((40, 3)) > 0).astype(int)
    return X, Y


@pytest.mark.parametrize(
    ("loss", "parameters"), [("hamming", {}), ("zero-one", {}), ("f-score", EMPTY)]
)
def test_leave_one_out_is_n_fits(forty_rows, loss, parameters):
    X, Y = forty_rows
    n = len(X)
    model = QuadraticSurrogateCV(loss, loss_parameters=parameters, alphas=LAMS, gammas=GAMMAS).fit(
        X, Y
    )
    for g, gamma in enumerate(GAMMAS):
        for k, lam in enumerate(LAMS):
            losses = []
            for i in range(n):
                rest = np.arange(n) != i
                alpha = lam * n / (n - 1)
                one = QuadraticSurrogate(loss, loss_parameters=parameters, gamma=gamma, alpha=alpha)
                losses.append(one.fit(X[rest], Y[rest]).risk(X[i : i + 1], Y[i : i + 1]))
            assert model.selection_.risks[g, k] == pytest.approx(np.mean(losses))


@pytest.mark.parametrize("solver", ["exact", "nystrom"])
def test_folds_are_fits_on_their_training_rows(forty_rows, solver):
    X, Y = forty_rows
    folds = list(KFold(4).split(X))
    common = {"loss_parameters": EMPTY, "solver": solver, "n_components": 15}
    model = QuadraticSurrogateCV("f-score", alphas=LAMS, gammas=GAMMAS, cv=folds, **common).fit(
        X, Y
    )
    for g, gamma in enumerate(GAMMAS):
        for k, lam in enumerate(LAMS):
            one = QuadraticSurrogate("f-score", gamma=gamma, alpha=lam, **common)
            risks = [one.fit(X[a], Y[a]).risk(X[b], Y[b]) for a, b in folds]
            assert model.selection_.risks[g, k] == pytest.approx(np.mean(risks))
    final = QuadraticSurrogate("f-score", gamma=model.gamma_, alpha=model.alpha_, **common).fit(
        X, Y
    )
    np.testing.assert_array_equal(model.predict(X), final.predict(X))


def test_hold_out_and_precomputed(forty_rows):
    X, Y = forty_rows
    by_rows = QuadraticSurrogateCV(kernel="linear", alphas=LAMS, cv=0.25).fit(X, Y)
    by_matrix = QuadraticSurrogateCV(kernel="precomputed", alphas=LAMS, cv=0.25).fit(X @ X.T, Y)
    np.testing.assert_allclose(by_rows.selection_.risks, by_matrix.selection_.risks)
    np.testing.assert_array_equal(by_rows.predict(X), by_matrix.predict(X @ X.T))


def test_ties_go_to_the_larger_lambda():
    chosen = Selection((1.0, 2.0), (0.1, 10.0, 1.0), np.array([[0.3, 0.2, 0.2], [0.2, 0.3, 0.3]]))
    assert (chosen.gamma, chosen.alpha, chosen.risk) == (1.0, 10.0, 0.2)
    assert chosen.at_edge


@pytest.mark.parametrize(
    ("parameters", "match"),
    [
        ({"alphas": []}, "alphas must be"),
        ({"alphas": [0.0]}, "alphas must be"),
        ({"gammas": [1.0, 1.0]}, "gammas must be"),
        ({"cv": "often"}, "leave-one-out"),
        ({"cv": 1.5}, "between 0 and 1"),
    ],
)
def test_refusals(forty_rows, parameters, match):
    with pytest.raises(InvalidParameter, match=match):
        QuadraticSurrogateCV(**parameters).fit(*forty_rows)


def test_the_bar_can_be_shown(forty_rows, capsys):
    QuadraticSurrogateCV(alphas=LAMS, gammas=GAMMAS, progress=True).fit(*forty_rows)
    assert capsys.readouterr().out == ""


def test_jobs_change_nothing():
    """Two processes choose and fit as one does, with folds, leave-one-out and a regressor."""
    generator = np.random.default_rng(4)
    X = generator.standard_normal((40, 2))
    Y = (X @ generator.standard_normal((2, 3)) > 0).astype(int)
    for cv, regressors in ((3, [DecisionTreeRegressor(max_depth=2)]), ("leave-one-out", None)):
        one, two = (
            QuadraticSurrogateCV(
                "hamming", cv=cv, alphas=[1e-3, 1e-1], gammas=[0.5, 2.0], regressors=regressors,
                n_jobs=n_jobs,
            ).fit(X, Y)
            for n_jobs in (None, 2)
        )  # fmt: skip
        np.testing.assert_array_equal(one.selection_.risks, two.selection_.risks)
        np.testing.assert_array_equal(one.regressor_risks_, two.regressor_risks_)
        np.testing.assert_array_equal(one.predict(X), two.predict(X))
