"""What stands for a missing value."""

from operator import ne
from typing import Any


def is_missing(value: Any) -> bool:
    """Whether a scalar is None, NaN, NaT or the NA of pandas.

    >>> [is_missing(value) for value in (None, float("nan"), 0, "")]
    [True, True, False, False]
    """
    if value is None:
        return True
    try:
        return bool(ne(value, value))
    except TypeError:  # pandas.NA is neither true nor false
        return True
