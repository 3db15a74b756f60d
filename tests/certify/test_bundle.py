"""Certificate files: read strictly, written at once."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory.certify import decide
from qstheory.certify.bundle import Item, Unknown, load, loads
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.log_linear_consistency import LogLinearConsistent, WrongModel
from qstheory.certify.weights import UniformWeights
from qstheory.errors import UnreadableCertificate
from qstheory.losses.base import matrix_loss
from qstheory.work.certificates import dumps

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


def test_what_occurs_twice_is_stored_once() -> None:
    text = dumps([ITEM, ITEM])
    assert loads(text) == [ITEM, ITEM]
    assert text.count('"MatrixReference"') == 1
    assert len(text.splitlines()) == 7


def test_an_empty_file_has_no_items() -> None:
    assert loads(dumps([])) == []


def test_notes_expectations_and_shared_values_may_be_left_out() -> None:
    read = loads(changed(items=item(note=None, expect=None)))
    assert read == [Item(ITEM.proposition, ITEM.certificate)]
    assert loads(changed(items=[], shared=None)) == []


def test_a_forged_hash_is_invalid() -> None:
    document = json.loads(dumps([ITEM]))
    document["items"][0]["proposition"]["loss"]["entries"][0] = "5 1"
    read = loads(json.dumps(document))[0]
    assert "SHA-256" in decide(read.proposition, read.certificate).reason


DOUBLED = [[], *([{"ref": k}, {"ref": k}] for k in range(39))]
"""A few characters that stand for 2^39 values."""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no JSON"),
        ("[", "no JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("[]", "no certificate file"),
        ("{}", "no certificate file"),
        ('{"format": "other/1", "items": []}', "no certificate file"),
        (changed(format="qstheory-certificate/2"), "an earlier format is written again"),
        (changed(items=item(note="0*9999999999")), "makes more than"),
        (changed(shared=["0*999999999"]), "makes more than"),
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
        (changed(items=item(proposition={"loss": 1})), 'must have a "kind" among'),
        (changed(shared=1), r"\$\.shared must be an array"),
        (changed(shared=[{"ref": 0}]), "refers to a value that is not before it"),
        (changed(items=item(proposition={"ref": 0})), "refers to a value that is not before it"),
        (changed(items=item(proposition={"ref": "0"})), "refers to a value that is not before"),
        (changed(items=item(proposition={"ref": 0, "more": 1}), shared=[[]]), "not before it"),
        (changed(items=item(proposition={"ref": 0}), shared=[[]]), "must be an object"),
        (changed(shared=DOUBLED, items=item(certificate={"ref": 39})), "makes more than"),
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


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "marked.json").write_text(dumps([]), encoding="utf-8-sig")
    assert load(tmp_path / "marked.json") == []


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableCertificate, match=r"absent\.json cannot be read"):
        load(tmp_path / "absent.json")
    (tmp_path / "latin.json").write_bytes("größer".encode("latin-1"))
    with pytest.raises(UnreadableCertificate, match="not text in UTF-8; save it as UTF-8"):
        load(tmp_path / "latin.json")
    (tmp_path / "empty.json").write_text("")
    with pytest.raises(UnreadableCertificate, match=r"empty\.json: This is no JSON"):
        load(tmp_path / "empty.json")


def test_an_unknown_kind_or_version_is_skipped_and_the_rest_is_read() -> None:
    unknown = {"kind": "Truth/7", "of": "everything"}
    document = json.loads(dumps([ITEM, ITEM]))
    document["items"][0]["proposition"] = unknown
    first, second = loads(json.dumps(document))
    assert first.proposition == Unknown("Truth/7")
    assert second == ITEM


def test_shared_values_are_read_once() -> None:
    first, second = loads(dumps([ITEM, ITEM]))
    assert first.proposition.loss is second.proposition.loss


ENTRIES = st.sampled_from([Fraction(0), Fraction(0), Fraction(-2, 3), Fraction(5)])
VECTORS = st.lists(ENTRIES, min_size=5, max_size=8).map(tuple)


@given(st.lists(st.tuples(VECTORS, VECTORS), max_size=3))
def test_any_items_survive(vectors: list[Any]) -> None:
    items = [
        Item(LogLinearConsistent(MATRIX, (), "mode"), WrongModel(Pi, u, 0)) for Pi, u in vectors
    ]
    assert loads(dumps([*items, *items])) == [*items, *items]
