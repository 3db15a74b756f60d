"""The claims: the list of all and a page for each, the errata, what rests on what, and what goes
beyond the paper."""

from collections.abc import Iterator

from qstheory.report.claim_records import claim_title
from qstheory.report.pages import Page, directive, sheet, title, toctree
from qstheory.report.sphinx_ext.nodes import SYMBOLS, Records, claim_page

ORDER = 30
LEGEND = ", ".join(f"{sign} {verdict}" for verdict, sign in SYMBOLS.items())
HOLDING = "proved, argued, enumerated, assumed"


def pages(records: Records) -> Iterator[Page]:
    """The list, the claims, two pages on what fails, and one where there is more than the paper."""
    claims = records.claims()
    yield sheet(
        "claims/index",
        "Claims",
        "Every claim of the paper, every repair and every extension, with its verdict,",
        "section by section of the paper; [a picture](../graph.md) has them all.",
        "What is `proved` is a theorem in Coq (`formal`) or about cases that certificates",
        "settle one by one (`certified`); what is `argued` has an argument in words beside",
        "certified cases, and what is `enumerated` these cases alone.\n",
        directive("qstheory-claims", sections=""),
        toctree([claim_page(record["id"]) for record in claims]),
    )
    for record in claims:
        content = [title(claim_title(record["id"])), directive("qstheory-claim", record["id"])]
        yield Page(f"claims/{claim_page(record['id'])}", "\n".join(content))
    yield sheet(
        "errata",
        "Errata",
        "What fails as printed, the smallest instance at which it does, and what is right.\n",
        directive("qstheory-errata"),
    )
    yield sheet(
        "graph",
        "What rests on what",
        "A dot is a claim and a link to its page; a line leads from what is used to what",
        "uses it, and is red where what is used fails. Point at a dot to see its lines.",
        f"Signs: {LEGEND}. Below, topic by topic with names; a dashed box belongs to",
        "another topic.\n",
        directive("qstheory-graph"),
    )
    yield from beyond(records)


def beyond(records: Records) -> Iterator[Page]:
    """Our own results, and readings of the paper that fail."""
    verdicts = [r["verdict"] for r in records.claims() if r["kind"] == "extension"]
    if not verdicts:
        return
    held = [word for word in HOLDING.split(", ") if word in verdicts]
    lines = [
        "Neither errata nor repairs: questions that the paper raises or leaves open, answered.",
        "Its constants are those of the decompositions that it gives; whether they are the least",
        "over all decompositions, whether its calibration function is attained, how fast a margin",
        "may vanish, it does not say.",
        "",
    ]
    if held:
        lines += [
            title("What holds", 2),
            *_pages_with_values(records),
            directive("qstheory-claims", kind="extension", verdict=", ".join(held)),
        ]
    if set(verdicts) - set(held):
        lines += [
            title("Readings that fail", 2),
            "The paper does not state these, or disclaims them: that a printed constant is the",
            "least, that a bound is attained for every loss. Each has its smallest counterexample.",
            "",
            directive("qstheory-errata", beyond=""),
        ]
    yield sheet("extensions", "Beyond the paper", *lines)


def _pages_with_values(records: Records) -> list[str]:
    """Links to the results that these claims are about."""
    shown = {"constants": "best constants", "calibration": "calibration functions"}
    links = [
        f"[{words}](results/{name}.md)"
        for name, words in shown.items()
        if (records.folder / name).is_dir()
    ]
    return [f"Pages with values: {', '.join(links)}. The claims:\n"] if links else []
