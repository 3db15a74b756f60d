"""Objects of Python as matrices: functions, nested lists, data frames, and numpy arrays."""

import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from io import BytesIO
from typing import IO, Any
from zipfile import BadZipFile, ZipFile

import numpy as np
import numpy.typing as npt

from qstheory.errors import UnreadableInput
from qstheory.inputs.matrix import Collector, ReadMatrix, require_rows, require_size
from qstheory.inputs.numbers import LENGTH, Exact, exact, shown
from qstheory.inputs.numeric_names import distinct_names, is_alike, is_corner
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
    array: npt.NDArray[Any], rationalise: bool = False, note: str = "read from an array"
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


def _read_function(
    function: Callable[[Any, Any], Any], z: Sequence[Any], y: Sequence[Any], rationalise: bool
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
