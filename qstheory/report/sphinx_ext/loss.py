"""`qstheory-loss FAMILY`: the dossiers of a family of losses, size by size."""

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from qstheory.errors import InvalidParameter
from qstheory.losses.catalogue import family
from qstheory.report.dossier_formats import TITLES
from qstheory.report.sphinx_ext.nodes import (
    RecordDirective,
    badge,
    bullets,
    code,
    definition_list,
    display,
    math,
    option_list,
    paragraph,
    rich_text,
    table,
    words,
)
from qstheory.report.typeset import own_parameters, short_name

Record = dict[str, Any]
DIMENSIONS = ("loss", "affine-dimension", "prediction-differences", "observation-differences")
SQUARES = (
    ("r", r"r"),
    ("||F||_inf^2", r"\|F\|_\infty^2"),
    ("U_max", r"U_{\max}"),
    ("A^2", r"\mathsf{A}^2"),
    ("A", r"\mathsf{A}"),
)
MARGINS = ("largest-margin", "noiseless-margin", "cells", "margin-band")
MANY = 15
"""From so many lines on, a table gets filters."""


class LossDirective(RecordDirective):
    """Option `parts`: some of definition, dimensions, decompositions, optimality, margins, ...

    The last one is certificates; without the option all are shown in this order.
    """

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"parts": directives.unchanged}

    def build(self) -> list[nodes.Node]:
        """The nodes of the family named by the argument."""
        builders: Mapping[str, Callable[[list[Record]], list[nodes.Node]]] = {
            "definition": self._definition,
            "dimensions": self._dimensions,
            "decompositions": self._decompositions,
            "optimality": self._optimality,
            "margins": self._margins,
            "certificates": self._certificates,
        }
        wanted = option_list(self.options, "parts") or list(builders)
        for part in wanted:
            if part not in builders:
                raise InvalidParameter(
                    f"There is no part {part!r} of a loss; there are {', '.join(builders)}."
                )
        dossiers = self.records.dossiers(self.arguments[0])
        for dossier in dossiers:
            self.depends_on(f"dossiers/{dossier['file']}.json")
        return [node for part in wanted for node in builders[part](dossiers)]

    def _definition(self, dossiers: list[Record]) -> list[nodes.Node]:
        shown = family(self.arguments[0])
        parameters = [
            (code(p.name), p.description, "required" if p.default is None else str(p.default))
            for p in shown.parameters
        ]
        made: list[nodes.Node] = [
            display(shown.definition),
            paragraph("Source: ", *rich_text(shown.source), "."),
            table("Parameters and conventions", ("parameter", "meaning", "default"), parameters),
        ]
        conventions = _conventions(dossiers)
        return [*made, bullets(map(rich_text, conventions))] if conventions else made

    def _dimensions(self, dossiers: list[Record]) -> list[nodes.Node]:
        rows = []
        for dossier in dossiers:
            found = {f["key"]: f for f in dossier["findings"]}
            between = found.get("calibration-dimension", {}).get("value")
            rows.append(
                (
                    _size_name(dossier),
                    _size(dossier),
                    *(_known(found.get(key)) for key in DIMENSIONS),
                    interval(between),
                    _exists(found.get("equal-risk")),
                )
            )
        headings = self.headings(
            "loss",
            "size",
            "rank L",
            "affine dimension",
            "differences of predictions",
            "differences of observations",
            "convex calibration dimension",
            "equal-risk point",
        )
        return [table("Dimensions and optimality by size", headings, rows, ("qst-sortable",))]

    def _decompositions(self, dossiers: list[Record]) -> list[nodes.Node]:
        rows: list[tuple[Any, ...]] = []
        meanings: dict[str, list[nodes.Node]] = {}
        for dossier in dossiers:
            for finding in dossier["findings"]:
                if finding["part"] != "decompositions":
                    continue
                name = finding["key"].removeprefix("form:")
                meanings.setdefault(name, _meaning(finding))
                details = finding["details"]
                rows.append(
                    (
                        _size_name(dossier),
                        name,
                        badge(finding["status"]),
                        *(_short(details.get(key)) for key, _ in SQUARES),
                        _bad_entry(details),
                    )
                )
        # Mathematics in a heading would be lost to sorting, which puts the words into a button.
        headings = ("loss", "decomposition", "holds", "r", "‖F‖²", "U max", "A²", "A", "bad entry")
        classes = ("qst-sortable", "qst-filterable") if len(rows) > MANY else ("qst-sortable",)
        norms: list[nodes.Node] = []
        for _, latex in SQUARES[1:4]:
            norms += [math(latex), words(", ")]
        return [
            paragraph(
                "Each is held against every entry; ", *norms[:-1], " are exact, with ",
                math(r"\mathsf{A} = \sqrt r\,\|F\|_\infty U_{\max}"), ".",
            ),
            definition_list(list(meanings.items())),
            table("Decompositions: printed, repaired, minimal", headings, rows, classes),
        ]  # fmt: skip

    def _optimality(self, dossiers: list[Record]) -> list[nodes.Node]:
        """Optimality, decoder and what merges, for the largest size."""
        last = dossiers[-1]
        pairs: list[tuple[str, Any]] = []
        for finding in last["findings"]:
            if finding["part"] in ("decoder", "merging", "optimality"):
                body = [badge(finding["status"]), words(" "), *rich_text(finding["statement"])]
                extra = finding["meaning"] or finding["reason"]
                body += [words(". "), *rich_text(extra)] if extra else []
                topic = TITLES[finding["part"]].lower()
                term = finding["key"].replace("-", " ")
                pairs.append((term if topic in term else f"{topic}: {term}", body))
        return [paragraph("For ", code(short_name(last["loss"])), ":"), definition_list(pairs)]

    def _margins(self, dossiers: list[Record]) -> list[nodes.Node]:
        """Margins by size; a size for which they were not computed says why."""
        rows: list[tuple[Any, ...]] = []
        for dossier in dossiers:
            found = {f["key"]: f for f in dossier["findings"] if f["part"] == "margins"}
            without = found.get("margins")
            cells = [_stated(found.get(key)) for key in MARGINS]
            if without is not None:
                cells[0] = rich_text(without["reason"] or without["statement"])
            rows.append((_size_name(dossier), *cells))
        headings = ("loss", "largest margin", "without noise", "cells", "margin band")
        explained = [
            paragraph(*rich_text(finding["meaning"]))
            for finding in dossiers[-1]["findings"]
            if finding["part"] == "margins"
        ]
        return [*explained, table("Margins by size", headings, rows)]

    def _certificates(self, dossiers: list[Record]) -> list[nodes.Node]:
        command = f"qstheory check {dossiers[0]['file']}.json"
        files = [
            [*self.to_download(f"certificates/losses/{d['file']}.json", f"{d['file']}.json")]
            for d in dossiers
        ]
        return [
            paragraph("A file is replayed, with the standard library alone, by"),
            nodes.literal_block(command, command, language="bash"),
            bullets(files),
        ]


