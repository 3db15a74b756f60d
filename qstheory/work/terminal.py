"""What a terminal shows: tables as plain text that fits, and what runs on standard error.

A notebook replaces rich's idea of a terminal by its own display; everything here writes to the
stream that it is given, wherever it runs.
"""

import shutil
import sys
from collections.abc import Sequence
from io import StringIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

UNKNOWN_WIDTH = 120
"""Columns where nobody tells: a file or a pipe is read in an editor, which has that many."""
GAP = 2
"""Blanks before a column."""


def columns() -> int:
    """The width of the terminal: $COLUMNS, what the terminal says, or 120."""
    return max(40, shutil.get_terminal_size((UNKNOWN_WIDTH, 24)).columns)


def fitted(text: str, width: int | None = None) -> str:
    """Lines that are too long for the terminal continue below, indented; the others stay.

    >>> fitted("a: one two three", width=12)
    'a: one two\\n  three\\n'
    """
    lines: list[str] = []
    for line in text.splitlines():
        rest = line.lstrip(" ")
        inset = " " * (len(line) - len(rest))
        lines += wrap(
            rest, width or columns(), initial_indent=inset, subsequent_indent=f"{inset}  ",
            break_on_hyphens=False,
        ) or [""]  # fmt: skip
    return "\n".join(lines) + "\n"


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


def grid(rows: Sequence[Sequence[str]], keys: int = 1, width: int | None = None) -> str:
    """Columns under their headings; what is too wide for the terminal continues in a block below.

    The first `keys` columns name the row and stand in every block.

    >>> print(grid([("m", "rank", "margin"), ("1", "1", "1/2"), ("10", "91", "1/3")], width=12))
      m   rank
      1   1
      10  91
    <BLANKLINE>
      m   margin
      1   1/2
      10  1/3
    <BLANKLINE>
    """
    from rich.table import Table
    from rich.text import Text

    room = width or columns()
    widths = [GAP + max(map(len, column)) for column in zip(*rows, strict=True)]
    named = sum(widths[:keys])
    blocks: list[list[int]] = [[]]
    for index in range(keys, len(widths)):
        if blocks[-1] and named + sum(widths[i] for i in blocks[-1]) + widths[index] > room:
            blocks.append([])
        blocks[-1].append(index)
    shown = []
    for block in blocks:
        places = [*range(keys), *block]
        table = Table(box=None, padding=(0, 0, 0, GAP), header_style="")
        for place in places:
            table.add_column(Text(rows[0][place]), overflow="fold")
        for row in rows[1:]:
            table.add_row(*(Text(row[place]) for place in places))
        shown.append(plain(table, width=room))
    return "\n".join(shown)


def console(stream: TextIO | None = None) -> "Console":
    """For what is shown while something runs: standard error unless another stream is given.

    The streams of a notebook say that they are terminals, and are not.
    """
    from rich.console import Console

    notebook = type(stream or sys.stderr).__module__.startswith("ipykernel")
    return Console(
        file=stream, stderr=stream is None, force_jupyter=False,
        force_terminal=False if notebook else None,
    )  # fmt: skip


def status(message: str) -> Any:
    """A spinner on standard error, to be used in a `with` statement."""
    return console().status(message)
