"""Memory is estimated, and what cannot succeed is refused, before anything is allocated."""

from __future__ import annotations

import numpy as np

from qstheory.errors import InvalidParameter, TooLarge
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
