"""Tables of text, and formulas in plain text, for several markups; the standard library alone.

A table is written in Markdown, as CSV, HTML and LaTeX; `qstheory.work.terminal` lays it out for a
terminal. Formulas such as F_z . U_y <= m^2 get signs and scripts.
"""

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from io import StringIO
from unicodedata import normalize


class Table:
    r"""Columns and rows of text.

    Parameters
    ----------
    columns : sequence of str
        The heads of the columns.
    rows : iterable of sequences of str
        A cell for each column.

    Examples
    --------
    >>> table = Table(("m", "r"), [("1", "|a|")])
    >>> print(table.markdown())
    | m | r |
    |---|---|
    | 1 | \|a\| |
    >>> print(table.latex("lr"))
    \begin{tabular}{@{}lr@{}} \toprule
    m & r \\ \midrule
    1 & |a| \\
    \bottomrule \end{tabular}
    """

    def __init__(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        self.columns = tuple(columns)
        self.rows = tuple(tuple(row) for row in rows)

    def markdown(self) -> str:
        """The lines of a Markdown table, without an end of line after the last."""
        lines = [_line(self.columns), "|" + "---|" * len(self.columns), *map(_line, self.rows)]
        return "\n".join(lines)

    def csv(self) -> str:
        """One line for the columns, then one for each row."""
        out = StringIO()
        csv.writer(out, lineterminator="\n").writerows((self.columns, *self.rows))
        return out.getvalue()

    def html(self, caption: str, cell: Callable[[str], str] = escape) -> str:
        """A table with a caption, a header row and a header column; `cell` sets what is in it."""
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in self.columns)
        body = "".join(
            f'<tr><th scope="row">{cell(first)}</th>'
            + "".join(f"<td>{cell(text)}</td>" for text in rest)
            + "</tr>"
            for first, *rest in self.rows
        )
        return (
            f"<table><caption>{escape(caption)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )

    def latex(self, layout: str) -> str:
        """A tabular with the rules of booktabs, without an end of line after the last.

        The cells are LaTeX already; `layout` says how each column is set, as in "lrr".
        """
        head, *body = (" & ".join(row) for row in (self.columns, *self.rows))
        lines = [rf"\begin{{tabular}}{{@{{}}{layout}@{{}}}} \toprule", rf"{head} \\ \midrule"]
        return "\n".join([*lines, *(rf"{row} \\" for row in body), r"\bottomrule \end{tabular}"])


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


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
