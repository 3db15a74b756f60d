"""What the directives share: the records that they show, and the docutils nodes for that."""

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from qstheory.claims.verify import file_name
from qstheory.errors import QstheoryError, UnreadableInput
from qstheory.markup import SCRIPT, script, signs


def typeset(text: str) -> list[nodes.Node]:
    """The text as nodes, with scripts lowered and raised."""
    text = signs(text)
    made: list[nodes.Node] = []
    end = 0
    for found in SCRIPT.finditer(text):
        if found.start() > end:
            made.append(nodes.Text(text[end : found.start()]))
        inner = script(found)
        kind = nodes.subscript if found["mark"] == "_" else nodes.superscript
        lowered = kind()
        lowered += typeset(inner)
        made.append(lowered)
        end = found.end()
    if text[end:]:
        made.append(nodes.Text(text[end:]))
    return made


Cell = Any
"""A text, a node, or a sequence of nodes."""
SYMBOLS = {
    "proved": "✓",
    "argued": "∴",
    "enumerated": "…",
    "refuted": "✗",
    "partly refuted": "◐",
    "undecided": "?",
    "assumed": "§",
    "consistent": "≈",
    "not reproduced": "≠",
    "not attempted": "–",
    "stated": "·",
}
"""A sign beside each verdict, so that colour does not carry the meaning alone."""


def words(text: str) -> nodes.Text:
    """Plain text."""
    return nodes.Text(text)


def code(text: str) -> nodes.literal:
    """Text in a fixed-width font."""
    return nodes.literal(text, text)


def math(latex: str) -> nodes.math:
    """A formula within a line."""
    return nodes.math(latex, latex)


def display(latex: str) -> nodes.math_block:
    """A formula of its own."""
    return nodes.math_block(latex, latex, nowrap=False, number=None, label=None)


def badge(verdict: str) -> nodes.inline:
    """A verdict as sign and word."""
    name = verdict.replace(" ", "-")
    shown = f"{SYMBOLS.get(verdict, '')} {verdict}".strip()
    return nodes.inline(shown, shown, classes=["qst-badge", f"qst-{name}"])


def paragraph(*parts: str | nodes.Node) -> nodes.paragraph:
    """A paragraph of text and inline nodes."""
    made = nodes.paragraph()
    for part in parts:
        made += words(part) if isinstance(part, str) else part
    return made


def rich_text(text: str) -> list[nodes.Node]:
    """Text in which $...$ is mathematics, `...` is code, and the rest is set as mathematics is."""
    made: list[nodes.Node] = []
    for i, piece in enumerate(text.split("$")):
        if i % 2:
            made.append(math(piece))
            continue
        for k, part in enumerate(piece.split("`")):
            if part:
                made += [code(part)] if k % 2 else typeset(part)
    return made


def bullets(items: Iterable[Sequence[nodes.Node]]) -> nodes.bullet_list:
    """A list of lines."""
    made = nodes.bullet_list()
    for item in items:
        line = nodes.paragraph()
        line += list(item)
        made += nodes.list_item("", line)
    return made


def definition_list(pairs: Iterable[tuple[str, Cell]]) -> nodes.definition_list:
    """Terms with their values, side by side."""
    made = nodes.definition_list(classes=["qst-facts"])
    for term, value in pairs:
        body = nodes.paragraph()
        body += _cell_nodes(value)
        made += nodes.definition_list_item(
            "", nodes.term("", words(term)), nodes.definition("", body)
        )
    return made


def _cell_nodes(cell: Cell) -> list[nodes.Node]:
    if isinstance(cell, str):
        return rich_text(cell)
    return [cell] if isinstance(cell, nodes.Node) else list(cell)


