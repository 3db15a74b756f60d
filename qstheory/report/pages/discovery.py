"""All pages of the site, in the order of their modules."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import qstheory.report.pages as package
from qstheory.report.pages.page import Page, Picture, toctree
from qstheory.report.sphinx_ext.records import Records


def all_pages(records: Records) -> Iterator[Page | Picture]:
    """Every page and picture; the front page gets the menu of the top pages."""
    modules = [
        import_module(f"{package.__name__}.{info.name}") for info in iter_modules(package.__path__)
    ]
    made: list[Page | Picture] = []
    for module in sorted((m for m in modules if hasattr(m, "pages")), key=lambda m: m.ORDER):
        made.extend(module.pages(records))
    menu = toctree([page.path for page in made if isinstance(page, Page) and page.top])
    for page in made:
        if isinstance(page, Page) and page.path == "index":
            yield Page(page.path, f"{page.content}\n{menu}")
        else:
            yield page
