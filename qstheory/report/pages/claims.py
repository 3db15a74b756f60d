"""The list of all claims, and one page for each."""

from collections.abc import Iterator

from qstheory.report.claim_records import claim_title
from qstheory.report.pages.page import Page, directive, title, toctree
from qstheory.report.sphinx_ext.directive import claim_page
from qstheory.report.sphinx_ext.nodes import Records

ORDER = 30


def pages(records: Records) -> Iterator[Page]:
    """The list, then the claims."""
    claims = records.claims()
    listed = [claim_page(record["id"]) for record in claims]
    yield Page(
        "claims/index",
        "\n".join(
            [
                title("Claims"),
                "Every claim of the paper, every repair and every extension, with its verdict,",
                "section by section of the paper; [a picture](../graph.md) has them all.",
                "What is `proved` is a theorem in Coq (`formal`) or about cases that certificates",
                "settle one by one (`certified`); what is `argued` has an argument in words beside",
                "certified cases, and what is `enumerated` these cases alone.",
                "",
                directive("qstheory-claims", sections=""),
                toctree(listed),
            ]
        ),
        top=True,
    )
    for record in claims:
        content = [title(claim_title(record["id"])), directive("qstheory-claim", record["id"])]
        yield Page(f"claims/{claim_page(record['id'])}", "\n".join(content))
