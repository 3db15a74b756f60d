"""Objects of Python as losses: functions, nested lists, arrays, data frames."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from qstheory.errors import UnreadableInput
from qstheory.inputs.arrays import read_array
from qstheory.inputs.layout import is_corner
from qstheory.inputs.matrix import Collector, ReadMatrix, require_rows, require_size
from qstheory.inputs.names import distinct_names
from qstheory.inputs.numbers import Exact, exact, shown
from qstheory.inputs.read import read_loss, to_loss
from qstheory.losses.base import Loss


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
    codes = collector.rows([(a, b) for b in y] for a in z)
    name = getattr(function, "__name__", type(function).__name__)
    return ReadMatrix(
        collector.values(),
        codes,
        distinct_names("row", [str(label) for label in z], len(z)),
        distinct_names("column", [str(label) for label in y], len(y)),
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
    codes = collector.rows(rows)
    return ReadMatrix(
        collector.values(), codes, notes=("read from nested lists", *collector.notes())
    )


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
    if numbered and isinstance(first, str) and is_corner(first):
        raise UnreadableInput(
            f"The column {first!r} of the data frame may hold names or costs; make it the index"
            f" with frame.set_index({first!r}), or give it the name of an observation."
        )
    columns = [_column(frame.iloc[:, j]) for j in range(frame.shape[1])]
    collector = Collector(exact, rationalise=rationalise)
    codes = collector.rows(zip(*columns, strict=True))
    return ReadMatrix(
        collector.values(),
        codes,
        distinct_names("row", [str(name) for name in frame.index], len(codes)),
        distinct_names("column", [str(name) for name in frame.columns], len(codes[0])),
        ("read from a data frame", *collector.notes()),
    )


def _column(series: Any) -> list[Any]:
    """The entries in their own type: `tolist` makes Python floats of float32."""
    return list(series.to_numpy()) if isinstance(series.dtype, np.dtype) else list(series)


def as_loss(
    obj: Any,
    *,
    z: Sequence[Any] | None = None,
    y: Sequence[Any] | None = None,
    rationalise: bool = False,
) -> Loss:
    """The loss matrix in an object: rows are predictions, columns observations.

    `obj` is a `Loss` (returned as it is), a path (see `read_loss`), a function of a prediction and
    an observation with the lists `z` and `y` of these, rows as nested lists, a two-dimensional
    numpy array, or a pandas DataFrame (whose index and columns are the names). For rows and arrays
    `z` and `y` are names, if given. Binary floats are taken at their exact value with the warning
    `InexactInput`, or with `rationalise` as the shortest decimals, or fractions such as 1/3, that
    round to them in the array's own type. How the matrix was read
    and what is unusual about it stands in the `conventions` of the loss.

    Raises UnreadableInput, with the row and column where there is one.

    >>> as_loss([[0, "1/3"], ["0.1", 0]]).entry("1", "0")
    Fraction(1, 10)
    >>> as_loss(lambda z, y: abs(z - y), z=[0, 1], y=[0, 1, 2]).entry("0", "2")
    Fraction(2, 1)
    """
    if isinstance(obj, Loss):
        return obj
    if isinstance(obj, str | PathLike):
        return read_loss(Path(obj), rationalise=rationalise)
    if _is_data_frame(obj):
        matrix = _read_data_frame(obj, rationalise)
    elif isinstance(obj, np.ndarray):
        matrix = read_array(obj, rationalise)
    elif _is_rows(obj):
        matrix = _read_nested(obj, rationalise)
    elif callable(obj):
        if z is None or y is None:
            raise UnreadableInput(
                "A function needs the lists z of predictions and y of observations."
            )
        return to_loss(_read_function(obj, list(z), list(y), rationalise))
    else:
        raise UnreadableInput(
            f"{shown(obj)} is no loss; pass a path, rows, an array, a data frame or a function."
        )
    return to_loss(_renamed(matrix, z, y))


def _renamed(matrix: ReadMatrix, z: Sequence[Any] | None, y: Sequence[Any] | None) -> ReadMatrix:
    if z is not None:
        names = distinct_names("row", [str(label) for label in z], len(matrix.codes))
        matrix = replace(matrix, predictions=names)
    if y is not None:
        names = distinct_names("column", [str(label) for label in y], len(matrix.codes[0]))
        matrix = replace(matrix, observations=names)
    return matrix
