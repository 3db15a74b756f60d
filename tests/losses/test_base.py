"""A user's matrix as a loss, by values and codes that stand for rows of fractions."""

from copy import copy
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from math import lcm

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import losses
from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.exact.integer_matrix import from_fractions, loss_matrix
from qstheory.inputs.matrix import Collector
from qstheory.inputs.objects import read_array
from qstheory.losses.base import MatrixReference, matrix_loss
from qstheory.losses.coded import CodedMatrix

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
    assert CodedMatrix.of([[Fraction(0), HALF]]).sha256 == sha256(b"0/1 1/2").hexdigest()


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


FRACTIONS = st.fractions(-9, 9, max_denominator=12) | st.just(Fraction(2**70, 3))
ROWS = st.integers(1, 5).flatmap(
    lambda n: st.lists(st.lists(FRACTIONS, min_size=n, max_size=n), min_size=1, max_size=5)
)


@settings(max_examples=60)
@given(ROWS)
def test_it_is_the_rows_that_it_stands_for(rows: list[list[Fraction]]) -> None:
    matrix = CodedMatrix.of(rows)
    assert [list(row) for row in matrix] == rows
    assert (len(matrix), matrix.columns, matrix.size) == (
        len(rows),
        len(rows[0]),
        sum(map(len, rows)),
    )
    assert list(matrix[-1]) == rows[-1]
    assert [list(row) for row in matrix[1:]] == rows[1:]
    assert all(matrix.entry(i, j) == x for i, row in enumerate(rows) for j, x in enumerate(row))
    for side, lines in (("rows", rows), ("columns", list(zip(*rows, strict=True)))):
        assert [[matrix.values[k] for k in line] for line in matrix.lines(side)] == [
            list(line) for line in lines
        ]
    text = "\n".join(" ".join(f"{x.numerator}/{x.denominator}" for x in row) for row in rows)
    assert matrix.sha256 == sha256(text.encode()).hexdigest()
    for i, row in enumerate(rows):
        factor = lcm(6, *(x.denominator for x in row))
        assert matrix.scaled(i, 6) == (factor, [factor * x for x in row])
    assert copy(matrix) == matrix
    changed = [*rows[:-1], [*rows[-1][:-1], rows[-1][-1] + 1]]
    assert CodedMatrix.of(changed) != matrix


def test_equality_does_not_depend_on_the_order_of_the_values() -> None:
    one = CodedMatrix.coded((Fraction(0), Fraction(1), Fraction(7)), [[0, 1], [1, 0]])
    other = CodedMatrix.coded((Fraction(1), Fraction(0)), [[1, 0], [0, 1]])
    assert one == other
    assert hash(one) == hash(other)
    assert one != CodedMatrix.coded(one.values, [[0, 1, 1, 0]])


@pytest.mark.parametrize("count", [1, 256, 257, 65_536, 65_537])
def test_codes_of_every_width(count: int) -> None:
    rows = [[Fraction(k, 7) for k in range(count)], [Fraction(k, 7) for k in range(count)][::-1]]
    matrix = CodedMatrix.of(rows)
    assert matrix.width == {1: 1, 256: 1, 257: 2, 65_536: 2, 65_537: 4}[count]
    assert [list(row) for row in matrix] == rows


@pytest.mark.parametrize("rows", [[[]], [[0], [1, 2]], [[0, 1], []]])
def test_rows_of_unequal_length_and_empty_ones_are_refused(rows: list[list[int]]) -> None:
    with pytest.raises(InvalidParameter, match="rows of equal length"):
        CodedMatrix.of(rows)


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.booleans(), st.booleans())
def test_its_integers_are_those_of_its_fractions(seed: int, wide: bool, fractions: bool) -> None:
    """Beyond the size from which it is evaluated by its codes."""
    source = np.random.default_rng(seed)
    denominators = source.integers(1, 7, (70, 64)) if fractions else np.ones((70, 64), int)
    scale = 2**64 if wide else 1
    rows = [
        [Fraction(scale * x, d) for x, d in zip(some, other, strict=True)]
        for some, other in zip(
            source.integers(-9, 10, (70, 64)).tolist(), denominators.tolist(), strict=True
        )
    ]
    loss = matrix_loss(rows)
    found = loss_matrix(loss, tuple(loss.predictions), tuple(loss.observations))
    expected = from_fractions(rows)
    assert found.values.tolist() == expected.values.tolist()
    assert found.denominators == expected.denominators
    assert found.values.dtype == expected.values.dtype
    predictions = tuple(loss.predictions)[::-1]
    backwards = loss_matrix(loss, predictions, tuple(loss.observations))
    assert backwards.values.tolist() == expected.values.tolist()[::-1]


def test_an_array_has_its_values_read_once_in_the_order_of_their_first_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = np.random.default_rng(0)
    array = source.integers(-50, 50, (1500, 1500)) * 0.25
    converted, code = [], Collector.code
    monkeypatch.setattr(Collector, "code", lambda *given: converted.append(given) or code(*given))
    entries = read_array(array).entries
    assert len(converted) == len(entries.values)
    flat = array.ravel().tolist()
    assert list(entries.values) == list(dict.fromkeys(flat))
    first = [flat.index(float(value)) for value in entries.values]
    assert all(a < b for a, b in pairwise(first))
    for i in (0, 700, 1499):
        assert list(entries[i]) == array[i].tolist()
