"""A user's matrix as a loss."""

from fractions import Fraction
from hashlib import sha256

import pytest

from qstheory import losses
from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.losses.base import MatrixReference
from qstheory.losses.coded import CodedMatrix
from qstheory.losses.matrix import fingerprint, matrix_loss

HALF = Fraction(1, 2)


def test_entries_names_and_bounds():
    loss = matrix_loss([[0, HALF, 2], [1, 1, 1]], ["no", "yes"], ["a", "b", "c"], ("a note",))
    assert loss.entry("no", "b") == HALF
    assert loss.bounds == (0, 2)
    assert loss.conventions == ("a note",)
    assert loss.name == f"matrix:{loss.reference.sha256[:12]}"
    assert losses.resolve(loss.reference) == loss
    assert loss.rational
    assert loss.enclosure("no", "b", 5) == (HALF, HALF)


def test_the_hash_is_of_the_entries_as_text():
    assert fingerprint([[Fraction(0), HALF]]) == sha256(b"0/1 1/2").hexdigest()


def test_a_wrong_hash_is_refused():
    entries = CodedMatrix.of([[Fraction(0)]])
    with pytest.raises(UnreadableInput, match="SHA-256"):
        losses.resolve(MatrixReference(entries, ("0",), ("0",), "0" * 64))


@pytest.mark.parametrize(
    ("entries", "rows", "columns", "says"),
    [
        ([], None, None, "at least one entry"),
        ([[]], None, None, "at least one entry"),
        ([[1], [1, 2]], None, None, "equal length"),
        ([[1, 2]], ["a", "b"], None, "row names"),
        ([[1, 2]], None, ["a", "a"], "column names"),
    ],
)
def test_bad_matrices_are_refused(entries, rows, columns, says):
    with pytest.raises(InvalidParameter, match=says):
        matrix_loss(entries, rows, columns)
