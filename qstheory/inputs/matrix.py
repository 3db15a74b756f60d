"""A matrix as it was read: exact entries, names and remarks; as JSON it is written

    [[0, "1/3"], [0.1, 0]]
    {"entries": [[0, 1], [1, 0]], "predictions": ["a", "b"], "observations": ["x", "y"]}

an array of rows, or an object with "entries" and perhaps names. Numbers are taken as they are
written: 0.1 is 1/10.
"""

import json
import warnings
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np

from qstheory.errors import UnreadableInput
from qstheory.inputs.numbers import DENOMINATOR, LARGEST, Exact, exact_text, shown
from qstheory.inputs.numeric_names import distinct_names
from qstheory.inputs.rows import decode
from qstheory.losses.coded import CodedMatrix
from qstheory.memory import require_room

CHANCE = Fraction(1, 10**4)
"""How likely a float at random may look like a fraction: bounds the denominators tried."""


def written_as(value: Any) -> Fraction:
    """The shortest decimal that rounds to the float in its own type, whatever its scale.

    A float with more digits than its type is sure to keep, such as 1/3, goes to the fraction p/q
    with |p/q - x| <= (eps/2) |x| and q <= sqrt(1e-4 / (eps |x|)), if there is one: with so small a
    denominator at most one float at random in 10,000 has such a fraction.

    >>> written_as(0.1), written_as(1 / 3), written_as(2e-10), written_as(np.float32(0.1))
    (Fraction(1, 10), Fraction(1, 3), Fraction(1, 5000000000), Fraction(1, 10))
    """
    text = str(value) if isinstance(value, np.floating) else repr(float(value))
    decimal = Fraction(text)
    kind = np.finfo(type(value) if isinstance(value, np.floating) else float)
    digits = text.lower().partition("e")[0].replace(".", "").lstrip("-0").rstrip("0")
    if len(digits) <= kind.precision:
        return decimal
    exact = Fraction(*value.as_integer_ratio())
    width = Fraction(*kind.eps.as_integer_ratio()) * abs(exact)
    bound = CHANCE / width
    largest = isqrt(bound.numerator // bound.denominator)
    near = exact.limit_denominator(max(largest, 1))
    return near if abs(near - exact) <= width / 2 else decimal


ENTRY_LIMIT = 20_000_000
"""Most entries of a user's matrix."""


ENTRY_BYTES = 60
"""Bytes for an entry that is read and analysed, if most are equal to others; measured."""


class InexactInput(UserWarning):
    """Binary floats were taken at their exact value, which is not the decimal number they show."""


@dataclass(frozen=True)
class ReadMatrix:
    """The entries; names of rows and columns are None where there are none."""

    entries: CodedMatrix
    predictions: tuple[str, ...] | None = None
    observations: tuple[str, ...] | None = None
    notes: tuple[str, ...] = ()


def row_and_column(i: int, j: int) -> str:
    """A place in a matrix, counted from 1."""
    return f"Row {i + 1}, column {j + 1}"


@dataclass
class Collector:
    """Collects entries one by one, naming the row and column of what cannot be taken.

    `convert` gives the exact value of an entry or raises UnreadableInput; `place` turns 0-based
    positions in the matrix into the words of a message.
    """

    convert: Callable[[Any], Exact]
    place: Callable[[int, int], str] = row_and_column
    rationalise: bool = False
    codes: dict[Fraction, int] = field(default_factory=dict)
    deviation: Fraction = Fraction(0)
    inexact: str = ""

    def code(self, i: int, j: int, entry: Any) -> int:
        """The code of the entry at row i, column j; raises UnreadableInput."""
        try:
            exact = self.convert(entry)
            value = exact.value
            if abs(value) > LARGEST:
                raise UnreadableInput("the entry is beyond 1e300; rescale the loss")
            if value.denominator > DENOMINATOR:
                raise UnreadableInput("the entry has a denominator of too many digits; round it")
            if exact.inexact and self.rationalise:
                value = written_as(exact.binary)
                self.deviation = max(self.deviation, abs(value - exact.value))
            elif exact.inexact:
                self.inexact = self.inexact or self.place(i, j)
        except UnreadableInput as error:
            raise UnreadableInput(f"{self.place(i, j)}: {error}.") from None
        return self.codes.setdefault(value, len(self.codes))

    def matrix(self, rows: Iterable[Iterable[Any]]) -> CodedMatrix:
        """All entries; a text that was read before is not read again. Raises UnreadableInput."""
        seen: dict[str, int] = {}
        lines = []
        for i, given in enumerate(rows):
            row = list(given)
            if {*map(type, row)} == {str}:
                if not seen.keys() >= set(row):
                    for j, entry in enumerate(row):
                        if entry not in seen:
                            seen[entry] = self.code(i, j, entry)
                codes = [seen[entry] for entry in row]
            else:
                codes = [self.code(i, j, entry) for j, entry in enumerate(row)]
            lines.append(array("I", codes))
        return CodedMatrix.coded(self.values(), lines)

    def values(self) -> tuple[Fraction, ...]:
        """The distinct values, by code."""
        return tuple(self.codes)

    def notes(self) -> tuple[str, ...]:
        """What became of binary floats; warns when they were taken as they are."""
        if self.inexact:
            warnings.warn(
                f"{self.inexact} is the first binary float that is not the decimal number it shows;"
                " such entries are taken at their exact value. Ask to rationalise them"
                " (--rationalise, in Python rationalise=True) or write decimals as text.",
                InexactInput,
                stacklevel=2,
            )
            return ("binary floats are taken at their exact value",)
        if self.deviation:
            return (
                "binary floats are replaced by the shortest decimals, or fractions such as 1/3,"
                f" that round to them; the largest change is {float(self.deviation):.3g}",
            )
        return ()


def require_size(rows: int, columns: int) -> None:
    """Raise UnreadableInput unless rows x columns is a sensible size."""
    if not rows or not columns:
        raise UnreadableInput(f"The matrix is {rows} x {columns}; it needs at least one entry.")
    if rows * columns > ENTRY_LIMIT:
        raise UnreadableInput(
            f"The matrix is {rows} x {columns}; at most {ENTRY_LIMIT:,} entries are read."
        )
    require_room(ENTRY_BYTES * rows * columns, f"A matrix of {rows} x {columns}")


def require_rows(rows: Sequence[Sequence[Any]]) -> None:
    """Raise UnreadableInput unless the rows have the same, sensible length."""
    width = len(rows[0]) if rows else 0
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise UnreadableInput(
                f"Row {number} has {len(row)} entries where {width} are expected, as in row 1."
            )
    require_size(len(rows), width)


MEMBERS = {"entries", "predictions", "observations"}


class _Number(str):
    """The text of a JSON number, kept exactly."""

    __slots__ = ()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise UnreadableInput("An object in the JSON file has the same member twice.")
    return members


def parse_exact(content: bytes) -> Any:
    """The JSON document, numbers as their text; raises UnreadableInput."""
    try:
        return json.loads(
            decode(content),
            parse_float=_Number,
            parse_int=_Number,
            parse_constant=_Number,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        raise UnreadableInput(f"The file is not JSON: {error}.") from None
    except RecursionError:
        raise UnreadableInput("The JSON is nested too deeply.") from None


def _names(kind: str, given: Any, count: int) -> tuple[str, ...] | None:
    if given is None:
        return None
    if not isinstance(given, list) or not all(type(name) is str for name in given):
        raise UnreadableInput(f"The names of the {kind}s must be an array of texts.")
    return distinct_names(kind, given, count)


def exact_entry(value: Any) -> Exact:
    """A number of a parsed document; raises UnreadableInput."""
    if isinstance(value, str):
        return Exact(exact_text(value))
    raise UnreadableInput(f"{shown(value)} is not a number")


def _rows(given: Any) -> list[list[Any]]:
    if not isinstance(given, list):
        raise UnreadableInput('The JSON must be an array of rows, or an object with "entries".')
    for number, row in enumerate(given, start=1):
        if not isinstance(row, list):
            raise UnreadableInput(f"Row {number} is not an array.")
    require_rows(given)
    return given


def read_json(content: bytes) -> ReadMatrix:
    """The matrix in the bytes of a JSON file; raises UnreadableInput."""
    document = parse_exact(content)
    if not isinstance(document, dict):
        document = {"entries": document}
    if not {"entries"} <= set(document) <= MEMBERS:
        raise UnreadableInput(
            'The JSON object must have "entries" and may have "predictions" and "observations".'
        )
    rows = _rows(document["entries"])
    collector = Collector(exact_entry)
    entries = collector.matrix(rows)
    names = _names("row", document.get("predictions"), len(rows))
    columns = _names("column", document.get("observations"), len(rows[0]))
    return ReadMatrix(entries, names, columns, ("read from JSON",))
