"""The large study, from its committed summary: the same slopes with more replicates and sizes."""

from collections.abc import Iterator

from qstheory.report.pages.page import Page, Picture, grid, image, title
from qstheory.report.simulation import HEADINGS, SUMMARY, listed, plot, rows
from qstheory.report.sphinx_ext.nodes import Records

ORDER = 55
FOLDER = "simulation-large"
MEANING = """\
The study of the simulated learner at more sizes and with more replicates. The report does not run
it again; a test recomputes from this record every constant, slope and judgement that its numbers
fix.
"""


def pages(records: Records) -> Iterator[Page | Picture]:
    """One page, when there is a summary."""
    if not (records.folder / FOLDER / SUMMARY).is_file():
        return
    record = records.load(f"{FOLDER}/{SUMMARY}")
    yield Picture("results/simulation-large.svg", plot(record))
    plan = record["plan"]
    again = (
        f"Sizes {', '.join(map(str, plan['sizes']))}, {plan['replicates']} replicates, seed"
        f" {plan['seed']}, {record['runs']} samples. To run it again:\n\n"
        f"```\n{record['command']}\n```\n"
    )
    parts = [
        title("The large study"),
        MEANING,
        again,
        image("simulation-large.svg", "Excess risk against n, with the bound's slope dotted"),
        grid("Slopes and the bound's exponent", HEADINGS, rows(listed(record))),
    ]
    yield Page("results/simulation-large", "\n".join(parts))
