"""Selection by the loss itself, against fits made one by one."""

import numpy as np
import pytest
from sklearn.model_selection import KFold
from sklearn.tree import DecisionTreeRegressor

from qstheory.errors import InvalidParameter
from qstheory.learn import QuadraticSurrogate, QuadraticSurrogateCV
from qstheory.learn.selection import Selection

LAMS = [1e-5, 1e-3, 1e-1]
GAMMAS = [0.1, 1.0]
EMPTY = {"undefined": "one"}


@pytest.fixture
def labelled():
    generator = np.random.default_rng(2)
    X = generator.standard_normal((40, 3))
    Y = (X @ generator.standard_normal((3, 3)) + generator.standard_normal((40, 3)) > 0).astype(int)
    return X, Y


@pytest.mark.parametrize(
    ("loss", "parameters"), [("hamming", {}), ("zero-one", {}), ("f-score", EMPTY)]
)
def test_leave_one_out_is_n_fits(labelled, loss, parameters):
    X, Y = labelled
    n = len(X)
    model = QuadraticSurrogateCV(loss, loss_parameters=parameters, alphas=LAMS, gammas=GAMMAS).fit(
        X, Y
    )
    for g, gamma in enumerate(GAMMAS):
        for k, lam in enumerate(LAMS):
            losses = []
            for i in range(n):
                rest = np.arange(n) != i
                one = QuadraticSurrogate(
                    loss, loss_parameters=parameters, gamma=gamma, alpha=lam * n / (n - 1)
                )
                losses.append(one.fit(X[rest], Y[rest]).risk(X[i : i + 1], Y[i : i + 1]))
            assert model.selection_.risks[g, k] == pytest.approx(np.mean(losses))


@pytest.mark.parametrize("solver", ["exact", "nystrom"])
def test_folds_are_fits_on_their_training_rows(labelled, solver):
    X, Y = labelled
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


def test_hold_out_and_precomputed(labelled):
    X, Y = labelled
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
def test_refusals(labelled, parameters, match):
    with pytest.raises(InvalidParameter, match=match):
        QuadraticSurrogateCV(**parameters).fit(*labelled)


def test_the_bar_can_be_shown(labelled, capsys):
    QuadraticSurrogateCV(alphas=LAMS, gammas=GAMMAS, progress=True).fit(*labelled)
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
