"""`qstheory-claims`: a list that the reader can filter; `qstheory-claim ID`: all about one."""

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from qstheory.claims.claim import Kind
from qstheory.claims.evidence import WHOLE
from qstheory.errors import InvalidParameter
from qstheory.report.claim_records import BEYOND, claim_title
from qstheory.report.errata import HEADINGS, SLIPS, section
from qstheory.report.instances import told
from qstheory.report.sphinx_ext.nodes import (
    SYMBOLS,
    RecordDirective,
    badge,
    bullets,
    claim_page,
    code,
    definition_list,
    display,
    option_list,
    paragraph,
    rich_text,
    table,
    words,
)

KINDS = [kind.value for kind in Kind]
"""In this order within a section: what the source says, its repairs, what is beyond it."""


def shown(part: Mapping[str, Any]) -> list[nodes.Node]:
    """What shows that a part fails, after its name and the case where the words do not say them.

    >>> part = {"part": "0-1", "fails_at": "m = 2", "counterexample": ["for 0-1, m = 2: 1 < 2"]}
    >>> "".join(node.astext() for node in shown(part))
    '0-1, m = 2: 1 < 2'
    """
    lines, at = part["counterexample"], part["fails_at"]
    about = "".join(lines[:1]).startswith("for ")
    sentence = told(at, lines) if about else "; ".join(lines)
    said = (part["part"] if part["part"] != WHOLE else "", "" if about else at or "in every case")
    head = ", ".join(word for word in said if word and not sentence.startswith(word))
    start = [nodes.strong("", "", *rich_text(f"{head}: "))] if head else []
    return [*start, *rich_text(sentence)]


