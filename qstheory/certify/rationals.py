"""How rationals, and large matrices of them, are written in certificate files.

A rational is the text "p/q", "p" or "p/2^k"; several stand in one text:

    "1/2 0*30 -3/2^70"

Blanks stand between them, and x*n stands for n times x; no text at all is none of them.

A large matrix has its different values once, and a code an entry:

    {"kind": "Compact", "shape": [rows, columns], "values": "0 1/2 ...", "width": 1,
     "codes": "..."}

The codes are the positions in "values" of the entries, row by row, each of `width` bytes (1, 2
or 4) from the least significant, all compressed by zlib and written in base64.

Or, when it is of low rank, some rows, some columns, and a prime:

    {"kind": "LowRank", "shape": [1000, 1000], "modulus": p, "denominator": 100,
     "places": "0,4;1,2", "rows": "...", "columns": "..."}

The places are those of r rows and r columns. "rows" R and "columns" C have the residues modulo p of
their numerators over the denominator, row by row, each of 4 bytes from the least significant,
compressed by zlib and written in base64. With M the rows and columns at both, the numerators of the
whole matrix are C M^-1 R modulo p, of least absolute value. Any such data stand for one matrix; the
SHA-256 of a user's matrix tells whether it is the one that was meant.
"""

import re
from array import array
from base64 import b64decode
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from struct import unpack as unpack_words
from sys import byteorder
from typing import Any
from zlib import decompressobj, error

from qstheory.certify.arithmetic import Places, solved_modulo
from qstheory.certify.packed import combination, pack, unpack, width_for
from qstheory.losses.coded import LETTERS, CodedMatrix

RATIONAL = re.compile(r"-?[0-9]+(/([1-9][0-9]*|2\^[1-9][0-9]*))?")
REPEATED = re.compile(r"\*([1-9][0-9]{0,9})(?![0-9])")
SEVERAL = re.compile(rf"({RATIONAL.pattern}(\*[1-9][0-9]*)?( (?!$)|$))*")
DIGITS = 4300
"""Most characters of a number: what Python converts in linear memory and bounded time."""
LONGEST = 1_000_000
"""Most rationals of one text."""


def rational(data: Any) -> Fraction:
    """The rational of a text; raises ValueError in words."""
    if type(data) is not str or len(data) > 2 * DIGITS:
        raise ValueError('must be a rational written as text "p/q"')
    return _known(data)


@lru_cache(maxsize=1 << 16)
def _known(text: str) -> Fraction:
    if not RATIONAL.fullmatch(text):
        raise ValueError('must be a rational written as text "p/q"')
    numerator, _, denominator = text.partition("/")
    power, dyadic = denominator[2:], denominator[:2] == "2^"
    if max(len(numerator), len(denominator)) > DIGITS or (dyadic and int(power) > DIGITS):
        raise ValueError(f"has more than {DIGITS} digits")
    return Fraction(int(numerator), 1 << int(power) if dyadic else int(denominator or 1))


def several(data: Any) -> tuple[Fraction, ...]:
    """The rationals of one text; raises ValueError in words."""
    if type(data) is not str:
        raise ValueError('must be rationals in one text, "1/2 0*3 -1"')
    found: list[Fraction] = []
    for word in data.split(" ") if data else ():
        number, _, _ = word.partition("*")
        try:
            value = rational(number)
        except ValueError as error:
            raise ValueError(f"has an entry {len(found)} that {error}") from None
        if number == word:
            found.append(value)
            continue
        times = REPEATED.fullmatch(word, len(number))
        if not times or len(found) + int(times[1]) > LONGEST:
            raise ValueError(f"has {word[:30]!r}, which repeats no number within {LONGEST:,}")
        found += [value] * int(times[1])
    return tuple(found)


def repeated(text: str) -> int:
    """How many values the repetitions of a text stand for, at most."""
    return sum(int(times) for times in REPEATED.findall(text)) if "*" in text else 0


COMPACT = "Compact"
MOST = 1 << 28
"""Most entries that are read."""
COMPACT_MEMBERS = {"kind", "shape", "values", "width", "codes"}


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
    if set(data) != COMPACT_MEMBERS or data["kind"] != COMPACT:
        raise ValueError(
            f"must have the members {', '.join(sorted(COMPACT_MEMBERS))} of kind {COMPACT}"
        )
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


LOW_RANK = "LowRank"
LOW_RANK_MEMBERS = {"kind", "shape", "modulus", "denominator", "places", "rows", "columns"}
PLACES = re.compile(r"[0-9]{1,9}(,[0-9]{1,9})*;[0-9]{1,9}(,[0-9]{1,9})*", re.ASCII)


def product_of(
    C: Sequence[Sequence[int]], R: Sequence[Sequence[int]], places: Places, modulus: int
) -> list[list[int]] | None:
    """C M^-1 R modulo p, of least absolute value; None where M is singular."""
    square = [[row[j] % modulus for j in places[1]] for row in R]
    X = solved_modulo(square, [[x % modulus for x in row] for row in R], modulus)
    if X is None:
        return None
    width, columns = width_for(modulus + len(X) * modulus**2), len(R[0])
    packed, half = [pack(row, width) for row in X], modulus // 2
    found = []
    for row in C:
        total = combination([x % modulus for x in row], packed)
        residues = [x % modulus for x in unpack(total, columns, width)]
        found.append([x - modulus if x > half else x for x in residues])
    return found


def rebuilt(data: dict[str, Any]) -> CodedMatrix:
    """The matrix of JSON data; raises ValueError in words."""
    if data.get("kind") != LOW_RANK:
        return restored(data)
    if set(data) != LOW_RANK_MEMBERS:
        raise ValueError(
            f"must have the members {', '.join(sorted(LOW_RANK_MEMBERS))} of kind {LOW_RANK}"
        )
    shape, modulus, shared = (data[name] for name in ("shape", "modulus", "denominator"))
    rows, columns = require_shape(shape)
    if type(modulus) is not int or not 2 < modulus < 1 << 31:
        raise ValueError("must have a modulus from 3 to 2^31")
    if type(shared) is not int or shared < 1:
        raise ValueError("must have a positive integer as its denominator")
    places = _places(data["places"], rows, columns)
    r = len(places[0])
    R = _unpacked(data["rows"], r, columns)
    C = _unpacked(data["columns"], rows, r)
    found = product_of(C, R, places, modulus)
    if found is None:
        raise ValueError("has rows and columns that are singular modulo its modulus")
    known: dict[int, int] = {}
    lines = [[known.setdefault(x, len(known)) for x in row] for row in found]
    return CodedMatrix.coded(tuple(Fraction(x, shared) for x in known), lines)


def _unpacked(codes: Any, rows: int, columns: int) -> list[tuple[int, ...]]:
    content = decompressed(codes, 4 * rows * columns)
    step = 4 * columns
    return [
        unpack_words(f"<{columns}I", content[i : i + step]) for i in range(0, len(content), step)
    ]


def _places(given: Any, rows: int, columns: int) -> Places:
    """Distinct positions of rows and of columns, as many of each."""
    if type(given) is not str or not PLACES.fullmatch(given):
        raise ValueError("must have the places of its rows and of its columns")
    top, left = ([int(k) for k in part.split(",")] for part in given.split(";"))
    for numbers, size in ((top, rows), (left, columns)):
        if len(set(numbers)) != len(numbers) or max(numbers) >= size:
            raise ValueError("has a place that is repeated or beyond the matrix")
    if len(top) != len(left):
        raise ValueError("does not have as many rows as columns at its places")
    return top, left
