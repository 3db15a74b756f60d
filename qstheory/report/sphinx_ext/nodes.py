"""Docutils nodes for tables, verdicts and mathematics: what every directive is made of."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from docutils import nodes

GREEK = {
    "alpha": "α", "gamma": "γ", "delta": "δ", "Delta": "Δ", "eps": "ε", "eta": "η",
    "kappa": "κ", "lambda": "λ", "Lambda": "Λ", "phi": "φ", "psi": "ψ", "pi": "π", "Pi": "Π",
    "sigma": "σ", "tau": "τ", "theta": "θ", "rho": "ρ", "inf": "∞", "sum": "Σ", "sqrt": "√",
}  # fmt: skip
SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "||": "‖", '\\"o': "ö"}
BEFORE_SCRIPT = ("inf", "sum")
"""Words that are signs only as a script or before one: elsewhere they may be words."""
_SIGN = re.compile("|".join(map(re.escape, SIGNS)))
_LETTERS = "|".join(word for word in GREEK if word not in ("inf", "sum", "sqrt"))
_WORD = re.compile(
    rf"(?<![A-Za-z\\])(?<![A-Za-z]-)(?:sqrt(?=[ (\w])|sum(?=_)|(?:{_LETTERS})(?![A-Za-z]))"
)
_DOT = re.compile(r"(?<=[\w)}']) \. (?=[\w({])")
_TIMES = re.compile(r"(?<=\d) x (?=\d)")
_SCRIPT = re.compile(
    r"(?<=[\w)\]|*‖Σα-ωΑ-Ω+])(?P<mark>[_^])"
    r"(?:\((?P<round>(?:[^()]|\([^()]*\))*)\)|\{(?P<curly>[^{}]*)\}|(?P<bare>[-.]?[A-Za-z0-9]+'?|\+(?!\w)))"
)


def signs(text: str) -> str:
    """Signs and Greek letters for what stands for them.

    >>> signs("||F|| <= sqrt(m), F_z . U_y, 8 x 8, eps")
    '‖F‖ ≤ √(m), F_z · U_y, 8 × 8, ε'
    """
    text = _SIGN.sub(lambda found: SIGNS[found.group()], text)
    text = _WORD.sub(lambda found: GREEK[found.group()], text)
    return _TIMES.sub(" × ", _DOT.sub(" · ", text))


_BASE = re.compile(r"(?:^|\W)(?:\w|(?:arg)?(?:min|max))$|\W$")
"""What a script belongs to in a formula; in a name such as batch_size there is none."""


def set_in_text(
    text: str, script: Callable[[str, str], str], plain: Callable[[str], str] = str
) -> str:
    """A formula in a text of another markup: `script` writes what stands after `_` or `^`.

    >>> set_in_text("min_w alpha_i^T ||x||^2 <= batch_size", lambda mark, inner: f"{mark}<{inner}>")
    'min_<w> α_<i>^<T> ‖x‖^<2> ≤ batch_size'
    """
    text = signs(text)
    made: list[str] = []
    end = 0
    for found in _SCRIPT.finditer(text):
        before = text[max(0, found.start() - 8) : found.start()]
        if found.start() < end or not (_BASE.search(before) or (made and found.start() == end)):
            continue
        inner = found["round"] or found["curly"] or found["bare"] or ""
        inner = GREEK[inner] if inner in BEFORE_SCRIPT else inner
        made += [plain(text[end : found.start()]), script(found["mark"], inner)]
        end = found.end()
    return "".join([*made, plain(text[end:])])


def typeset(text: str) -> list[nodes.Node]:
    """The text as nodes, with scripts lowered and raised."""
    text = signs(text)
    made: list[nodes.Node] = []
    end = 0
    for found in _SCRIPT.finditer(text):
        if found.start() > end:
            made.append(nodes.Text(text[end : found.start()]))
        inner = found["round"] or found["curly"] or found["bare"] or ""
        inner = GREEK[inner] if inner in BEFORE_SCRIPT else inner
        kind = nodes.subscript if found["mark"] == "_" else nodes.superscript
        script = kind()
        script += typeset(inner)
        made.append(script)
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
