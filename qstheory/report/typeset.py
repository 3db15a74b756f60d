"""Formulas for readers without a typesetter: LaTeX as a line of text."""

import re
from functools import cache
from itertools import groupby
from typing import Any


@cache
def _converter() -> Any:
    from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db

    known = get_default_latex_context_db()
    known.add_context_category(
        "norms",
        prepend=True,
        macros=[
            MacroTextSpec("|", "‖"),
            MacroTextSpec("mathsf", "%s"),
            MacroTextSpec("arg", "arg "),
            MacroTextSpec("ne", "≠"),
            MacroTextSpec("frac", _fraction),
        ],
    )
    return LatexNodes2Text(latex_context=known, math_mode="text")


def _fraction(node: Any, l2tobj: Any) -> str:
    """A fraction on the line, with the brackets that it needs."""
    above, below = (l2tobj.nodelist_to_text([part]).strip() for part in node.nodeargd.argnlist)
    return f"{_bracketed(above, TERM)}/{_bracketed(below, ATOM)}{END}"


END = "\N{INVISIBLE SEPARATOR}"
"""Stands after a fraction, until it is known what follows: a factor stands apart from it."""
ATOM = re.compile(r"\d+|\w(_\w)?|\([^()]*\)|\|[^|]*\||‖[^‖]*‖(_\w)?")
TERM = re.compile(r"[^-+±∑∏ ]*(\([^()]*\)[^-+±∑∏ ()]*)*")


def _bracketed(text: str, whole: re.Pattern[str]) -> str:
    return text if whole.fullmatch(text) else f"({text})"


OPERATORS = re.compile(
    r"(\\(?:sum|prod|min|max)(?![a-zA-Z])(?:[_^](?:\{[^{}]*\}|\w))*)(?![_^}]|\\?\{)"
)
"""A large operator with what stands below and above it; what follows stands apart."""


def _scripts(text: str) -> str:
    """Brackets around what is raised or lowered and is more than a word: x^{a/b} is x^(a/b)."""
    made, at = [], 0
    for found in re.finditer(r"[_^]\{", text):
        if found.start() < at:
            continue
        end, depth = found.end(), 1
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        inner = _scripts(text[found.end() : end - 1])
        whole = re.fullmatch(r"\w+|\\[a-zA-Z]+|\([^()]*\)", inner)
        shown = inner if whole else f"({inner})"
        made += [text[at : found.end()], shown, "}"]
        at = end
    return "".join([*made, text[at:]])


def plain_math(latex: str) -> str:
    r"""A formula as text.

    >>> plain_math(r"\tfrac{m(m+1)}2-1"), plain_math(r"\le m\|D\|_2/\|D\|_1")
    ('m(m+1)/2-1', '≤m‖D‖_2/‖D‖_1')
    >>> plain_math(r"1-\frac{2|z\cap y|}{|z|+|y|}"), plain_math(r"\sum_{j=1}^m\frac1{2m}")
    ('1-2|z∩y|/(|z|+|y|)', '∑_(j=1)^m 1/(2m)')
    >>> plain_math(r"U_{\max}^{\frac p{p+1}}"), plain_math(r"\frac{m(m+1)}2H^{(2)}_m")
    ('U_max^(p/(p+1))', 'm(m+1)/2 H^(2)_m')
    >>> plain_math(r"O(m\log k)"), plain_math(r"\frac14m^2\log(m+1)")
    ('O(m log k)', '1/4 m^2 log(m+1)')
    """
    text = re.sub(r"\\[td]frac", r"\\frac", latex)
    text = re.sub(r"(?<=[\w)])\\log(?![a-zA-Z])", r"\\ \\log", text)
    text = re.sub(r"\\log (?=\w)", r"\\log\\ ", text)
    text = re.sub(r"\\(?:big|Big|bigl|bigr|left|right)(?![a-zA-Z])", "", text)
    text = _scripts(OPERATORS.sub(r"\1\\ ", text))
    text = str(_converter().latex_to_text(text))
    text = re.sub(rf"{END}(?=[\w(‖|√∑])", " ", text).replace(END, "")
    return " ".join(text.split())


ROW = re.compile(r"\|[ :-]")
"""How a row of a table begins, and no norm or absolute value."""
FORMULA = re.compile(r"\$([^$\n]+)\$")


def markdown_as_text(markdown: str) -> str:
    r"""A document for a terminal: tables in blocks that fit, formulas on the line.

    >>> print(markdown_as_text("**r** is $2^m - 1$:\n\n| m | r |\n|---|---|\n| 1 | 1 |\n"))
    r is 2^m - 1:
    <BLANKLINE>
      m  r
      1  1
    <BLANKLINE>
    >>> print(markdown_as_text("||D||_2 and `sum_i` of $x_i$,\n||F|| below"), end="")
    ||D||_2 and sum_i of x_i, ||F|| below
    """
    from rich.markdown import Markdown

    from qstheory.tables import Table
    from qstheory.work.terminal import grid, plain

    shown = []
    plain_formulas = FORMULA.sub(lambda found: plain_math(found[1]), markdown)
    for is_table, lines in groupby(plain_formulas.splitlines(), lambda line: bool(ROW.match(line))):
        if is_table:
            head, _, *body = (_cells(line) for line in lines)
            shown.append(grid(Table(head, body), keys=_keys(body)))
        else:
            spans = "\n".join(lines).split("`")  # An index is no emphasis outside of code.
            spans[::2] = (span.replace("_", r"\_") for span in spans[::2])
            text = plain(Markdown("`".join(spans))).strip("\n")
            shown += [f"{text}\n"] if text else []
    return "\n".join(shown)


def _cells(line: str) -> list[str]:
    """The cells of a row of Markdown."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def _keys(body: list[list[str]]) -> int:
    """How many leading columns tell the rows apart: one or two."""
    return 1 if len({row[0] for row in body}) == len(body) or len(body[0]) < 2 else 2
