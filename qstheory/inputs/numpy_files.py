"""NPY and NPZ files: one array, of an archive the one that is named; no pickled objects."""

import struct
import zlib
from io import BytesIO
from typing import IO
from zipfile import BadZipFile, ZipFile

import numpy as np

from qstheory.errors import UnreadableInput
from qstheory.inputs.arrays import read_array, require_matrix
from qstheory.inputs.matrix import ReadMatrix


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
