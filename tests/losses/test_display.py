"""What notebooks show of losses."""

from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

from qstheory import losses
from qstheory.losses.base import LINE
from qstheory.losses.display import MOST, latex_matrix
from qstheory.losses.matrix import matrix_loss


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
