"""Memory: how much there is, a limit to it, and one sentence before or where that is reached."""

import contextlib
import os
from collections.abc import Iterator
from contextlib import suppress
from math import inf
from pathlib import Path

from qstheory.errors import TooLarge

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
    return min(*limits, room())


def _allocated() -> int:
    """Bytes of data that this process has, where the system tells."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("VmData"))


def room() -> float:
    """Bytes that this process may still allocate under its own limit; infinite without one."""
    with suppress(ImportError, OSError, StopIteration):
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_DATA)
        if limit != resource.RLIM_INFINITY:
            return float(max(0, limit - _allocated()))
    return inf


def require_room(needed: float, what: str) -> None:
    """Pass if that many bytes are left under the limit of this process, before they are taken.

    Raises
    ------
    TooLarge
        When they are not, with both numbers.
    """
    left = room()
    if needed > left:
        raise TooLarge(
            f"{what} needs at least {readable_bytes(needed)}, and {readable_bytes(left)} are left"
            " of the limit; raise --memory."
        )


def limit_memory(more: int) -> None:
    """Let this process allocate that many bytes more than it has; a MemoryError beyond.

    More than the system can count is no limit.
    """
    with suppress(ImportError, ValueError, OSError, OverflowError, StopIteration):
        import resource

        used = _allocated()
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (used + more, hard))


@contextlib.contextmanager
def memory_limit(more: int) -> Iterator[None]:
    """As `limit_memory`, for a while; raises TooLarge instead of MemoryError."""
    try:
        import resource
    except ImportError:
        before = None
    else:
        before = resource.getrlimit(resource.RLIMIT_DATA)
    limit_memory(more)
    try:
        yield
    except MemoryError:
        raise TooLarge(
            f"This needs more memory than the limit of {readable_bytes(more)}; raise --memory."
        ) from None
    finally:
        if before is not None:
            resource.setrlimit(resource.RLIMIT_DATA, before)