def table(
    caption: str,
    headings: Sequence[Cell],
    rows: Iterable[Sequence[Cell]],
    classes: Sequence[str] = (),
) -> nodes.container:
    """A table with a caption, a header row and a header column, which scrolls when it is wide."""
    made = nodes.table(classes=["qst-table", *classes])
    made += nodes.title("", caption)
    group = nodes.tgroup(cols=len(headings))
    made += group
    for i in range(len(headings)):
        group += nodes.colspec(colwidth=1, stub=None if i else 1)
    group += nodes.thead("", _row(headings))
    body = nodes.tbody()
    for row in rows:
        body += _row(row)
    group += body
    return nodes.container("", made, classes=["qst-scroll"])


def _row(cells: Iterable[Cell]) -> nodes.row:
    made = nodes.row()
    for cell in cells:
        line = nodes.paragraph()
        line += _cell_nodes(cell)
        made += nodes.entry("", line)
    return made


FAILED = ("refuted", "partly refuted")
"""The verdicts of claims that do not hold as printed."""


@cache
def _read(path: Path, changed: float) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UnreadableInput(f"{path} is not JSON: {error}.") from None


class Records:
    """The records in a folder, read when asked for; a changed file is read again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load(self, name: str) -> Any:
        """The record in the file of that name; raises UnreadableInput."""
        path = self.folder / name
        if not path.is_file():
            raise UnreadableInput(
                f"{path} is missing; run `qstheory report` and set qstheory_records to its folder."
            )
        return _read(path, path.stat().st_mtime)

    def results(self, folder: str, record_format: str) -> list[dict[str, Any]]:
        """The records of a format in a sub-folder, in the order of their file names."""
        found = [
            self.load(f"{folder}/{path.name}")
            for path in sorted((self.folder / folder).glob("*.json"))
        ]
        return [record for record in found if record.get("format") == record_format]

    def claims(self) -> list[dict[str, Any]]:
        """All claims, in the order of the ledger."""
        return list(self.load("claims.json")["claims"])

    def claim(self, claim_id: str) -> dict[str, Any]:
        """One claim; raises UnreadableInput when there is none of that id."""
        name = self.claim_file(claim_id)
        if not (self.folder / name).is_file():
            raise UnreadableInput(f"There is no claim {claim_id!r} in {self.folder}.")
        return dict(self.load(name))

    def claim_file(self, claim_id: str) -> str:
        """The file of a claim's record."""
        return f"claims/{file_name(claim_id)}"

    def families(self) -> set[str]:
        """The families of losses that have a dossier."""
        return {
            str(self.load(f"dossiers/{path.name}")["loss"]).partition(":")[0]
            for path in (self.folder / "dossiers").glob("*.json")
        }

    def dossiers(self, family: str) -> list[dict[str, Any]]:
        """The dossiers of a family, smallest losses first; raises UnreadableInput when none."""
        found = [
            self.load(f"dossiers/{path.name}")
            for path in sorted((self.folder / "dossiers").glob("*.json"))
            if path.stem == family or path.stem.startswith(f"{family}-")
        ]
        mine = [d for d in found if d["loss"].partition(":")[0] == family]
        if not mine:
            raise UnreadableInput(f"There is no dossier of {family!r} in {self.folder}.")
        return sorted(
            mine, key=lambda d: (int(d["predictions"]) * int(d["observations"]), d["loss"])
        )


TO_PAGE, FROM_ROOT = "qst-page:", "qst-root:"
"""What links to pages and to files begin with until a builder says where its pages are."""
GLOSSARY = "docs/glossary"
TERMS = {
    "r: numbers to estimate": "affine dimension",
    "numbers a decoder needs": "convex calibration dimension",
    "A of a decomposition": "A",
    "least A": "A*",
    **{
        name: name
        for name in (
            "affine dimension", "rank L", "differences of predictions", "verdict", "strength",
            "differences of observations", "convex calibration dimension", "equal-risk point",
            "decomposition", "kind", "margin",
        )
    },
}  # fmt: skip
"""Headings of tables with the term of the glossary that says what they mean."""


