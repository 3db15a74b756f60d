"""What stands for a missing value, and its refusal where nothing else would notice it.

numpy forgets the mask of a masked array when it makes an array of it, and takes NaT, None and NaN
for labels like any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import ne
from typing import Any

import numpy as np

from qstheory.errors import InvalidParameter


def refuse_masked(values: Any, name: str) -> None:
    """Raise InvalidParameter for a masked array in which something is masked.

    >>> refuse_masked(np.ma.masked_array([1, 2], mask=[0, 0]), "X")
    """
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InvalidParameter(f"{name} has masked entries: fill them in or drop their rows.")


def is_missing(value: Any) -> bool:
    """Whether a scalar is None, NaN, NaT or the NA of pandas.

    >>> [is_missing(value) for value in (None, float("nan"), np.datetime64("NaT"), 0, "")]
    [True, True, True, False, False]
    """
    if value is None:
        return True
    try:
        return bool(ne(value, value))
    except TypeError:  # pandas.NA is neither true nor false
        return True


def refuse_missing(labels: Iterable[Any], place: str) -> None:
    """Raise InvalidParameter for the first label that is missing."""
    for i, label in enumerate(labels):
        if is_missing(label):
            raise InvalidParameter(
                f"{place} {i} of y holds {label!r}, a missing value: fill it in or drop the row."
            )
