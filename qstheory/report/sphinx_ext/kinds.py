"""`qstheory-kinds`: every proposition and certificate, from the dataclasses and their checks.

Fields and types come from the schema, meanings from docstrings: the page cannot differ from the
checker.
"""

from collections.abc import Iterator
from inspect import cleandoc
from typing import Any, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from qstheory.certify.decide import rules
from qstheory.certify.schema import schema
from qstheory.report.sphinx_ext.nodes import bullets, code, paragraph, rich_text, table, words

Definition = dict[str, Any]


class KindsDirective(SphinxDirective):
    """A section for each proposition with what proves or refutes it, then every other object."""

    has_content = False
    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        """The nodes."""
        definitions: dict[str, Definition] = schema()["$defs"]
        propositions = {_name(rule.proposition): rule.proposition for rule in rules()}
        made: list[nodes.Node] = [
            self._section("Propositions", propositions, definitions, certificates=True)
        ]
        others = {name: None for name in definitions if name not in propositions}
        made.append(self._section("Certificates and their parts", others, definitions))
        return made

    def _section(
        self,
        heading: str,
        names: dict[str, Any],
        definitions: dict[str, Definition],
        *,
        certificates: bool = False,
    ) -> nodes.section:
        section = nodes.section(ids=[nodes.make_id(heading)], names=[heading.lower()])
        section += nodes.title("", heading)
        for name in sorted(names, key=lambda full: full.partition(".")[2]):
            section += _kind(name, definitions[name], certificates)
        return section


def _name(kind: type) -> str:
    return f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"


def _anchor(name: str) -> str:
    return str(nodes.make_id(f"kind-{name}"))


def _link(name: str) -> nodes.Node:
    short = name.partition(".")[2]
    return nodes.reference("", "", nodes.literal(short, short), internal=True, refid=_anchor(name))


def _kind(name: str, definition: Definition, certificates: bool) -> nodes.section:
    made = nodes.section(ids=[_anchor(name)], names=[f"kind {name}"])
    made += nodes.title("", name.partition(".")[2])
    made += list(_description(definition["description"]))
    fields = [
        (code(field), _type(shape))
        for field, shape in definition["properties"].items()
        if field != "kind"
    ]
    if fields:
        made += table(f"Fields of {name.partition('.')[2]}", ("field", "type"), fields)
    else:
        made += paragraph("It has no fields.")
    if certificates:
        made += nodes.rubric("", "What the checker does with")
        made += bullets(
            [_link(_name(rule.certificate)), words(": "), *rich_text(_first(rule.check.__doc__))]
            for rule in rules()
            if _name(rule.proposition) == name
        )
    return made


def _first(docstring: str | None) -> str:
    return " ".join(cleandoc(docstring or "").split("\n\n")[0].split())


def _description(text: str) -> Iterator[nodes.Node]:
    """Paragraphs and lists of a docstring; examples are left out."""
    for block in text.split("\n\n"):
        if block.lstrip().startswith(">>>"):
            continue
        if block.startswith("- "):
            lines = [" ".join(item.split()) for item in block.removeprefix("- ").split("\n- ")]
            yield bullets(rich_text(line) for line in lines)
        else:
            yield paragraph(*rich_text(" ".join(block.split())))


def _type(shape: Definition) -> list[nodes.Node]:
    """A member's type in words, other kinds as links."""
    if "$ref" in shape:
        return [_link(shape["$ref"].removeprefix("#/$defs/"))]
    if "anyOf" in shape:
        made: list[nodes.Node] = []
        for option in shape["anyOf"]:
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
        return [words("rational")]
    return [words("text" if shape["type"] == "string" else str(shape["type"]))]
