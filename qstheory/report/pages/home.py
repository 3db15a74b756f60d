"""The front page: what was found, Table 1, one's own loss, how to cite."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from qstheory.report.pages import Page, directive, title
from qstheory.report.sphinx_ext.nodes import FAILED, Records, claim_page
from qstheory.theory.card import card
from qstheory.theory.dossier import analyze
from qstheory.version import VERSION
from qstheory.work.terminal import fitted

ORDER = 0
EXAMPLE = "multiclass:classes=3"
"""A loss whose card is on the front page."""
WIDTH = 100
"""Of its lines."""
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
    own = [record for record in records.claims() if record["kind"] == "paper"]
    failing = [record for record in own if record["verdict"] in FAILED]
    wrong = [row["measure"] for row in records.load("table1.json")["rows"] if _fails(row, "r")]
    lines = [
        title("qstheory"),
        "The difficulty of learning with a discrete loss is read off its matrix: how many numbers",
        "must be estimated, with which constant, by which decoder. qstheory computes this exactly",
        "for any loss, with certificates, and holds a published paper against it.",
        "",
        f"- **The column r of Table 1 is wrong** for {_list(wrong)}; below stands what is right.",
        *_theorems(failing),
        f"- Of the paper's {len(own)} claims {len(failing)} fail as printed, in full or in part;",
        "  the [errata](errata.md) show each with its smallest counterexample and its repair.",
        "",
        directive("qstheory-table1", short=""),
        "Every size that was looked at, and the table to download: [Table 1](table1.md).",
        "",
        title("Your own loss", 2),
        "```console",
        f"$ qstheory analyze {EXAMPLE}",
        *_card(),
        "$ qstheory analyze my_loss.csv   # the card of yours; --full shows the evidence",
        "$ make report                    # everything on this site, from nothing",
        "```",
        "",
        "For researchers with a new loss, for reviewers and students of the paper, and for those",
        "who train: the estimator has the exact decoder of the loss.",
        "",
        title("How to cite", 2),
        CITATION,
    ]
    yield Page("index", "\n".join(lines))


@cache
def _card() -> list[str]:
    """What the command prints."""
    return fitted("\n".join(card(analyze(EXAMPLE))), WIDTH).splitlines()


def _fails(row: dict[str, Any], column: str) -> bool:
    return any(cell["column"] == column and cell["fails"] for cell in row["cells"])


THEOREM = re.compile(r"Theorem [A-Z]?[.\d]+(?: \(p\. \d+\))?")


def _theorems(failing: list[dict[str, Any]]) -> list[str]:
    """The theorems that fail and have a repair, in a sentence; each is named once."""
    found: dict[str, str] = {}
    for record in failing:
        named = THEOREM.match(record["source"])
        if named and record["repaired_by"]:
            claim = f"[{named[0]}](claims/{claim_page(record['id'])}.md)"
            right = f"[repair](claims/{claim_page(record['repaired_by'])}.md)"
            found.setdefault(named[0], f"{claim} ({right})")
    if not found:
        return []
    many = "Theorems are" if len(found) > 1 else "A theorem is"
    return [f"- **{many} false as stated**, each with what is right: {_list([*found.values()])}."]


def _list(names: list[str]) -> str:
    """Names joined for a sentence.

    >>> _list(["0-1", "PD", "MAP"]), _list([])
    ('0-1, PD and MAP', 'no loss')
    """
    if len(names) < 2:
        return "".join(names) or "no loss"
    return f"{', '.join(names[:-1])} and {names[-1]}"
