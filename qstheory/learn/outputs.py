"""The outputs of the regression, U_y for each observation, formed only for the rows asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, hstack, issparse

from qstheory.learn.decoders.base import Decoder
from qstheory.learn.kernels import Array
from qstheory.learn.memory import row_blocks


@dataclass(frozen=True)
class Outputs:
    """U_y of each row of Y, zero where the convention drops it, and a last column c if given.

    `U[rows]` is an array, or sparse where the decoder's features are: what a solver that works in
    blocks of rows never holds as a whole.
    """

    decoder: Decoder
    Y: Array
    width: int
    sparse: bool
    offsets: Array | None = None

    @classmethod
    def of(cls, decoder: Decoder, Y: Array, offsets: Array | None = None) -> Outputs:
        """Of a fitted decoder."""
        first = decoder.sparse_features(Y[:1])
        return cls(decoder, Y, int(first.shape[1]), issparse(first), offsets)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.Y), self.width + (self.offsets is not None)

    def __getitem__(self, rows: Any) -> Any:
        U = self.decoder.sparse_features(self.Y[rows])
        if issparse(U):
            if self.offsets is None:
                return csr_matrix(U)
            return csr_matrix(hstack([U, csr_matrix(self.offsets[rows][:, None])]))
        U = np.nan_to_num(np.asarray(U, dtype=float), copy=False)
        return U if self.offsets is None else np.column_stack([U, self.offsets[rows]])

    def blocks(self) -> list[slice]:
        """Blocks of rows that take little memory."""
        return row_blocks(len(self.Y), self.Y.shape[1] if self.sparse else self.shape[1])

    def mean(self, weights: Array | None) -> Array:
        """The weighted mean of U, shape (r,)."""
        shares = np.full(len(self.Y), 1.0) if weights is None else weights
        total = np.zeros(self.shape[1])
        for rows in self.blocks():
            total += self[rows].T @ shares[rows]
        return np.asarray(total / shares.sum())


def risk_offsets(decoder: Decoder, Y: Array) -> Array:
    """c(y_i) = L(z, y_i) - F_z . U_{y_i}, the same for every z; nan where y_i is dropped."""
    outputs = Outputs.of(decoder, Y)
    z = decoder.decode(np.zeros((1, outputs.width)))
    features = decoder.prediction_features(z)[0]
    offsets = np.empty(len(Y))
    for rows in outputs.blocks():
        products = np.asarray(outputs[rows] @ features)
        repeated = np.repeat(z, len(products), axis=0)
        offsets[rows] = decoder.loss(repeated, Y[rows]) - products
    return offsets
