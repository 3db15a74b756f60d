"""Large rational matrices in certificate files: the different values once, and a code an entry.

    {"kind": "Compact", "shape": [rows, columns], "values": ["0", "1/2", ...],
     "width": 1, "codes": "..."}

The codes are the positions in "values" of the entries, row by row, each of `width` bytes (1, 2
or 4) from the least significant, all compressed by zlib and written in base64.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from fractions import Fraction
from struct import pack, unpack
from typing import Any
from zlib import compress, decompressobj, error

Rows = tuple[tuple[Fraction, ...], ...]
KIND = "Compact"
WORTHWHILE = 2048
"""Fewer entries are written one by one, where a reader sees them."""
MOST = 1 << 28
"""Most entries that are read."""
LETTERS = {1: "B", 2: "H", 4: "I"}
MEMBERS = {"kind", "shape", "values", "width", "codes"}


def worthwhile(value: tuple[Any, ...]) -> bool:
    """Whether a tuple is a large rational matrix."""
    return (
        bool(value)
        and all(type(row) is tuple and len(row) == len(value[0]) for row in value)
        and len(value) * len(value[0]) >= WORTHWHILE
        and all(type(entry) is Fraction for entry in distinct(value).values())
    )


def distinct(rows: Iterable[tuple[Any, ...]]) -> dict[int, Any]:
    """The different objects among the entries, by identity: a large matrix shares a few."""
    found: dict[int, Any] = {}
    for row in rows:
        found.update(zip(map(id, row), row, strict=True))
    return found


def compacted(rows: Rows) -> dict[str, Any]:
    """The matrix as JSON data."""
    places: dict[Fraction, int] = {}
    code = {key: places.setdefault(x, len(places)) for key, x in distinct(rows).items()}
    width = next(w for w in LETTERS if len(places) <= 256**w)
    columns = len(rows[0])
    content = b"".join(
        pack(f"<{columns}{LETTERS[width]}", *[code[key] for key in map(id, row)]) for row in rows
    )
    return {
        "kind": KIND,
        "shape": [len(rows), columns],
        "values": [str(x) for x in places],
        "width": width,
        "codes": b64encode(compress(content, 9 if len(content) < 1 << 23 else 6)).decode(),
    }


def restored(data: dict[str, Any], rational: Callable[[Any], Fraction]) -> Rows:
    """The matrix of JSON data whose values `rational` reads; raises ValueError in words."""
    if set(data) != MEMBERS or data["kind"] != KIND:
        raise ValueError(f"must have the members {', '.join(sorted(MEMBERS))} of kind {KIND}")
    shape, values, width, codes = (data[name] for name in ("shape", "values", "width", "codes"))
    if (
        type(shape) is not list
        or [type(n) for n in shape] != [int, int]
        or min(shape) < 1
        or shape[0] * shape[1] > MOST
    ):
        raise ValueError(f"must have a shape of two positive numbers, at most {MOST:,} entries")
    if type(values) is not list or type(width) is not int or width not in LETTERS:
        raise ValueError("must have values in an array and a width of 1, 2 or 4")
    rows, columns = shape
    content = decompressed(codes, rows * columns * width)
    known = [rational(value) for value in values]
    line = f"<{columns}{LETTERS[width]}"
    step = columns * width
    try:
        return tuple(
            tuple([known[k] for k in unpack(line, content[i : i + step])])
            for i in range(0, len(content), step)
        )
    except IndexError:
        raise ValueError("has a code beyond its values") from None


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
