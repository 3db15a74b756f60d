"""Inputs as other libraries make them: types of numpy, pandas and scipy, and what is none."""

import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.model_selection import GridSearchCV

from qstheory.errors import InvalidParameter
from qstheory.learn import QuadraticSurrogate, RankingSurrogate, RankingSurrogateCV

EMPTY = {"undefined": "one"}
GRADES = np.array(["low", "middle", "high"])


@pytest.fixture(scope="module")
def graded():
    """Three grades of the first input."""
    X = np.random.default_rng(0).standard_normal((60, 2))
    return X, np.digitize(X[:, 0], [-0.5, 0.5])


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"])
@pytest.mark.parametrize("kind", ["matrix", "array"])
def test_sparse_label_sets_come_back_sparse(labelled, form, kind):
    X, Y = labelled
    given = getattr(sp, f"{form}_{kind}")(Y)
    predicted = QuadraticSurrogate().fit(X, given).predict(X)
    assert sp.issparse(predicted)
    assert isinstance(predicted, sp.sparray) == (kind == "array")
    np.testing.assert_array_equal(predicted.toarray(), QuadraticSurrogate().fit(X, Y).predict(X))


def test_sparse_label_sets_are_searched_and_framed(labelled):
    X, Y = labelled
    grid = {"alpha": [1e-3, 1e-1]}
    sparse = GridSearchCV(QuadraticSurrogate(), grid, cv=3).fit(X, sp.csr_matrix(Y))
    dense = GridSearchCV(QuadraticSurrogate(), grid, cv=3).fit(X, Y)
    for key in ("mean_test_score", "rank_test_score"):
        np.testing.assert_allclose(sparse.cv_results_[key], dense.cv_results_[key])
    model = QuadraticSurrogate().fit(X, sp.csr_array(Y)).set_output(transform="pandas")
    assert isinstance(model.predict(X), pd.DataFrame)


@pytest.mark.parametrize("loss", ["ordinal-absolute", "ordinal-squared"])
def test_an_ordered_categorical_has_its_order(graded, loss):
    X, grade = graded
    names = pd.Series(pd.Categorical(GRADES[grade], categories=GRADES, ordered=True))
    by_name = QuadraticSurrogate(loss, alpha=1e-3).fit(X, names)
    by_number = QuadraticSurrogate(loss, alpha=1e-3).fit(X, grade)
    np.testing.assert_array_equal(by_name.predict(X), GRADES[by_number.predict(X)])
    assert by_name.classes_.tolist() == GRADES.tolist()
    assert by_name.risk(X, names) == by_number.risk(X, grade)
    with pytest.raises(InvalidParameter, match="or an ordered categorical"):
        QuadraticSurrogate(loss).fit(X, names.astype(str))
    # Scorers of scikit-learn take the columns of other classifiers in sorted order.
    plain = QuadraticSurrogate("multiclass").fit(X, names)
    assert plain.classes_.tolist() == sorted(GRADES)


@pytest.mark.parametrize(
    "classes",
    [
        np.array([1, "a", 2.5], dtype=object),
        np.array(pd.period_range("2020", periods=3, freq="Y"), dtype=object),
        np.array([10**30, 10**31, 10**32], dtype=object),
    ],
    ids=["mixed", "periods", "beyond 64 bits"],
)
def test_classes_that_are_neither_numbers_nor_text(graded, classes):
    X, grade = graded
    with pytest.raises(InvalidParameter, match=r"Unknown label type.*all numbers or all text"):
        QuadraticSurrogate("multiclass").fit(X, classes[grade])


def test_strings_of_any_length_are_text(graded):
    X, grade = graded
    y = np.array(GRADES[grade], dtype=np.dtypes.StringDType())
    predicted = QuadraticSurrogate("multiclass", alpha=1e-3).fit(X, y).predict(X)
    plain = QuadraticSurrogate("multiclass", alpha=1e-3).fit(X, GRADES[grade])
    np.testing.assert_array_equal(predicted, plain.predict(X))


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda Y: pd.DataFrame(Y, columns=list("aacd")), "y has columns that name .* twice: 'a'"),
        (lambda Y: pd.DataFrame(Y.astype(str), columns=list("abcd")), "real numbers, not values"),
        (lambda Y: [iter(np.flatnonzero(row)) for row in Y], "as a collection"),
    ],
    ids=["columns of one name", "texts of digits", "iterators"],
)
def test_label_sets_that_cannot_be_read(labelled, make, match):
    X, Y = labelled
    with pytest.raises(ValueError, match=match):
        QuadraticSurrogate().fit(X, make(Y))


