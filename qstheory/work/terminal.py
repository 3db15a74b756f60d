"""What a terminal shows: tables as plain text that fits, and what runs on standard error.

A notebook replaces rich's idea of a terminal by its own display; everything here writes to the
stream that it is given, wherever it runs.
"""

import shutil
from io import StringIO
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

UNKNOWN_WIDTH = 120
"""Columns where nobody tells: a file or a pipe is read in an editor, which has that many."""


def columns() -> int:
    """The width of the terminal: $COLUMNS, what the terminal says, or 120."""
    return max(40, shutil.get_terminal_size((UNKNOWN_WIDTH, 24)).columns)


def plain(*shown: "RenderableType", width: int | None = None) -> str:
    """Renderables as text without colours, no line ending in blanks.

    >>> plain("[bold]a[/bold] b ")
    'a b\\n'
    """
    from rich.console import Console

    out = StringIO()
    console = Console(
        file=out, width=width or columns(), color_system=None, force_terminal=False,
        force_jupyter=False, highlight=False,
    )  # fmt: skip
    for each in shown:
        console.print(each)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def console(stream: TextIO | None = None) -> "Console":
    """For what is shown while something runs: standard error unless another stream is given."""
    from rich.console import Console

    return Console(file=stream, stderr=stream is None, force_jupyter=False)


def status(message: str) -> Any:
    """A spinner on standard error, to be used in a `with` statement."""
    return console().status(message)
