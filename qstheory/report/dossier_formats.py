"""A dossier as text, JSON and Markdown; `dossier_latex` has what goes into a paper."""

from collections.abc import Callable, Mapping

from qstheory.report.dossier_latex import Rows, as_latex, factors
from qstheory.report.values import text
from qstheory.tables import Table
from qstheory.theory.dossier import Dossier
from qstheory.theory.findings import Finding, Part
from qstheory.work.records import to_json
from qstheory.work.terminal import fitted, sheet

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
    shown = [
        loss.title,
        f"{_many(loss.predictions.size, 'prediction')} x"
        f" {_many(loss.observations.size, 'observation')}",
    ]
    if loss.undefined:
        shown.append(f"where the definition is 0/0: {loss.undefined}")
    shown += loss.conventions
    if not dossier.complete:
        shown.append("Too large to look at every entry: what needs them all is not attempted.")
    parts = (
        sheet(Table(("status", "finding", "certificate"), rows), title, ratios=(0, 3, 1))
        for part, title in present(dossier)
        if (rows := [_text_row(finding) for finding in dossier.part(part)])
    )
    return fitted("\n".join(shown)) + "".join(parts)


def _text_row(finding: Finding) -> tuple[str, str, str]:
    """What is found with its notes below."""
    statement = "\n".join((finding.statement, *notes(finding)))
    return mark(finding), statement, certificates(finding)


def as_json(dossier: Dossier) -> str:
    """Every finding with its certificates' outcomes, F and U among them."""
    found = {f.key: given.data() for f in dossier.findings if (given := factors(f)) is not None}
    return to_json({**dossier.to_json(), "factors": found})


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
