"""A loss given entry by entry, and the decoder that it brings along for the features of a form."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.base import Decoder, Observations, Predictions
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