class ClaimsDirective(RecordDirective):
    """Options: `match` (patterns of ids), `verdict` and `kind` (words), separated by commas.

    With the flag `sections` there is a table for each section of the paper.
    """

    option_spec: ClassVar[dict[str, Any]] = {
        "match": directives.unchanged,
        "verdict": directives.unchanged,
        "kind": directives.unchanged,
        "sections": directives.flag,
    }

    def build(self) -> list[nodes.Node]:
        """The table or tables, with the columns by which they are filtered."""
        self.depends_on("claims.json")
        chosen = list(self._chosen(self.records.claims()))
        if "sections" not in self.options:
            return [self._table(f"{len(chosen)} claims", chosen)]
        made = nodes.container("", classes=["qst-filter-together"])
        for place, heading in HEADINGS.items():
            here = [record for record in chosen if section(record["source"]) == place]
            here.sort(key=lambda record: KINDS.index(record["kind"]))
            if here:
                part = nodes.section(ids=[nodes.make_id(place)], names=[place])
                part += nodes.title("", heading)
                part += self._table(f"{len(here)} claims", here)
                made += part
        return [made]

    def _table(self, caption: str, chosen: list[dict[str, Any]]) -> nodes.Node:
        rows = [
            (
                [
                    self.to_page(
                        f"claims/{claim_page(record['id'])}",
                        claim_title(record["id"]).removesuffix(BEYOND),
                        plain=True,
                    ),
                    words(" "),
                    code(record["id"]),
                ],
                badge(record["verdict"]),
                record["strength"],
                record["kind"],
                rich_text(record["text"]),
            )
            for record in chosen
        ]
        headings = self.headings("claim", "verdict", "strength", "kind", "statement")
        return table(
            caption, headings, rows, ("qst-sortable", "qst-filterable", "qst-claims", "qst-stacked")
        )

    def _chosen(self, claims: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
        claims = list(claims)
        patterns = option_list(self.options, "match") or ["*"]
        verdicts = option_list(self.options, "verdict")
        kinds = option_list(self.options, "kind")
        for pattern in patterns:
            if not any(fnmatchcase(record["id"], pattern) for record in claims):
                raise InvalidParameter(f"No claim matches the pattern {pattern!r}.")
        for verdict in verdicts:
            if verdict not in SYMBOLS:
                raise InvalidParameter(
                    f"{verdict!r} is no verdict; verdicts are {', '.join(SYMBOLS)}."
                )
        for record in claims:
            if (
                any(fnmatchcase(record["id"], p) for p in patterns)
                and (not verdicts or record["verdict"] in verdicts)
                and (not kinds or record["kind"] in kinds)
            ):
                yield record


WHOSE = {
    "paper": "a claim of the paper",
    "repair": "a repair of what the paper claims",
    "extension": "beyond the paper",
}


class ClaimDirective(RecordDirective):
    """Statement, verdict, readings, counterexample, repair, relations, certificates."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {}

    def build(self) -> list[nodes.Node]:
        """The nodes of the claim named by the argument."""
        record = self.records.claim(self.arguments[0])
        for claim_id in filter(None, (record["id"], record["repaired_by"])):
            self.depends_on(self.records.claim_file(claim_id))
        statement = paragraph(*rich_text(record["text"]))
        statement["classes"].append("qst-statement")
        made: list[nodes.Node] = [statement]
        if record["latex"]:
            made.append(display(record["latex"]))
        made.append(self._summary(record))
        made.extend(_theorems(record))
        made.extend(self._failure(record))
        made.extend(self._readings(record))
        made.extend(self._repair(record))
        made.extend(self._relations(record))
        made.extend(self._replay(record))
        return made

    def _summary(self, record: dict[str, Any]) -> nodes.Node:
        pairs: list[tuple[str, Any]] = [
            ("Verdict", badge(record["verdict"])),
            ("Strength", record["strength"]),
            ("Whose", WHOSE[record["kind"]]),
            ("Holds or fails for", record["scope"]),
            ("Where", record["source"]),
            ("Id", code(record["id"])),
        ]
        if record["assumed"]:
            pairs.append(("Taken from", record["assumed"]))
        return definition_list(pairs)

    def _failure(self, record: dict[str, Any]) -> list[nodes.Node]:
        lines = [
            shown(part)
            for reading in record["readings"][:1]
            for part in reading["parts"]
            if part["verdict"] == "refuted" and record["group"] != SLIPS
        ]
        made: list[nodes.Node] = []
        if lines:
            made += [nodes.rubric("", "Smallest counterexample"), bullets(lines)]
        if record["remark"]:
            made += [nodes.rubric("", "Why"), paragraph(*rich_text(record["remark"]))]
        return made

    def _readings(self, record: dict[str, Any]) -> list[nodes.Node]:
        rows = [
            (
                reading["name"] + (f" ({reading['condition']})" if reading["condition"] else ""),
                part["part"],
                badge(settled["verdict"]),
                settled["strength"],
                settled["scope"],
                "" if settled is reading else part["reason"],
            )
            for reading in record["readings"]
            for part in reading["parts"]
            for settled in (reading if reading["measurements"] else part,)
        ]
        made: list[nodes.Node] = []
        if rows:
            headings = ("reading", "part", "verdict", "strength", "scope", "note")
            made.append(table("Every reading and part", headings, rows, ("qst-stacked",)))
        arguments: dict[str, list[dict[str, Any]]] = {}
        for reading in record["readings"]:
            if reading["argument"]:
                arguments.setdefault(reading["argument"], []).append(reading)
        for argument, readings in arguments.items():
            proved = all(reading["strength"] == "formal" for reading in readings)
            standing = "beside the theorem" if proved else "not a proof"
            names = "; ".join(reading["name"] for reading in readings)
            heading = rich_text(f"Argument in words, {standing} ({names})")
            made += [nodes.rubric("", "", *heading), paragraph(*rich_text(argument))]
        for reading in record["readings"]:
            if reading["measurements"]:
                made.append(_measurements(reading["measurements"]))
        return made

    def _repair(self, record: dict[str, Any]) -> list[nodes.Node]:
        if not record["repaired_by"]:
            return []
        repair = self.records.claim(record["repaired_by"])
        made = [
            nodes.rubric("", "What is right"),
            paragraph(
                self.to_claim(repair["id"]), " ", badge(repair["verdict"]), " ",
                *rich_text(repair["text"]),
            ),
        ]  # fmt: skip
        return [*made, display(repair["latex"])] if repair["latex"] else made

    def _relations(self, record: dict[str, Any]) -> list[nodes.Node]:
        pairs = []
        for term, ids in (
            ("Rests on", record["uses"]),
            ("Used by", record["used_by"]),
            ("Repairs", record["repairs"]),
        ):
            links: list[nodes.Node] = []
            for claim_id in ids:
                links += [self.to_claim(claim_id), words(" ")]
            if links:
                pairs.append((term, links))
        for weakness in record["rests_on"]:
            if weakness["verdict"] in ("refuted", "partly refuted"):
                carried = "its repair carries" if weakness["carried"] else "not carried by a repair"
                note: list[nodes.Node] = [self.to_claim(weakness["claim"]), words(f" ({carried})")]
                pairs.append(("Rests on a claim that fails", note))
        return [definition_list(pairs)] if pairs else []

    def _replay(self, record: dict[str, Any]) -> list[nodes.Node]:
        path = f"certificates/claims/{record['certificates']}"
        if not (self.records.folder / path).is_file():
            return []
        command = f"qstheory check {record['certificates']}"
        return [
            nodes.rubric("", "Certificates"),
            paragraph(*self.to_download(path, record["certificates"]),
                      ", replayed with the standard library alone by"),
            nodes.literal_block(command, command, language="bash"),
        ]  # fmt: skip


def _theorems(record: dict[str, Any]) -> list[nodes.Node]:
    """The statements in Coq, with what it takes to see them proved."""
    bound: dict[str, dict[str, Any]] = {}
    for reading in record["readings"]:
        for part in reading["parts"]:
            if part["theorem"] is not None:
                bound[part["theorem"]["statement"]] = part["theorem"]
    made: list[nodes.Node] = []
    for theorem in bound.values():
        axioms = ", ".join(theorem["axioms"]) or "none"
        given = "".join(f", given {cited}, which is cited" for cited in theorem["given"])
        words = {"meet": "what Coq finds", "none": "no witness yet"}
        witness = words.get(theorem["witness"]) or code(theorem["witness"])
        made += [
            nodes.rubric("", "What is proved in Coq"),
            nodes.literal_block(theorem["text"], theorem["text"], language="coq"),
            paragraph(
                "Theorem ", code(theorem["name"]), f"{given}; its words are defined in ",
                code("Loss.v"), f" beside it; axioms: {axioms}; premises met by ", witness,
                f"; compiled in CI at {theorem['hash']}; run ", code("make proofs"),
                " to see for yourself.",
            ),
        ]  # fmt: skip
    return made


def _measurements(measured: list[dict[str, Any]]) -> nodes.Node:
    rows = [
        (m["quantity"], f"{m['printed']:g}", f"[{m['low']:g}, {m['high']:g}]", m["how"])
        for m in measured
    ]
    return table("Measured beside printed", ("quantity", "printed", "measured", "how"), rows)
