"""`qstheory-kinds PAGE`: every proposition and certificate, from the dataclasses and their checks.

A page for each module of the checker that defines kinds, one of the methods that these rest on, one
of theorems, one of losses, and the index of all. Fields and types come from the schema, meanings
from docstrings, examples from certificate files: the pages cannot differ from the checker.
"""

from collections.abc import Callable, Iterator, Sequence
from textwrap import dedent
from typing import Any, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from qstheory.certify.bundle import SHARED
from qstheory.certify.codec import INTEGER
from qstheory.certify.rationals import SEVERAL
from qstheory.certify.theorems import THEOREMS
from qstheory.report.certificate_schema import schema
from qstheory.report.certificate_specification import (
    Chapter,
    Example,
    Pair,
    chapters,
    loss_vectors,
    pairs,
)
from qstheory.report.sphinx_ext.nodes import (
    FROM_ROOT,
    bullets,
    code,
    math,
    paragraph,
    rich_text,
    table,
    words,
)

Definition = dict[str, Any]
SHARED_VALUE = {"$ref": f"#/$defs/{SHARED}"}
BIG_INTEGER = {"type": "string", "pattern": f"^{INTEGER.pattern}$"}
FOLDER = "docs/certificates"
"""Where the site has the pages."""
INDEX = "index"


class KindsDirective(SphinxDirective):
    """A page of the specification: definitions, budgets, kinds and examples."""

    has_content = False
    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        """The nodes, or what pages there are."""
        (name,) = self.arguments
        if name not in (INDEX, *page_names()):
            raise self.error(f"There is no page of kinds {name}; `index` lists them all.")
        return kind_nodes(name)


def page_names() -> list[str]:
    """The pages of the specification beside its index, in its order."""
    return [*GENERAL, *(chapter.name for chapter in chapters() if chapter.kinds)]


def kind_nodes(name: str) -> list[nodes.Node]:
    """A page of the specification of all kinds."""
    if name == INDEX:
        return [_index()]
    if name in GENERAL:
        return [GENERAL[name]()]
    (chapter,) = (chapter for chapter in chapters() if chapter.name == name)
    return [_chapter(chapter, schema()["$defs"], pairs())]


def _page(name: str) -> nodes.reference:
    uri = f"{FROM_ROOT}{FOLDER}/{name}.html"
    return nodes.reference("", "", code(name), internal=True, refuri=uri)


def _index() -> nodes.container:
    """What each page is about, and where each proposition and each certificate stands."""
    shown = pairs()
    used = {pair.proposition for pair in shown}, {pair.certificate for pair in shown}
    rows = [
        (
            _page(chapter.name),
            rich_text(chapter.title),
            *(_links(name for name in sorted(chapter.kinds) if name in kinds) for kinds in used),
        )
        for chapter in chapters()
        if chapter.kinds
    ]
    return table("Kinds by page", ("page", "about", "propositions", "certificates"), rows)


def _links(names: Iterator[str]) -> list[nodes.Node]:
    made: list[nodes.Node] = []
    for name in names:
        made += [words(", "), _link(name)]
    return made[1:]


def _methods() -> nodes.section:
    """The modules without kinds of their own."""
    made = nodes.section(ids=["kinds-methods"], names=["methods of kinds"])
    made += nodes.title("", "Methods that the kinds rest on")
    for chapter in chapters():
        if not chapter.kinds:
            made += _chapter(chapter, {}, ())
    return made


def _theorems() -> nodes.section:
    made = nodes.section(ids=["kinds-theorems"], names=["theorems of kinds"])
    made += nodes.title("", "Theorems between facts and conclusions")
    rows = [
        (t.name, rich_text(t.facts), rich_text(t.conclusion), rich_text(t.source)) for t in THEOREMS
    ]
    made += table("Theorems", ("name", "facts", "conclusion", "source or proof"), rows)
    return made


def _losses() -> nodes.section:
    """Formulas, orders and test vectors of the built-in losses."""
    made = nodes.section(ids=["kinds-losses"], names=["losses of kinds"])
    made += nodes.title("", "Losses by name")
    made += paragraph(
        "For each family its formula, the order of its spaces, and one small loss with all entries"
        " and the features of its closed forms: rows of F and U in the order of the spaces."
    )
    for vector in loss_vectors():
        made += paragraph(code(vector.family), words(": "), math(vector.definition))
        made += bullets(rich_text(order) for order in vector.spaces)
        made += nodes.literal_block(vector.text, vector.text, language="json")
    return made


