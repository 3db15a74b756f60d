"""A distribution on finitely many inputs from a file: weights and conditional probabilities.

CSV or TSV, the first row naming the columns and the first column the inputs:

    input,weight,a,b
    first,1/2,1/4,3/4
    second,1/2,1,0

JSON, with observations of probability 0 left out if one likes:

    {"inputs": [{"name": "first", "weight": "1/2", "conditional": {"a": "1/4", "b": "3/4"}},
                {"name": "second", "weight": "1/2", "conditional": {"a": 1}}]}

Numbers are exact, as in a loss matrix: 0.1 is 1/10.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from qstheory.errors import UnreadableInput
from qstheory.inputs.delimited import read_delimited
from qstheory.inputs.json_file import exact_entry, parse_exact
from qstheory.inputs.names import distinct_names
from qstheory.inputs.read import file_content

WEIGHT = "weight"
MEMBERS = {"name", WEIGHT, "conditional"}


@dataclass(frozen=True)
class ReadInput:
    """The name of an input, its weight, and a probability for each observation by name."""

    name: str
    weight: Fraction
    conditional: Mapping[str, Fraction]


def read_distribution(path: str | Path) -> tuple[ReadInput, ...]:
    """The inputs in a CSV, TSV or JSON file; raises UnreadableInput in one sentence.

    Whether the numbers are probabilities is for the distribution to say that is made of them.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in (".csv", ".tsv", ".json"):
        raise UnreadableInput(
            f"{path} is no .csv, .tsv or .json file; save the distribution as one."
        )
    given = file_content(path)
    try:
        if suffix == ".json":
            return _from_json(given)
        return _from_table(given, "\t" if suffix == ".tsv" else None)
    except UnreadableInput as error:
        raise UnreadableInput(f"{path}: {error}") from None


def _from_table(given: bytes, separator: str | None) -> tuple[ReadInput, ...]:
    matrix = read_delimited(given, separator, header=True, labels=True)
    assert matrix.predictions is not None
    assert matrix.observations is not None
    first, *observations = matrix.observations
    if first != WEIGHT or not observations:
        raise UnreadableInput(
            f'The second column must be named "{WEIGHT}", followed by one column for each'
            " observation."
        )
    return tuple(
        ReadInput(name, row[0], dict(zip(observations, row[1:], strict=True)))
        for name, row in zip(matrix.predictions, matrix.entries(), strict=True)
    )


def _from_json(given: bytes) -> tuple[ReadInput, ...]:
    document = parse_exact(given)
    rows = document.get("inputs") if isinstance(document, dict) else None
    if not isinstance(rows, list) or set(document) != {"inputs"} or not rows:
        raise UnreadableInput('The JSON must be an object with the one member "inputs", an array.')
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict) or set(row) != MEMBERS or type(row["name"]) is not str:
            raise UnreadableInput(
                f'Input {number} must be an object with "name" (a text), "weight" and'
                ' "conditional".'
            )
        if not isinstance(row["conditional"], dict):
            raise UnreadableInput(
                f"The conditional of input {number} must be an object from observations to numbers."
            )
    names = distinct_names("input", [row["name"] for row in rows], len(rows))
    return tuple(_input(name, row) for name, row in zip(names, rows, strict=True))


def _input(name: str, row: dict[str, Any]) -> ReadInput:
    try:
        weight = exact_entry(row[WEIGHT]).value
        conditional = {y: exact_entry(value).value for y, value in row["conditional"].items()}
    except UnreadableInput as error:
        raise UnreadableInput(f"Input {name}: {error}.") from None
    return ReadInput(name, weight, conditional)
