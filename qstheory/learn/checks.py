"""What is refused beforehand: missing values, bad weights, more memory than there is.

numpy forgets the mask of a masked array when it makes an array of it, and takes NaT, None and NaN
for labels like any other.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.inputs.numeric_names import is_missing
from qstheory.learn.kernels import Array
from qstheory.memory import available_memory, readable_bytes

FLOAT_BYTES = 8


def require_memory(floats: float, purpose: str, limit: float | None = None) -> None:
    """Pass if `floats` double-precision numbers fit; the limit is the available memory by default.

    Raises
    ------
    TooLarge
        When 8 * floats bytes exceed the limit.
    InvalidParameter
        For a limit that is no number.
    """
    number = isinstance(limit, int | float | np.number) and not np.isnan(limit)
    if not (limit is None or number):
        raise InvalidParameter(f"max_memory={limit!r} must be a number of bytes, such as 1e9.")
    needed = FLOAT_BYTES * floats
    allowed = available_memory() if limit is None else limit
    if needed > allowed:
        raise TooLarge(
            f"{purpose} needs about {readable_bytes(needed)} and {readable_bytes(allowed)} are "
            "available: use solver='nystrom' or 'fourier', or fewer components or rows."
        )


def row_blocks(n_rows: int, floats_per_row: int, block_bytes: float = 64e6) -> list[slice]:
    """Consecutive slices that cover range(n_rows), each of about `block_bytes` of doubles."""
    step = max(1, int(block_bytes / (FLOAT_BYTES * max(1, floats_per_row))))
    return [slice(start, min(start + step, n_rows)) for start in range(0, n_rows, step)]


def refuse_masked(values: Any, name: str) -> None:
    """Raise InvalidParameter for a masked array in which something is masked.

    >>> refuse_masked(np.ma.masked_array([1, 2], mask=[0, 0]), "X")
    """
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InvalidParameter(f"{name} has masked entries: fill them in or drop their rows.")


def refuse_missing(labels: Iterable[Any], place: str) -> None:
    """Raise InvalidParameter for the first label that is missing."""
    for i, label in enumerate(labels):
        if is_missing(label):
            raise InvalidParameter(
                f"{place} {i} of y holds {label!r}, a missing value: fill it in or drop the row."
            )


def as_given(values: Any) -> Any:
    """The array of a list with its values as they are, of objects where numpy would change them.

    >>> as_given(["a", float("nan")])[1], as_given([2**63 + 1, 5])[0]
    (nan, 9223372036854775809)
    """
    made = np.asarray(values)
    if hasattr(values, "dtype") or made.ndim != 1 or made.dtype.kind not in "USf":
        return made
    own = np.empty(len(values), dtype=object)
    own[:] = list(values)
    if made.dtype.kind == "f":
        changed = any(isinstance(value, int) and value != float(value) for value in own.tolist())
    else:
        changed = not all(isinstance(value, str | bytes) for value in own.tolist())
    return own if changed else made


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
