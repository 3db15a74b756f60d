"""CSV and TSV: a header line, then rows of numbers, some of whose columns are labels."""

import warnings
from collections.abc import Collection, Sequence
from pathlib import Path

import numpy as np

from qstheory.errors import UnreadableInput
from qstheory.inputs.numbers import finite_float
from qstheory.inputs.rows import Record, cut
from qstheory.learn.data.datasets import MultilabelData
from qstheory.learn.data.files import Lines, unreadable
from qstheory.learn.data.reading import label_bit
from qstheory.learn.decoders.arrays import FloatArray


def read_csv(
    path: Path, labels: Sequence[str], name: str | None = None, drop: Collection[str] = ()
) -> MultilabelData:
    """Rows of numbers under a header; the columns named in `labels` are 0 or 1 (no or yes).

    Fields are separated by tabs in a .tsv file, else by the first of tab, semicolon and comma in
    the header. Columns named in `drop` are left out, whatever they hold; one that only numbers the
    rows is warned of (`RowIdentifier`). Raises UnreadableInput with line and column: a ragged row,
    an empty or non-numeric or infinite field, a label other than 0 or 1, a column without a name.
    """
    path = Path(path)
    text = "\n".join(Lines(path))
    try:
        table = cut(text, "\t" if ".tsv" in path.suffixes else None)
    except UnreadableInput as error:
        raise UnreadableInput(f"{path}: {error}") from None
    head, *rows = table.records
    header = [item.strip() for item in head.cells]
    _check_header(path, head.number, header, labels, drop)
    kept = [(j, column) for j, column in enumerate(header) if column not in drop]
    numbers = [_numbers(path, row, len(header), kept, labels) for row in rows]
    if not numbers:
        raise UnreadableInput(f"{path} has a header but no rows.")
    values = np.array(numbers)
    is_label = np.isin([column for _, column in kept], list(labels))
    data = MultilabelData(
        name=name or path.name.split(".")[0],
        X=values[:, ~is_label],
        Y=values[:, is_label].astype(np.int8),
        feature_names=tuple(column for _, column in kept if column not in labels),
        label_names=tuple(column for _, column in kept if column in labels),
        attributes=int((~is_label).sum()),
    )
    warn_of_counts(data.feature_names, values[:, ~is_label])
    return data


def _check_header(
    path: Path, line: int, header: list[str], labels: Sequence[str], drop: Collection[str]
) -> None:
    if not labels:
        raise UnreadableInput(f"{path}: name the label columns.")
    if len(set(header)) < len(header):
        raise unreadable(path, line, "two columns have the same name.")
    for absent in sorted({*labels, *drop} - set(header)):
        use = "for the label" if absent in labels else "to leave out"
        raise unreadable(path, line, f"there is no column {absent!r} {use}.")
    if set(labels) & set(drop):
        raise UnreadableInput(f"{path}: {min(set(labels) & set(drop))!r} is a label and left out.")
    if "" in header and "" not in drop:
        raise unreadable(
            path,
            line,
            f"column {header.index('') + 1} has no name; name it, or leave it out with drop=['']"
            " where it numbers the rows.",
        )


def _numbers(
    path: Path,
    row: Record,
    width: int,
    kept: Sequence[tuple[int, str]],
    labels: Sequence[str],
) -> list[float]:
    if len(row.cells) != width:
        raise unreadable(
            path, row.number, f"the row has {len(row.cells)} fields and the header {width}."
        )
    numbers = []
    for j, column in kept:
        bit = label_bit(row.cells[j]) if column in labels else None
        try:
            number = finite_float(row.cells[j]) if bit is None else float(bit)
        except UnreadableInput as error:
            raise unreadable(path, row.number, f"column {column!r}: {error}.") from None
        if column in labels and number not in (0.0, 1.0):
            raise unreadable(path, row.number, f"label {column!r} is {row.cells[j]!r}, not 0 or 1.")
        numbers.append(number)
    return numbers


FEWEST = 10
"""With fewer rows a feature may number them by chance."""


class RowIdentifier(UserWarning):
    """A feature has another value in every row, as an identifier of the rows has."""


def warn_of_categories(name: str, used: int, rows: int, columns: int) -> None:
    """Warn when a nominal attribute has another value in every row."""
    if rows >= FEWEST and used == rows:
        _warn(name, f"; it takes {columns} columns of X")


def warn_of_counts(names: Sequence[str], X: FloatArray) -> None:
    """Warn of each column of X that reads 0, 1, 2, ... or 1, 2, 3, ..."""
    if len(X) >= FEWEST:
        steps = np.arange(len(X))[:, None]
        counted = np.all(X - steps == np.clip(X[0], 0, 1).round(), axis=0)
        for j in np.flatnonzero(counted).tolist():
            _warn(names[j], "")


def _warn(name: str, more: str) -> None:
    warnings.warn(
        f"{name!r} has another value in every row, as a number of the row has{more}; leave it out"
        f" with drop=[{name!r}] if it is none of the features.",
        RowIdentifier,
        stacklevel=4,
    )
