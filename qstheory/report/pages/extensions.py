"""What goes beyond the paper: our own results, and readings of it that fail."""

from collections.abc import Iterator

from qstheory.report.pages.page import Page, directive, title
from qstheory.report.sphinx_ext.nodes import Records

ORDER = 45
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
    yield Page("extensions", "\n".join(lines), top=True)


def _pages_with_values(records: Records) -> list[str]:
    """Links to the results that these claims are about."""
    shown = {"constants": "best constants", "calibration": "calibration functions"}
    links = [
        f"[{words}](results/{name}.md)"
        for name, words in shown.items()
        if (records.folder / name).is_dir()
    ]
    return [f"Pages with values: {', '.join(links)}. The claims:\n"] if links else []
