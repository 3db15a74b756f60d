"""JSON: an array of rows, or an object with "entries" and perhaps "predictions", "observations".

    [[0, "1/3"], [0.1, 0]]
    {"entries": [[0, 1], [1, 0]], "predictions": ["a", "b"], "observations": ["x", "y"]}

Numbers are taken as they are written: 0.1 is 1/10.
"""

import json
from typing import Any

from qstheory.errors import UnreadableInput
from qstheory.inputs.matrix import Collector, ReadMatrix, require_rows
from qstheory.inputs.numbers import Exact, exact_text, shown
from qstheory.inputs.numeric_names import distinct_names
from qstheory.inputs.rows import decode

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
