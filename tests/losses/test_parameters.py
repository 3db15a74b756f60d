"""Parsing of parameters, and every refusal as one clear sentence."""

from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.errors import InvalidParameter, UndefinedLoss

REFUSED = [
    ("hamming", {}, "needs m: number of labels; give it as hamming:m=VALUE"),
    ("hamming", {"m": 0}, "from 1"),
    ("hamming", {"m": -3}, "from 1"),
    ("hamming", {"m": "3.5"}, "integer"),
    ("hamming", {"m": True}, "integer"),
    ("hamming", {"m": "--3"}, "integer"),
    ("hamming", {"m": "³"}, "integer"),
    ("hamming", {"m": ""}, "integer"),
    ("hamming", {"m": "9" * 5000}, "from 1 to"),
    ("hamming", {"m": 3, "n": 2}, "no parameter 'n'"),
    ("prec-at-k", {"m": 3, "k": 4}, "at most m = 3"),
    ("prec-at-k", {"m": 3, "k": 0}, "from 1"),
    ("top-k", {"classes": 3, "k": 4}, "at most the number of classes"),
    ("f-score", {"m": 2, "beta": 0, "undefined": "one"}, "positive"),
    ("f-score", {"m": 2, "beta": 0.5, "undefined": "one"}, "exact"),
    ("f-score", {"m": 2, "beta": "1/0", "undefined": "one"}, "rational"),
    ("f-score", {"m": 2, "beta": "nan", "undefined": "one"}, "rational"),
    ("f-score", {"m": 2, "beta": "1e99999", "undefined": "one"}, "too long"),
    ("f-score", {"m": 2, "undefined": "half"}, "raise, drop, zero, one"),
    ("f-score", {"m": 10**5, "undefined": "one"}, "from 1 to 2000"),
    ("block-zero-one", {"m": 2, "blocks": "colour"}, "2\\^2 label sets"),
    ("block-zero-one", {"m": 2, "blocks": [1, 2, 3]}, "2\\^2 label sets"),
    ("block-zero-one", {"m": 100, "blocks": [1, 2, 3]}, "2\\^100 label sets"),
    ("block-zero-one", {"m": 2, "blocks": 5}, "size, parity, empty"),
    ("pd", {"m": 1, "undefined": "drop"}, "from 2"),
    ("pd", {"m": 3, "undefined": "drop", "sigma": "rank"}, "position, score"),
    ("pd-graded", {"m": 3, "R": 1, "undefined": "drop"}, "exceed the lowest grade"),
    ("ndcg", {"m": 3, "R": 1, "low": 2}, "at least the lowest grade"),
    ("ndcg", {"m": 3, "R": 0}, "from 1"),
    ("ndcg", {"m": 3, "R": 2, "k": 4}, "at most m = 3"),
    ("ndcg", {"m": 3, "R": 2, "k": "many"}, "all"),
    ("ndcg", {"m": 3, "R": 2, "gain": "double"}, "exponential, linear, eru"),
    ("ndcg", {"m": 3, "R": 2, "gain": "1"}, "list 2 increasing"),
    ("ndcg", {"m": 3, "R": 2, "gain": "2;1"}, "increasing"),
    ("ndcg", {"m": 3, "R": 2, "gain": "0;0"}, "positive for some grade"),
    ("ndcg", {"m": 3, "R": 2, "gain": "eru", "neutral": 2}, "positive for some grade"),
    ("ndcg", {"m": 3, "R": 2, "gain": "eru", "neutral": -1}, "at least 0"),
    ("ndcg", {"m": 3, "R": 2, "discount": "1;2;3"}, "decreasing"),
    ("ndcg", {"m": 3, "R": 2, "discount": "1;1/2"}, "list 3 decreasing"),
    ("ndcg", {"m": 2, "R": 2, "discount": "0;0"}, "first positive"),
    ("cost-sensitive", {"costs": "0 1;1"}, "2 numbers"),
    ("cost-sensitive", {"costs": ""}, "list of numbers"),
    ("cost-sensitive", {"costs": []}, "list of rows"),
    ("cost-sensitive", {"costs": 3}, "list of rows"),
    ("cost-sensitive", {"costs": [3]}, "list of numbers"),
    ("cost-sensitive", {"costs": "x"}, "rational"),
    ("abstain", {"classes": 2, "cost": "-1"}, "at least 0"),
    ("tree", {"classes": ""}, "at least one"),
    ("tree", {"classes": "a a"}, "distinct"),
    ("tree", {"classes": "a//b"}, "begin with a letter"),
    ("tree", {"classes": "1/2"}, "begin with a letter"),
    ("tree", {"classes": 5}, "must be a list"),
]


@pytest.mark.parametrize(("family", "given", "says"), REFUSED)
def test_nonsense_is_refused_in_one_sentence(family, given, says):
    with pytest.raises(InvalidParameter, match=says) as caught:
        losses.make(family, **given)
    message = str(caught.value)
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < 400


def test_the_policy_is_never_silent():
    for name in ("f-score", "jaccard", "map", "pd", "reciprocal-rank"):
        with pytest.raises(UndefinedLoss, match="undefined=drop, zero or one"):
            losses.make(name, m=3)
    with pytest.raises(UndefinedLoss):
        losses.make("ndcg", m=3, R=2, low=0)


def test_text_and_values_give_the_same_loss():
    texts = losses.make("ndcg", m="3", R="2", discount="1;1/2;0.25", gain="1e-1 2")
    values = losses.make(
        "ndcg", m=3, R=2, discount=[1, Fraction(1, 2), "1/4"], gain=(Fraction(1, 10), 2)
    )
    assert texts == values
    assert losses.make("cost-sensitive", costs="0 1;0.5 0") == losses.make(
        "cost-sensitive", costs=[[0, 1], (Fraction(1, 2), 0)]
    )


def test_what_does_not_change_the_loss_does_not_change_its_name():
    assert losses.make("ndcg", m=3, R=2, k=3) == losses.make("ndcg", m=3, R=2)
    assert losses.make("ndcg", m=3, R=2, undefined="one") == losses.make("ndcg", m=3, R=2)
    assert losses.make("ndcg", m=3, R=2, neutral=5) == losses.make("ndcg", m=3, R=2)
    assert losses.make(
        "pd", m=3, undefined="drop", sigma="score", orientation="printed"
    ) == losses.make("pd", m=3, undefined="drop", sigma="score", orientation="corrected")
    assert losses.make("block-zero-one", m=1, blocks="x y") == losses.make(
        "block-zero-one", m=1, blocks=[3, 1]
    )
    assert losses.make("tree", classes="/a/b/ c") == losses.make("tree", classes=["a/b", "c"])
