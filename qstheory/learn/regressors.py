"""Any multi-output regressor in the place of kernel ridge regression."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags

from qstheory.errors import InvalidParameter
from qstheory.learn.kernels import Array
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
