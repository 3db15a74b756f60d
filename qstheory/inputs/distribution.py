"""A distribution on finitely many inputs from a file: weights and conditional probabilities.

CSV or TSV, the first row naming the columns and the first column the inputs:

    input,weight,a,b
    first,1/2,1/4,3/4
    second,1/2,1,0

JSON, with observations of probability 0 left out if one likes:

    {"inputs": [{"name": "first", "weight": "1/2", "conditional": {"a": "1/4", "b": "3/4"}},
                {"name": "second", "weight": "1/2", "conditional": {"a": 1}}]}

or a path from one distribution to another with a law of the position on it, T in [0, 1]:

    {"path": [{"a": "1/2", "b": "1/2"}, {"b": 1}], "law": "p=2"}

Numbers are exact, as in a loss matrix: 0.1 is 1/10.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from qstheory.errors import UnreadableInput
from qstheory.inputs.layout import read_delimited
from qstheory.inputs.matrix import exact_entry, parse_exact
from qstheory.inputs.numeric_names import distinct_names
from qstheory.inputs.read import WEIGHT, file_content

MEMBERS = {"name", WEIGHT, "conditional"}


@dataclass(frozen=True)
class ReadInput:
    """The name of an input, its weight, and a probability for each observation by name."""

    name: str
    weight: Fraction
    conditional: Mapping[str, Fraction]


@dataclass(frozen=True)
class ReadPath:
    """The ends of a path, and the law of the position on it as it is written."""

    start: Mapping[str, Fraction]
    end: Mapping[str, Fraction]
    law: str


def read_distribution(path: str | Path) -> tuple[ReadInput, ...] | ReadPath:
    """The inputs in a CSV, TSV or JSON file, or a path; raises UnreadableInput in one sentence.

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
    if _begins_with_weights(given):
        raise UnreadableInput(
            f'The first column must hold a name for each input, the second its "{WEIGHT}": put a'
            " column of names before the weights."
        )
    unnamed = UnreadableInput(
        f'The first line must name the columns, the second one "{WEIGHT}", followed by one column'
        f" for each observation, as in input,{WEIGHT},a,b."
    )
    text = _beginning(given)
    if text and WEIGHT not in text:
        raise unnamed
    matrix = read_delimited(given, separator, header=True, labels=True)
    assert matrix.predictions is not None
    assert matrix.observations is not None
    first, *observations = matrix.observations
    if first != WEIGHT or not observations:
        raise unnamed
    return tuple(
        ReadInput(name, row[0], dict(zip(observations, row[1:], strict=True)))
        for name, row in zip(matrix.predictions, matrix.entries, strict=True)
    )


def _begins_with_weights(given: bytes) -> bool:
    return re.match(rf"{WEIGHT}s?[\"']?\s*[,;\t]", _beginning(given)) is not None


def _beginning(given: bytes) -> str:
    """The text from its first letter on, whatever two bytes a letter may take."""
    return given.decode("utf-8-sig", "replace").replace("\0", "").lower().lstrip(" \n\r\"'")


def _from_json(given: bytes) -> tuple[ReadInput, ...] | ReadPath:
    document = parse_exact(given)
    if isinstance(document, dict) and "path" in document:
        return _path(document)
    rows = document.get("inputs") if isinstance(document, dict) else None
    if not isinstance(rows, list) or set(document) != {"inputs"} or not rows:
        raise UnreadableInput(
            'The JSON must be an object with the one member "inputs", an array, or with "path" and'
            ' "law".'
        )
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


def _path(document: dict[str, Any]) -> ReadPath:
    ends, law = document["path"], document.get("law")
    if set(document) != {"path", "law"} or type(law) is not str:
        raise UnreadableInput('A path has two members, "path" and "law", a text such as "p=2".')
    if not isinstance(ends, list) or len(ends) != 2 or not all(isinstance(e, dict) for e in ends):
        raise UnreadableInput('The "path" must be an array of two objects from observations to'
                              " numbers.")  # fmt: skip
    start, end = (_numbers(end, f"end {k} of the path") for k, end in enumerate(ends, start=1))
    return ReadPath(start, end, law)


def _numbers(given: dict[str, Any], where: str) -> dict[str, Fraction]:
    try:
        return {y: exact_entry(value).value for y, value in given.items()}
    except UnreadableInput as error:
        raise UnreadableInput(f"At {where}: {error}.") from None


def _input(name: str, row: dict[str, Any]) -> ReadInput:
    numbers = _numbers({WEIGHT: row[WEIGHT]}, f"input {name}")
    return ReadInput(name, numbers[WEIGHT], _numbers(row["conditional"], f"input {name}"))
