"""Large rational matrices of low rank in certificate files: some rows, some columns, and a prime.

    {"kind": "LowRank", "shape": [1000, 1000], "modulus": p, "denominator": 100,
     "places": "0,4;1,2", "rows": "...", "columns": "..."}

The places are those of r rows and r columns. "rows" R and "columns" C have the residues modulo p of
their numerators over the denominator, row by row, each of 4 bytes from the least significant,
compressed by zlib and written in base64. With M the rows and columns at both, the numerators of the
whole matrix are C M^-1 R modulo p, of least absolute value. Any such data stand for one matrix; the
SHA-256 of a user's matrix tells whether it is the one that was meant.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from struct import unpack as unpack_words
from typing import Any

from qstheory.certify.arithmetic import Places, solved_modulo
from qstheory.certify.compact import decompressed, require_shape, restored
from qstheory.certify.packed import combination, pack, unpack, width_for
from qstheory.losses.coded import CodedMatrix

KIND = "LowRank"
MEMBERS = {"kind", "shape", "modulus", "denominator", "places", "rows", "columns"}
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
    if data.get("kind") != KIND:
        return restored(data)
    if set(data) != MEMBERS:
        raise ValueError(f"must have the members {', '.join(sorted(MEMBERS))} of kind {KIND}")
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
