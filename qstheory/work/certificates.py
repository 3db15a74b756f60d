"""Certificate files as `qstheory.certify.bundle` reads them, with what repeats written once.

Propositions and certificates as JSON data, in the forms that `qstheory.certify.codec` reads.

Rationals side by side are one text, and a large matrix is in compact form or, where its rank is
low, by some of its rows and columns.
"""

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby
from pathlib import Path
from struct import pack
from types import UnionType
from typing import Any, Union, get_args, get_origin
from zlib import compress

from qstheory.certify.arithmetic import PRIME, independent, over_common_denominator
from qstheory.certify.bundle import FORMAT, REFERENCE, SHARED, Item
from qstheory.certify.codec import EXACT, kind_name, rational_rows, rationals_alone, resolved
from qstheory.certify.rationals import (
    COMPACT,
    DIGITS,
    LOW_RANK,
    RATIONAL,
    in_file_order,
    product_of,
)
from qstheory.losses.base import MatrixReference
from qstheory.losses.coded import CodedMatrix
from qstheory.work.files import to_json, write_text

WORTH = 20
"""Fewest characters of a value that is shared."""


def dumps(items: Iterable[Item]) -> str:
    """The text of a certificate file."""
    writer = _Writer()
    trees = [writer.tree(_members(item)) for item in items]
    for tree in trees:
        writer.count(tree, root=True)
    listed = [writer.joined(tree) for tree in trees]
    shared, lines = ("".join(f"\n{x}," for x in part).rstrip(",") for part in (writer.kept, listed))
    return f'{{"format": "{FORMAT}",\n"{SHARED}": [{shared}],\n"items": [{lines}]}}\n'


def _members(item: Item) -> dict[str, Any]:
    """What is written of an item: not that it is to prove, as most are, and no empty note."""
    members: dict[str, Any] = {"proposition": item.proposition, "certificate": item.certificate}
    if item.expect != "proves":
        members["expect"] = item.expect
    return members | {"note": item.note} if item.note else members


@dataclass(frozen=True)
class _Tree:
    """A value as text, and the parts between which its brackets, keys and commas stand."""

    text: str
    parts: "tuple[str | _Tree, ...]" = ()


