"""Certificate files: a list of propositions with their certificates, as JSON in UTF-8.

    {"format": "qstheory-certificate/3",
     "shared": [...],
     "items": [{"proposition": ..., "certificate": ..., "expect": "proves", "note": "..."}, ...]}

"expect" is "proves", when left out, or "refutes"; "note" is free text and may be left out. Where
{"ref": k} stands, the k-th value under "shared" is meant, from 0; these refer to earlier ones only,
and the member may be left out. How values are written: `qstheory.certify.codec`.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, NoReturn

from qstheory.certify.codec import Fault, Read, Shared, decode, fault, object_reader
from qstheory.certify.decide import rules
from qstheory.certify.rationals import DIGITS, repeated
from qstheory.errors import UnreadableCertificate

FORMAT = "qstheory-certificate/3"
SHARED, REFERENCE = "shared", "ref"
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
    if type(document) is not dict or document.get("format") != FORMAT:
        raise UnreadableCertificate(
            f'This is no certificate file of format "{FORMAT}"; one of an earlier format is'
            " written again by the command that made it."
        )
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
