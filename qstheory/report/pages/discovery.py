"""All pages of the site, in the order of their modules."""

import re
from collections.abc import Iterator
from itertools import islice

import qstheory.report.pages as package
from qstheory.discovery import modules
from qstheory.report.pages.page import Page, Picture, title, toctree
from qstheory.report.sphinx_ext.records import Records

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
        (m for m in modules(package) if hasattr(m, "pages")), key=lambda m: m.ORDER
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