GENERAL: dict[str, Callable[[], nodes.section]] = {
    "theorems": _theorems,
    "losses": _losses,
    "methods": _methods,
}
"""The pages that are of no module."""


def _chapter(
    chapter: Chapter, definitions: dict[str, Definition], shown: Sequence[Pair]
) -> nodes.Node:
    made = nodes.section(ids=[_anchor(chapter.name)], names=[f"chapter {chapter.name}"])
    made += nodes.title("", chapter.name.replace("_", " ").capitalize())
    made += paragraph(code(chapter.name), words(": "), *rich_text(chapter.title))
    made += list(_description(chapter.text))
    if chapter.budgets:
        made += bullets([words(f"{b.meaning} {b.name} = {b.value:,}")] for b in chapter.budgets)
    propositions = {pair.proposition for pair in shown}
    for name in sorted(chapter.kinds, key=lambda name: (name not in propositions, name)):
        made += _kind(name, definitions[name], [p for p in shown if p.proposition == name])
    return made


def _anchor(name: str) -> str:
    return str(nodes.make_id(f"kind-{name}"))


def _link(name: str) -> nodes.Node:
    short = name.partition(".")[2]
    page = name.partition(".")[0]
    uri = f"{FROM_ROOT}{FOLDER}/{page}.html#{_anchor(name)}"
    return nodes.reference("", "", code(short), internal=True, refuri=uri)


def _kind(name: str, definition: Definition, shown: Sequence[Pair]) -> nodes.section:
    short = name.partition(".")[2]
    made = nodes.section(ids=[_anchor(name)], names=[f"kind {name}"])
    made += nodes.title("", short)
    made += list(_description(definition["description"]))
    fields = [
        (code(field), _type(shape))
        for field, shape in definition["properties"].items()
        if field != "kind"
    ]
    made += (
        table(f"Fields of {short}", ("field", "type"), fields)
        if fields
        else paragraph("It has no fields.")
    )
    if shown:
        made += nodes.rubric("", "What the checker does with")
    for pair in shown:
        made += list(_pair(pair))
    return made


def _pair(pair: Pair) -> Iterator[nodes.Node]:
    answer = " or ".join(f"`{word}`" for word in pair.answers)
    modulo = f" Modulo: {'; '.join(pair.theorems)}." if pair.theorems else ""
    text = f": {pair.check} The answer is {answer}, otherwise `invalid`.{modulo}"
    yield paragraph(_link(pair.certificate), *rich_text(text))
    yield from _example(pair.accepted)
    yield from _example(pair.rejected)


def _example(example: Example) -> Iterator[nodes.Node]:
    reason = f", as {example.reason.rstrip('.')}" if example.reason else ""
    yield paragraph(*rich_text(f"`{example.answer}`{reason}:"))
    yield nodes.literal_block(example.text, example.text, language="json", classes=["qst-example"])


def _description(text: str) -> Iterator[nodes.Node]:
    """Paragraphs, formulas and lists of a docstring; examples of Python are left out."""
    for block in text.split("\n\n"):
        if not block.strip() or block.lstrip().startswith(">>>"):
            continue
        if all(line.startswith("    ") for line in block.splitlines()):
            formula = dedent(block)
            yield nodes.literal_block(formula, formula, language="text")
        elif block.startswith("- "):
            lines = [" ".join(item.split()) for item in block.removeprefix("- ").split("\n- ")]
            yield bullets(rich_text(line) for line in lines)
        else:
            yield paragraph(*rich_text(" ".join(block.split())))


def _type(shape: Definition) -> list[nodes.Node]:
    """A member's type in words, other kinds as links."""
    if "$ref" in shape:
        return [_link(shape["$ref"].removeprefix("#/$defs/"))]
    options = shape.get("anyOf") or [case["then"] for case in shape.get("allOf", ())]
    if options:
        made: list[nodes.Node] = []
        for option in options:
            if option not in (SHARED_VALUE, BIG_INTEGER):  # Said once, at the head of the page.
                made += [words(" or "), *_type(option)]
        return made[1:]
    if "enum" in shape:
        return [words(" or ".join(f'"{value}"' for value in shape["enum"]))]
    if "prefixItems" in shape:
        made = [words("array (")]
        for i, item in enumerate(shape["prefixItems"]):
            made += [words(", " if i else ""), *_type(item)]
        return [*made, words(")")]
    if shape["type"] == "array":
        return [words("array of "), *_type(shape["items"])]
    if shape["type"] == "string" and "pattern" in shape:
        return [words("rationals" if SEVERAL.pattern in shape["pattern"] else "rational")]
    return [words("text" if shape["type"] == "string" else str(shape["type"]))]
