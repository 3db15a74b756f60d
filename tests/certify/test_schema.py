"""The schema admits all that is written, describes every kind, and refuses what the reader does."""

import json
import re
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from qstheory import report
from qstheory.certify import decide
from qstheory.certify.bundle import SHARED, Item, loads
from qstheory.certify.codec import kind_name
from qstheory.certify.decide import rules
from qstheory.certify.kinds.log_linear_consistency import WrongModel
from qstheory.losses.coded import CodedMatrix
from qstheory.report.certificate_schema import schema
from qstheory.work.certificates import dumps

from .samples import samples

SCHEMA = schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
DOCUMENT = json.loads(dumps([Item(s.proposition, s.certificate, s.expect) for s in samples()]))


def test_the_schema_is_one_and_admits_every_sample() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    VALIDATOR.validate(DOCUMENT)


def test_every_kind_is_described() -> None:
    described = {
        definition["properties"]["kind"]["const"]
        for name, definition in SCHEMA["$defs"].items()
        if name != SHARED and len(definition["description"]) > 10
    }
    for rule in rules():
        assert {kind_name(rule.proposition), kind_name(rule.certificate)} <= described


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other/1"},
        {"more": 1},
        {"items": {}},
        {"items": [{}]},
        {"items": [{"proposition": {"kind": "Truth"}, "certificate": {"kind": "EveryEntry"}}]},
        {"shared": [1]},
    ],
)
def test_other_documents_are_refused(change: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid(deepcopy(DOCUMENT) | change)


def test_a_certificate_of_another_kind_is_refused() -> None:
    first = samples()[0]
    other = next(s for s in samples() if type(s.certificate) is WrongModel)
    document = json.loads(dumps([Item(first.proposition, other.certificate)]))
    assert not VALIDATOR.is_valid(document)
    assert VALIDATOR.is_valid(json.loads(dumps([Item(first.proposition, first.certificate)])))


PAGE = Path(report.__file__).parent / "docs" / "certificates.md"


def test_the_example_and_the_hash_of_the_page_are_right() -> None:
    page = PAGE.read_text(encoding="utf-8")
    example = re.search(r"```json\n(.*?)```", page, re.S)
    assert example is not None
    (item,) = loads(example.group(1))
    assert decide(item.proposition, item.certificate).outcome.value == item.expect
    rows = [[Fraction(0), Fraction(1)], [Fraction(1, 2), Fraction(0)]]
    assert CodedMatrix.of(rows).sha256 in page
