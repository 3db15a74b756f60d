"""The loss trick: argmin_z sum_i alpha_i(x) L(z, y_i) for any loss, without a decomposition of it.

It is the paper's own first decomposition, phi = e_z, V = L, psi = e_y (Section 2.1): the scores are
the total weights of the distinct training observations, and the estimated risks are L times these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from scipy.sparse import csr_matrix

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.base import Decoder, Observations, Predictions
from qstheory.learn.entry_loss import RowLoss
from qstheory.learn.kernels import Array
from qstheory.learn.memory import require_memory, row_blocks


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


def _fitted(value: Array | None) -> Array:
    if value is None:
        raise InvalidParameter("The loss trick must be fitted to the observations first.")
    return value


def _all_predictions(decoder: Decoder, columns: int) -> Array:
    return decoder.predictions(decoder.items(columns))
