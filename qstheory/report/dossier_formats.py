"""A dossier as text, JSON and Markdown; `dossier_latex` has what goes into a paper."""

import json
from collections.abc import Callable, Mapping

from rich import box
from rich.console import Group
from rich.markup import escape as rich_escape
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from qstheory.report.dossier_latex import as_latex
from qstheory.report.factors import Rows, factors
from qstheory.report.values import text
from qstheory.theory.dossier import Dossier
from qstheory.theory.findings import Finding, Part
from qstheory.work.tables import Table
from qstheory.work.terminal import plain

TITLES: Mapping[Part, str] = {
    "dimensions": "Dimensions",
    "decompositions": "Decompositions",
    "constants": "Best constants",
    "optimality": "Optimality",
    "calibration": "Calibration",
    "margins": "Margins",
    "consistency": "Consistency of surrogates",
    "decoder": "Decoder",
    "merging": "What merges",
}
STYLES = {"proved": "green", "refuted": "red", "undecided": "yellow", "not attempted": "dim"}


def notes(finding: Finding) -> list[str]:
    """Details, meaning and reason of a finding, each on a line."""
    lines = []
    if finding.details:
        lines.append("; ".join(f"{name} = {text(value)}" for name, value in finding.details))
    given = factors(finding)
    if given is not None and given.small:
        lines += [f"{name} = {_rows(rows)}" for name, rows in (("F", given.F), ("U", given.U))]
    lines += [line for line in (finding.meaning, finding.reason, finding.limit) if line]
    return lines


def _rows(rows: Rows) -> str:
    """A matrix on a line."""
    return "; ".join(" ".join(map(str, row)) for row in rows)


def mark(finding: Finding) -> str:
    """What the certificates say and how much of the quantity is known, where both say something."""
    if finding.extent == finding.status:
        return finding.status
    return f"{finding.status}, {finding.extent}"


def certificates(finding: Finding) -> str:
    """Which certificates were judged, by kind."""
    kinds = [type(item.certificate).__name__ for item in finding.evidence]
    return ", ".join(
        f"{kind} x {kinds.count(kind)}" if kinds.count(kind) > 1 else kind
        for kind in dict.fromkeys(kinds)
    )


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def present(dossier: Dossier) -> list[tuple[Part, str]]:
    """The parts that were looked at, with their titles."""
    return [(part, title) for part, title in TITLES.items() if dossier.part(part)]


def as_text(dossier: Dossier) -> str:
    """For a terminal."""
    loss = dossier.loss
    shown: list[str | Grid] = [
        f"[bold]{rich_escape(loss.title)}[/bold]",
        f"{_many(loss.predictions.size, 'prediction')} x"
        f" {_many(loss.observations.size, 'observation')}",
    ]
    if loss.undefined:
        shown.append(f"where the definition is 0/0: {loss.undefined}")
    shown += map(rich_escape, loss.conventions)
    if not dossier.complete:
        shown.append("Too large to look at every entry: what needs them all is not attempted.")
    for part, title in present(dossier):
        table = Grid(title=title, box=box.SIMPLE_HEAD, title_justify="left", expand=True)
        table.add_column("status", width=17)
        table.add_column("finding", ratio=3, overflow="fold")
        names = " ".join(map(certificates, dossier.part(part))).replace(",", " ").split()
        longest = max(map(len, names), default=0)
        table.add_column("certificate", ratio=1, min_width=longest, overflow="fold")
        for finding in dossier.part(part):
            style = STYLES.get(finding.status, "")
            below = (Padding(Text(note), (0, 0, 0, 2)) for note in notes(finding))
            body = Group(Text(finding.statement), *below)
            status = f"[{style}]{mark(finding)}[/{style}]" if style else mark(finding)
            table.add_row(status, body, certificates(finding))
        shown.append(table)
    return plain(*shown)


def as_json(dossier: Dossier) -> str:
    """Every finding with its certificates' outcomes, F and U among them."""
    found = {f.key: given.data() for f in dossier.findings if (given := factors(f)) is not None}
    record = {**dossier.to_json(), "factors": found}
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def as_markdown(dossier: Dossier) -> str:
    """One table for each part."""
    loss = dossier.loss
    lines = [f"# {loss.title}", ""]
    lines.append(f"{loss.predictions.size} predictions, {loss.observations.size} observations.")
    if loss.undefined:
        lines.append(f"Where the definition is 0/0: {loss.undefined}.")
    lines += [f"{convention}." for convention in loss.conventions]
    for part, title in present(dossier):
        rows = (
            (f.statement, mark(f), "; ".join(notes(f)), certificates(f)) for f in dossier.part(part)
        )
        table = Table(("finding", "status", "notes", "certificate"), rows)
        lines += ["", f"## {title}", "", table.markdown()]
    return "\n".join(lines) + "\n"


RENDERERS: Mapping[str, Callable[[Dossier], str]] = {
    "text": as_text,
    "json": as_json,
    "md": as_markdown,
    "latex": lambda dossier: as_latex(dossier, TITLES),
}
