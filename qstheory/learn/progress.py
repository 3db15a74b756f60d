"""A progress bar on standard error that only appears once the work has proved long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from qstheory.work.terminal import console

_PATIENCE_SECONDS = 1.0


@contextmanager
def progress_bar(
    total: int, description: str, shown: bool | str = "auto"
) -> Iterator[Callable[[], None]]:
    """Yield a function to call after each of `total` steps.

    `shown` is True, False, or "auto": when standard error is a terminal.
    """
    if not (sys.stderr.isatty() if shown == "auto" else shown):
        yield lambda: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(), transient=True) as bar:
        task = bar.add_task(description, total=total, visible=False)
        started = time.monotonic()

        def advance() -> None:
            bar.update(task, advance=1, visible=time.monotonic() - started > _PATIENCE_SECONDS)

        yield advance
