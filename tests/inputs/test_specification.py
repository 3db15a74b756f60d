"""`as_loss`: every way to mean a loss gives the same loss, or one sentence."""

from fractions import Fraction

import numpy as np
import pytest

from qstheory import analyze, losses
from qstheory.errors import InvalidParameter, UnknownLoss, UnreadableInput
from qstheory.inputs import as_loss


def rows(loss):
    return [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]


HAMMING = [[Fraction(bin(z ^ y).count("1"), 2) for y in range(4)] for z in range(4)]
"""The share of differing bits of two numbers below 4."""


@pytest.mark.parametrize(
    ("spec", "parameters"),
    [
        ("hamming:m=2", {}),
        ("hamming", {"m": 2}),
        ("Hamming", {"m": "2"}),
        (" hamming : m = 2 ", {}),
        (HAMMING, {}),
        (np.array([[int(2 * e) for e in row] for row in HAMMING]) / 2, {}),
        (lambda z, y: Fraction(bin(z ^ y).count("1"), 2), {"z": range(4), "y": [0, 1, 2, 3]}),
        (losses.make("hamming", m=2), {}),
    ],
)
def test_the_same_loss_in_every_way(spec, parameters):
    assert rows(as_loss(spec, **parameters)) == HAMMING


def test_the_same_loss_from_files_and_frames(tmp_path):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "loss.csv"
    path.write_text("\n".join(",".join(map(str, row)) for row in HAMMING))
    assert rows(as_loss(path)) == rows(as_loss(str(path))) == HAMMING
    assert rows(as_loss(pandas.DataFrame(HAMMING))) == HAMMING
    named = as_loss(path, z="abcd", y=["p", "q", "r", "s"])
    assert (list(named.predictions), list(named.observations)) == (list("abcd"), list("pqrs"))
    assert rows(named) == HAMMING


@pytest.mark.parametrize(
    ("name", "parameters", "meant"),
    [
        ("f-score", {"m": 3, "undefined": "one"}, "f-score:m=3,beta=1,undefined=one"),
        ("f1:m=3", {"undefined": "one"}, "f-score:m=3,beta=1,undefined=one"),
        ("F-beta:m=3,beta=2,undefined=zero", {}, "f-score:m=3,beta=2,undefined=zero"),
        ("0-1:m=2", {}, "zero-one:m=2"),
        ("zero_one", {"m": 2}, "zero-one:m=2"),
        ("average precision", {"m": 2, "undefined": "drop"}, "map:m=2,undefined=drop"),
    ],
)
def test_names_and_aliases(name, parameters, meant):
    assert as_loss(name, **parameters).name == meant


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("humming:m=3", "did you mean 'hamming'"),
        ("fscore", "did you mean 'f-score'"),
        ("ordinal-absolut", "did you mean 'ordinal-absolute'"),
        ("precision@k", "did you mean 'precision-at-k'"),
        ("xyzzy", "There is no loss 'xyzzy'; `qstheory losses` lists"),
        ("", "There is no loss ''"),
    ],
)
def test_unknown_names_get_the_nearest_known_one(name, nearest):
    with pytest.raises(UnknownLoss) as caught:
        as_loss(name)
    assert nearest in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "arguments", "error", "message"),
    [
        ("hamming:m=2", {"m": 3}, InvalidParameter, "m is given twice"),
        ("hamming", {"n": 3}, InvalidParameter, "hamming has no parameter 'n'"),
        ("hamming:m=2", {"header": True}, InvalidParameter, "'header' is about reading a file"),
        ("hamming:m=2", {"z": [1]}, InvalidParameter, "'z' belongs to a matrix"),
        ("absent.csv", {"m": 3}, InvalidParameter, "'m' is a parameter of a built-in loss"),
        ("absent.csv", {}, UnreadableInput, "absent.csv cannot be read"),
        ([[0, 1]], {"m": 3}, InvalidParameter, "which a list is not"),
        (max, {"predictions": [0]}, InvalidParameter, "for a function z= and y= list"),
        ([[0, 1]], {"header": True}, InvalidParameter, "'header' is about a file"),
        (max, {}, UnreadableInput, "needs the lists z of predictions and y"),
        (7, {}, UnreadableInput, "7 is no loss; pass a name, a path, rows"),
    ],
)
def test_what_does_not_fit_is_refused(spec, arguments, error, message):
    with pytest.raises(error) as caught:
        as_loss(spec, **arguments)
    assert message in str(caught.value)


def test_a_file_does_not_hide_a_built_in_loss(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tree").mkdir()
    (tmp_path / "hamming").write_text("0,1\n")
    assert as_loss("hamming:m=1") == losses.make("hamming", m=1)
    assert as_loss("tree", classes="a b").predictions.size == 2
    (tmp_path / "mine").write_text("0,1\n")
    with pytest.raises(UnreadableInput, match="none of the known extensions"):
        as_loss("mine")


def test_a_dossier_of_whatever_means_a_loss():
    assert analyze("hamming", m=2).finding("loss").statement == "rank L = 3"
    assert analyze("hamming:m=2").loss == losses.make("hamming", m=2)
