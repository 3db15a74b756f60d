"""The front page: three sentences, one table, two commands, how to cite."""

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
    verdicts = [record["verdict"] for record in claims]
    failing = sum(verdict in FAILED for verdict in verdicts)
    repaired = sum(record["verdict"] in FAILED and bool(record["repaired_by"]) for record in claims)
    proved = verdicts.count("proved")
    lines = [
        title("qstheory"),
        f"Of {len(claims)} statements (the claims of a published paper on learning with discrete",
        f"losses, and their repairs), {proved} are proved and {failing} fail as printed;",
        f"{repaired} of these have a repaired statement that is itself judged. Each verdict is",
        "replayed by an exact checker of the standard library from a certificate to download. The",
        "same machinery gives the dossier of any loss matrix: dimensions, decompositions,",
        "constants, optimality, each with its certificate.",
        "",
        "| verdict | statements |",
        "|---|---|",
    ]
    lines += [
        f"| {verdict} | {verdicts.count(verdict)} |" for verdict in dict.fromkeys(sorted(verdicts))
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
