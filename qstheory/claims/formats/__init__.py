"""A report of verified claims as text, JSON, JUnit XML or Markdown: one format per file."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from qstheory.claims.formats import json_records, junit, markdown, text
from qstheory.claims.verify import Report

FORMATS: Mapping[str, Callable[[Report], str]] = MappingProxyType(
    {
        "text": text.render,
        "json": json_records.render,
        "junit": junit.render,
        "md": markdown.render,
    }
)
"""From the name of a format to its function."""
