"""What could be read in two ways is refused, or has one stated reading."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from qstheory import losses
from qstheory.errors import InvalidParameter, UnknownLoss, UnreadableInput
from qstheory.learn import (
    ConstantPredictor,
    QuadraticSurrogate,
    QuadraticSurrogateCV,
    RankingSurrogate,
)
from qstheory.learn.decoders import decoder_for
from qstheory.learn.kernels import Kernel
from qstheory.learn.queries import mean_query_loss
from qstheory.learn.resolve import meaning
from qstheory.learn.solvers import ExactSolver, FourierSolver, NystromSolver

NAMES = np.array(["a", "b", "c"])


@pytest.fixture(scope="module")
def lines():
    """Three classes along a line."""
    X = np.linspace(0, 1, 60)[:, None]
    return X, np.repeat([0, 1, 2], 20)


def test_a_number_may_be_given_as_text():
    """As on the command line: cost=1/3 is no binary float."""
    assert meaning("abstain", {"cost": "1/3"}).cost == pytest.approx(1 / 3)
    assert meaning("f-score", {"beta": "2", "undefined": "one"}).beta == 2
    with pytest.raises(InvalidParameter, match="must be a rational number"):
        meaning("f-score", {"beta": "large"})


@pytest.mark.parametrize("grade", [1100, 5000])
def test_gains_do_not_overflow(grade):
    """2^1100 is no double: the loss is that of exact rationals, 1 - (2^g - 1 ... ) / N."""
    Y = np.array([[grade, grade - 1, 0]])
    ranked_worst = np.array([[3, 2, 1]])
    discounts = 1 / np.log2([2, 3, 4])
    gains = np.array([1.0, 0.5, 0.0])  # relative to 2^grade, up to 2^-grade
    expected = 1 - (gains @ discounts[[2, 1, 0]]) / (gains @ discounts)
    assert decoder_for("ndcg").loss(ranked_worst, Y)[0] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", ["ndcg", "pd-graded"])
@pytest.mark.parametrize("bad", [np.inf, np.nan, 0.9, -1.0, 1e300])
def test_relevances_are_integers(name, bad):
    decoder = decoder_for(name, undefined="one")
    with pytest.raises(InvalidParameter, match="must be integers"):
        decoder.loss(np.array([[1, 2]]), np.array([[bad, 1.0]]))


def test_all_queries_dropped_is_refused():
    decoder = decoder_for("ndcg", undefined="drop")
    with pytest.raises(InvalidParameter, match="drops every observation"):
        mean_query_loss(decoder, np.zeros(4), np.zeros(4, dtype=int), np.array([0, 0, 1, 1]))


def test_a_loss_that_is_no_number_is_refused(lines):
    X, _ = lines
    Y = np.tile([[0, 1]], (60, 1))
    with pytest.raises(InvalidParameter, match="must be a finite number"):
        QuadraticSurrogate(lambda z, y: float("nan")).fit(X, Y)


@pytest.mark.parametrize("name", ["hamming", "ndcg", "f-score"])
def test_tables_of_different_length_are_refused(name):
    decoder = decoder_for(name, undefined="one") if name != "hamming" else decoder_for(name)
    Z = np.array([[1, 2], [2, 1]]) if name == "ndcg" else np.array([[0, 1], [1, 1]])
    with pytest.raises(InvalidParameter, match="2 predictions and 1 observations"):
        decoder.loss(Z, np.array([[0, 1]]))
    with pytest.raises(InvalidParameter, match="2 predictions and 1 scores"):
        decoder.risk(Z, np.zeros((1, 2)))


def test_ranking_inputs_are_checked_once():
    generator = np.random.default_rng(0)
    X, y = generator.standard_normal((30, 2)), generator.integers(0, 3, 30)
    query = np.repeat(np.arange(10), 3)
    y[::3] = 2
    model = RankingSurrogate().fit(X, y, query)
    for bad in (query[:10], query[:, None], np.append(query[:-1].astype(object), None)):
        for call in (model.fit, model.risk):
            with pytest.raises(InvalidParameter, match="query"):
                call(X, y, bad)
        with pytest.raises(InvalidParameter, match="query"):
            model.predict(X, bad)
    with pytest.raises(InvalidParameter, match="query"):
        model.predict(X, np.where(query == 3, np.nan, query))
    with pytest.raises(InvalidParameter, match="must be integers"):
        model.fit(X, y + 0.9, query)
    with pytest.raises(InvalidParameter, match="one relevance for each row"):
        model.risk(X, y[:10], query)


def test_costs_belong_to_their_classes(lines):
    """With a, b and c, and no a in a fold, a 100-fold cost must not move to another mistake."""
    X, y = lines
    costs = [[0, 1, 1], [100, 0, 1], [100, 1, 0]]
    settings = {"loss_parameters": {"costs": costs}, "alpha": 1e-4}
    with pytest.raises(InvalidParameter, match="3 classes and there are 2"):
        QuadraticSurrogate("cost-sensitive", **settings).fit(X[20:], NAMES[y[20:]])
    stated = QuadraticSurrogate("cost-sensitive", classes=["a", "b", "c"], **settings)
    fold = stated.fit(X[20:], NAMES[y[20:]])
    assert fold.score(X[20:], NAMES[y[20:]]) > -0.1
    assert fold.risk(X[:20], NAMES[y[:20]]) == 100  # never seen, and dear


@pytest.mark.parametrize("loss", ["multiclass", "ordinal-absolute", "ordinal-squared", "abstain"])
@pytest.mark.parametrize("labels", [[1, 2, 3], [5, 6, 7], [75_000, 80_000, 90_000], [-3, 0, 9]])
def test_no_class_is_predicted_that_nobody_named(lines, loss, labels):
    X, y = lines
    observed = np.array(labels)[y]
    model = QuadraticSurrogate(loss).fit(X, observed)
    far = np.array([[-50.0], [0.5], [50.0]])  # the estimates are zero there
    assert set(model.predict(np.vstack([X, far])).tolist()) <= {*labels, None}
    np.testing.assert_array_equal(model.classes_, labels)


def test_integer_grades_are_their_own_distances(lines):
    """Grades 0 and 2 are two apart although 1 was not observed; names need an order."""
    X, y = lines
    grades = np.where(y > 0, 2, 0)
    model = QuadraticSurrogate("ordinal-absolute", alpha=1.0).fit(X, grades)
    assert model.decoder_.loss(np.array([[1]]), np.array([[0]]))[0] == 2
    squared = QuadraticSurrogate("ordinal-squared", alpha=1.0).fit(X, grades)
    assert squared.decoder_.loss(np.array([[1]]), np.array([[0]]))[0] == 4
    words = np.array(["low", "middle", "top"])[y]
    with pytest.raises(InvalidParameter, match=r"order of the classes .* classes=\[...\]"):
        QuadraticSurrogate("ordinal-absolute").fit(X, words)
    stated = QuadraticSurrogate("ordinal-absolute", classes=["low", "middle", "top"]).fit(X, words)
    assert stated.risk(X, words) < 0.1
    with pytest.raises(InvalidParameter, match="must increase"):
        QuadraticSurrogate("ordinal-absolute", classes=[2, 1, 0]).fit(X, y)


@pytest.mark.parametrize("name", ["gaussian", "rbf", "laplace", "laplacian"])
@pytest.mark.parametrize("offset", [1e5, 1e7, 1.7e9])
def test_kernels_do_not_depend_on_the_origin(name, offset):
    """Against the formula on differences, of dense and sparse rows, as far as x + offset is x."""
    generator = np.random.default_rng(0)
    X, Y = generator.standard_normal((20, 3)) + offset, generator.standard_normal((9, 3)) + offset
    differences = X[:, None] - Y[None]
    distances = np.linalg.norm(differences, axis=2)
    exponent = {
        "gaussian": distances**2,
        "rbf": distances**2,
        "laplace": distances,
        "laplacian": np.abs(differences).sum(axis=2),
    }[name]
    expected = np.exp(-0.7 * exponent)
    kernel = Kernel(name, 0.7)
    np.testing.assert_allclose(kernel.matrix(X, Y), expected, atol=1e-9)
    np.testing.assert_allclose(kernel.matrix(csr_matrix(X), csr_matrix(Y)), expected, atol=1e-6)
    median = Kernel(name).resolved(X).gamma
    assert median == pytest.approx(Kernel(name).resolved(X - offset).gamma, rel=1e-4)


def test_two_far_clusters_keep_their_small_distances():
    X = np.array([[0.0], [1.0], [1e9], [1e9 + 1.0]])
    K = Kernel("gaussian", 0.5).matrix(X)
    near = np.exp(-0.5)
    np.testing.assert_allclose(
        K, [[1, near, 0, 0], [near, 1, 0, 0], [0, 0, 1, near], [0, 0, near, 1]]
    )


@pytest.mark.parametrize("name", ["hamming", "zero-one", "f-score", "jaccard", "map", "ndcg"])
def test_tables_of_other_columns_are_refused(name):
    """One column must not be stretched over four labels."""
    undefined = {} if name in {"hamming", "zero-one"} else {"undefined": "one"}
    decoder = decoder_for(name, **undefined)
    with pytest.raises(InvalidParameter, match="1 columns and observations are of 4"):
        decoder.loss(np.array([[1], [1]]), np.eye(4, dtype=int)[:2])


@pytest.mark.parametrize("name", ["zero-one", "f-score", "jaccard", "reciprocal-rank"])
def test_a_fitted_decoder_keeps_its_labels(name):
    undefined = {} if name == "zero-one" else {"undefined": "one"}
    fitted = decoder_for(name, **undefined).fit(np.eye(3, dtype=int))
    with pytest.raises(InvalidParameter, match="4 labels, and were 3 in fit"):
        fitted.observation_features(np.eye(4, dtype=int))


@pytest.mark.parametrize("solver", [ExactSolver(), NystromSolver(3), FourierSolver(3)])
def test_solvers_want_one_output_and_weight_a_row(solver):
    X, U = np.zeros((5, 2)) + np.arange(5)[:, None], np.ones((5, 1))
    kernel = Kernel("gaussian", 1.0)
    for call in (
        lambda inputs, outputs, weights: solver.fit(kernel, inputs, outputs, 1.0, weights),
        lambda *arguments: solver.path(kernel, *arguments),
    ):
        with pytest.raises(InvalidParameter, match="5 rows of X, 4 rows of U"):
            call(X, U[:4], None)
        with pytest.raises(InvalidParameter, match="3 weights"):
            call(X, U, np.ones(3))
        with pytest.raises(InvalidParameter, match="table"):
            call(X, U[:, 0], None)


MASKED = np.ma.masked_array(np.tile([0, 1], (60, 1)), mask=np.tile([0, 1], (60, 1)))


@pytest.mark.parametrize(
    ("loss", "y", "match"),
    [
        ("hamming", MASKED, "y has masked entries"),
        ("multiclass", MASKED[:, 1], "y has masked entries"),
        ("multiclass", np.array(["2020-01-01", "NaT"] * 30, dtype="datetime64[D]"), "missing"),
        ("multiclass", np.array(["a", None] * 30, dtype=object), "missing"),
        ("hamming", [{"a"}, {"a", None}] * 30, "missing"),
        ("hamming", [{"a"}, {float("nan")}] * 30, "missing"),
        ("hamming", np.array([[0, 1], [1, None]] * 30, dtype=object), "missing"),
        ("hamming", np.array([[0, 1], [1, 1j]] * 30), "must hold real numbers"),
        ("hamming", np.zeros((60, 0)), "no label"),
        ("hamming", [set()] * 60, "no label"),
    ],
)
def test_observations_that_are_missing_or_none_are_refused(lines, loss, y, match):
    with pytest.raises(ValueError, match=match):
        QuadraticSurrogate(loss).fit(lines[0], y)


def test_masks_are_not_forgotten(lines):
    X, y = lines
    masked, model = np.ma.masked_less(X, 0.5), QuadraticSurrogate("multiclass").fit(X, y)
    for call in (lambda: model.fit(masked, y), lambda: model.predict(masked)):
        with pytest.raises(InvalidParameter, match="X has masked entries"):
            call()
    for weights, match in ((np.ma.masked_equal(y, 1), "masked"), (y * 1j, "real numbers")):
        with pytest.raises(InvalidParameter, match=match):
            model.fit(X, y, sample_weight=weights)
    for rows, match in ((np.ma.masked_less(np.eye(3), 1), "masked"), (np.eye(3) * 1j, "real")):
        with pytest.raises(InvalidParameter, match=match):
            decoder_for("hamming").decode(rows)
    query = np.ma.masked_equal(y, 1)
    with pytest.raises(InvalidParameter, match="query has masked entries"):
        RankingSurrogate().fit(X, np.arange(60) % 3, query)


def test_a_table_of_objects_is_the_table_of_its_numbers(lines):
    """Not rows of label sets {0, 1}; the nullable types of pandas come so."""
    pandas = pytest.importorskip("pandas")
    Y = np.stack([np.arange(60) % 2, np.arange(60) % 3 == 0], axis=1).astype(int)
    expected = QuadraticSurrogate("hamming").fit(lines[0], Y).predict(lines[0])
    for given in (Y.astype(object), pandas.DataFrame(Y == 1).astype("boolean")):
        found = QuadraticSurrogate("hamming").fit(lines[0], given).predict(lines[0])
        assert np.array_equal(np.asarray(found), expected)


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_inputs_whose_distances_are_no_floats_are_refused(lines, scale):
    """A kernel of width 1 would call all tiny inputs the same."""
    X, y = lines
    with pytest.raises(InvalidParameter, match="rescale X"):
        QuadraticSurrogate("multiclass").fit(X * scale, y)


@pytest.mark.parametrize("alpha", [np.inf, np.nan, None, "1", [0.1], 0])
def test_alpha_is_a_positive_number(lines, alpha):
    with pytest.raises(InvalidParameter, match="alpha="):
        QuadraticSurrogate("multiclass", alpha=alpha).fit(*lines)


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_weights_count_by_their_ratios(lines, scale):
    """Up to where their sum is a float; beyond it is refused."""
    X, y = lines
    weights = 1.0 + y
    expected = QuadraticSurrogate("multiclass").fit(X, y, sample_weight=weights).surrogate(X)
    model = QuadraticSurrogate("multiclass").fit(X, y, sample_weight=weights * scale)
    np.testing.assert_allclose(model.surrogate(X), expected, atol=1e-6)
    with pytest.raises(InvalidParameter, match="finite sum"):
        model.fit(X, y, sample_weight=np.full(60, 1e308))


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
