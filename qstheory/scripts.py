"""Formulas in plain text, such as F_z . U_y <= m^2, with signs and scripts for another markup."""

import re
from collections.abc import Callable
from html import escape
from unicodedata import normalize

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
_HAT = re.compile(r"(?<![\w^])([a-z])\^(?=[_ ,.;)]|$)")
SCRIPT = re.compile(
    r"(?<=[\w)\]|*‖Σα-ωΑ-Ω+>])(?P<mark>[_^])"
    r"(?:\((?P<round>(?:[^()]|\([^()]*\))*)\)|\{(?P<curly>[^{}]*)\}|(?P<bare>[-.]?[A-Za-z0-9]+'?|\+(?!\w)))"
)


def signs(text: str) -> str:
    """Signs and Greek letters for what stands for them.

    >>> signs("||F|| <= sqrt(m), F_z . U_y, 8 x 8, eps, 5 sqrt n, z^_j . y^")
    '‖F‖ ≤ √(m), F_z · U_y, 8 × 8, ε, 5 √n, ẑ_j · ŷ'
    """
    text = _HAT.sub(
        lambda found: normalize("NFC", f"{found[1]}\N{COMBINING CIRCUMFLEX ACCENT}"), text
    )
    text = _SIGN.sub(lambda found: SIGNS[found.group()], text)
    text = _WORD.sub(lambda found: GREEK[found.group()], text).replace("√ ", "√")
    return _TIMES.sub(" × ", _DOT.sub(" · ", text))


_BASE = re.compile(r"(?:^|\W)(?:\w|(?:arg)?(?:min|max))$|\W$")
"""What a script belongs to in a formula; in a name such as batch_size there is none."""
_NAMES = re.compile(
    r"(?<![A-Za-z])(?:n_(?:components|jobs|samples|features|queries)|y_(?:true|pred)|[XY]_new)\b"
)
"""Names of arguments that look like a letter with a script."""
_LOW = str.maketrans("0123456789ijkmnpst", "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₘₙₚₛₜ")


def script(found: re.Match[str]) -> str:
    """What stands in a script; a number keeps its brackets, as in H^(2), which is no square."""
    number = found["round"] is not None and found["round"].isdigit()
    inner = f"({found['round']})" if number else found["round"] or found["curly"] or found["bare"]
    return GREEK[inner] if inner in BEFORE_SCRIPT else inner or ""


def set_in_text(
    text: str, scripted: Callable[[str, str], str], plain: Callable[[str], str] = str
) -> str:
    """A formula in a text of another markup: `scripted` writes what stands after `_` or `^`.

    >>> set_in_text("min_w alpha_i^T ||x||^2 <= batch_size", lambda mark, inner: f"{mark}<{inner}>")
    'min_<w> α_<i>^<T> ‖x‖^<2> ≤ batch_size'
    """
    text = signs(text)
    made: list[str] = []
    end = 0
    for found in SCRIPT.finditer(text):
        before = text[max(0, found.start() - 8) : found.start()]
        if _NAMES.match(text, found.start() - 1):
            continue
        if found.start() < end or not (_BASE.search(before) or (made and found.start() == end)):
            continue
        inner = script(found)
        inner = re.sub(r"(?<=\w)_(\w)(?!\w)", lambda low: low[1].translate(_LOW), inner)
        made += [plain(text[end : found.start()]), scripted(found["mark"], inner)]
        end = found.end()
    return "".join([*made, plain(text[end:])])


def html(text: str) -> str:
    """A text with formulas as HTML.

    >>> html("H(e) >= 2 e^2, A* < gamma_2")
    'H(e) ≥ 2 e<sup>2</sup>, A* &lt; γ<sub>2</sub>'
    """
    tags = {"_": "sub", "^": "sup"}
    return set_in_text(
        text, lambda mark, inner: f"<{tags[mark]}>{escape(inner)}</{tags[mark]}>", escape
    )
