"""Table 1, printed and certified, with downloads."""

from collections.abc import Iterator

from qstheory.report.pages.page import Page, directive, title
from qstheory.report.sphinx_ext.records import Records

ORDER = 10


def pages(records: Records) -> Iterator[Page]:
    """One page."""
    yield Page(
        "table1",
        "\n".join(
            [
                title("Table 1"),
                "Beside each printed value stands the certified one at every enumerated size. A",
                "cell that fails links to the derivation of what is right.",
                "",
                directive("qstheory-table1"),
            ]
        ),
        top=True,
    )
