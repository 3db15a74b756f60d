"""Large rational matrices of low rank in certificate files: some rows, some columns, and a prime.

    {"kind": "LowRank", "modulus": p, "denominator": "100", "places": [[0, 4, ...], [1, 2, ...]],
     "rows": ..., "columns": ...}

"rows" R and "columns" C are matrices in compact form: numerators over the denominator of the rows
and of the columns at the two "places". With M the rows and columns at both, the numerators of the
whole matrix are C M^-1 R modulo p, of least absolute value. Any such data stand for one matrix; the
SHA-256 of a user's matrix tells whether it is the one that was meant.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from qstheory.certify.arithmetic import integers, solved_modulo
from qstheory.certify.compact import Rows, compacted, restored
from qstheory.certify.packed import combination, magnitude, pack, unpack, width_for

KIND = "LowRank"
MEMBERS = {"kind", "modulus", "denominator", "places", "rows", "columns"}
PRIME = (1 << 28) - 57
LARGE = 1 << 20
"""Characters of codes from which on a shorter form is sought."""
SHARE = 8
"""The rank is at most this part of the rows and of the columns, so that it is worth it."""
Places = tuple[list[int], list[int]]


def written(rows: Rows) -> dict[str, Any]:
    """The matrix as JSON data, in compact form unless that is long and the rank low."""
    data = compacted(rows)
    return data if len(data["codes"]) < LARGE else factored(rows) or data


def factored(rows: Rows) -> dict[str, Any] | None:
    """The matrix as JSON data of this kind, where its rank is low and its numerators are small."""
    numerators, shared = integers(rows)
    if 2 * magnitude(numerators) >= PRIME:
        return None
    most = min(len(rows), len(rows[0])) // SHARE
    places = independent(numerators, PRIME, most)
    if places is None:
        return None
    top, left = places
    R = [numerators[i] for i in top]
    C = [[row[j] for j in left] for row in numerators]
    product = _product(C, R, places, PRIME)
    if product is None or any(a != b for a, b in zip(product, numerators, strict=True)):
        return None
    return {
        "kind": KIND,
        "modulus": PRIME,
        "denominator": str(shared),
        "places": [top, left],
        "rows": compacted(_rationals(R)),
        "columns": compacted(_rationals(C)),
    }


def independent(matrix: Sequence[Sequence[int]], modulus: int, most: int) -> Places | None:
    """The first independent rows modulo a prime with a pivot column each, or None beyond `most`.

    A row less its combination of the reduced rows found, whose pivot columns are unit vectors, is 0
    or gives the next one.
    """
    columns = len(matrix[0])
    width = width_for(modulus + (most + 1) * modulus**2)
    rows: list[int] = []
    pivots: list[int] = []
    reduced: list[list[int]] = []
    packed: list[int] = []
    for i, given in enumerate(matrix):
        line = [x % modulus for x in given]
        total = pack(line, width) + combination([-line[j] % modulus for j in pivots], packed)
        rest = [x % modulus for x in unpack(total, columns, width)]
        pivot = next((j for j, x in enumerate(rest) if x), None)
        if pivot is None:
            continue
        if len(rows) == most:
            return None
        inverse = pow(rest[pivot], -1, modulus)
        unit = [x * inverse % modulus for x in rest]
        for k, row in enumerate(reduced):
            if row[pivot]:
                factor = modulus - row[pivot]
                reduced[k] = [(x + factor * u) % modulus for x, u in zip(row, unit, strict=True)]
                packed[k] = pack(reduced[k], width)
        rows.append(i)
        pivots.append(pivot)
        reduced.append(unit)
        packed.append(pack(unit, width))
    return (rows, pivots) if rows else None


def _product(
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


def _rationals(matrix: Sequence[Sequence[int]]) -> Rows:
    """The same entries, equal ones shared."""
    known = {x: Fraction(x) for row in matrix for x in row}
    return tuple(tuple([known[x] for x in row]) for row in matrix)


def rebuilt(data: dict[str, Any], rational: Callable[[Any], Fraction]) -> Rows:
    """The matrix of JSON data whose values `rational` reads; raises ValueError in words."""
    if data.get("kind") != KIND:
        return restored(data, rational)
    if set(data) != MEMBERS:
        raise ValueError(f"must have the members {', '.join(sorted(MEMBERS))} of kind {KIND}")
    modulus, places = data["modulus"], data["places"]
    if type(modulus) is not int or not 2 < modulus < 1 << 31:
        raise ValueError("must have a modulus from 3 to 2^31")
    inner = [data[name] for name in ("rows", "columns")]
    if any(type(each) is not dict for each in inner):
        raise ValueError("must have rows and columns in compact form")
    R, C = (restored(each, rational) for each in inner)
    denominator = rational(data["denominator"])
    if denominator.denominator != 1 or denominator < 1:
        raise ValueError("must have a positive integer as its denominator")
    top, left = _places(places, len(C), len(R[0]))
    if not len(top) == len(left) == len(R) == len(C[0]):
        raise ValueError("does not have as many rows and columns as places")
    if any(x.denominator != 1 for row in (*R, *C) for x in row):
        raise ValueError("must have integers in its rows and columns")
    numerators = [[[x.numerator for x in row] for row in part] for part in (R, C)]
    found = _product(numerators[1], numerators[0], (top, left), modulus)
    if found is None:
        raise ValueError("has rows and columns that are singular modulo its modulus")
    shared = int(denominator)
    known = {x: Fraction(x, shared) for x in {x for row in found for x in row}}
    return tuple(tuple([known[x] for x in row]) for row in found)


def _places(given: Any, rows: int, columns: int) -> Places:
    """Distinct positions of rows and of columns."""
    if type(given) is not list or len(given) != 2:
        raise ValueError("must have the places of its rows and of its columns")
    for numbers, size in zip(given, (rows, columns), strict=True):
        fits = type(numbers) is list and all(type(k) is int and 0 <= k < size for k in numbers)
        if not fits or len(set(numbers)) != len(numbers):
            raise ValueError("has a place that is repeated or beyond the matrix")
    return given[0], given[1]
