"""The names of rows and columns."""

from collections.abc import Sequence
from operator import ne
from typing import Any
from unicodedata import category, normalize

from qstheory.errors import UnreadableInput


def is_missing(value: Any) -> bool:
    """Whether a scalar is None, NaN, NaT or the NA of pandas.

    >>> [is_missing(value) for value in (None, float("nan"), 0, "")]
    [True, True, False, False]
    """
    if value is None:
        return True
    try:
        return bool(ne(value, value))
    except TypeError:  # pandas.NA is neither true nor false
        return True


LONGEST = 1000
"""Most characters of a name: longer ones are a file that is read in the wrong way."""
UNWRITABLE = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories of control characters, halves of surrogate pairs and ends of lines."""
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of what follows them on a line, beyond the name itself."""


def _shape(name: str) -> str:
    """What is seen of a name: composed letters, nothing invisible."""
    if name.isascii():
        return name
    return normalize("NFC", "".join(letter for letter in name if category(letter) != "Cf"))


def distinct_names(kind: str, names: Sequence[Any], count: int) -> tuple[str, ...]:
    """The names of `count` rows or columns as text, stripped.

    Raises UnreadableInput for a missing, empty, overlong or repeated one, or another number; two
    that look the same are one repeated.
    """
    if len(names) != count:
        raise UnreadableInput(f"There are {len(names)} {kind} names for {count} {kind}s.")
    first: dict[str, int] = {}
    cleaned = []
    for number, given in enumerate(names, start=1):
        name = str(given).strip()
        if is_missing(given) or not _shape(name) or len(name) > LONGEST:
            fault = "missing" if is_missing(given) else "empty"
            fault = f"longer than {LONGEST} characters" if len(name) > LONGEST else fault
            raise UnreadableInput(f"The name of {kind} {number} is {fault}.")
        if any(letter in TURNING or category(letter) in UNWRITABLE for letter in name):
            raise UnreadableInput(f"The name of {kind} {number} has control characters.")
        if (seen := first.setdefault(_shape(name), number)) != number:
            raise UnreadableInput(
                f"The {kind}s {seen} and {number} have the same name {name[:40]!r};"
                " give each its own."
            )
        cleaned.append(name)
    return tuple(cleaned)
