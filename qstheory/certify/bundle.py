"""Certificate files: a list of propositions with their certificates, as JSON in UTF-8.

    {"format": "qstheory-certificate/1",
     "matrices": [MatrixReference, ...],
     "items": [{"proposition": ..., "certificate": ..., "expect": "proves", "note": "..."}, ...]}

"expect" is "proves" (when left out) or "refutes"; "note" is free text. Matrices of users stand
once under "matrices"; elsewhere {"kind": "StoredMatrix", "sha256": ...} refers to them. The two
members "matrices" and "note" may be left out. How values are written: `qstheory.certify.codec`.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn

from qstheory.certify.codec import DIGITS, Apart, decode, encode, fault
from qstheory.certify.decide import rules
from qstheory.errors import UnreadableCertificate
from qstheory.losses.base import MatrixReference

FORMAT = "qstheory-certificate/1"
STORED = "StoredMatrix"


@dataclass(frozen=True)
class Item:
    """A proposition, its certificate, whether that should prove or refute it, and a remark."""

    proposition: Any
    certificate: Any
    expect: Literal["proves", "refutes"] = "proves"
    note: str = ""


def dumps(items: Iterable[Item]) -> str:
    """The text of a certificate file."""
    matrices: dict[str, MatrixReference] = {}

    def store(matrix: MatrixReference) -> dict[str, str]:
        if matrices.setdefault(matrix.sha256, matrix) != matrix:
            raise ValueError("two matrices have the same hash but different entries or names")
        return {"kind": STORED, "sha256": matrix.sha256}

    apart: Apart = {MatrixReference: store}
    encoded = [
        {
            "proposition": encode(item.proposition, apart),
            "certificate": encode(item.certificate, apart),
            "expect": item.expect,
            "note": item.note,
        }
        for item in items
    ]
    stored, listed = (
        "".join(f"\n{json.dumps(line, ensure_ascii=False)}," for line in lines).rstrip(",")
        for lines in (map(encode, matrices.values()), encoded)
    )
    return f'{{"format": "{FORMAT}",\n"matrices": [{stored}],\n"items": [{listed}]}}\n'


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
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UnreadableCertificate(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise UnreadableCertificate(f"{path} is not text in UTF-8.") from None
    try:
        return loads(text)
    except UnreadableCertificate as error:
        raise UnreadableCertificate(f"{path}: {error}") from None


def _restore(data: Any, matrices: dict[str, MatrixReference], where: str) -> Any:
    """`data` with each reference to a stored matrix replaced by that matrix."""
    if isinstance(data, list):
        return [_restore(item, matrices, f"{where}[{i}]") for i, item in enumerate(data)]
    if not isinstance(data, dict):
        return data
    if data.get("kind") != STORED:
        return {key: _restore(item, matrices, f"{where}.{key}") for key, item in data.items()}
    sha256 = data.get("sha256")
    if set(data) != {"kind", "sha256"} or type(sha256) is not str or sha256 not in matrices:
        raise fault(where, 'refers to a matrix that is not under "matrices"')
    return matrices[sha256]


def _items(document: Any) -> list[Item]:
    if type(document) is not dict or document.get("format") != FORMAT:
        raise UnreadableCertificate(f'This is no certificate file of format "{FORMAT}".')
    if not {"format", "items"} <= set(document) <= {"format", "items", "matrices"}:
        raise fault("$", 'must have the members "format", "items" and perhaps "matrices"')
    stored = decode(document.get("matrices", []), tuple[MatrixReference, ...], "$.matrices")
    matrices = {matrix.sha256: matrix for matrix in stored}
    if len(matrices) != len(stored):
        raise fault("$.matrices", "has two matrices of the same hash")
    if type(document["items"]) is not list:
        raise fault("$.items", "must be an array")
    return [_item(data, matrices, f"$.items[{i}]") for i, data in enumerate(document["items"])]


def _item(data: Any, matrices: dict[str, MatrixReference], where: str) -> Item:
    required = {"proposition", "certificate"}
    if type(data) is not dict or not required <= set(data) <= required | {"expect", "note"}:
        raise fault(where, 'must have "proposition", "certificate" and perhaps "expect" and "note"')
    return Item(
        proposition=_decode_any(data, "proposition", matrices, where),
        certificate=_decode_any(data, "certificate", matrices, where),
        expect=decode(data.get("expect", "proves"), Literal["proves", "refutes"], where),
        note=decode(data.get("note", ""), str, f"{where}.note"),
    )


def _decode_any(
    data: dict[str, Any],
    member: Literal["proposition", "certificate"],
    matrices: dict[str, MatrixReference],
    where: str,
) -> Any:
    kinds = {getattr(rule, member) for rule in rules()}
    union: Any = None
    for kind in kinds:
        union = kind if union is None else union | kind
    place = f"{where}.{member}"
    return decode(_restore(data[member], matrices, place), union, place)


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
