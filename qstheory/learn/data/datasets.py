"""What the readers return: features with label sets, or features with relevances by query."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import scipy.sparse as sp

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import FloatArray, IntArray

Features: TypeAlias = FloatArray | sp.csr_matrix


@dataclass(frozen=True, eq=False)
class MultilabelData:
    """n rows of features and of label sets.

    X has shape (n, columns), dense, or CSR when the file is sparse; Y has shape (n, m), 0 and 1.
    `attributes` is the number d of attributes in the file: nominal ones take several columns of X.
    `weights` of the rows, of shape (n,), are there where the file has them and they were asked for.
    """

    name: str
    X: Features
    Y: IntArray
    feature_names: tuple[str, ...]
    label_names: tuple[str, ...]
    attributes: int
    weights: FloatArray | None = None

    @property
    def n(self) -> int:
        """The number of rows."""
        return int(self.Y.shape[0])

    @property
    def m(self) -> int:
        """The number of labels."""
        return int(self.Y.shape[1])

    @property
    def cardinality(self) -> float:
        """The average number of labels of a row."""
        return float(self.Y.sum(dtype=np.int64)) / self.n

    @property
    def distinct_label_sets(self) -> int:
        """The number of different label sets."""
        return len(np.unique(self.Y, axis=0))


@dataclass(frozen=True, eq=False)
class RankingData:
    """Query-document pairs: X of shape (pairs, d), integer relevance and query id of each pair.

    Raises InvalidParameter for arrays of other shapes, a number of X that is not finite, and
    relevances or query ids that are no integers.
    """

    name: str
    X: FloatArray
    relevance: IntArray
    query: IntArray

    def __post_init__(self) -> None:
        """Validate, so that no pair is lost or goes to another query."""
        if self.X.ndim != 2 or not np.isfinite(self.X).all():
            raise InvalidParameter("X must be a matrix of finite numbers, a row for each pair.")
        for kind, given in (("relevances", self.relevance), ("query ids", self.query)):
            if given.shape != (len(self.X),):
                raise InvalidParameter(
                    f"There are {given.size} {kind} for {len(self.X)} rows of X; give each row one."
                )
            if given.dtype.kind not in "iu":
                raise InvalidParameter(
                    f"The {kind} must be integers, not {given.dtype}; numpy.unique with"
                    " return_inverse=True numbers other values."
                )

    @property
    def queries(self) -> IntArray:
        """The distinct query ids in increasing order."""
        return np.unique(self.query)

    def by_query(self) -> Iterator[tuple[int, FloatArray, IntArray]]:
        """Each query id with its documents' features and relevances, in the file's order."""
        order = np.argsort(self.query, kind="stable")
        starts = np.flatnonzero(np.diff(self.query[order], prepend=self.query.min() - 1))
        for rows in np.split(order, starts[1:]):
            yield int(self.query[rows[0]]), self.X[rows], self.relevance[rows]


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
