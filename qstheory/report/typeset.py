"""Formulas for readers without a typesetter: LaTeX as a line of text."""

import re
from functools import cache
from typing import Any


@cache
def _converter() -> Any:
    from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db

    known = get_default_latex_context_db()
    known.add_context_category(
        "norms", prepend=True, macros=[MacroTextSpec("|", "‖"), MacroTextSpec("mathsf", "%s")]
    )
    return LatexNodes2Text(latex_context=known, math_mode="text")


def plain_math(latex: str) -> str:
    r"""A formula as text.

    >>> plain_math(r"\tfrac{m(m+1)}2-1"), plain_math(r"\le m\|D\|_2/\|D\|_1")
    ('m(m+1)/2-1', '≤m‖D‖_2/‖D‖_1')
    """
    text = re.sub(r"\\[td]frac", r"\\frac", latex)
    text = re.sub(r"\\(?:big|Big|bigl|bigr|left|right)(?![a-zA-Z])", "", text)
    text = re.sub(r"\^\{([^{}]*[^{}\w][^{}]*)\}", r"^{(\1)}", text)  # x^{a/b} is x^(a/b)
    return " ".join(str(_converter().latex_to_text(text)).split())