def _conventions(dossiers: list[Record]) -> list[str]:
    """What holds for every loss listed, then what a policy of the parameter `undefined` means."""
    everywhere: dict[str, None] = {}
    by_policy: dict[str, str] = {}
    for dossier in dossiers:
        policy = re.search(r"undefined=(\w+)", dossier["loss"])
        for said in dossier["conventions"]:
            if all(said in other["conventions"] for other in dossiers) or policy is None:
                everywhere.setdefault(said)
            else:
                by_policy.setdefault(said, policy[1])
    several = {said for said, policy in by_policy.items() if _policies(dossiers, said) != {policy}}
    made = [*everywhere, *(said for said in by_policy if said in several)]
    return made + [
        f"`undefined={policy}`: {said}" for said, policy in by_policy.items() if said not in several
    ]


def _policies(dossiers: list[Record], said: str) -> set[str]:
    """The policies of the losses of which this is said."""
    found = (re.search(r"undefined=(\w+)", d["loss"]) for d in dossiers if said in d["conventions"])
    return {policy[1] for policy in found if policy is not None}


def _stated(finding: Record | None) -> list[nodes.Node]:
    """The statement of a finding with its status, or why there is none."""
    if finding is None:
        return [words("")]
    if finding["status"] == "not attempted":
        return rich_text(finding["reason"])
    return [badge(finding["status"]), words(" "), *rich_text(finding["statement"])]


def _meaning(finding: Record) -> list[nodes.Node]:
    """What a decomposition is, and its quantities as formulas for every size."""
    made = rich_text(finding["meaning"] or finding["statement"])
    for name, latex in finding.get("latex", {}).items():
        made += [words("; "), *rich_text(name), words(" = "), math(latex)]
    return made


def _size_name(dossier: Record) -> nodes.Node:
    """The parameters that tell the losses of a family apart."""
    return code(own_parameters(dossier["loss"]))


def _size(dossier: Record) -> str:
    return f"{dossier['predictions']} × {dossier['observations']}".replace(
        " ", "\N{NO-BREAK SPACE}"
    )


def _known(finding: Record | None) -> str:
    proved = finding is not None and finding["status"] == "proved"
    return str(finding["value"]) if finding and proved else "undecided"


def interval(value: Any) -> str:
    """An interval of integers in words."""
    if not value:
        return "undecided"
    low, high = value
    return str(low) if low == high else f"{low} to {high}"


def _exists(finding: Record | None) -> str:
    status = finding["status"] if finding else "undecided"
    return {"proved": "exists", "refuted": "none"}.get(status, status)


def _short(value: Any) -> str:
    """An exact value as it is, a decimal to four digits."""
    if value is None:
        return ""
    text = str(value)
    try:
        return f"{float(text):.4g}" if "." in text else text
    except ValueError:
        return text


def _bad_entry(details: Record) -> str | nodes.Node:
    bad = details.get("bad entry")
    if not bad:
        return ""
    z, y, formula, entry = bad
    return code(f"L({z}, {y}) = {entry}, not {formula}")