class RecordDirective(SphinxDirective):
    """A directive that turns records into nodes; a missing record is an error of the build."""

    has_content = False

    @property
    def records(self) -> Records:
        """The records of the project, noted as what the page depends on."""
        folder = Path(self.env.srcdir) / self.config.qstheory_records
        return Records(folder)

    def run(self) -> list[nodes.Node]:
        """The nodes, or a build error in one sentence."""
        try:
            return self.build()
        except QstheoryError as error:
            raise self.error(str(error)) from None

    def build(self) -> list[nodes.Node]:
        """The nodes of this directive."""
        raise NotImplementedError

    def depends_on(self, name: str) -> None:
        """Rebuild the page when that record changes."""
        self.env.note_dependency(str(Path(self.env.srcdir) / self.config.qstheory_records / name))

    def to_claim(self, claim_id: str) -> nodes.Node:
        """A link to the page of a claim where the project has one, otherwise its id."""
        return self.to_page(f"claims/{claim_page(claim_id)}", claim_id)

    def to_page(self, page: str, text: str, *, plain: bool = False) -> nodes.Node:
        """A link to a page of the project where there is one, otherwise the text.

        A name of the project is set as code, `plain` words are not.
        """
        label = nodes.inline if plain else nodes.literal
        if not self.has_page(page):
            return label(text, text)
        link = addnodes.pending_xref(
            "",
            label(text, text, classes=["xref", "doc"]),
            refdomain="std",
            reftype="doc",
            reftarget=f"/{page}",
            refdoc=self.env.docname,
            refexplicit=True,
            refwarn=True,
        )
        return link

    def headings(self, *names: str) -> list[nodes.Node]:
        """Headings of a table, each a link to its meaning where the project's glossary has it."""
        if not self.has_page(GLOSSARY):
            return [nodes.inline(name, name) for name in names]
        return [self._term(name) for name in names]

    def _term(self, name: str) -> nodes.Node:
        known = TERMS.get(name)
        if known is None:
            return nodes.inline(name, name)
        return addnodes.pending_xref(
            "",
            nodes.inline(name, name, classes=["xref", "std-term"]),
            refdomain="std",
            reftype="term",
            reftarget=known,
            refdoc=self.env.docname,
            refexplicit=True,
            refwarn=True,
        )

    def has_page(self, page: str) -> bool:
        """Whether the project has a page of that name."""
        return page in self.env.found_docs

    def to_download(self, path: str, text: str) -> list[nodes.Node]:
        """A link to a published file of the report, or the text where none are published."""
        base = self.config.qstheory_downloads
        if not base:
            return [nodes.Text(text)]
        return [nodes.reference(text, text, refuri=f"{FROM_ROOT}{base}/{path}", internal=False)]


def resolve_links(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Links to published files and within pictures, as the pages of this builder lie."""
    builder = app.builder
    here = builder.get_target_uri(docname).partition("#")[0]
    for reference in doctree.findall(nodes.reference):
        uri = reference.get("refuri", "")
        if uri.startswith(FROM_ROOT):
            reference["refuri"] = relative_uri(here, uri.removeprefix(FROM_ROOT))

    def link(found: re.Match[str]) -> str:
        return f'href="{builder.get_relative_uri(docname, found[1])}"'

    for raw in list(doctree.findall(nodes.raw)):
        text = raw.astext()
        if TO_PAGE in text:
            text = re.sub(rf'href="{TO_PAGE}([^"]*)"', link, text)
            raw.replace_self(nodes.raw("", text, format="html"))


def claim_page(claim_id: str) -> str:
    """The file name of a claim's page."""
    return "".join(c if c.isalnum() or c in "._-" else "-" for c in claim_id)


def option_list(options: dict[str, Any], name: str) -> list[str]:
    """A comma-separated option as words."""
    return [word.strip() for word in str(options.get(name, "")).split(",") if word.strip()]
