"""What the directives share: the records, links, and errors in one sentence."""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from qstheory.errors import QstheoryError
from qstheory.report.sphinx_ext.nodes import Records

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
