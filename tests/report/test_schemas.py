"""Every record that a report writes fits the schema of its format, and the schemas are strict."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from qstheory.report.schemas import schema_file, schemas


def files(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(folder.rglob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(record, dict) and record.get("format") in schemas():
            yield path.name, record


def test_every_schema_is_one_and_is_met_by_some_record(records: Path) -> None:
    found = {record["format"] for _, record in files(records)}
    assert found == set(schemas())
    for name, schema in schemas().items():
        Draft202012Validator.check_schema(schema)
        assert schema["title"] == name
        assert schema_file(name).startswith(name.partition("/")[0])


def test_records_fit(records: Path) -> None:
    validators = {name: Draft202012Validator(schema) for name, schema in schemas().items()}
    for path, record in files(records):
        problems = [e.message for e in validators[record["format"]].iter_errors(record)]
        assert not problems, (path, problems[:3])


def _planted(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {key: value for key, value in record.items() if key != "format"}
    yield record | {"format": "qstheory-other/1"}
    yield record | {"unknown": 1}
    for key in record:
        yield {k: v for k, v in record.items() if k != key}


@pytest.mark.parametrize("name", sorted(schemas()))
def test_other_records_do_not(records: Path, name: str) -> None:
    record = next(record for _, record in files(records) if record["format"] == name)
    validator = Draft202012Validator(schemas()[name])
    optional = {"matrices", "shared"}
    for changed in _planted(record):
        if set(record) - set(changed) <= optional and len(changed) < len(record):
            continue
        assert not validator.is_valid(changed), sorted(set(record) ^ set(changed))


def test_a_typed_verdict_is_none(records: Path) -> None:
    record = json.loads((records / "claims.json").read_text(encoding="utf-8"))
    record["claims"][0]["verdict"] = "true"
    assert not Draft202012Validator(schemas()["qstheory-claims/2"]).is_valid(record)
