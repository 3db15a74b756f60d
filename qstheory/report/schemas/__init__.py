"""The JSON Schemas of what the report writes, by the format that a record names.

A format is "name/version"; a change that readers would notice gets a new version and a new file.
The schema of certificate files is derived from the propositions: `qstheory.certify.schema`.
"""

import json
from importlib.resources import files
from typing import Any

from qstheory.certify.bundle import FORMAT as CERTIFICATES
from qstheory.certify.schema import schema as certificate_schema

SUFFIX = ".schema.json"


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by its format.

    >>> sorted(schemas())[-3:]
    ['qstheory-simulation/1', 'qstheory-table1/2', 'qstheory-table2/2']
    """
    found = {CERTIFICATES: certificate_schema()}
    for source in files(__name__).iterdir():
        if source.name.endswith(SUFFIX):
            read = json.loads(source.read_text(encoding="utf-8"))
            found[read["title"]] = read
    return found


def schema_file(record_format: str) -> str:
    """The file name under which a schema is published.

    >>> schema_file("qstheory-dossier/1")
    'qstheory-dossier-1.schema.json'
    """
    return record_format.replace("/", "-") + SUFFIX
