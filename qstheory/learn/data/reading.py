"""What a reader does with what a learner cannot take: it is refused unless said otherwise."""

from __future__ import annotations

import gzip
import lzma
import warnings
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import TextIOWrapper
from pathlib import Path
from types import MappingProxyType
from typing import Any, TextIO

import numpy as np

from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.inputs.encoding import PROBE, encoding_of, row_of, undecodable
from qstheory.inputs.numbers import finite_float
from qstheory.inputs.rows import Record, cut
from qstheory.learn.data.datasets import MultilabelData
from qstheory.learn.decoders.arrays import FloatArray

CHOICES = {
    "text": ("refuse", "drop"),
    "missing": ("refuse", "drop", "impute"),
    "weights": ("refuse", "ignore", "use"),
}
LABEL_WORDS = {
    **dict.fromkeys(("0", "0.0", "no", "n", "false", "f"), 0),
    **dict.fromkeys(("1", "1.0", "yes", "y", "true", "t"), 1),
}
"""How a label may be written, in upper or lower case."""


@dataclass(frozen=True)
class Reading:
    """The options of a reader.

    drop     names of attributes to leave out, whatever they hold
    text     "drop" leaves out all attributes that are texts or dates, such as names of the rows
    missing  "drop" leaves out rows with a missing value; "impute" leaves a missing number NaN, to
             be filled in with the mean of the training rows, and a missing category 0 in all of its
             columns. A missing label cannot be imputed.
    weights  "use" takes the weights {w} at the end of the rows as weights of the observations,
             "ignore" leaves them out

    Raises InvalidParameter for another word.
    """

    drop: Collection[str] = ()
    text: str = "refuse"
    missing: str = "refuse"
    weights: str = "refuse"

    def __post_init__(self) -> None:
        """Validate."""
        for name, words in CHOICES.items():
            if getattr(self, name) not in words:
                raise InvalidParameter(
                    f"{name}={getattr(self, name)!r} must be one of {', '.join(words)}."
                )

    @property
    def described(self) -> str:
        """The options that are not the default, in words; empty where all are.

        >>> Reading(drop=["id"], missing="impute").described
        'drop=id missing=impute'
        """
        parts = [f"drop={','.join(sorted(self.drop))}"] if self.drop else []
        chosen = {name: getattr(self, name) for name in CHOICES}
        return " ".join([*parts, *(f"{k}={v}" for k, v in chosen.items() if v != "refuse")])


STRICT = Reading()
"""Everything that can be read in two ways is refused."""


def label_bit(word: str) -> int | None:
    """0 or 1 for the ways in which a label is written; None for any other word.

    >>> [label_bit(word) for word in ("YES", "False", "1", "2")]
    [1, 0, 1, None]
    """
    return LABEL_WORDS.get(word.strip().lower())


OPENERS: Mapping[str, Callable[..., Any]] = MappingProxyType({".xz": lzma.open, ".gz": gzip.open})
"""What opens the compressed files of each extension."""


def unreadable(path: Path, line: int, sentence: str) -> UnreadableInput:
    """The error for a malformed line: the file, the 1-based line number and one sentence."""
    return UnreadableInput(f"{path}, line {line}: {sentence}")


def _opened(path: Path) -> TextIO:
    """The file as text, decompressed by its extension, in the encoding that its beginning tells."""
    file = OPENERS.get(path.suffix, open)(path, "rb")
    try:
        return TextIOWrapper(file, encoding_of(file.peek(PROBE)))
    except BaseException:
        file.close()
        raise


@dataclass
class Lines:
    """The lines of a text file without their ends; `number` counts those handed out so far."""

    path: Path
    number: int = field(default=0, init=False)

    def __iter__(self) -> Iterator[str]:
        """The lines; raises UnreadableInput for no file, a damaged one or another encoding."""
        try:
            with _opened(self.path) as text:
                for line in text:
                    self.number += 1
                    yield line.rstrip("\r\n")
        except UnreadableInput as error:
            raise UnreadableInput(f"{self.path}: {error}") from None
        except UnicodeDecodeError as error:
            # What was decoded before has been handed out but for its last line.
            number = self.number + row_of(error)
            raise unreadable(self.path, number, f"it {undecodable(error)}.") from None
        except (lzma.LZMAError, EOFError, zlib.error, gzip.BadGzipFile):
            raise unreadable(
                self.path, self.number + 1, "the compressed file is damaged or cut off here."
            ) from None
        except OSError as error:
            reason = error.strerror or "it cannot be opened"
            raise UnreadableInput(f"{self.path} cannot be read: {reason}.") from None

    def error(self, sentence: str) -> UnreadableInput:
        """The error for the line handed out last."""
        return unreadable(self.path, self.number, sentence)


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
