"""A limit to what a process allocates, and one sentence where it is reached."""

import contextlib
from collections.abc import Iterator

from qstheory.errors import TooLarge


def limit_memory(more: int) -> None:
    """Let this process allocate that many bytes more than it has; a MemoryError beyond."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        used = 0
        with open("/proc/self/status", encoding="ascii") as status:
            used = next(1024 * int(line.split()[1]) for line in status if line.startswith("VmData"))
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
            f"This needs more memory than the limit of {more / 1e9:.2g} GB; raise --memory."
        ) from None
    finally:
        if before is not None:
            resource.setrlimit(resource.RLIMIT_DATA, before)
