"""The table of theorems: every row is used by a rule, and says what it has to say."""

from pathlib import Path

import pytest

from qstheory.certify import theorems
from qstheory.certify.theorems import THEOREMS


def test_every_row_is_used_and_no_two_have_the_same_name() -> None:
    folder = Path(theorems.__file__).parent
    source = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    assert all(source.count(key) > 1 for key in theorems._ROWS)
    assert len({row.name for row in THEOREMS}) == len(THEOREMS)
    assert all(row.name and row.facts and row.conclusion and row.source for row in THEOREMS)


def test_a_row_that_is_not_there_is_refused() -> None:
    with pytest.raises(AttributeError, match="no row NOWHERE"):
        theorems.NOWHERE  # noqa: B018
