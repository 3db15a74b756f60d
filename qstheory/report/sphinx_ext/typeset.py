"""Formulas written in plain characters, set as mathematics is: signs, subscripts, superscripts.

Statements of claims are plain text such as "||F||_inf^2 <= 1/(4m)". Here the characters become
the signs, and what follows `_` and `^` is lowered or raised; words are left alone.
"""

import re

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
    r"(?:\((?P<round>(?:[^()]|\([^()]*\))*)\)|\{(?P<curly>[^{}]*)\}|(?P<bare>[-.]?[A-Za-z0-9]+'?))"
)


def signs(text: str) -> str:
    """Signs and Greek letters for what stands for them.

    >>> signs("||F|| <= sqrt(m), F_z . U_y, 8 x 8, eps")
    '‖F‖ ≤ √(m), F_z · U_y, 8 × 8, ε'
    """
    text = _SIGN.sub(lambda found: SIGNS[found.group()], text)
    text = _WORD.sub(lambda found: GREEK[found.group()], text)
    return _TIMES.sub(" × ", _DOT.sub(" · ", text))


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
