"""When this process began."""

import os
import time
from pathlib import Path


def began() -> float:
    """The start of this process on the monotonic clock: what it waited for counts as well.

    >>> 0 <= time.monotonic() - began() < 10**6
    True
    """
    try:
        # After the name in brackets, which may hold anything, the 20th number is the start.
        ticks = int(
            Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
        )
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError, IndexError):
        age = time.process_time()
    return time.monotonic() - max(0.0, age)
