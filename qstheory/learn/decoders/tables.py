"""Losses given as a table L[z, y]: a matrix, costs of classes, distances in a tree."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders import Decoder
from qstheory.learn.decoders.arrays import (
    FloatArray,
    IntArray,
    as_column,
    as_integers,
    as_scores,
    nearest_on_simplex,
)
from qstheory.learn.decoders.classes import check_class_count


@dataclass(frozen=True, eq=False)
class LossTable(Decoder):
    """Base: argmin_z sum_y L[z, y] s_y, with U_y = e_y and F_z = L[z], r = number of columns.

    Observations are column indices, predictions row indices, one column each.
    """

    tie_rule = "the first row"
    gives_probabilities = True
    observes = "classes"
    predicts = "classes"

    @property
    @abstractmethod
    def entries(self) -> FloatArray:
        """The table L[z, y]."""

    def for_classes(self, classes: Sequence[Any], *, stated: bool) -> Self:
        """Itself; raises InvalidParameter unless there is one column for each class."""
        check_class_count(self.entries.shape[1], classes)
        return self

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = e_y, shape (n, columns)."""
        units: FloatArray = np.eye(self.entries.shape[1])[self._observed(Y)]
        return units

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = L[z], shape (t, columns)."""
        rows: FloatArray = self.entries[self._predicted(Z)]
        return rows

    def decode(self, scores: FloatArray) -> IntArray:
        """The row of smallest risk, shape (t, 1)."""
        entries = self.entries
        given = as_scores(scores, entries.shape[1])
        return as_column(np.argmin(given @ entries.T, axis=1))

    @property
    def predicts_what_it_observes(self) -> bool:
        """Whether rows and columns have the same names, or as many of them have none."""
        rows, columns = self.entries.shape
        return rows == columns and self.prediction_names == self.observation_names

    def probabilities(self, scores: FloatArray) -> FloatArray:
        """The nearest point of the simplex, shape (t, columns)."""
        return nearest_on_simplex(as_scores(scores, self.entries.shape[1]))

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """L[z, y] row by row."""
        losses: FloatArray = self.entries[self._predicted(Z), self._observed(Y)]
        return losses

    def predictions(self, m: int = 1) -> IntArray:
        """The row indices."""
        return as_column(np.arange(len(self.entries)))

    def _observed(self, Y: IntArray) -> IntArray:
        return as_integers(Y, "observations", 0, self.entries.shape[1] - 1)[:, 0]

    def _predicted(self, Z: IntArray) -> IntArray:
        return as_integers(Z, "predictions", 0, self.entries.shape[0] - 1)[:, 0]


def as_loss_table(given: ArrayLike) -> FloatArray:
    """The table as floats; raises InvalidParameter unless it is non-empty, with finite numbers."""
    try:
        entries = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidParameter("The loss matrix must be a table of numbers.") from None
    if entries.ndim != 2 or entries.size == 0 or not np.isfinite(entries).all():
        raise InvalidParameter("The loss matrix must be a table of finite numbers.")
    return entries


@dataclass(frozen=True, eq=False)
class MatrixDecoder(LossTable):
    """argmin over the rows of the given matrix, which need not be square.

    `rows` and `columns` name the predictions and the observations.

    >>> MatrixDecoder([[0, 2], [1, 0]]).decode(np.array([[0.5, 0.5]]))
    array([[1]])
    """

    matrix: ArrayLike
    rows: tuple[str, ...] | None = None
    columns: tuple[str, ...] | None = None

    name = "matrix"
    examples = (
        {"matrix": ((0, 2.5, 1), (1, 0, 1)), "rows": ("low", "high"), "columns": ("a", "b", "c")},
        {"matrix": ((3,),)},
    )

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless the matrix is a non-empty table of finite numbers, each
        of its rows and columns with a name of its own if they have names.
        """
        shape = as_loss_table(self.matrix).shape
        for names, count in zip((self.rows, self.columns), shape, strict=True):
            if names is not None and not len(set(names)) == len(names) == count:
                raise InvalidParameter(f"There must be {count} distinct names, not {names!r}.")

    @property
    def observation_names(self) -> tuple[Any, ...] | None:
        """The names of the columns."""
        return self.columns

    @property
    def prediction_names(self) -> tuple[Any, ...] | None:
        """The names of the rows; their numbers when they have none and are not the columns."""
        rows, columns = self.entries.shape
        return tuple(range(rows)) if self.rows is None and rows != columns else self.rows

    @property
    def entries(self) -> FloatArray:
        """The matrix as floats."""
        return np.asarray(self.matrix, dtype=np.float64)


@dataclass(frozen=True, eq=False)
class CostSensitiveDecoder(LossTable):
    """argmin over the rows of the square matrix of costs, one row for each predicted class.

    Source: Elkan, The foundations of cost-sensitive learning, IJCAI 2001.
    """

    costs: ArrayLike

    name = "cost-sensitive"
    examples = ({"costs": ((0, 1, 2), (1, 0, 1), (5, 0.5, 0))}, {"costs": ((7,),)})

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless the costs are a square table of finite numbers."""
        shape = as_loss_table(self.costs).shape
        if shape[0] != shape[1]:
            raise InvalidParameter(f"costs must be square, not of shape {shape}.")

    @property
    def entries(self) -> FloatArray:
        """The costs as floats."""
        return np.asarray(self.costs, dtype=np.float64)


@dataclass(frozen=True, eq=False)
class TreeDecoder(LossTable):
    """argmin over the nodes, written as paths from the root: ("animal/cat", "animal/dog", "/").

    Predictions and observations are indices into `classes`. With weights of either sign no descent
    from the root is exact, so all nodes are compared.
    """

    classes: tuple[str, ...]

    name = "tree"
    tie_rule = "the first node"
    examples = ({"classes": ("/", "a", "a/b", "a/c", "a/c/d", "e")}, {"classes": ("x",)})

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless the paths are distinct and at least one."""
        given: object = self.classes
        if isinstance(given, str):
            raise InvalidParameter("classes must be a list of paths such as a/b/c, not one text.")
        if not self.classes or len(set(map(_steps, self.classes))) != len(self.classes):
            raise InvalidParameter("classes must be distinct paths such as a/b/c, at least one.")

    @property
    def observation_names(self) -> tuple[Any, ...] | None:
        """The nodes."""
        return self.classes

    @property
    def prediction_names(self) -> tuple[Any, ...] | None:
        """The nodes."""
        return self.classes

    @cached_property
    def entries(self) -> FloatArray:
        """The number of edges between the nodes."""
        ways = [_steps(path) for path in self.classes]
        return np.array([[float(_distance(z, y)) for y in ways] for z in ways])


def _steps(path: str) -> tuple[str, ...]:
    return tuple(step for step in path.split("/") if step)


def _distance(z: tuple[str, ...], y: tuple[str, ...]) -> int:
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(z, y, strict=False)))
    return len(z) + len(y) - 2 * shared
