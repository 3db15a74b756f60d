"""Large rational matrices in certificate files: the different values once, and a code an entry.

    {"kind": "Compact", "shape": [rows, columns], "values": "0 1/2 ...", "width": 1,
     "codes": "..."}

The codes are the positions in "values" of the entries, row by row, each of `width` bytes (1, 2
or 4) from the least significant, all compressed by zlib and written in base64.
"""

from array import array
from base64 import b64decode
from sys import byteorder
from typing import Any
from zlib import decompressobj, error

from qstheory.certify.rationals import several
from qstheory.losses.coded import LETTERS, CodedMatrix

KIND = "Compact"
MOST = 1 << 28
"""Most entries that are read."""
MEMBERS = {"kind", "shape", "values", "width", "codes"}


def in_file_order(codes: bytes, width: int) -> bytes:
    """From the order of bytes of the machine to that of files, or back."""
    if byteorder == "little" or width == 1:
        return codes
    swapped = array(LETTERS[width], codes)
    swapped.byteswap()
    return swapped.tobytes()


def require_shape(shape: Any) -> list[int]:
    """The numbers of rows and columns; raises ValueError in words."""
    pair = type(shape) is list and [*map(type, shape)] == [int, int]
    if not pair or min(shape) < 1 or shape[0] * shape[1] > MOST:
        raise ValueError(f"must have a shape of two positive numbers, at most {MOST:,} entries")
    return list(shape)


def restored(data: dict[str, Any]) -> CodedMatrix:
    """The matrix of JSON data; raises ValueError in words."""
    if set(data) != MEMBERS or data["kind"] != KIND:
        raise ValueError(f"must have the members {', '.join(sorted(MEMBERS))} of kind {KIND}")
    shape, values, width, codes = (data[name] for name in ("shape", "values", "width", "codes"))
    rows, columns = require_shape(shape)
    if type(width) is not int or width not in LETTERS:
        raise ValueError("must have a width of 1, 2 or 4")
    content = in_file_order(decompressed(codes, rows * columns * width), width)
    matrix = CodedMatrix(several(values), content, width, columns)
    if any(max(matrix.line(i)) >= len(matrix.values) for i in range(rows)):
        raise ValueError("has a code beyond its values")
    return matrix


def decompressed(codes: Any, size: int) -> bytes:
    """The bytes, of which there must be `size`; no more are ever written to memory."""
    if type(codes) is not str:
        raise ValueError("must have codes as text in base64")
    try:
        reader = decompressobj()
        content = reader.decompress(b64decode(codes, validate=True), size)
    except (ValueError, error):
        raise ValueError("has codes that are no base64 of a zlib stream") from None
    # What a full output leaves over is read to see that the stream ends here.
    rest = reader.decompress(reader.unconsumed_tail, 1) if reader.unconsumed_tail else b""
    if len(content) != size or rest or not reader.eof or reader.unused_data:
        raise ValueError("does not have as many codes as its shape says")
    return content
