"""What goes beyond the paper: our own results, and readings of it that fail."""

from collections.abc import Iterator

from qstheory.report.pages.page import Page, directive, title
from qstheory.report.sphinx_ext.records import Records

ORDER = 48
HOLDING = "proved, argued, enumerated, assumed"


def pages(records: Records) -> Iterator[Page]:
    """One page, where there is anything beyond the paper."""
    verdicts = [r["verdict"] for r in records.claims() if r["kind"] == "extension"]
    if not verdicts:
        return
    held = [word for word in HOLDING.split(", ") if word in verdicts]
    lines = [
        title("Beyond the paper"),
        "Neither errata nor repairs: questions that the paper raises or leaves open, answered.",
        "Its constants are those of the decompositions that it gives; whether they are the least",
        "over all decompositions, whether its calibration function is attained, how fast a margin",
        "may vanish, it does not say.",
        "",
    ]
    if held:
        lines += [
            title("What holds", 2),
            "The [best constants](constants.md) and the [calibration](calibration.md) functions",
            "have pages with their values. The claims:",
            "",
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
    yield Page("results/extensions", "\n".join(lines))
