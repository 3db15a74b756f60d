"""A Sphinx extension for docstrings that are plain text: what reStructuredText would misread is
escaped, and code set off by indentation stays code. Terms of a glossary that are signs are typeset.
"""

import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from qstheory.scripts import set_in_text
from qstheory.version import VERSION

_CODE = re.compile(r"``[^`]+``|`[^`]+`")
_SPECIAL = re.compile(r"([\\*|]|(?<=\w)_(?!\w))")


def _escaped(text: str) -> str:
    """Text with `x`, which may go over two lines, as code and everything else literal."""
    made, end = [], 0
    for found in _CODE.finditer(text):
        made.append(_SPECIAL.sub(r"\\\1", text[end : found.start()]))
        made.append(f"``{' '.join(found.group().strip('`').split())}``")
        end = found.end()
    made.append(_SPECIAL.sub(r"\\\1", text[end:].replace("`", "'")))
    return "".join(made)


ROLES = {"_": "sub", "^": "sup"}


def _set(text: str) -> str:
    """Text whose formulas are set; the rest is literal."""
    made, end = [], 0
    for found in [*_CODE.finditer(text), None]:
        between = text[end : found.start() if found else len(text)]
        made.append(set_in_text(between, _script, _escaped))
        if found:
            made.append(_escaped(found.group()))
            end = found.end()
    return "".join(made)


def _script(mark: str, inner: str) -> str:
    return rf"\ :{ROLES[mark]}:`{_escaped(inner)}`\ "


def as_rst(lines: list[str]) -> list[str]:
    """A docstring as reStructuredText.

    >>> as_rst(["|z| and `F_z`:", "", "    {1}"])
    ['\\\\|z\\\\| and ``F_z``:', '', '::', '', '    {1}', '']
    >>> as_rst(["F_z . v <= batch_size"])
    ['F\\\\ :sub:`z`\\\\  · v ≤ batch_size', '']
    """
    made: list[str] = []
    for block in "\n".join(lines).split("\n\n"):
        rows = [row for row in block.split("\n") if row.strip()]
        if not rows:
            continue
        if len(rows) > 1 and set(rows[1]) == {"-"}:
            made += list(_section(rows))
        elif rows[0].lstrip().startswith(">>>"):
            made += rows
        elif all(row.startswith("  ") for row in rows):
            made += ["::", "", *rows]
        else:
            made += _paragraph(rows)
        made.append("")
    return made


def _section(rows: list[str]) -> Iterator[str]:
    """A section as numpydoc has it: a title underlined, names with what they are, indented.

    >>> list(_section(["Raises", "------", "KeyError", "    When it is missing."]))
    ['.. rubric:: Raises', '', '**KeyError**', '  When it is missing.', '']
    """
    yield f".. rubric:: {rows[0]}"
    yield ""
    given = rows[2:]
    for row, below in zip(given, [*given[1:], ""], strict=True):
        if row.startswith(" "):
            yield f"  {_set(row.strip())}"
            continue
        name, colon, kind = row.partition(" : ")
        shown = f"**{_escaped(name)}**" + (f" : {_escaped(kind)}" if colon else "")
        yield from [shown] if below.startswith(" ") else ["", f"- {shown}", ""]
    yield ""


def _paragraph(rows: list[str]) -> list[str]:
    """Text, in which a list may start without a blank line before it."""
    made: list[str] = []
    listing = False
    for row in _set("\n".join(rows)).split("\n"):
        bullet = row.startswith("- ")
        if bullet and not listing and made:
            made.append("")
        listing = listing or bullet
        made.append(row if listing else row.strip())
    return made


def _process(app: Sphinx, what: str, name: str, *rest: Any) -> None:
    """`rest` is the object, the options of the directive, and the lines to change in place."""
    lines = rest[-1]
    lines[:] = as_rst(lines)


SET_TERMS = {"A*": r"\mathsf A_*", "gamma_2": r"\gamma_2"}
"""Terms of the glossary that are signs; links and the index know them as they are typed."""


def set_terms(app: object, doctree: nodes.document) -> None:
    """Typeset the terms of a glossary that are signs."""
    for term in list(doctree.findall(nodes.term)):
        latex = SET_TERMS.get(term.astext())
        text = next(iter(term.findall(nodes.Text)), None)
        if latex and text is not None:
            text.parent.replace(text, nodes.math(latex, latex))


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to autodoc."""
    app.connect("autodoc-process-docstring", _process)
    app.connect("doctree-read", set_terms)
    return {"version": VERSION, "parallel_read_safe": True, "parallel_write_safe": True}
