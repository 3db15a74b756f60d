"""What a reader does with what a learner cannot take: it is refused unless said otherwise."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from qstheory.errors import InvalidParameter
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
