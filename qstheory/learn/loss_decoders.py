"""Decoders of losses without a class of their own: by entries, by what the loss brings along for
the features of a closed form, or by the loss trick, which tries predictions.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from scipy.sparse import csr_matrix

from qstheory.errors import InvalidParameter
from qstheory.learn.checks import require_memory, row_blocks
from qstheory.learn.decoders import Decoder, Observations, Predictions
from qstheory.learn.kernels import Array
from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.linear import Sparse, Weights
from qstheory.losses.spaces import Label

RowLoss = Callable[[Array, Array], Array]
DOUBLE_BITS = 60
"""Of an enclosure that is rounded to a double, which keeps 53."""


@dataclass(frozen=True)
class EntryLoss:
    """A loss given entry by entry, L(z, y), made into one on the rows of tables.

    A row is handed to it as a tuple, the row of a class (predicted, observed) as a number. An
    observation that is not in `observations`, where these are known, gives nan if the convention
    `drops` it.

    Raises
    ------
    InvalidParameter
        For any other observation that the loss does not know.
    """

    entry: Callable[[Any, Any], Any]
    predicts_classes: bool = False
    observes_classes: bool = False
    observations: Container[Any] | None = None
    drops: bool = False

    def __call__(self, Z: Array, Y: Array) -> Array:
        predicted = labels(Z, classes=self.predicts_classes)
        observed = labels(Y, classes=self.observes_classes)
        return np.array([self._value(z, y) for z, y in zip(predicted, observed, strict=True)])

    def _value(self, z: Any, y: Any) -> float:
        if self.observations is None or y in self.observations:
            return float(self.entry(z, y))
        if self.drops:
            return float("nan")
        raise InvalidParameter(f"{y} is no observation of this loss: check its parameters.")


def labels(rows: Array, *, classes: bool) -> list[Any]:
    """The labels that rows of integers stand for: tuples, of classes numbers."""
    whole = rows.astype(np.int64)
    labels = (whole if np.array_equal(whole, rows) else rows).tolist()
    return [row[0] if classes else tuple(row) for row in labels]


@dataclass(frozen=True)
class ExactEntry:
    """The entry of an exact loss in double precision, also where it is irrational.

    There it is 1 - numerator(z, y) / denominator(y) with rounded weights: a learner works in double
    precision anyway, and what is certified uses the enclosures.
    """

    loss: Loss

    def __call__(self, z: Label, y: Label) -> float:
        linear = self.loss.linear
        if linear is None or linear.weights.rational:
            return float(self.loss.entry(z, y))
        top, bottom = linear.numerator(z, y), linear.denominator(y)
        return 1.0 - self._combined(top, linear.weights) / self._combined(bottom, linear.weights)

    def _combined(self, form: Sparse, weights: Weights) -> float:
        for p in form.keys() - self._rounded.keys():
            low, high = weights.enclose(p, DOUBLE_BITS)
            self._rounded[p] = float((low + high) / 2)
        return sum(float(value) * self._rounded[p] for p, value in form.items())

    @cached_property
    def _rounded(self) -> dict[int, float]:
        """The weights met so far."""
        return {}


@dataclass(frozen=True, eq=False, kw_only=True)
class FormDecoder(Decoder):
    """argmin_z F_z . s by `loss.decoder.decode`, F and U those of the closed form that it names.

    `row_loss(Z, Y)` gives L(z_i, y_i) row by row, `listed` all predictions, one a row.
    """

    name = "closed-form"
    tie_rule = "that of the loss's own decode"

    exact: Loss
    row_loss: EntryLoss = field(repr=False)
    listed: Callable[[], Array] = field(repr=False)
    observes: Observations = "label-sets"  # type: ignore[misc]
    predicts: Predictions = "label-sets"  # type: ignore[misc]

    @property
    def form(self) -> ClosedForm:
        """The closed form."""
        assert self.exact.decoder is not None
        return self.exact.closed_form(self.exact.decoder.form)

    @property
    def drops(self) -> bool:
        """Whether the loss leaves observations out."""
        return self.exact.undefined == "drop"

    def observation_features(self, Y: Array) -> Array:
        """U_y, shape (n, r); zero for an observation that the convention leaves out."""
        observed = labels(Y, classes=self.row_loss.observes_classes)
        return self._features(observed, self._observation)

    def _observation(self, y: Label) -> Sparse:
        if y in self.exact.observations:
            return self.form.observation_features(y)
        if self.drops:
            return {}
        raise InvalidParameter(f"{y} is no observation of this loss: check its parameters.")

    def prediction_features(self, Z: Array) -> Array:
        """F_z, shape (t, r)."""
        predicted = labels(Z, classes=self.row_loss.predicts_classes)
        return self._features(predicted, self.form.prediction_features)

    def _features(self, rows: list[Any], of: Callable[[Label], Sparse]) -> Array:
        features = np.zeros((len(rows), self.form.dimension))
        for row, label in zip(features, rows, strict=True):
            for place, value in of(label).items():
                row[place] = float(value)
        return features

    def decode(self, scores: Array) -> Array:
        """What the loss decodes each row of scores to."""
        return np.array(list(map(_row, self._decoded(scores))), dtype=np.int64)

    def _decoded(self, scores: Array) -> Iterator[Label]:
        assert self.exact.decoder is not None
        assert self.exact.decoder.decode is not None
        yield from map(self.exact.decoder.decode, np.asarray(scores, dtype=float).tolist())

    def _losses(self, Z: Array, Y: Array) -> Array:
        return self.row_loss(Z, Y)

    def predictions(self, m: int) -> Array:
        """All of them, one a row; raises TooLarge."""
        return self.listed()


def _row(label: Any) -> tuple[int, ...]:
    return label if isinstance(label, tuple) else (label,)


@dataclass(frozen=True, eq=False, kw_only=True)
class LossTrickDecoder(Decoder):
    """argmin over the candidates z of sum_y w_y L(z, y), w the weights of distinct observations y.

    `row_loss(Z, Y)` gives L(z_i, y_i) row by row; nan, which only a loss that `drops` may give,
    weighs nothing. `candidates` are the predictions tried, one a row; without them all those of
    the decoder `source` (whose loss it then is), without either the distinct fitted observations.
    """

    name = "loss-trick"
    depends_on_observations = True
    tie_rule = "the first candidate"

    row_loss: RowLoss
    candidates: Array | None = None
    source: Decoder | None = None
    observes: Observations = "label-sets"  # type: ignore[misc]
    predicts: Predictions = "label-sets"  # type: ignore[misc]
    distinct: Array | None = field(default=None, init=False, repr=False)
    matrix: Array | None = field(default=None, init=False, repr=False)

    @classmethod
    def enumerating(cls, decoder: Decoder) -> Self:
        """The loss trick for the loss and the predictions of another decoder."""
        return cls(
            row_loss=decoder.loss,
            source=decoder,
            observes=decoder.observes,
            predicts=decoder.predicts,
        )

    def for_classes(self, classes: Sequence[Any], *, stated: bool) -> Self:
        """The loss trick for the `source` of these classes."""
        if self.source is None:
            return self
        return replace(self, source=self.source.for_classes(classes, stated=stated))

    def check_columns(self, Z: Array, Y: Array) -> None:
        """As the `source` does; a loss of one's own may predict what is not observed."""
        if self.source is not None:
            self.source.check_columns(Z, Y)

    @property
    def drops(self) -> bool:
        """Whether the loss leaves observations out."""
        of = self.row_loss if self.source is None else self.source
        return bool(getattr(of, "drops", False))

    def fit(self, Y: Array) -> Self:
        """Index the distinct observations and tabulate L[candidates, distinct]."""
        distinct = np.unique(Y, axis=0)
        source = None if self.source is None else self.source.fit(Y)
        candidates = self.candidates
        if candidates is None:
            candidates = distinct if source is None else _all_predictions(source, Y.shape[1])
        row_loss = self.row_loss if source is None else source.loss
        fitted = replace(self, row_loss=row_loss, candidates=candidates)
        object.__setattr__(fitted, "distinct", distinct)
        object.__setattr__(fitted, "matrix", fitted.prediction_features(candidates))
        return fitted

    def observation_features(self, Y: Array) -> Array:
        """e_y among the distinct fitted observations, shape (n, distinct)."""
        features: Array = self.sparse_features(Y).toarray()
        return features

    def sparse_features(self, Y: Array) -> csr_matrix:
        """The same, sparse."""
        distinct = _fitted(self.distinct)
        joined, codes = np.unique(np.vstack([distinct, Y]), axis=0, return_inverse=True)
        codes = codes.ravel()
        column = np.full(len(joined), -1)
        column[codes[: len(distinct)]] = np.arange(len(distinct))
        columns = column[codes[len(distinct) :]]
        seen = np.flatnonzero(columns >= 0)
        entries = (np.ones(seen.size), (seen, columns[seen]))
        return csr_matrix(entries, shape=(len(Y), len(distinct)))

    def prediction_features(self, Z: Array) -> Array:
        """F_z = (L(z, y))_y over the distinct fitted observations, shape (t, distinct)."""
        distinct = _fitted(self.distinct)
        require_memory(len(Z) * len(distinct), "The loss matrix of the loss trick")
        features = np.empty((len(Z), len(distinct)))
        for column, y in enumerate(distinct):
            features[:, column] = self.loss(Z, np.broadcast_to(y, (len(Z), y.size)))
        return np.nan_to_num(features, nan=0.0, copy=False)

    def decode(self, scores: Array) -> Array:
        """The first candidate of least estimated risk, for each row of weights."""
        matrix, candidates = _fitted(self.matrix), _fitted(self.candidates)
        best = np.empty(len(scores), dtype=np.intp)
        for rows in row_blocks(len(scores), len(candidates)):
            best[rows] = np.argmin(scores[rows] @ matrix.T, axis=1)
        return np.asarray(candidates[best])

    @property
    def observation_names(self) -> tuple[Any, ...] | None:
        """Those of `source`."""
        return None if self.source is None else self.source.observation_names

    @property
    def prediction_names(self) -> tuple[Any, ...] | None:
        """Those of `source`."""
        return None if self.source is None else self.source.prediction_names

    def _losses(self, Z: Array, Y: Array) -> Array:
        """L(z_i, y_i) row by row."""
        return self.row_loss(Z, Y)

    def predictions(self, m: int) -> Array:
        """The candidates, given or found in fit."""
        return _fitted(self.candidates)


@dataclass(frozen=True, eq=False, kw_only=True)
class SizedDecoder(LossTrickDecoder):
    """The decoder of a loss on label sets by name, of as many labels as the observations have.

    `sized(m)` is the decoder of m labels, which `fit` returns fitted.
    """

    sized: Callable[[int], Decoder]

    def fit(self, Y: Array) -> Any:
        """The decoder of as many labels as Y has columns, fitted."""
        return self.sized(Y.shape[1]).fit(Y)

    def fit_first(self, Y: Array) -> Any:
        """The same, for observations to come as well."""
        return self.sized(Y.shape[1]).fit_first(Y)


def _fitted(value: Array | None) -> Array:
    if value is None:
        raise InvalidParameter("The loss trick must be fitted to the observations first.")
    return value


def _all_predictions(decoder: Decoder, columns: int) -> Array:
    return decoder.predictions(decoder.items(columns))
