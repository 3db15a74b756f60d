"""A loss as one entry, an array, a data frame, one line, and in a notebook."""

from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

import numpy as np
import pytest

from qstheory import as_loss, losses
from qstheory.errors import InvalidParameter, IrrationalEntry, TooLarge
from qstheory.losses.base import matrix_loss
from qstheory.losses.views import LINE, MOST, latex_matrix


@pytest.fixture(scope="module")
def named():
    return as_loss([[0, "1/3"], [1, 0], ["0.5", "1/2"]], z=["cat", "dog", "none"], y=["cat", "dog"])


def test_an_entry_by_its_labels(named):
    assert named["cat", "dog"] == Fraction(1, 3)
    hamming = losses.make("hamming", m=3)
    written = ("011", (0, 1, 1), [0, 1, 1], np.array([0, 1, 1]), (False, True, True))
    assert {hamming[z, (1, 1, 1)] for z in written} == {Fraction(1, 3)}
    multiclass = losses.make("multiclass", classes=12)
    assert [multiclass[11, y] for y in (11, "11", np.int64(11), 3)] == [0, 0, 0, 1]
    assert as_loss([[0, 1], [2, 0]])[1, 0] == as_loss([[0, 1], [2, 0]])["1", "0"] == 2
    assert losses.make("hamming", m=100)["0" * 100, "1" * 100] == 1


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (("cow", "dog"), "'cow' is no prediction of a . x . matrix; these are 'cat', 'dog', "),
        (("cat", 1), "1 is no observation of"),
        (("cat", None), "None is no observation of"),
        (("cat", 0.5), "0.5 is no observation of"),
        (("cat", [0.5]), "is no observation of"),
        (("cat",), "takes a prediction and an observation"),
        ("cat", "takes a prediction and an observation"),
    ],
)
def test_what_is_no_label_is_refused(named, labels, message):
    with pytest.raises(InvalidParameter, match=message):
        named[labels]


def test_a_loss_is_no_sequence(named):
    with pytest.raises(TypeError, match="not iterable"):
        list(named)


def test_irrational_entries_are_refused_one_by_one_and_rounded_in_arrays():
    loss = losses.make("ndcg", m=2, R=1, low=0, discount="log", undefined="one")
    with pytest.raises(IrrationalEntry):
        _ = loss["12", "01"]
    array = np.asarray(loss)
    # The relevant document comes second: 1 - (1/log2(3)) / (1/log2(2)).
    row = list(loss.predictions).index((1, 2))
    column = list(loss.observations).index((0, 1))
    assert array[row, column] == pytest.approx(1 - np.log(2) / np.log(3), rel=1e-15)


def test_an_array_of_the_entries(named):
    array = np.asarray(named)
    assert array.dtype == float
    assert array.shape == named.shape == (3, 2)
    np.testing.assert_array_equal(array, [[0, 1 / 3], [1, 0], [0.5, 0.5]])
    np.testing.assert_array_equal(np.asarray(losses.make("zero-one", m=2)), 1 - np.eye(4))


def test_a_data_frame_of_the_entries(named):
    pandas = pytest.importorskip("pandas")
    frame = named.to_frame()
    assert frame.loc["cat", "dog"] == Fraction(1, 3)
    assert as_loss(frame) == named
    bits = losses.make("hamming", m=2).to_frame()
    assert list(bits.index) == list(bits.columns) == ["00", "01", "10", "11"]
    pandas.testing.assert_frame_equal(
        bits.astype(float).reset_index(drop=True).T.reset_index(drop=True).T,
        pandas.DataFrame([[0, 0.5, 0.5, 1], [0.5, 0, 1, 0.5], [0.5, 1, 0, 0.5], [1, 0.5, 0.5, 0]]),
    )


def test_large_losses_are_not_written_out():
    loss = losses.make("hamming", m=50)
    for view in (np.asarray, lambda given: given.to_frame()):
        with pytest.raises(TooLarge, match=r"hamming:m=50 is 2\^50 x 2\^50; arrays"):
            view(loss)


@pytest.mark.parametrize(
    ("loss", "line"),
    [
        (losses.make("hamming", m=3), "Loss(hamming:m=3, 8 x 8)"),
        (losses.make("zero-one", m=100_000), "Loss(zero-one:m=100000, 2^100000 x 2^100000)"),
        (losses.make("top-k", classes=4, k=2), "Loss(top-k:classes=4,k=2, 6 x 4)"),
    ],
)
def test_the_repr_is_one_line(loss, line):
    assert repr(loss) == line


def test_the_repr_of_any_loss_is_short():
    loss = as_loss([[i * j % 7 for j in range(100)] for i in range(100)])
    tree = losses.make("tree", classes=[f"a{i}/b{i}" for i in range(200)])
    for shown in (repr(loss), repr(tree)):
        assert len(shown) < 110
        assert "\n" not in shown
    assert "100 x 100" in repr(loss)
    assert "2^100000 predictions" in losses.make("zero-one", m=100_000)._repr_html_()


class Cells(HTMLParser):
    """The texts of all cells."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def shown(html: str) -> list[str]:
    parser = Cells()
    parser.feed(html)
    return parser.texts


def test_a_small_loss_is_written_out() -> None:
    loss = matrix_loss([[Fraction(0), Fraction(1, 2)]], ["<b>"], ["left & right", "y"])
    texts = shown(loss._repr_html_())
    assert texts[1:] == ["z, y", "left & right", "y", "<b>", "0", "1/2"]
    assert loss._repr_latex_() == r"$$L = \begin{pmatrix} 0 & \tfrac{1}{2} \end{pmatrix}$$"


def test_a_large_or_irrational_loss_is_described() -> None:
    for name in ("hamming:m=5", "ndcg:m=2,R=1,low=0,discount=log,undefined=one"):
        loss = losses.parse(name)
        assert shown(loss._repr_html_()) == [
            f"{loss.name}: {loss.predictions.size} predictions,"
            f" {loss.observations.size} observations"
        ]
        assert loss._repr_latex_() is None


def test_large_matrices_are_their_shape() -> None:
    assert latex_matrix([[Fraction(0)]] * (MOST + 1)) == r"\left[17 \times 1\right]"


def test_the_end_of_a_long_path_is_kept():
    loss = replace(losses.make("hamming", m=2), given_as=f"/{'folder/' * 30}costs.csv")
    assert len(loss.title) == LINE
    assert loss.title.startswith("...")
    assert loss.title.endswith("/costs.csv")