def test_columns_may_have_names_of_several_parts(labelled):
    X, Y = labelled
    names = pd.MultiIndex.from_product([["u", "v"], [1, 2]])
    predicted = QuadraticSurrogate().fit(X, pd.DataFrame(Y, columns=names)).predict(X)
    assert predicted.columns.equals(names)
    np.testing.assert_array_equal(predicted, QuadraticSurrogate().fit(X, Y).predict(X))


def test_inputs_beyond_floating_point_are_refused_without_warnings(labelled):
    X, Y = labelled
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(InvalidParameter, match="rescale X"):
            QuadraticSurrogate().fit(1e200 * X, Y)


def test_weights_are_repetitions_for_the_laplace_kernel(graded):
    """Distances between equal rows are 0: the root would make 1e-8 of a rounded square."""
    X, grade = graded
    weights = np.arange(60) % 3
    rows = np.repeat(np.arange(60), weights)
    model = QuadraticSurrogate("multiclass", kernel="laplace")
    weighed = model.fit(X, grade, sample_weight=weights).surrogate(X)
    np.testing.assert_allclose(model.fit(X[rows], grade[rows]).surrogate(X), weighed, atol=1e-12)


@pytest.mark.parametrize(
    "make",
    [
        lambda y: y > 0,
        lambda y: pd.Series(y > 0, dtype="boolean"),
        lambda y: pd.Series(y > 0).astype("category"),
        lambda y: sp.csr_matrix((y > 0).astype(int)[:, None]),
        lambda y: pd.DataFrame({"relevant": y > 0}),
    ],
    ids=["bool", "boolean", "category", "sparse", "frame"],
)
def test_documents_are_relevant_or_not(graded, make):
    X, grade = graded
    query = np.arange(60) % 12
    model = RankingSurrogate("map", loss_parameters=EMPTY, n_components=30)
    numbers = model.fit(X, (grade > 0).astype(int), query).predict(X, query)
    np.testing.assert_array_equal(model.fit(X, make(grade), query).predict(X, query), numbers)


@pytest.mark.parametrize(
    ("loss", "match"),
    [
        ("hamming", "predicts label-sets"),
        ("multiclass", "predicts classes"),
        ("reciprocal-rank", "no features of single documents"),
        ("pd-graph", "no features of single documents"),
    ],
)
def test_what_does_not_rank_documents_is_refused_by_its_name(graded, loss, match):
    X, grade = graded
    with pytest.raises(InvalidParameter, match=match):
        RankingSurrogate(loss).fit(X, grade > 0, np.arange(60) % 12)


@pytest.mark.parametrize("cv", [None, np.int64(5)])
@pytest.mark.filterwarnings("error")
def test_folds_of_queries_by_default(graded, cv):
    X, grade = graded
    settings = {"loss_parameters": EMPTY, "alphas": [1e-3, 1.0], "gammas": [0.5]}
    query = np.arange(60) % 12
    five = RankingSurrogateCV(**settings).fit(X, grade, query)
    same = RankingSurrogateCV(cv=cv, **settings).fit(X, grade, query)
    np.testing.assert_array_equal(same.selection_.risks, five.selection_.risks)


def test_stated_classes_stand_at_the_places_of_their_costs():
    """Costs named c2, c1, c0 are charged to the classes of these names, and to no others."""
    frame = pd.DataFrame([[0, 1, 9], [1, 0, 1], [1, 1, 0]], index=[2, 1, 0], columns=[2, 1, 0])
    X, y = np.arange(6.0)[:, None], np.array([0, 1, 2, 0, 1, 2])
    with pytest.raises(InvalidParameter, match="at another place: list them in the loss's order"):
        QuadraticSurrogate(frame, classes=[0, 1, 2]).fit(X, y)
    model = QuadraticSurrogate(frame, classes=[2, 1, 0]).fit(X, y)
    assert set(model.predict(X).tolist()) <= {0, 1, 2}
    named = QuadraticSurrogate(frame, classes=["x", "y", "z"]).fit(X, np.array(list("xyz" * 2)))
    assert set(named.predict(X).tolist()) <= set("xyz")
