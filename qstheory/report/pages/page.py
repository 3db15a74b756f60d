"""A page of the site's sources, and pictures that go with it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from qstheory.tables import Table


@dataclass(frozen=True)
class Page:
    """A source file: a path without extension, MyST Markdown, and whether it is in the menu."""

    path: str
    content: str
    top: bool = False


@dataclass(frozen=True)
class Picture:
    """A picture file of the sources, by its path with extension."""

    path: str
    content: bytes


def title(words: str, level: int = 1) -> str:
    """A heading."""
    return f"{'#' * level} {words}\n"


def directive(name: str, argument: str = "", **options: str) -> str:
    """A directive of the extension."""
    lines = [f"```{{{name}}} {argument}".rstrip()]
    lines += [f":{key}: {value}" for key, value in options.items()]
    return "\n".join([*lines, "```", ""])


def toctree(paths: list[str], *, hidden: bool = True, depth: int = 1) -> str:
    """A table of contents."""
    lines = ["```{toctree}", f":maxdepth: {depth}"]
    if hidden:
        lines.append(":hidden:")
    return "\n".join([*lines, "", *paths, "```", ""])


def image(path: str, alternative: str) -> str:
    """A picture of the sources, relative to the page."""
    return f"```{{image}} {path}\n:alt: {alternative}\n:class: qst-plot\n```\n"


def grid(caption: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a caption; cells are Markdown."""
    written = Table(headings, rows).markdown()
    return f"```{{table}} {caption}\n:class: qst-table qst-sortable\n\n{written}\n```\n"
