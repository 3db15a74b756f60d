"""CSV and TSV: a header line, then rows of numbers, some of whose columns are labels."""

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from qstheory.errors import UnreadableInput
from qstheory.learn.data.datasets import MultilabelData
from qstheory.learn.data.files import Lines


def read_csv(path: Path, labels: Sequence[str], name: str | None = None) -> MultilabelData:
    """Rows of numbers under a header; the columns named in `labels` are the labels, 0 or 1.

    Fields are separated by commas, or by tabs in a .tsv file. Raises UnreadableInput with line and
    column: a ragged row, an empty or non-numeric or infinite field, a label other than 0 or 1.
    """
    path = Path(path)
    lines = Lines(path)
    reader = csv.reader(lines, delimiter="\t" if ".tsv" in path.suffixes else ",", strict=True)
    rows: list[list[float]] = []
    try:
        header = [item.strip() for item in next(reader, [])]
        _check_header(path, header, labels)
        rows.extend(_numbers(lines, header, labels, fields) for fields in reader if fields)
    except csv.Error as error:
        raise lines.error(f"it is not a CSV row ({error}).") from None
    if not rows:
        raise UnreadableInput(f"{path} has a header but no rows.")
    values = np.array(rows)
    is_label = np.isin(header, list(labels))
    return MultilabelData(
        name=name or path.name.split(".")[0],
        X=values[:, ~is_label],
        Y=values[:, is_label].astype(np.int8),
        feature_names=tuple(item for item in header if item not in labels),
        label_names=tuple(item for item in header if item in labels),
        attributes=int((~is_label).sum()),
    )


def _check_header(path: Path, header: list[str], labels: Sequence[str]) -> None:
    if len(set(header)) < len(header):
        raise UnreadableInput(f"{path}, line 1: two columns have the same name.")
    absent = sorted(set(labels) - set(header))
    if absent:
        raise UnreadableInput(f"{path}, line 1: there is no column {absent[0]!r} for the label.")
    if not labels:
        raise UnreadableInput(f"{path}: name the label columns.")


def _numbers(
    lines: Lines, header: list[str], labels: Sequence[str], fields: list[str]
) -> list[float]:
    if len(fields) != len(header):
        raise lines.error(f"the row has {len(fields)} fields and the header {len(header)}.")
    numbers = []
    for column, text in zip(header, fields, strict=True):
        try:
            number = float(text)
        except ValueError:
            number = np.nan
        if not np.isfinite(number):
            raise lines.error(f"column {column!r} is {text!r}, not a finite number.")
        if column in labels and number not in (0.0, 1.0):
            raise lines.error(f"label {column!r} is {text!r}, not 0 or 1.")
        numbers.append(number)
    return numbers
