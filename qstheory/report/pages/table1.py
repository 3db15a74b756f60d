"""Table 1, printed and certified, with downloads."""

from collections.abc import Iterator

from qstheory.report.pages.page import Page, directive, sheet
from qstheory.report.sphinx_ext.nodes import Records

ORDER = 10


def pages(records: Records) -> Iterator[Page]:
    """One page."""
    yield sheet(
        "table1",
        "Table 1",
        "What is printed stands first; where it fails, a link leads to the counterexample",
        "and another to the statement that is right, with its proof.\n",
        directive("qstheory-table1"),
    )
