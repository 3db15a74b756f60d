"""Objects of Python as matrices: functions, nested lists, arrays, data frames."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from qstheory.errors import UnreadableInput
from qstheory.inputs.arrays import read_array
from qstheory.inputs.matrix import Collector, ReadMatrix, require_rows, require_size
from qstheory.inputs.names import distinct_names
from qstheory.inputs.numbers import Exact, exact, shown
from qstheory.inputs.numeric_names import is_alike, is_corner


def _read_function(
    function: Callable[[Any, Any], Any],
    z: Sequence[Any],
    y: Sequence[Any],
    rationalise: bool,
) -> ReadMatrix:
    def entry(pair: tuple[Any, Any]) -> Exact:
        try:
            value = function(*pair)
        except Exception as error:
            raise UnreadableInput(f"the function raised {type(error).__name__}: {error}") from error
        return exact(value)

    require_size(len(z), len(y))
    collector = Collector(entry, rationalise=rationalise)
    entries = collector.matrix([(a, b) for b in y] for a in z)
    name = getattr(function, "__name__", type(function).__name__)
    return ReadMatrix(
        entries,
        distinct_names("row", z, len(z)),
        distinct_names("column", y, len(y)),
        (f"read from the function {name}", *collector.notes()),
    )


def _is_rows(value: object) -> bool:
    return isinstance(value, list | tuple)


def _read_nested(rows: Sequence[Any], rationalise: bool) -> ReadMatrix:
    for number, row in enumerate(rows, start=1):
        if not _is_rows(row) and not (isinstance(row, np.ndarray) and row.ndim == 1):
            raise UnreadableInput(f"Row {number} is not a list of entries but {shown(row)}.")
    require_rows(rows)
    collector = Collector(exact, rationalise=rationalise)
    entries = collector.matrix(rows)
    return ReadMatrix(entries, notes=("read from nested lists", *collector.notes()))


def _is_data_frame(value: object) -> bool:
    """By its class, so that pandas need not be installed."""
    return any(
        (kind.__module__.partition(".")[0], kind.__name__) == ("pandas", "DataFrame")
        for kind in type(value).__mro__
    )


def _read_data_frame(frame: Any, rationalise: bool) -> ReadMatrix:
    require_size(*frame.shape)
    first = frame.columns[0]
    numbered = type(frame.index).__name__ == "RangeIndex" and len(frame.columns) > 1
    alike = is_alike(str(first), [str(name) for name in frame.columns[1:]])
    if numbered and isinstance(first, str) and is_corner(first) and not alike:
        raise UnreadableInput(
            f"The column {first!r} of the data frame may hold names or costs; make it the index"
            f" with frame.set_index({first!r}), or give it the name of an observation."
        )
    columns = [_column(frame.iloc[:, j]) for j in range(frame.shape[1])]
    collector = Collector(exact, rationalise=rationalise)
    entries = collector.matrix(zip(*columns, strict=True))
    return ReadMatrix(
        entries,
        distinct_names("row", list(frame.index), len(entries)),
        distinct_names("column", list(frame.columns), entries.columns),
        ("read from a data frame", *collector.notes()),
    )


def _column(series: Any) -> list[Any]:
    """The entries in their own type: `tolist` makes Python floats of float32."""
    return list(series.to_numpy()) if isinstance(series.dtype, np.dtype) else list(series)


def read_object(
    given: Any, z: Iterable[Any] | None, y: Iterable[Any] | None, rationalise: bool
) -> ReadMatrix:
    """The matrix in rows, an array, a data frame, or of a function on `z` and `y`.

    For the others `z` and `y` are names, if given. Raises UnreadableInput.
    """
    if _is_data_frame(given):
        matrix = _read_data_frame(given, rationalise)
    elif isinstance(given, np.ndarray):
        matrix = read_array(given, rationalise)
    elif _is_rows(given):
        matrix = _read_nested(given, rationalise)
    elif callable(given):
        if z is None or y is None:
            raise UnreadableInput(
                "A function needs the lists z of predictions and y of observations."
            )
        return _read_function(given, list(z), list(y), rationalise)
    else:
        raise UnreadableInput(
            f"{shown(given)} is no loss; pass a name, a path, rows, an array, a data frame or a"
            " function."
        )
    return _renamed(matrix, z, y)


def _renamed(matrix: ReadMatrix, z: Iterable[Any] | None, y: Iterable[Any] | None) -> ReadMatrix:
    if z is not None:
        names = distinct_names("row", list(z), len(matrix.entries))
        matrix = replace(matrix, predictions=names)
    if y is not None:
        names = distinct_names("column", list(y), matrix.entries.columns)
        matrix = replace(matrix, observations=names)
    return matrix
