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
