"""Parameters that the estimators share: weights of the observations, and renamed parameters."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.kernels import Array
from qstheory.learn.missing import refuse_masked


def checked_weights(sample_weight: Any, rows: int) -> Array | None:
    """One weight of at least 0 for each row, None where all weigh the same.

    Raises
    ------
    InvalidParameter
        For another number of weights, a negative or infinite one, or no positive one.
    """
    if sample_weight is None:
        return None
    refuse_masked(sample_weight, "sample_weight")
    if np.asarray(sample_weight).dtype.kind == "c":
        raise InvalidParameter("sample_weight must hold real numbers.")
    weights = np.asarray(sample_weight, dtype=float)
    if weights.ndim == 0:
        weights = np.full(rows, float(weights))
    if weights.shape != (rows,):
        raise InvalidParameter(
            f"sample_weight must hold {rows} weights, one a row, not shape {weights.shape}."
        )
    with np.errstate(over="ignore"):
        finite = np.isfinite(weights.sum())
    if not (finite and (weights >= 0).all() and weights.any()):
        raise InvalidParameter(
            "sample_weight must hold weights of finite sum, none negative and not all zero."
        )
    return None if (weights == 1).all() else weights


def renamed(estimator: object, old: str, new: str) -> Any:
    """The parameter `new`, or with a warning what was given under its `old` name."""
    value = getattr(estimator, old, "deprecated")
    if isinstance(value, str) and value == "deprecated":
        return getattr(estimator, new)
    warnings.warn(
        f"{old} is called {new} now, and the old name goes with version 0.2.",
        FutureWarning,
        stacklevel=3,
    )
    return value
