"""The front page: three sentences, one table, two commands, how to cite."""

from collections import Counter
from collections.abc import Iterator

from qstheory.report.pages.page import Page, title
from qstheory.report.sphinx_ext.records import FAILED, Records
from qstheory.version import VERSION

ORDER = 0
CITATION = f"""```bibtex
@software{{qstheory,
  title   = {{qstheory: exact, checkable analysis of learning with discrete losses}},
  author  = {{{{the qstheory authors}}}},
  version = {{{VERSION}}},
  year    = {{2026}}
}}
```
"""


def pages(records: Records) -> Iterator[Page]:
    """One page; the menu is added when all pages are known."""
    claims = records.claims()
    own = [record for record in claims if record["kind"] == "paper"]
    failing = [record for record in own if record["verdict"] in FAILED]
    repaired = sum(bool(record["repaired_by"]) for record in failing)
    counted = Counter((record["verdict"], record["strength"]) for record in claims)
    lines = [
        title("qstheory"),
        f"Of the {len(own)} claims of a published paper on learning with discrete losses,",
        f"{len(failing)} fail as printed, in full or in part; {repaired} of these have a repaired",
        "statement. A failure is an exact instance, and what is proved is a theorem in Coq",
        "(`formal`) or a matter of single cases (`certified`): an exact checker of the standard",
        "library replays instances and cases from certificates to download, and `make proofs`",
        "compiles the theorems. What is `argued` or `enumerated` is not proved: it holds at the",
        "cases that were certified. The same machinery gives the dossier of any loss matrix:",
        "dimensions, decompositions, constants, optimality, each with its certificate.",
        "",
        f"All {len(claims)} statements, with the repairs and what goes beyond the paper:",
        "",
        "| verdict | strength | statements |",
        "|---|---|---|",
    ]
    lines += [
        f"| {verdict} | {strength} | {number} |"
        for (verdict, strength), number in sorted(counted.items())
    ]
    lines += [
        "",
        "Start with [Table 1](table1.md), the [errata](errata.md) or all",
        "[claims](claims/index.md).",
        "",
        title("Two commands", 2),
        "```console",
        "$ make report   # everything on this site, from nothing",
        "$ qstheory analyze my_loss.csv   # the dossier of your own loss",
        "```",
        "",
        title("How to cite", 2),
        CITATION,
    ]
    yield Page("index", "\n".join(lines))
