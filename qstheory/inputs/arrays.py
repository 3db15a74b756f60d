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
STRETCH = 1 << 19
"""Entries that are converted at a time."""


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
    """Convert each distinct value once, in the order in which they come: most arrays have few.

    A stretch of entries at a time, so that no call of numpy takes long and a clock is heard.
    """
    flat, known, codes = array.ravel(), dict[Any, int](), []
    for start in range(0, flat.size, STRETCH):
        stretch = flat[start : start + STRETCH]
        distinct = np.unique(stretch)
        places = np.searchsorted(distinct, stretch)
        if not known.keys() >= set(distinct.tolist()):
            first = np.empty(len(distinct), dtype=np.int64)
            # Of equal positions the last one written stays.
            first[places[::-1]] = np.arange(stretch.size)[::-1]
            for k in np.argsort(first).tolist():
                if distinct[k] not in known:
                    i, j = divmod(start + int(first[k]), array.shape[1])
                    known[distinct[k]] = collector.code(i, j, distinct[k])
        codes.append(np.array([known[x] for x in distinct.tolist()], dtype=np.uint32)[places])
    values = collector.values()
    width = width_of(len(values))
    coded = b"".join(part.astype(LETTERS[width]).tobytes() for part in codes)
    return CodedMatrix(values, coded, width, array.shape[1])
