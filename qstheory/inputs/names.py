"""The names of rows and columns."""

from collections.abc import Sequence
from typing import Any
from unicodedata import category

from qstheory.errors import UnreadableInput
from qstheory.inputs.missing import is_missing

LONGEST = 1000
"""Most characters of a name: longer ones are a file that is read in the wrong way."""
UNWRITABLE = ("Cc", "Cs")
"""Unicode categories of control characters and halves of surrogate pairs."""
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of what follows them on a line, beyond the name itself."""


def distinct_names(kind: str, names: Sequence[Any], count: int) -> tuple[str, ...]:
    """The names of `count` rows or columns as text, stripped.

    Raises UnreadableInput for a missing, empty, overlong or repeated one, or another number.
    """
    if len(names) != count:
        raise UnreadableInput(f"There are {len(names)} {kind} names for {count} {kind}s.")
    first: dict[str, int] = {}
    for number, given in enumerate(names, start=1):
        name = str(given).strip()
        if is_missing(given) or not name or len(name) > LONGEST:
            fault = "missing" if is_missing(given) else "empty"
            fault = f"longer than {LONGEST} characters" if len(name) > LONGEST else fault
            raise UnreadableInput(f"The name of {kind} {number} is {fault}.")
        if any(letter in TURNING or category(letter) in UNWRITABLE for letter in name):
            raise UnreadableInput(f"The name of {kind} {number} has control characters.")
        if name in first:
            raise UnreadableInput(
                f"The {kind}s {first[name]} and {number} have the same name {name[:40]!r};"
                " give each its own."
            )
        first[name] = number
    return tuple(first)
