"""The paper held against its claims: the front page, Table 1 with a page for each loss, the claims.

The front page has what was found, Table 1, one's own loss and how to cite. A family of losses has a
page with heat maps and plots. The claims are the list of all and a page for each, the errata, what
rests on what, and what goes beyond the paper.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from qstheory.losses.catalogue import families
from qstheory.markup import Table
from qstheory.report.claim_records import claim_title
from qstheory.report.pages import Page, Picture, directive, image, sheet, title, toctree
from qstheory.report.pictures import dimension_plot, heat_map
from qstheory.report.sphinx_ext.nodes import FAILED, SYMBOLS, Records, claim_page
from qstheory.report.typeset import short_name
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


def front(records: Records) -> Iterator[Page]:
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


SMALL = 300
"""Most entries of a matrix that is drawn."""
SECTIONS = {
    "decompositions": "Decompositions",
    "optimality": "Optimality, decoder, what merges",
    "margins": "Margins",
    "certificates": "Certificates",
}


def losses(records: Records) -> Iterator[Page | Picture]:
    """Table 1, the list, then the families."""
    yield sheet(
        "table1",
        "Table 1",
        "What is printed stands first; where it fails, a link leads to the counterexample",
        "and another to the statement that is right, with its proof.\n",
        directive("qstheory-table1"),
    )
    judged = records.families()
    names = [name for name in families() if name in judged]
    rows = ((f"[{(f := families()[n]).title}]({n}.md)", f"`{n}`", f.source) for n in names)
    listed = Table(("loss", "name", "source"), rows).markdown()
    yield sheet("losses/index", "Losses", listed, "", toctree(names))
    table1 = {size["loss"] for row in records.load("table1.json")["rows"] for size in row["sizes"]}
    for name in names:
        yield from _family(records, name, table1)


def _family(records: Records, name: str, table1: set[str]) -> Iterator[Page | Picture]:
    """The page of a family; its matrix is drawn as in Table 1 where it stands there."""
    shown, dossiers = families()[name], records.dossiers(name)
    content = [title(shown.title), directive("qstheory-loss", name, parts="definition")]
    drawn = [d for d in dossiers if int(d["predictions"]) * int(d["observations"]) <= SMALL]
    drawn = [d for d in drawn if d["loss"] in table1] or drawn
    map_ = heat_map(drawn[-1]["loss"]) if drawn else None
    if map_ is not None:
        yield Picture(f"losses/{name}-matrix.svg", map_)
        content += [
            title("The matrix", 2),
            f"`{short_name(drawn[-1]['loss'])}`: a row for each prediction, a column for each"
            " observation.\n",
            image(f"{name}-matrix.svg", f"heat map of {drawn[-1]['loss']}"),
        ]
    content += [title("Dimensions and A", 2)]
    plot = dimension_plot(dossiers)
    if plot is not None:
        yield Picture(f"losses/{name}-dimensions.svg", plot)
        words = f"dimensions and A of {shown.title} by size"
        content.append(image(f"{name}-dimensions.svg", words))
    content.append(directive("qstheory-loss", name, parts="dimensions"))
    for part, heading in SECTIONS.items():
        content += [title(heading, 2), directive("qstheory-loss", name, parts=part)]
    yield Page(f"losses/{name}", "\n".join(content))


LEGEND = ", ".join(f"{sign} {verdict}" for verdict, sign in SYMBOLS.items())
HOLDING = "proved, argued, enumerated, assumed"


def claims(records: Records) -> Iterator[Page]:
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


def pages(records: Records) -> Iterator[Page | Picture]:
    """The front page, Table 1 and the losses, the claims."""
    yield from front(records)
    yield from losses(records)
    yield from claims(records)
