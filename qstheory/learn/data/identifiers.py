"""Columns that only number the rows: no feature, though a reader cannot be sure of it."""

import warnings
from collections.abc import Sequence

import numpy as np

from qstheory.learn.decoders.arrays import FloatArray

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
