"""The theorems between what a replay establishes and what it concludes: everything else is shown.

A rule without a theorem concludes by definition, by a property of the real numbers, or by
exhausting cases. `python -m qstheory.certify` names the rows used: "proves ... (modulo ...)". The
table is `theorems.toml`; each of its rows is a constant here.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Theorem:
    """These facts imply this conclusion: a row of the table, with its source or its proof."""

    name: str
    facts: str
    conclusion: str
    source: str


_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_ROWS = {
    key: Theorem(**{field: " ".join(text.split()) for field, text in row.items()})
    for key, row in _TABLE.items()
}
THEOREMS = tuple(_ROWS.values())


def __getattr__(name: str) -> Theorem:
    """The row of that key."""
    if name in _ROWS:
        return _ROWS[name]
    raise AttributeError(f"the table of theorems has no row {name}")
