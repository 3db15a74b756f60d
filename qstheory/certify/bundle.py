"""Certificate files: a list of propositions with their certificates, as JSON in UTF-8.

    {"format": "qstheory-certificate/3",
     "shared": [...],
     "items": [{"proposition": ..., "certificate": ..., "expect": "proves", "note": "..."}, ...]}

"expect" is "proves", when left out, or "refutes"; "note" is free text and may be left out. Where
{"ref": k} stands, the k-th value under "shared" is meant, from 0; these refer to earlier ones only,
and the member may be left out. How values are written: `qstheory.certify.codec`.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, NoReturn

from qstheory.certify.codec import (
    Fault,
    Read,
    Shared,
    decode,
    encode,
    fault,
    object_reader,
)
from qstheory.certify.decide import rules
from qstheory.certify.rationals import DIGITS, RATIONAL, repeated
from qstheory.errors import UnreadableCertificate
from qstheory.losses.base import MatrixReference

FORMAT = "qstheory-certificate/3"
FORMER = ("qstheory-certificate/1", "qstheory-certificate/2")
SHARED, REFERENCE = "shared", "ref"
WORTH = 20
"""Fewest characters of a value that is shared."""
MOST = 20_000_000
"""Most values of a file, shared ones counted wherever they are meant."""


@dataclass(frozen=True)
class Unknown:
    """A proposition or certificate of a kind, or a version, that this checker does not know."""

    kind: str

    def __str__(self) -> str:
        return "a statement of a kind that is not known here"


@dataclass(frozen=True)
class Item:
    """A proposition, its certificate, whether that should prove or refute it, and a remark."""

    proposition: Any
    certificate: Any
    expect: Literal["proves", "refutes"] = "proves"
    note: str = ""


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


def loads(text: str) -> list[Item]:
    """The items of the text of a certificate file; raises UnreadableCertificate."""
    try:
        document = json.loads(
            text,
            object_pairs_hook=_without_duplicates,
            parse_float=_no_float,
            parse_constant=_no_float,
            parse_int=_integer,
        )
        return _items(document)
    except json.JSONDecodeError as error:
        raise UnreadableCertificate(f"This is no JSON: {error}.") from None
    except RecursionError:
        raise UnreadableCertificate("The JSON is nested too deeply.") from None


def load(path: Path) -> list[Item]:
    """The items of a certificate file; raises UnreadableCertificate."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnreadableCertificate(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise UnreadableCertificate(f"{path} is not text in UTF-8; save it as UTF-8.") from None
    try:
        return loads(text)
    except UnreadableCertificate as error:
        raise UnreadableCertificate(f"{path}: {error}") from None


class _Table:
    """The shared values of a file, and how many values they stand for."""

    def __init__(self, data: Any) -> None:
        if type(data) is not list:
            raise fault(f"$.{SHARED}", "must be an array")
        self.values: list[Shared] = []
        self._sizes: list[int] = []
        self._total = 0
        for k, value in enumerate(data):
            before = self._total
            self.values.append(Shared(self.filled(value, f"$.{SHARED}[{k}]")))
            self._sizes.append(self._total - before)
        self._total = 0

    def filled(self, data: Any, where: str) -> Any:
        """`data` with the shared values that it refers to."""
        self._total += 1
        if isinstance(data, list):
            return [self.filled(item, where) for item in data]
        if isinstance(data, str):
            self._add(repeated(data), where)
        if not isinstance(data, dict):
            return data
        if REFERENCE not in data:
            return {key: self.filled(item, where) for key, item in data.items()}
        place = data[REFERENCE]
        if len(data) > 1 or type(place) is not int or not 0 <= place < len(self.values):
            raise fault(where, f'refers to a value that is not before it under "{SHARED}"')
        self._add(self._sizes[place], where)
        return self.values[place]

    def _add(self, count: int, where: str) -> None:
        self._total += count
        if self._total > MOST:
            raise fault(where, f"makes more than {MOST:,} values")


def _items(document: Any) -> list[Item]:
    if type(document) is dict and document.get("format") in FORMER:
        raise UnreadableCertificate(
            f"This is a file of an earlier format, {document['format']}; write it again with the"
            f" command that made it, as {FORMAT}."
        )
    if type(document) is not dict or document.get("format") != FORMAT:
        raise UnreadableCertificate(f'This is no certificate file of format "{FORMAT}".')
    if not {"format", "items"} <= set(document) <= {"format", "items", SHARED}:
        raise fault("$", f'must have the members "format", "items" and perhaps "{SHARED}"')
    table = _Table(document.get(SHARED, []))
    if type(document["items"]) is not list:
        raise fault("$.items", "must be an array")
    return [_item(data, table, f"$.items[{i}]") for i, data in enumerate(document["items"])]


def _item(data: Any, table: _Table, where: str) -> Item:
    required = {"proposition", "certificate"}
    if type(data) is not dict or not required <= set(data) <= required | {"expect", "note"}:
        raise fault(where, 'must have "proposition", "certificate" and perhaps "expect" and "note"')
    return Item(
        proposition=_decode_any(data, "proposition", table, where),
        certificate=_decode_any(data, "certificate", table, where),
        expect=decode(data.get("expect", "proves"), Literal["proves", "refutes"], where),
        note=decode(table.filled(data.get("note", ""), where), str, f"{where}.note"),
    )


@cache
def _readers(member: Literal["proposition", "certificate"]) -> Read:
    return object_reader(tuple({getattr(rule, member): None for rule in rules()}))


def _decode_any(
    data: dict[str, Any], member: Literal["proposition", "certificate"], table: _Table, where: str
) -> Any:
    place = f"{where}.{member}"
    filled, read = table.filled(data[member], place), _readers(member)
    try:
        return filled.read(read) if type(filled) is Shared else read(filled)
    except Fault as found:
        if found.unknown:
            return Unknown(found.unknown)
        raise fault(f"{place}{found.place}", found.problem) from None


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise UnreadableCertificate("An object has the same member twice.")
    return members


def _no_float(text: str) -> NoReturn:
    raise UnreadableCertificate(f"{text[:30]} is no exact number; write rationals as text.")


def _integer(text: str) -> int:
    if len(text) > DIGITS:
        raise UnreadableCertificate(f"An integer has more than {DIGITS} digits.")
    return int(text)
