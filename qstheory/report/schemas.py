"""The JSON Schemas of all that is written, derived from the records, by format.

A record is a frozen dataclass with a `FORMAT`, wherever in these packages it stands. A format is
"name/version"; a change that readers would notice gets a new version. The schema of certificate
files is derived from the propositions: `qstheory.certify.schema`.
"""

from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from qstheory.certify.bundle import FORMAT as CERTIFICATES
from qstheory.certify.schema import schema as certificate_schema
from qstheory.work.records import schema

SUFFIX = ".schema.json"
PACKAGES = (
    "qstheory.claims",
    "qstheory.learn.experiments",
    "qstheory.report",
    "qstheory.simulate",
    "qstheory.theory",
)


def records() -> Iterator[Any]:
    """Every kind of record, in the order of the modules that define them."""
    for package in PACKAGES:
        path = import_module(package).__path__
        for info in walk_packages(path, f"{package}."):
            for kind in vars(import_module(info.name)).values():
                if is_dataclass(kind) and kind.__module__ == info.name and hasattr(kind, "FORMAT"):
                    yield kind


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by its format.

    >>> sorted(schemas())[-3:]
    ['qstheory-table1/2', 'qstheory-table2/2', 'qstheory-verify/2']
    """
    derived = {record.FORMAT: schema(record) for record in records()}
    return {CERTIFICATES: certificate_schema()} | derived


def schema_file(record_format: str) -> str:
    """The file name under which a schema is published.

    >>> schema_file("qstheory-dossier/1")
    'qstheory-dossier-1.schema.json'
    """
    return record_format.replace("/", "-") + SUFFIX
