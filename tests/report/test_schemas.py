"""Every record that a report writes fits the schema of its format, and the schemas are strict."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import qstheory
from qstheory.report.site import records as record_kinds
from qstheory.report.site import schema_file, schemas

SCHEMAS = schemas()
VALIDATORS = {name: Draft202012Validator(schema) for name, schema in SCHEMAS.items()}
SOURCES = Path(qstheory.__file__).parent.rglob("*.py")
Files = list[tuple[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def files(records: Path) -> Files:
    """Every record of the small report, read once."""
    paths = sorted(records.rglob("*.json"))
    read = ((path.name, json.loads(path.read_text(encoding="utf-8"))) for path in paths)
    return [(n, r) for n, r in read if isinstance(r, dict) and r.get("format") in SCHEMAS]


def test_every_schema_is_one_and_is_met_by_some_record(files: Files) -> None:
    found = {record["format"] for _, record in files}
    assert found == set(SCHEMAS)
    for name, schema in SCHEMAS.items():
        Draft202012Validator.check_schema(schema)
        assert schema["title"] == name
        assert schema_file(name).startswith(name.partition("/")[0])


def test_every_record_that_a_module_defines_is_found() -> None:
    written = sum(path.read_text().count("    FORMAT: ClassVar[str] = ") for path in SOURCES)
    own = 1  # the example in the docstring of `qstheory.work.files.schema`
    assert len(list(record_kinds())) == written - own == len(SCHEMAS) - 1


def test_records_fit(files: Files) -> None:
    for path, record in files:
        problems = [e.message for e in VALIDATORS[record["format"]].iter_errors(record)]
        assert not problems, (path, problems[:3])


def _planted(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {key: value for key, value in record.items() if key != "format"}
    yield record | {"format": "qstheory-other/1"}
    yield record | {"unknown": 1}
    for key in record:
        yield {k: v for k, v in record.items() if k != key}


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_other_records_do_not(files: Files, name: str) -> None:
    alike = (record for _, record in files if record["format"] == name)
    record = min(alike, key=lambda record: len(json.dumps(record)))
    validator = VALIDATORS[name]
    optional = {"matrices", "shared"}
    for changed in _planted(record):
        if set(record) - set(changed) <= optional and len(changed) < len(record):
            continue
        assert not validator.is_valid(changed), sorted(set(record) ^ set(changed))


def test_a_typed_verdict_is_none(records: Path) -> None:
    record = json.loads((records / "claims.json").read_text(encoding="utf-8"))
    record["claims"][0]["verdict"] = "true"
    assert not VALIDATORS["qstheory-claims/2"].is_valid(record)
