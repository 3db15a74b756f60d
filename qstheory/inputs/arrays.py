"""numpy arrays: integers and booleans as they are, binary floats at their exact value."""

import struct
import zlib
from io import BytesIO
from typing import IO, Any
from zipfile import BadZipFile, ZipFile

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


def require_readable(file: IO[bytes], name: str) -> int:
    """The size in bytes of the array and its header, from the header at the start of `file`.

    Raises UnreadableInput unless that is the header of a numeric matrix of sensible size.
    """
    try:
        version = np.lib.format.read_magic(file)
        read = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }[version]
        shape, _, dtype = read(file)
    except Exception:  # numpy parses the header as Python source: any of its errors may come
        raise UnreadableInput(f"{name} is not an NPY array.") from None
    if dtype.hasobject:
        raise UnreadableInput(f"{name} holds pickled Python objects, which are never loaded.")
    require_matrix(shape, dtype)
    return file.tell() + shape[0] * shape[1] * dtype.itemsize


def read_npy(content: bytes, name: str, rationalise: bool = False) -> ReadMatrix:
    """The matrix in the bytes of an NPY file; raises UnreadableInput, warns InexactInput."""
    require_readable(BytesIO(content), name)
    try:
        array = np.load(BytesIO(content), allow_pickle=False)
    except (ValueError, TypeError, EOFError, OSError):
        raise UnreadableInput(f"{name} is cut short or damaged.") from None
    return read_array(array, rationalise, f"read from {name}")


SUFFIX = ".npy"
ARCHIVE_FAULTS = (BadZipFile, zlib.error, struct.error, OSError, EOFError, RuntimeError, ValueError)


def _choose(names: list[str], array: str | None) -> str:
    if array is not None:
        if array + SUFFIX not in names:
            raise UnreadableInput(f"The archive has no array {array!r}.")
        return array + SUFFIX
    if len(names) != 1:
        listed = ", ".join(name.removesuffix(SUFFIX) for name in names[:10]) or "none"
        raise UnreadableInput(
            "The archive must hold one array or --array (in Python `array`) must name one;"
            f" it holds: {listed}."
        )
    return names[0]


def read_npz(content: bytes, array: str | None = None, rationalise: bool = False) -> ReadMatrix:
    """The matrix in the bytes of an NPZ file; raises UnreadableInput, warns InexactInput."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            names = [name for name in archive.namelist() if name.endswith(SUFFIX)]
            chosen = _choose(names, array)
            with archive.open(chosen) as file:
                size = require_readable(file, chosen)
            with archive.open(chosen) as file:
                member = file.read(size)
    except UnreadableInput:
        raise
    except ARCHIVE_FAULTS:
        raise UnreadableInput("The file is not an NPZ archive, or it is damaged.") from None
    return read_npy(member, chosen, rationalise)
