"""What is regressed, U_y of the rows asked for, and by what: any multi-output regressor."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, hstack, issparse
from sklearn.base import clone
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.kernels import Array
from qstheory.learn.memory import row_blocks
from qstheory.learn.solvers.base import dense

_ANY = Parameter.VAR_KEYWORD  # handed on to the regressors within


@dataclass(frozen=True)
class RegressorFit:
    """The g-hat of a fitted multi-output regressor."""

    regressor: Any
    outputs: int

    @classmethod
    def fit(cls, regressor: Any, X: Any, U: Any, weights: Array | None) -> RegressorFit:
        """A clone of the regressor, fitted to U; a single output is given as a vector.

        Raises
        ------
        InvalidParameter
            For what is no regressor, has a single output where U has several, or takes no weights
            where there are some.
        """
        if isinstance(regressor, type) or not (
            hasattr(regressor, "fit") and hasattr(regressor, "predict")
        ):
            raise InvalidParameter(f"{regressor!r} is no regressor: pass one such as Ridge().")
        table = dense(U, None)
        given = {} if weights is None else {_weights_name(regressor): weights}
        single = table.shape[1] == 1
        try:
            fitted = clone(regressor).fit(X, table[:, 0] if single else table, **given)
        except ValueError as error:
            if single or get_tags(regressor).target_tags.multi_output:
                raise
            name = type(regressor).__name__
            raise InvalidParameter(
                f"{name} has one output and U has {table.shape[1]}: wrap it, as"
                f" sklearn.multioutput.MultiOutputRegressor({name}(...))."
            ) from error
        return cls(fitted, table.shape[1])

    def scores(self, X: Any) -> Array:
        return np.asarray(self.regressor.predict(X), dtype=float).reshape(X.shape[0], self.outputs)


def takes_missing(regressor: Any) -> bool:
    """Whether a regressor, or the first step of a pipeline, has a way with NaN in X."""
    first = regressor.steps[0][1] if isinstance(regressor, Pipeline) else regressor
    known = hasattr(first, "__sklearn_tags__") and not isinstance(first, type)
    return known and bool(get_tags(first).input_tags.allow_nan)


def _weights_name(regressor: Any) -> str:
    """The argument of `fit` for weights, of a pipeline that of its last step."""
    prefix, last = "", regressor
    if isinstance(regressor, Pipeline):
        name, last = regressor.steps[-1]
        prefix = f"{name}__"
    arguments = signature(last.fit).parameters
    if "sample_weight" not in arguments and _ANY not in {p.kind for p in arguments.values()}:
        raise InvalidParameter(
            f"{type(last).__name__} takes no sample_weight: leave the weights out, or take another"
            " regressor."
        )
    return f"{prefix}sample_weight"


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
