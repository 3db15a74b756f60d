"""NPZ files: a ZIP archive with one NPY array, or several of which one is chosen by name."""

import struct
import zlib
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from qstheory.errors import UnreadableInput
from qstheory.inputs.matrix import ReadMatrix
from qstheory.inputs.npy_file import read_npy, require_readable

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
