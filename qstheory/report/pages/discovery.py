"""All pages of the site, in the order of their modules."""

from collections.abc import Iterator

import qstheory.report.pages as package
from qstheory.discovery import modules
from qstheory.report.pages.page import Page, Picture, title, toctree
from qstheory.report.sphinx_ext.records import Records

RESULTS = "results/"


def _results_index(paths: list[str]) -> Page:
    """The list of what was computed and measured beyond Table 1 and the claims."""
    menu = toctree([path.removeprefix(RESULTS) for path in paths], hidden=False)
    return Page(f"{RESULTS}index", f"{title('Results')}\n{menu}", top=True)


def all_pages(records: Records) -> Iterator[Page | Picture]:
    """Every page and picture; the front page gets the menu of the top pages."""
    made: list[Page | Picture] = []
    for module in sorted(
        (m for m in modules(package) if hasattr(m, "pages")), key=lambda m: m.ORDER
    ):
        made.extend(module.pages(records))
    results = [p.path for p in made if isinstance(p, Page) and p.path.startswith(RESULTS)]
    if results:
        made.append(_results_index(results))
    menu = toctree([page.path for page in made if isinstance(page, Page) and page.top])
    for page in made:
        if isinstance(page, Page) and page.path == "index":
            yield Page(page.path, f"{page.content}\n{menu}")
        else:
            yield page
