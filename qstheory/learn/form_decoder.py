"""The decoder that a loss brings along: its own minimiser over the features of a closed form."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.base import Decoder, Observations, Predictions
from qstheory.learn.entry_loss import EntryLoss, labels
from qstheory.learn.kernels import Array
from qstheory.losses.base import Loss
from qstheory.losses.closed_forms import ClosedForm, Sparse
from qstheory.losses.spaces import Label


@dataclass(frozen=True, eq=False, kw_only=True)
class FormDecoder(Decoder):
    """argmin_z F_z . s by `loss.decoder.decode`, F and U those of the closed form that it names.

    `row_loss(Z, Y)` gives L(z_i, y_i) row by row, `listed` all predictions, one a row.
    """

    name = "closed-form"
    tie_rule = "that of the loss's own decode"

    exact: Loss
    row_loss: EntryLoss
    listed: Callable[[], Array]
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
