"""The forms in which observations y are given, and the integer tables that decoders take.

label sets   [{"cat", "dog"}, set(), ...], or an indicator matrix of 0 and 1 of shape (n, m)
relevances   an integer matrix (n, m)
rankings     rows of 1-based positions (n, m); item j at position p gets the relevance m - p
classes      a vector (n,), numbered in the order of its sorted values, or as `classes` lists them:
             what was not observed and is not listed is never predicted
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
from scipy.sparse import csr_array, csr_matrix, issparse, sparray
from sklearn.utils import column_or_1d
from sklearn.utils.multiclass import check_classification_targets

from qstheory.errors import InvalidParameter
from qstheory.inputs.numeric_names import is_missing
from qstheory.learn.checks import as_given, refuse_masked, refuse_missing
from qstheory.learn.kernels import Array

EXACT = 2.0**53
"""Largest integer up to which all are floats."""
FORMS = ("auto", "label-sets", "indicator", "relevances", "rankings", "classes")
SHOWN = 8
"""Most labels that a message lists."""


@dataclass(frozen=True)
class Targets:
    """The form of the observations that an estimator was fitted to; `classes` name the columns.

    `predicted` names the predictions where these are not the observed classes; `frame` tells that
    y was a data frame, whose columns then give `classes`, and `sparse` of which sparse type it was.
    """

    form: str
    classes: Array
    predicts: str
    predicted: Array | None = None
    frame: bool = False
    sparse: type[csr_array] | type[csr_matrix] | None = None

    def encode(self, y: Any) -> Array:
        """The integer table (n, m) of observations, or (n, 1) for classes.

        Raises
        ------
        InvalidParameter
            For labels that were not seen in fit, or a matrix of another width.
        """
        y = _given(y)
        if self.form == "label-sets":
            return _indicator(y, self.classes)
        if self.form == "classes":
            place = {label: code for code, label in enumerate(self.classes.tolist())}
            values = _class_vector(y).tolist()
            _refuse_unseen([value for value in values if value not in place], list(place))
            codes = np.array([place[value] for value in values], dtype=np.int64)
            return np.asarray(codes[:, None])
        table = _table(y)
        if table.shape[1] != self.classes.size:
            raise InvalidParameter(
                f"y has {table.shape[1]} columns and had {self.classes.size} in fit: give all."
            )
        if self.form == "rankings":
            return np.asarray(table.shape[1] - _checked_rankings(table))
        return table

    def decode(self, Z: Array) -> Any:
        """Predictions in the form of the observations: label sets as an array of sorted tuples.

        A prediction that is no class (abstaining) is None.
        """
        if self.predicts == "classes" and self.form == "classes":
            return self._named(Z[:, 0])
        if self.predicts == "label-sets" and self.sparse is not None:
            return self.sparse(Z)
        named_sets = self.form == "label-sets" or not self._stands_for_itself
        if self.predicts == "label-sets" and named_sets and Z.shape[1] == self.classes.size:
            return _objects([tuple(self.classes[row.astype(bool)].tolist()) for row in Z])
        return Z

    def as_frame(self, Z: Array, index: Any) -> Any:
        """Predictions as a data frame with one column a label or item, or one of classes."""
        from pandas import DataFrame

        if self.predicts == "classes":
            return DataFrame({"prediction": self._named(Z[:, 0])}, index=index)
        named = Z.shape[1] == self.classes.size
        return DataFrame(Z, index=index, columns=self.classes if named else None)

    @property
    def _stands_for_itself(self) -> bool:
        return np.array_equal(self.classes, np.arange(self.classes.size))

    def _named(self, codes: Array) -> Array:
        names = self.classes if self.predicted is None else self.predicted
        inside = (codes >= 0) & (codes < names.size)
        if inside.all():
            return np.asarray(names[codes])
        named = np.full(codes.shape, None, dtype=object)
        named[inside] = names[codes[inside]]
        return named


def infer_targets(
    y: Any,
    observes: str,
    predicts: str,
    form: str = "auto",
    *,
    classes: Sequence[Any] | None = None,
    predicted: Sequence[Any] | None = None,
) -> Targets:
    """Recognise the form of y for a decoder that observes `observes` and predicts `predicts`.

    `form` settles what is ambiguous: a list of equally long lists of numbers is read as a matrix
    unless form="label-sets", and a matrix of positions is only read so with form="rankings".
    `classes` names what is observed, `predicted` what is predicted where that is something else.

    Raises
    ------
    InvalidParameter
        For an unknown form, or one that the decoder cannot take.
    """
    y = _given(y)
    if form not in FORMS:
        raise InvalidParameter(f"target={form!r} must be one of {', '.join(FORMS)}.")
    if form == "auto":
        form = _recognised(y, observes)
    allowed = {
        "label-sets": {"label-sets", "indicator"},
        "relevances": {"relevances", "rankings", "indicator", "label-sets"},
        "classes": {"classes"},
    }.get(observes, set(FORMS))
    if form not in allowed:
        raise InvalidParameter(f"This loss observes {observes}; y was given as {form}.")
    if form == "classes":
        flat = _class_vector(y)
        _refuse_other_than_classes(flat)
        names = _sorted_classes(flat) if classes is None else _labels(classes)
    elif form == "label-sets":
        rows = _rows_of_labels(y)
        names = _sorted_labels({label for row in rows for label in row}, classes)
    else:
        width = _table(y).shape[1]
        columns = getattr(y, "columns", None)
        default = np.arange(width) if columns is None else _labels(columns, "y has columns that")
        names = default if classes is None else _labels(classes)
        if names.size != width:
            raise InvalidParameter(f"classes= names {names.size} columns and y has {width}.")
    frame = form != "classes" and hasattr(y, "columns")
    others = None if predicted is None else np.asarray(predicted)
    kind = csr_array if isinstance(y, sparray) else csr_matrix
    return Targets(form, names, predicts, others, frame, kind if issparse(y) else None)


def ordered_categories(y: Any) -> list[Any] | None:
    """The categories of an ordered categorical of pandas, lowest first; None for anything else."""
    dtype: Any = getattr(y, "dtype", None)
    return list(dtype.categories) if getattr(dtype, "ordered", False) else None


def _given(y: Any) -> Any:
    """Observations with a type; raises InvalidParameter where a mask would be forgotten."""
    refuse_masked(y, "y")
    if hasattr(y, "__array__") and not hasattr(y, "dtype") and not hasattr(y, "dtypes"):
        return np.asarray(y)  # whatever else says that it is an array
    return y


def _class_vector(y: Any) -> Array:
    values = y.toarray() if issparse(y) else as_given(y)
    if values.dtype.kind == "f" and (np.abs(values) > EXACT).any():
        raise InvalidParameter(
            "y has classes beyond 2^53, which floats do not tell apart: give them as integers of"
            " numpy, or as text."
        )
    if values.dtype.kind == "T":  # the variable-length strings of numpy, unknown to scikit-learn
        values = values.astype(object)
    if values.dtype.kind in "OmM":
        refuse_missing(values.ravel(), "Row")
    if values.ndim == 2 and values.shape[1] != 1:
        raise InvalidParameter("Classes must be a vector: y has several columns.")
    return np.asarray(column_or_1d(values, warn=True))


def _refuse_other_than_classes(values: Array) -> None:
    """Raises ValueError, in the words of scikit-learn, unless the values are numbers or text."""
    try:
        check_classification_targets(values)
    except (TypeError, ValueError) as error:
        if values.dtype.kind in "iufS":
            raise
        kinds = ", ".join(sorted({type(value).__name__ for value in values.tolist()}))
        raise InvalidParameter(
            f"Unknown label type: classes are of type {kinds}; make them all numbers or all text,"
            " as with [str(label) for label in y]."
        ) from error


def _labels(classes: Sequence[Any], what: str = "classes=[...]") -> Array:
    """The stated labels, in their order; raises InvalidParameter for one that is missing or stated
    twice, and for what has no order."""
    ordered = isinstance(classes, Iterable) and not isinstance(classes, str | bytes | Set)
    labels = list(classes) if ordered else []
    if not ordered or any(getattr(label, "__hash__", None) is None for label in labels):
        raise InvalidParameter(f"{what} must list the labels in their order, not {classes!r}.")
    if any(map(is_missing, labels)):
        raise InvalidParameter(f"{what} name a missing value: leave it out.")
    if len(set(labels)) < len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise InvalidParameter(f"{what} name a label twice: {twice!r}.")
    kinds = {type(label) for label in labels}
    if len(kinds) == 1 and kinds != {tuple}:
        return np.asarray(as_given(labels))
    return _objects(labels)


def _sorted_classes(values: Array) -> Array:
    try:
        return np.asarray(np.unique(values))
    except TypeError:  # values of several types, which have no order of their own
        return _objects(sorted(set(values.tolist()), key=lambda v: (str(type(v)), v)))


def _objects(labels: list[Any]) -> Array:
    names = np.empty(len(labels), dtype=object)
    names[:] = labels
    return names


def _recognised(y: Any, observes: str) -> str:
    if observes == "classes":
        return "classes"
    if not issparse(y) and not hasattr(y, "columns") and not _is_numeric_table(y):
        if observes == "relevances":
            _refuse_rows_of_numbers(y)
        return "label-sets"
    return "indicator" if observes == "label-sets" else "relevances"


def _refuse_rows_of_numbers(y: Any) -> None:
    """Raises InvalidParameter for a row that may be relevances as well as a set of labels."""
    for i, row in enumerate(y):
        if isinstance(row, Sequence | np.ndarray) and len(row) and all(map(_numeric, row)):
            raise InvalidParameter(
                f"Row {i} of y holds numbers, and rows have different lengths: give one relevance"
                " for each item, or label sets with target='label-sets'. Queries of different"
                " lengths are for RankingSurrogate."
            )


def _is_numeric_table(y: Any) -> bool:
    if hasattr(y, "dtype") or hasattr(y, "dtypes"):
        table = np.asarray(y)
        return table.dtype != object or (table.ndim == 2 and all(map(_numeric, table.ravel())))
    rows = list(y)
    if any(isinstance(row, str | set | frozenset) or not isinstance(row, Iterable) for row in rows):
        return not any(isinstance(row, str | set | frozenset) for row in rows)
    lengths = {len(tuple(row)) for row in rows}
    return (
        len(lengths) == 1
        and lengths != {0}
        and all(_numeric(value) for row in rows for value in row)
    )


def _numeric(value: Any) -> bool:
    return isinstance(value, Real | Decimal | np.bool_) or (
        not isinstance(value, str) and is_missing(value)
    )


def _table(y: Any) -> Array:
    table = y.toarray() if issparse(y) else np.asarray(y)
    if table.dtype == object and all(map(_numeric, table.ravel())):
        refuse_missing(table.ravel(), "Entry")
        table = table.astype(float)
    if table.ndim != 2:
        raise ValueError(
            f"y must have two dimensions (one row an observation), but has shape {table.shape}; one"
            " class a row needs a loss on classes, such as multiclass."
        )
    if table.dtype.kind not in "biuf":
        raise ValueError(f"y must hold real numbers, not values of type {table.dtype}.")
    if not np.isfinite(table.astype(float)).all():
        raise ValueError("Input y contains NaN or infinity: remove or fill these observations.")
    return np.asarray(table, dtype=np.int8 if table.dtype == bool else None)


def _checked_rankings(table: Array) -> Array:
    wanted = np.arange(1, table.shape[1] + 1)
    bad = np.flatnonzero((np.sort(table, axis=1) != wanted).any(axis=1))
    if bad.size:
        raise InvalidParameter(
            f"Row {bad[0]} of y is not a ranking: give each item its position, 1 to {wanted.size}."
        )
    return table.astype(np.int64)


def _rows_of_labels(y: Any) -> list[tuple[Any, ...]]:
    rows = list(y)
    for i, row in enumerate(rows):
        if isinstance(row, str) or not isinstance(row, Collection):
            raise InvalidParameter(
                f"Row {i} of y is {row!r}: give every label set as a collection."
            )
        refuse_missing(row, f"Row {i}, label")
    return [tuple(row) for row in rows]


def _sorted_labels(found: set[Any], classes: Sequence[Any] | None) -> Array:
    if classes is not None:
        return _objects(_labels(classes).tolist())
    return _objects(sorted(found, key=lambda v: (str(type(v)), v)))


def _indicator(y: Any, classes: Array) -> Array:
    position = {label: j for j, label in enumerate(classes.tolist())}
    rows = _rows_of_labels(y)
    _refuse_unseen(
        [label for row in rows for label in row if label not in position], list(position)
    )
    table = np.zeros((len(rows), classes.size), dtype=np.int8)
    for i, row in enumerate(rows):
        table[i, [position[label] for label in row]] = 1
    return table


def _refuse_unseen(labels: list[Any], known: list[Any]) -> None:
    if labels:
        shown = ", ".join(map(repr, known[:SHOWN])) + ", ..." * (len(known) > SHOWN)
        raise InvalidParameter(
            f"The label {labels[0]!r} is none of {shown}: known are the names in the loss, what was"
            " seen in fit, or all that classes=[...] lists."
        )
