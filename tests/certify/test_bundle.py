"""Certificate files: read strictly, written at once."""

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qstheory.certify import decide
from qstheory.certify.bundle import Item, dumps, load, loads, save
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.weights import UniformWeights
from qstheory.errors import UnreadableCertificate
from qstheory.losses.matrix import matrix_loss

MATRIX = matrix_loss([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]]).reference
ITEM = Item(EqualRiskPointExists(MATRIX), EqualRiskPoint(UniformWeights()), note="größer")


def changed(**members: Any) -> str:
    """The file of one item with members of the document replaced, those with None left out."""
    document = json.loads(dumps([ITEM])) | members
    return json.dumps({key: value for key, value in document.items() if value is not None})


def item(**members: Any) -> list[Any]:
    """The items of that file with members of the item replaced, those with None left out."""
    data = json.loads(dumps([ITEM]))["items"][0] | members
    return [{key: value for key, value in data.items() if value is not None}]


def test_a_matrix_is_stored_once() -> None:
    text = dumps([ITEM, ITEM])
    assert loads(text) == [ITEM, ITEM]
    assert text.count('"MatrixReference"') == 1
    assert len(text.splitlines()) == 6


def test_an_empty_file_has_no_items() -> None:
    assert loads(dumps([])) == []


def test_notes_expectations_and_matrices_may_be_left_out() -> None:
    read = loads(changed(items=item(note=None, expect=None)))
    assert read == [Item(ITEM.proposition, ITEM.certificate)]
    assert loads(changed(items=[], matrices=None)) == []


def test_two_matrices_of_one_hash_are_not_written() -> None:
    other = matrix_loss([[Fraction(2)]]).reference
    forged = type(other)(other.entries, other.predictions, other.observations, MATRIX.sha256)
    with pytest.raises(ValueError, match="same hash"):
        dumps([ITEM, Item(EqualRiskPointExists(forged), ITEM.certificate)])


def test_a_forged_hash_is_invalid() -> None:
    document = json.loads(dumps([ITEM]))
    document["matrices"][0]["entries"][0][0] = "5"
    read = loads(json.dumps(document))[0]
    assert "SHA-256" in decide(read.proposition, read.certificate).reason


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no JSON"),
        ("[", "no JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("[]", "no certificate file"),
        ("{}", "no certificate file"),
        ('{"format": "other/1", "items": []}', "no certificate file"),
        ('{"a": 1, "a": 2}', "same member twice"),
        ("1.5", "1.5 is no exact number"),
        ("NaN", "NaN is no exact number"),
        ("1" * 5000, "more than 4300 digits"),
        (changed(more=1), "perhaps"),
        (changed(items=None), "must have the members"),
        (changed(items={}), r"\$\.items must be an array"),
        (changed(items=[1]), r'\$\.items\[0\] must have "proposition"'),
        (changed(items=item(certificate=None)), 'must have "proposition", "certificate"'),
        (changed(items=item(more=1)), 'must have "proposition", "certificate"'),
        (changed(items=item(expect="perhaps")), "must be one of proves, refutes"),
        (changed(items=item(note=1)), "note must be of type str"),
        (changed(items=item(proposition=1)), "proposition must be an object|admitted types"),
        (changed(items=item(proposition={"kind": "Truth"})), 'must have a "kind" among'),
        (changed(matrices=[]), 'refers to a matrix that is not under "matrices"'),
        (changed(matrices=1), r"\$\.matrices must be an array"),
        (changed(matrices=json.loads(dumps([ITEM]))["matrices"] * 2), "two matrices"),
    ],
)
def test_malformed_files_say_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(UnreadableCertificate, match=message):
        loads(text)


def test_half_a_surrogate_pair_is_refused() -> None:
    with pytest.raises(UnreadableCertificate, match="surrogate"):
        loads(changed(items=item(note="\ud800")))


def test_deep_nesting_within_an_expression_is_refused() -> None:
    deep = '{"kind": "Log", "argument": ' * 400 + '{"kind": "Number", "value": "1"}' + "}" * 400
    comparison = f'{{"kind": "Comparison", "left": {deep}, "relation": "<", "right": {deep}}}'
    text = changed(items="ITEMS").replace(
        '"ITEMS"', f'[{{"proposition": {comparison}, "certificate": {{"kind": "Exactly"}}}}]'
    )
    with pytest.raises(UnreadableCertificate, match="nested too deeply"):
        loads(text)


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableCertificate, match=r"absent\.json cannot be read"):
        load(tmp_path / "absent.json")
    (tmp_path / "latin.json").write_bytes("größer".encode("latin-1"))
    with pytest.raises(UnreadableCertificate, match="not text in UTF-8"):
        load(tmp_path / "latin.json")
    (tmp_path / "empty.json").write_text("")
    with pytest.raises(UnreadableCertificate, match=r"empty\.json: This is no JSON"):
        load(tmp_path / "empty.json")


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "certificates.json"
    save(path, [ITEM])
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        save(path, [])
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
