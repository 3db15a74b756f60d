"""numpy arrays: integers and booleans as they are, binary floats at their exact value."""

from typing import Any

import numpy as np
import numpy.typing as npt

from qstheory.errors import UnreadableInput
from qstheory.inputs.matrix import Collector, ReadMatrix, require_size
from qstheory.inputs.numbers import LENGTH, exact
from qstheory.losses.coded import LETTERS, CodedMatrix, width_of

KINDS = "biufUO"
"""Booleans, integers, floats, text, and Python objects (never from a file)."""


def require_matrix(shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    """Raise UnreadableInput unless an array of this shape and type can be a loss matrix."""
    if len(shape) != 2:
        hint = " (reshape it to 1 x n or n x 1)" if len(shape) == 1 else ""
        raise UnreadableInput(f"The array has {len(shape)} dimensions, not two{hint}.")
    if dtype.kind not in KINDS:
        raise UnreadableInput(f"The array holds {dtype}, not numbers.")
    if dtype.itemsize > 4 * LENGTH:
        raise UnreadableInput(f"The array holds texts of more than {LENGTH} characters.")
    require_size(*shape)


def read_array(
    array: npt.NDArray[Any],
    rationalise: bool = False,
    note: str = "read from an array",
) -> ReadMatrix:
    """The matrix of a two-dimensional array; raises UnreadableInput, warns InexactInput."""
    if np.ma.is_masked(array):
        raise UnreadableInput("The array has masked entries; fill them in.")
    array = np.asarray(array)
    require_matrix(array.shape, array.dtype)
    collector = Collector(exact, rationalise=rationalise)
    if array.dtype.kind == "O":
        entries = collector.matrix(array.tolist())
    else:
        entries = _by_distinct(array, collector)
    return ReadMatrix(entries, notes=(note, *collector.notes()))


def _by_distinct(array: npt.NDArray[Any], collector: Collector) -> CodedMatrix:
    """Convert each distinct value once: a large array has few of them."""
    flat = array.ravel()
    distinct = np.unique(flat)
    codes = np.searchsorted(distinct, flat)
    first = np.empty(len(distinct), dtype=np.int64)
    first[codes[::-1]] = np.arange(flat.size)[
        ::-1
    ]  # Of equal positions the last one written stays.
    of_distinct = np.empty(len(distinct), dtype=np.int64)
    for k in np.argsort(first).tolist():
        i, j = divmod(int(first[k]), array.shape[1])
        of_distinct[k] = collector.code(i, j, distinct[k])
    values = collector.values()
    width = width_of(len(values))
    narrow = of_distinct.astype(LETTERS[width])
    return CodedMatrix(values, narrow[codes].tobytes(), width, array.shape[1])
