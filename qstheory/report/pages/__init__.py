"""The pages of the site: one file for each kind, found by discovery, and what they are made of.

A module has ORDER (its place in the navigation) and `pages(records) -> Iterator[Page]`. A new kind
of result is a record in the report's folder and one file here; a page whose path starts with
`results/` is listed under Results.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from qstheory.discovery import modules
from qstheory.markup import Table
from qstheory.report.sphinx_ext.nodes import Records


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


def sheet(path: str, heading: str, *lines: str) -> Page:
    """A page of the menu: its lines under the heading."""
    return Page(path, "\n".join([title(heading), *lines]), top=True)


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


RESULTS = "results/"
THUMBNAILS = 6
"""Most pictures of a page in the gallery."""
IMAGE = re.compile(r"^```\{image\} (?P<path>\S+)\n:alt: (?P<alt>.+)$", re.MULTILINE)


def _results_index(pages: list[Page]) -> Page:
    """What was computed and measured beyond Table 1 and the claims: a list, and a gallery."""
    menu = toctree([page.path.removeprefix(RESULTS) for page in pages], hidden=False)
    gallery = "\n".join(filter(None, map(_thumbnails, pages)))
    return Page(f"{RESULTS}index", f"{title('Results')}\n{menu}\n{gallery}", top=True)


def _thumbnails(page: Page) -> str:
    """The first pictures of a page, small, each a link to it; nothing for a page without any."""
    shown = list(islice(IMAGE.finditer(page.content), THUMBNAILS))
    if not shown:
        return ""
    name = page.path.removeprefix(RESULTS)
    target = f":target: {name}.html\n:class: qst-plot\n```"
    pictures = (f"```{{image}} {each['path']}\n:alt: {each['alt']}\n{target}" for each in shown)
    heading = page.content.partition("\n")[0].removeprefix("# ")
    return "\n".join([title(heading, 2), "````{container} qst-gallery", *pictures, "````", ""])


def all_pages(records: Records) -> Iterator[Page | Picture]:
    """Every page and picture; the front page gets the menu of the top pages."""
    made: list[Page | Picture] = []
    for module in sorted(
        (m for m in modules(sys.modules[__name__]) if hasattr(m, "pages")), key=lambda m: m.ORDER
    ):
        made.extend(module.pages(records))
    results = [p for p in made if isinstance(p, Page) and p.path.startswith(RESULTS)]
    if results:
        made.append(_results_index(results))
    menu = toctree([page.path for page in made if isinstance(page, Page) and page.top])
    for page in made:
        if isinstance(page, Page) and page.path == "index":
            yield Page(page.path, f"{page.content}\n{menu}")
        else:
            yield page
