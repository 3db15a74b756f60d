"""numpy arrays: integers and booleans as they are, binary floats at their exact value."""

from typing import Any

import numpy as np
import numpy.typing as npt

from qstheory.errors import UnreadableInput
from qstheory.inputs.matrix import Collector, ReadMatrix, require_size
from qstheory.inputs.numbers import LENGTH, exact

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
        codes = collector.rows(array.tolist())
    else:
        codes = _codes_of_distinct(array, collector)
    notes = (note, *collector.notes())
    return ReadMatrix(collector.values(), codes, notes=notes)


def _codes_of_distinct(
    array: npt.NDArray[Any], collector: Collector
) -> tuple[tuple[int, ...], ...]:
    """Convert each distinct value once: a large array has few of them."""
    distinct, first, inverse = np.unique(array, return_index=True, return_inverse=True)
    width = array.shape[1]
    order = np.argsort(first, kind="stable")
    of_distinct = np.empty(len(distinct), dtype=np.int64)
    for k in order.tolist():
        i, j = divmod(int(first[k]), width)
        of_distinct[k] = collector.code(i, j, distinct[k])
    coded = of_distinct[inverse.reshape(array.shape)]
    return tuple(map(tuple, coded.tolist()))