class _Writer:
    """Writes values so that what occurs twice is kept once."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self._seen: Counter[str] = Counter()
        self._places: dict[str, int] = {}
        self._matrices: dict[MatrixReference, _Tree] = {}

    def tree(self, data: Any) -> _Tree:
        """JSON data, or what has a JSON form, with the text of every part."""
        if isinstance(data, MatrixReference):
            # There may be millions of entries, and a dozen items about them.
            if data not in self._matrices:
                self._matrices[data] = self.tree(encode(data))
            return self._matrices[data]
        if is_dataclass(data):
            return self.tree(encode(data, keep=MatrixReference))
        if not isinstance(data, dict | list):
            text = _compact(data)
            # Kinds and other words of the format have neither blanks nor digits alone.
            free = isinstance(data, str) and (" " in data or RATIONAL.fullmatch(data))
            return _Tree(text, (text,) if free and len(text) >= WORTH else ())
        parts: list[str | _Tree] = []
        if isinstance(data, dict):
            for key, value in data.items():
                parts += [f"{',' if parts else '{'}{_compact(key)}:", self.tree(value)]
            parts.append("}" if parts else "{}")
        else:
            for value in data:
                parts += ["," if parts else "[", self.tree(value)]
            parts.append("]" if parts else "[]")
        text = "".join(part if isinstance(part, str) else part.text for part in parts)
        return _Tree(text, tuple(parts) if len(text) >= WORTH else ())

    def count(self, tree: _Tree, *, root: bool = False) -> None:
        """Count the parts that are worth sharing; those of a repeated part are repeated with it."""
        if tree.parts:
            self._seen[tree.text] += not root
            if root or self._seen[tree.text] == 1:
                for part in tree.parts:
                    if isinstance(part, _Tree):
                        self.count(part)

    def written(self, tree: _Tree) -> str:
        """The text with references."""
        if not tree.parts:
            return tree.text
        if self._seen[tree.text] == 1:
            return self.joined(tree)
        if tree.text not in self._places:
            body = self.joined(tree)
            self._places[tree.text] = len(self.kept)
            self.kept.append(body)
        return f'{{"{REFERENCE}":{self._places[tree.text]}}}'

    def joined(self, tree: _Tree) -> str:
        """The text of a value that is not shared itself."""
        return "".join(part if isinstance(part, str) else self.written(part) for part in tree.parts)


def _compact(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


SHORT = 1 << 14
"""From here on a power of two is written as one."""
WORTHWHILE = 2048
"""Fewer entries are written one by one, where a reader sees them."""
LARGE = 1 << 20
"""Characters of codes from which on a shorter form is sought."""
SHARE = 8
"""The rank is at most this part of the rows and of the columns, so that it is worth it."""


def encode(
    value: Any, expected: Any = None, module: str = __name__, keep: type | None = None
) -> Any:
    """A value of propositions or certificates as JSON data, where that type is expected.

    Values of the class `keep` stay as they are.

    >>> from qstheory.certify.kinds.decomposition import NamedForm
    >>> encode((NamedForm("printed", "counts"), Fraction(1, 2)))
    [{'kind': 'NamedForm', 'form': 'printed', 'by': 'counts'}, '1/2']
    """
    if type(value) is Fraction:
        return rational_text(value)
    if isinstance(value, CodedMatrix):
        return written(value) if value.size >= WORTHWHILE else [*map(several_text, value)]
    if isinstance(value, tuple):
        return _encode_tuple(value, expected, module, keep)
    if keep is not None and type(value) is keep:
        return value
    if is_dataclass(value) and not isinstance(value, type):
        kind = type(value)
        members = {
            f.name: encode(getattr(value, f.name), f.type, kind.__module__, keep)
            for f in fields(kind)
        }
        alone = classes(expected, module) == (kind,)
        return members if alone else {"kind": kind_name(kind), **members}
    if type(value) is int:
        return value if abs(value) <= EXACT else str(value)
    if value is None or type(value) is str:
        return value
    raise TypeError(f"no JSON form for {type(value).__name__}")


def _encode_tuple(value: tuple[Any, ...], expected: Any, module: str, keep: type | None) -> Any:
    kinds = (resolved(kind, module) for kind in admitted(expected, module))
    tuples = [get_args(kind) for kind in kinds if get_origin(kind) is tuple]
    if any(map(rational_rows, tuples)) and worthwhile(value):
        return written(value)
    arguments = tuples[0] if len(tuples) == 1 else (None, Ellipsis)
    if rationals_alone(arguments) and all(type(item) is Fraction for item in value):
        return several_text(value)
    each = arguments[:1] * len(value) if arguments[-1] is Ellipsis else arguments
    if len(each) != len(value):  # Of no type that is read; what is written says so to a reader.
        each = (None,) * len(value)
    return [encode(item, kind, module, keep) for item, kind in zip(value, each, strict=True)]


def rational_text(x: Fraction) -> str:
    """A rational as text.

    >>> rational_text(Fraction(3, 8)), rational_text(Fraction(-3, 2**70))
    ('3/8', '-3/2^70')
    """
    q = x.denominator
    dyadic = q >= SHORT and not q & (q - 1) and q.bit_length() <= DIGITS
    return f"{x.numerator}/2^{q.bit_length() - 1}" if dyadic else str(x)


def several_text(given: Iterable[Fraction]) -> str:
    """Rationals in one text, what repeats in the shorter way.

    >>> several_text([Fraction(1, 2), *[Fraction(0)] * 30, Fraction(1)])
    '1/2 0*30 1'
    """
    words = []
    for text, run in groupby(map(rational_text, given)):
        count = len(list(run))
        words.append(min(" ".join([text] * count), f"{text}*{count}", key=len))
    return " ".join(words)


def worthwhile(value: tuple[Any, ...]) -> bool:
    """Whether a tuple is a large rational matrix."""
    return (
        bool(value)
        and all(type(row) is tuple and len(row) == len(value[0]) for row in value)
        and len(value) * len(value[0]) >= WORTHWHILE
        and all({*map(type, row)} == {Fraction} for row in value)
    )


def written(rows: Iterable[Sequence[Fraction]]) -> dict[str, Any]:
    """The matrix as JSON data, in compact form unless that is long and the rank low."""
    matrix = CodedMatrix.of(rows)
    data = compacted(matrix)
    return data if len(data["codes"]) < LARGE else factored(matrix) or data


def compacted(rows: Iterable[Sequence[Fraction]]) -> dict[str, Any]:
    """The matrix as JSON data."""
    matrix = CodedMatrix.of(rows)
    content = in_file_order(matrix.codes, matrix.width)
    return {
        "kind": COMPACT,
        "shape": [len(matrix), matrix.columns],
        "values": several_text(matrix.values),
        "width": matrix.width,
        "codes": b64encode(compress(content, 9 if len(content) < 1 << 23 else 6)).decode(),
    }


def factored(rows: Iterable[Sequence[Fraction]]) -> dict[str, Any] | None:
    """The matrix as JSON data of this kind, where its rank is low and its numerators are small."""
    matrix = CodedMatrix.of(rows)
    shared, known = over_common_denominator(matrix.values)
    if 2 * max(map(abs, known)) >= PRIME or shared >= 1 << 53:
        return None
    numerators = [[known[k] for k in matrix.line(i)] for i in range(len(matrix))]
    most = min(len(matrix), matrix.columns) // SHARE
    places = independent(numerators, PRIME, most)
    if places is None:
        return None
    top, left = places
    R = [numerators[i] for i in top]
    C = [[row[j] for j in left] for row in numerators]
    product = product_of(C, R, places, PRIME)
    if product is None or any(a != b for a, b in zip(product, numerators, strict=True)):
        return None
    return {
        "kind": LOW_RANK,
        "shape": [len(matrix), matrix.columns],
        "modulus": PRIME,
        "denominator": shared,
        "places": ";".join(",".join(map(str, numbers)) for numbers in places),
        "rows": _packed(R),
        "columns": _packed(C),
    }


def _packed(matrix: Sequence[Sequence[int]]) -> str:
    """The residues as text."""
    content = b"".join(pack(f"<{len(row)}I", *[x % PRIME for x in row]) for row in matrix)
    return b64encode(compress(content, 9)).decode()


@cache
def admitted(expected: Any, module: str) -> tuple[Any, ...]:
    """The alternatives of a declared type."""
    expected = resolved(expected, module)
    return get_args(expected) if get_origin(expected) in (Union, UnionType) else (expected,)


@cache
def classes(expected: Any, module: str) -> tuple[type, ...]:
    """The dataclasses among the alternatives."""
    return tuple(a for a in admitted(expected, module) if is_dataclass(a) and isinstance(a, type))


def write_judged(folder: Path, name: str, record: Any, certificates: str) -> None:
    """A record in a folder of the report, its certificates in `certificates` beside that folder."""
    write_text(folder / f"{name}.json", to_json(record))
    write_text(folder.parent / "certificates" / folder.name / f"{name}.json", certificates)
