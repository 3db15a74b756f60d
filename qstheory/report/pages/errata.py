"""The errata and the dependency graph."""

from collections.abc import Iterator

from qstheory.report.pages.page import Page, directive, title
from qstheory.report.sphinx_ext.nodes import SYMBOLS, Records

ORDER = 40
LEGEND = ", ".join(f"{sign} {verdict}" for verdict, sign in SYMBOLS.items())


def pages(records: Records) -> Iterator[Page]:
    """Two pages."""
    yield Page(
        "errata",
        "\n".join(
            [
                title("Errata"),
                "What fails as printed, the smallest instance at which it does, and what is right.",
                "",
                directive("qstheory-errata"),
            ]
        ),
        top=True,
    )
    yield Page(
        "graph",
        "\n".join(
            [
                title("What rests on what"),
                "A dot is a claim and a link to its page; a line leads from what is used to what",
                "uses it, and is red where what is used fails. Point at a dot to see its lines.",
                f"Signs: {LEGEND}. Below, topic by topic with names; a dashed box belongs to",
                "another topic.",
                "",
                directive("qstheory-graph"),
            ]
        ),
        top=True,
    )
