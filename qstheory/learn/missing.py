"""What stands for a missing value, and its refusal where nothing else would notice it.

numpy forgets the mask of a masked array when it makes an array of it, and takes NaT, None and NaN
for labels like any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.inputs.names import is_missing


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
