"""Memory is estimated, and what cannot succeed is refused, before anything is allocated."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from qstheory.errors import TooLarge

FLOAT_BYTES = 8
_UNITS = ("B", "kB", "MB", "GB", "TB", "PB")


def readable_bytes(count: float) -> str:
    """Bytes in the decimal unit that leaves at most three digits before the point.

    >>> readable_bytes(3_200_000_000)
    '3.2 GB'
    """
    power = 0
    while count >= 1000 and power < len(_UNITS) - 1:
        count, power = count / 1000, power + 1
    return f"{count:.3g} {_UNITS[power]}"


def available_memory() -> float:
    """Bytes that can still be allocated: the least of what the system and the control group leave.

    Infinite where the platform does not say.
    """
    limits = [float("inf")]
    meminfo = Path("/proc/meminfo")
    if meminfo.exists():
        fields = dict(line.split(":", 1) for line in meminfo.read_text().splitlines())
        limits.append(1024.0 * int(fields["MemAvailable"].split()[0]))
    elif "SC_PHYS_PAGES" in os.sysconf_names:
        limits.append(float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE"))
    group = Path("/sys/fs/cgroup")
    # Where there is no control group, or no limit ("max"), it adds nothing.
    with suppress(OSError, ValueError):
        limit = float((group / "memory.max").read_text())
        limits.append(limit - float((group / "memory.current").read_text()))
    return min(limits)


def require_memory(floats: float, purpose: str, limit: float | None = None) -> None:
    """Pass if `floats` double-precision numbers fit; the limit is the available memory by default.

    Raises
    ------
    TooLarge
        When 8 * floats bytes exceed the limit.
    """
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
