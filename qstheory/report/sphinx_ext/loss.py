"""`qstheory-loss FAMILY`: the dossiers of a family of losses, size by size."""

from typing import Any

from docutils import nodes

from qstheory.losses.catalogue import family
from qstheory.report.dossier_formats import TITLES
from qstheory.report.sphinx_ext.directive import RecordDirective
from qstheory.report.sphinx_ext.nodes import (
    badge,
    code,
    definition_list,
    display,
    paragraph,
    rich_text,
    table,
    words,
)

DIMENSIONS = ("loss", "affine-dimension", "prediction-differences", "observation-differences")
SQUARES = (("r", "r"), ("‖F‖²", "||F||_inf^2"), ("U_max", "U_max"), ("A²", "A^2"), ("A", "A"))


class LossDirective(RecordDirective):
    """Definition and conventions, dimensions, decompositions, optimality, certificates."""

    required_arguments = 1

    def build(self) -> list[nodes.Node]:
        """The nodes of the family named by the argument."""
        name = self.arguments[0]
        shown = family(name)
        dossiers = self.records.dossiers(name)
        for dossier in dossiers:
            self.depends_on(f"dossiers/{dossier['file']}.json")
        made: list[nodes.Node] = [display(shown.definition), paragraph(f"Source: {shown.source}.")]
        made.append(
            table(
                "Parameters and conventions",
                ("parameter", "meaning", "default"),
                [
                    (
                        code(p.name),
                        p.description,
                        "required" if p.default is None else str(p.default),
                    )
                    for p in shown.parameters
                ],
            )
        )
        made.append(self._dimensions(dossiers))
        made.append(self._decompositions(dossiers))
        made.append(self._rest(dossiers))
        made.append(self._certificates(dossiers))
        return made

    def _dimensions(self, dossiers: list[dict[str, Any]]) -> nodes.Node:
        rows = []
        for dossier in dossiers:
            found = {f["key"]: f for f in dossier["findings"]}
            interval = found.get("calibration-dimension", {}).get("value")
            rows.append(
                (
                    code(dossier["loss"]),
                    f"{dossier['predictions']} x {dossier['observations']}",
                    *(_known(found.get(key)) for key in DIMENSIONS),
                    f"{interval[0]} to {interval[1]}" if interval else "undecided",
                    _exists(found.get("equal-risk")),
                )
            )
        headings = (
            "loss",
            "size",
            "rank L",
            "affine dimension",
            "differences of predictions",
            "differences of observations",
            "convex calibration dimension",
            "equal-risk point",
        )
        return table("Dimensions and optimality", headings, rows, ("qst-sortable",))

    def _decompositions(self, dossiers: list[dict[str, Any]]) -> nodes.Node:
        rows = []
        for dossier in dossiers:
            for finding in dossier["findings"]:
                if finding["part"] != "decompositions":
                    continue
                details = finding["details"]
                rows.append(
                    (
                        code(dossier["loss"]),
                        finding["key"].removeprefix("form:"),
                        badge("proved" if finding["status"] == "proved" else finding["status"]),
                        *(str(details.get(key, "")) for _, key in SQUARES),
                        _bad_entry(details),
                    )
                )
        headings = (
            "loss", "decomposition", "holds", *(name for name, _ in SQUARES), "first bad entry"
        )  # fmt: skip
        return table(
            "Decompositions: printed, repaired, minimal", headings, rows, ("qst-sortable",)
        )

    def _rest(self, dossiers: list[dict[str, Any]]) -> nodes.Node:
        """Decoder and what merges, for the largest size."""
        last = dossiers[-1]
        pairs: list[tuple[str, Any]] = []
        for finding in last["findings"]:
            if finding["part"] in ("decoder", "merging", "optimality"):
                body = [badge(finding["status"]), words(f" {finding['statement']}")]
                extra = finding["meaning"] or finding["reason"]
                body += [words(". "), *rich_text(extra)] if extra else []
                pairs.append((f"{TITLES[finding['part']]}: {finding['key']}", body))
        holder = nodes.container()
        holder += paragraph("For ", code(last["loss"]), ":")
        holder += definition_list(pairs)
        return holder

    def _certificates(self, dossiers: list[dict[str, Any]]) -> nodes.Node:
        rows = [
            (
                code(dossier["loss"]),
                self._file(dossier["file"]),
                code(f"qstheory check {dossier['file']}.json"),
            )
            for dossier in dossiers
        ]
        return table("Certificates", ("loss", "file", "replay"), rows)

    def _file(self, name: str) -> list[nodes.Node]:
        return self.to_download(f"certificates/losses/{name}.json", f"{name}.json")


def _known(finding: dict[str, Any] | None) -> str:
    proved = finding is not None and finding["status"] == "proved"
    return str(finding["value"]) if finding and proved else "undecided"


def _exists(finding: dict[str, Any] | None) -> str:
    status = finding["status"] if finding else "undecided"
    return {"proved": "exists", "refuted": "none"}.get(status, status)


def _bad_entry(details: dict[str, Any]) -> str:
    bad = details.get("bad entry")
    if not bad:
        return ""
    z, y, formula, entry = bad
    return f"z = {z}, y = {y}: {formula} instead of {entry}"
