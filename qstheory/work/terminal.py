"""What a terminal shows: tables as plain text that fits, and what runs on standard error.

A notebook replaces rich's idea of a terminal by its own display; everything here writes to the
stream that it is given, wherever it runs.
"""

import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from textwrap import wrap
from types import SimpleNamespace
from typing import TYPE_CHECKING, TextIO

from qstheory.markup import Table

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

UNKNOWN_WIDTH = 120
"""Columns where nobody tells: a file or a pipe is read in an editor, which has that many."""
GAP = 2
"""Blanks before a column."""
LONGEST_WORD = 24
"""A longer word is a number or a formula, which reads as well over two lines."""
TOGETHER = re.compile(r"(?:\S+ )?(?<!\S)(?:=|<=|>=|<|>) \S+(?: to \d\S*)?")
"""A quantity with its value or interval."""
JOINT = "\N{NO-BREAK SPACE}"
PATIENCE = 1.0
"""Seconds without a bar: half of the two after which work without a sign of life looks stuck."""


def columns() -> int:
    """The width of the terminal: $COLUMNS, what the terminal says, or 120."""
    return max(40, shutil.get_terminal_size((UNKNOWN_WIDTH, 24)).columns)


def fitted(text: str, width: int | None = None, hanging: int = 2) -> str:
    """Lines that are too long for the terminal continue below, indented; the others stay.

    No line ends within an equality, an inequality or an interval that a line has room for.

    >>> fitted("a: one two three", width=12)
    'a: one two\\n  three\\n'
    >>> fitted("one; b = 1 to 2", width=12)
    'one;\\n  b = 1 to 2\\n'
    """
    lines: list[str] = []
    for line in text.splitlines():
        rest = line.lstrip(" ")
        inset = " " * (len(line) - len(rest))
        room = width or columns()
        lines += wrap(
            _joined(rest, room - len(inset) - hanging), room, initial_indent=inset,
            subsequent_indent=inset + " " * hanging, break_on_hyphens=False,
        ) or [""]  # fmt: skip
    return "\n".join(lines).replace(JOINT, " ") + "\n"


def _joined(text: str, room: int) -> str:
    """The text with each quantity and its value as one word, where a line has room for both."""

    def one(found: re.Match[str]) -> str:
        return found[0].replace(" ", JOINT) if len(found[0]) <= room else found[0]

    return TOGETHER.sub(one, text)


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


def grid(table: Table, keys: int = 1, width: int | None = None) -> str:
    """Columns under their headings; what is too wide for the terminal continues in a block below.

    The first `keys` columns name the row and stand in every block.

    >>> table = Table(("m", "rank", "margin"), [("1", "1", "1/2"), ("10", "91", "1/3")])
    >>> print(grid(table, width=12))
      m   rank
      1   1
      10  91
    <BLANKLINE>
      m   margin
      1   1/2
      10  1/3
    <BLANKLINE>
    """
    from rich.table import Table as Grid
    from rich.text import Text

    room = width or columns()
    cells = zip(table.columns, *table.rows, strict=True)
    widths = [GAP + max(map(len, column)) for column in cells]
    named = sum(widths[:keys])
    blocks: list[list[int]] = [[]]
    for index in range(keys, len(widths)):
        if blocks[-1] and named + sum(widths[i] for i in blocks[-1]) + widths[index] > room:
            blocks.append([])
        blocks[-1].append(index)
    shown = []
    for block in blocks:
        places = [*range(keys), *block]
        made = Grid(box=None, padding=(0, 0, 0, GAP), header_style="")
        for place in places:
            made.add_column(Text(table.columns[place]), overflow="fold")
        for row in table.rows:
            made.add_row(*(Text(row[place]) for place in places))
        shown.append(plain(made, width=room))
    return "\n".join(shown)


def sheet(table: Table, title: str = "", ratios: Sequence[int] | None = None) -> str:
    """Columns under a rule, their cells folded to fit; in a cell, what follows a line is indented.

    A title has the width of the terminal, however narrow the columns are.

    With ratios a column with the ratio 0 is as wide as its longest line; what the terminal has left
    the others share in these ratios, none wider than its longest line or narrower than its longest
    word of at most 24 characters, where there is room for these words.

    >>> print(sheet(Table(("m", "rank"), [("1", "one\\nof one")])), end="")
    <BLANKLINE>
      m   rank
     ──────────────
      1   one
            of one
    <BLANKLINE>
    >>> sheet(Table(("m",), []), "the ranks by size").splitlines()[0]
    'the ranks by size'
    """
    from rich import box
    from rich.console import Group
    from rich.padding import Padding
    from rich.table import Table as Grid
    from rich.text import Text

    made = Grid(box=box.SIMPLE_HEAD)
    taken = _widths(table, ratios, columns() - 3 * len(table.columns) - 1) if ratios else None
    for place, name in enumerate(table.columns):
        made.add_column(Text(name), overflow="fold", width=taken[place] if taken else None)
    for row in table.rows:
        split = (cell.split("\n") for cell in row)
        made.add_row(
            *(
                Group(Text(first), *(Padding(Text(line), (0, 0, 0, GAP)) for line in below))
                for first, *below in split
            )
        )
    return (fitted(title, hanging=0) if title else "") + plain(made)


def _widths(table: Table, ratios: Sequence[int], room: int) -> list[int]:
    least, most = [], []
    for cells, ratio in zip(zip(table.columns, *table.rows, strict=True), ratios, strict=True):
        lines = [GAP * (k > 0) + len(s) for cell in cells for k, s in enumerate(cell.split("\n"))]
        words = [len(word) for cell in cells for word in cell.split()]
        most.append(max(lines))
        least.append(max((n for n in words if n <= LONGEST_WORD), default=1) if ratio else most[-1])
    widths = list(least)
    while sum(widths) > room and max(widths) > 1:  # The widest folds its words.
        widths[widths.index(max(widths))] -= 1
    for _ in range(room - sum(widths)):
        narrow = [k for k, ratio in enumerate(ratios) if ratio and widths[k] < most[k]]
        if narrow:
            widths[min(narrow, key=lambda k: (widths[k] - least[k] + 1) / ratios[k])] += 1
    return widths


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


@contextmanager
def status(message: str) -> Iterator[SimpleNamespace]:
    """A spinner of one line on standard error, with `update`; nothing in a file or pipe."""
    if not sys.stderr.isatty():
        yield SimpleNamespace(update=lambda message: None)
        return
    from rich.text import Text

    screen = console()

    def line(said: str) -> Text:
        text = Text(said)
        text.truncate(screen.width - len("* "), overflow="ellipsis")
        return text

    with screen.status(line(message)) as shown:
        yield SimpleNamespace(update=lambda said: shown.update(line(said)))


@contextmanager
def progress_bar(
    total: int, description: str, shown: bool | str = "auto", stream: TextIO | None = None
) -> Iterator[Callable[[str], None]]:
    """Yield a function to call after each of `total` steps, with what is said beside the bar.

    The bar stands on standard error, or the stream given, once the work has proved long, and is
    gone at the end. `shown` is True, False, or "auto": when that is a terminal.
    """
    if not ((stream or sys.stderr).isatty() if shown == "auto" else shown):
        yield lambda said: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining())
    with Progress(*columns, console=console(stream), transient=True) as bar:
        task = bar.add_task(description, total=total, visible=False)
        started = time.monotonic()

        def advance(said: str) -> None:
            late = time.monotonic() - started > PATIENCE
            bar.update(task, advance=1, visible=late, description=said)

        yield advance
