"""Whatever a file or an object holds, it becomes a loss or UnreadableInput, in one sentence."""

import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qstheory.errors import UnreadableInput
from qstheory.inputs import as_loss, read_loss
from qstheory.inputs.read import READERS
from qstheory.losses.base import Loss

FUZZ = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
CELLS = st.one_of(
    st.integers(-5, 5).map(str),
    st.sampled_from(["", " ", "nan", "1/3", "1e-3", "0.1", "x", '"', '"a', "#", "1/0", "-"]),
    st.text(max_size=4),
)


def tries(read, *arguments):
    """A loss, or None for a refusal; any other outcome fails the test."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            loss = read(*arguments)
        except UnreadableInput:
            return None
    assert isinstance(loss, Loss)
    return loss


@pytest.mark.parametrize("extension", sorted(READERS))
@FUZZ
@given(content=st.binary(max_size=200))
def test_bytes(tmp_path, extension, content):
    path = tmp_path / f"fuzz{extension}"
    path.write_bytes(content)
    tries(read_loss, path)


@FUZZ
@given(
    table=st.lists(st.lists(CELLS, max_size=4), max_size=5),
    separator=st.sampled_from([",", ";", "\t"]),
)
def test_tables_of_cells(tmp_path, table, separator):
    path = tmp_path / "fuzz.csv"
    path.write_text("\n".join(separator.join(row) for row in table), encoding="utf-8")
    tries(read_loss, path)


@FUZZ
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=12,
    )
)
def test_objects(value):
    if not isinstance(value, str):
        tries(as_loss, value)


@FUZZ
@given(
    position=st.integers(0, 250), byte=st.integers(0, 255), extension=st.sampled_from(["y", "z"])
)
def test_damaged_arrays(tmp_path, position, byte, extension):
    path = tmp_path / f"fuzz.np{extension}"
    (np.save if extension == "y" else np.savez)(path, np.arange(6).reshape(2, 3))
    content = bytearray(path.read_bytes())
    content[position % len(content)] = byte
    path.write_bytes(bytes(content))
    tries(read_loss, path)


@FUZZ
@given(
    rows=st.integers(1, 4).flatmap(
        lambda n: st.lists(
            st.lists(st.fractions(max_denominator=50), min_size=n, max_size=n),
            min_size=1,
            max_size=4,
        )
    ),
    header=st.booleans(),
    labels=st.booleans(),
)
def test_what_is_written_is_read_back(tmp_path, rows, header, labels):
    names = [f"y{j}" for j in range(len(rows[0]))]
    lines = [[*([f"z{i}"] if labels else []), *map(str, row)] for i, row in enumerate(rows)]
    if header:
        lines.insert(0, [*([""] if labels else []), *names])
    path = tmp_path / "loss.csv"
    path.write_text("\n".join(map(",".join, lines)))
    # Some costs may be read as names as well, and then the layout must be stated.
    loss = tries(read_loss, path) or read_loss(path, header=header, labels=labels)
    assert [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions] == rows
    assert (
        loss.reference
        == as_loss(
            rows,
            z=[f"z{i}" for i in range(len(rows))] if labels else None,
            y=names if header else None,
        ).reference
    )
