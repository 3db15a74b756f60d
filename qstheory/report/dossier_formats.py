"""A dossier as text, JSON, Markdown, and for a paper: F and U as matrices, a table a part."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qstheory.certify.kinds.decomposition import AffineDecomposition, DecompositionHolds
from qstheory.certify.surds import Surd, is_rational
from qstheory.certify.words import counted
from qstheory.losses.views import (
    MOST,
    latex_fraction,
    latex_matrix,
    number_text,
    rounded_text,
    size_text,
)
from qstheory.markup import Table
from qstheory.theory.dossier import Dossier
from qstheory.theory.findings import Finding, Part
from qstheory.version import VERSION
from qstheory.work.files import to_json
from qstheory.work.terminal import fitted, sheet


def text(value: Any) -> str:
    """A value of a finding on one line; long fractions are rounded."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(text, value)) or "none"
    if isinstance(value, Fraction):
        return number_text(value)
    return str(value)


def latex(value: Any) -> str:
    """A value of a finding for mathematics mode or, when it is a word, as text."""
    if isinstance(value, Fraction):
        return latex_fraction(value)
    if isinstance(value, tuple):
        return ",\\ ".join(map(latex, value)) or r"\text{none}"
    if isinstance(value, bool) or not isinstance(value, int):
        return rf"\text{{{escape(text(value))}}}"
    return str(value)


def surd(x: Surd) -> str:
    """A number with a square root for mathematics mode.

    >>> surd(Surd(Fraction(1), Fraction(-1, 2), Fraction(2)))
    '1 - \\\\tfrac{1}{2}\\\\sqrt{2}'
    """
    if is_rational(x):
        return latex(x.rational)
    size = "" if abs(x.root) == 1 else latex(abs(x.root))
    sign = "-" if x.root < 0 else ""
    whole = f"{latex(x.rational)} {sign or '+'} " if x.rational else sign
    return rf"{whole}{size}\sqrt{{{x.radicand}}}"


SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}


def escape(words: str) -> str:
    """Plain text for LaTeX.

    >>> escape("50% of a_b")
    '50\\\\% of a\\\\_b'
    """
    return "".join(SPECIAL.get(character, character) for character in words)


Rows = Sequence[Sequence[Fraction]]


@dataclass(frozen=True)
class Factors:
    """F (|Z| x r), U (|Y| x r), and c where it is one number, not a function of y."""

    F: Rows
    U: Rows
    c: Fraction | None

    @property
    def small(self) -> bool:
        """Whether people read them."""
        return max(len(self.F), len(self.U)) <= MOST

    def data(self) -> dict[str, object]:
        """As JSON data: rationals as text."""
        shown = {name: [list(map(str, row)) for row in rows]
                 for name, rows in (("F", self.F), ("U", self.U))}  # fmt: skip
        return {**shown, "c": None if self.c is None else str(self.c)}


def factors(finding: Finding) -> Factors | None:
    """The factors that a finding is about, None where it has none."""
    for item in finding.evidence:
        held = item.proposition
        if isinstance(held, DecompositionHolds) and isinstance(
            held.decomposition, AffineDecomposition
        ):
            given = held.decomposition
            return Factors(given.F, given.U, given.c)
        found = item.certificate
        if isinstance(found, AffineDecomposition) and finding.part == "decompositions":
            # The last columns are 1 and the function of y.
            F, U = ([row[:-1] for row in rows] for rows in (found.F, found.U))
            return Factors(F, U, None)
    return None


CITATION = f"""\
% @software{{qstheory, title = {{qstheory: exact, checkable analysis of learning with discrete
%   losses}}, author = {{{{the qstheory authors}}}}, version = {{{VERSION}}}, year = {{2026}}}}"""
SUMMED_UP = ("loss", "affine-dimension", "calibration-dimension", "equal-risk", "largest-margin")
"""The findings that the sentence names, by key."""
COLUMNS = 10
"""Most columns of a matrix in amsmath, unless it is told otherwise."""
GREEK = "alpha|beta|gamma|delta|epsilon|eta|kappa|lambda|mu|nu|pi|Pi|rho|sigma|tau|phi|psi|omega"
OPERATORS = "max|min|log|sup|inf"
SIGNS = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "->": r"\to", "<": "<", ">": ">", "=": "=",
         "+": "+", "-": "-", "||": r"\|", "|": "|"}  # fmt: skip
TOKEN = re.compile(
    r"(?P<gap>\bgamma\+)|(?P<ones>\b1(?= [a-z]\^T))"
    rf"|(?P<root>sqrt\((?P<under>[^()]*)\))"
    rf"|(?P<script>[_^](?:\((?P<group>[^()]*)\)|(?P<bare>-?\w+'?|\*+)))"
    rf"|(?P<greek>\b(?:{GREEK})(?![A-Za-z]))"
    rf"|(?P<operator>\b(?:{OPERATORS})\b)"
    r"|(?P<rank>\brank\b)"
    r"|(?P<best>\bA\*)|(?P<constant>\bA(?=_|\^| [<=>]))"
    r"|(?P<fraction>\b\d+/\d+\b)|(?P<number>\b\d+(?:\.\d+)?\b)"
    r"|(?P<letter>(?<![A-Za-z0-9])(?<![A-Za-z]-)[B-Zb-z](?![A-Za-z'-])(?:'|\*+)?)"
    r"|(?P<sign><=|>=|!=|->|\|\||\||<|>|=|(?<= )[+-](?= )|(?<![A-Za-z0-9])-(?=[A-Za-z0-9]))"
)


def mathematics(words: str) -> str:
    r"""A statement of a finding for LaTeX: its formulas between dollars, its words as they are.

    >>> mathematics("L = F U^T + c with r = 2, F and U explicit")
    '$L = F U^{\\top} + c$ with $r = 2$, $F$ and $U$ explicit'
    >>> mathematics("H(e) >= e^2/(4 ||F||^2) holds, A* <= sqrt(2) at 50%")
    '$H(e) \\ge e^{2}/(4 \\|F\\|^{2})$ holds, $\\mathsf{A}_* \\le \\sqrt{2}$ at $50$\\%'
    >>> mathematics("L = F U^T + 1 g^T, P(gamma+ <= e) for some e (see r)")
    '$L = F U^{\\top} + \\mathbf 1 g^{\\top}$, $P(\\gamma_+ \\le e)$ for some $e$ (see $r$)'
    """
    made, end = [], 0
    for found in TOKEN.finditer(words):
        made += [escape(words[end : found.start()]), f"${_formula(found)}$"]
        end = found.end()
    shown = "".join([*made, escape(words[end:])])
    return _joined(re.sub(r"\$( ?)\$", r"\1", shown))


def _joined(shown: str) -> str:
    """Formulas with a bracket or a fraction bar alone between them are one formula."""
    shown = re.sub(r"\$([()/]+ ?)\$", r"\1", shown)
    pieces = shown.split("$")
    for place in range(2, len(pieces), 2):
        formula = pieces[place - 1]
        if pieces[place][:1] == ")" and formula.count("(") > formula.count(")"):
            pieces[place - 1], pieces[place] = f"{formula})", pieces[place][1:]
    return re.sub(r"\$( ?)\$", r"\1", "$".join(pieces))


def _formula(found: re.Match[str]) -> str:
    kind, word = found.lastgroup, found[0]
    if found["script"]:
        inner = found["group"] if found["group"] is not None else found["bare"]
        inner = {"T": r"\top", "inf": r"\infty"}.get(inner, _inner(inner))
        return f"{word[0]}{{{inner}}}"
    if found["root"]:
        return rf"\sqrt{{{_inner(found['under'])}}}"
    if kind == "gap":
        return r"\gamma_+"
    if kind == "ones":
        return r"\mathbf 1"
    if kind in ("greek", "operator"):
        return rf"\{word}"
    if kind == "rank":
        return r"\operatorname{rank}"
    if kind == "best":
        return r"\mathsf{A}_*"
    if kind == "constant":
        return r"\mathsf{A}"
    if kind == "fraction":
        return latex_fraction(Fraction(word))
    if kind == "letter" and word.endswith("*"):
        return rf"{word.rstrip('*')}^{{{'*' * word.count('*')}}}"
    return SIGNS.get(word, word)


def _inner(words: str) -> str:
    """What stands within a root or a script: all of it is formula."""
    return mathematics(words).replace("$", "")


def as_latex(dossier: Dossier, titles: Mapping[Part, str]) -> str:
    """What goes into a paper; needs amsmath and booktabs."""
    lines = [
        f"% {escape(dossier.loss.title)}; needs \\usepackage{{amsmath,booktabs}}",
        *_sentence(dossier),
        *_matrices(dossier),
        *_decompositions(dossier),
    ]
    for part, title in titles.items():
        found = [f for f in dossier.part(part) if part != "decompositions"]
        if found:
            lines += _table(title, found)
    return "\n".join(lines) + "\n"


def _sentence(dossier: Dossier) -> Iterator[str]:
    """One sentence on the loss, with the citation."""
    loss = dossier.loss
    found = {finding.key: finding for finding in dossier.findings}
    sizes = (mathematics(size_text(s.size)) for s in (loss.predictions, loss.observations))
    said = [
        mathematics(found[key].statement) if found[key].status != "refuted"
        else f"it is refuted that {mathematics(found[key].statement)}"
        for key in SUMMED_UP
        if key in found and found[key].status in ("proved", "refuted")
    ]  # fmt: skip
    yield f"For the loss {escape(loss.title)} with {' predictions and '.join(sizes)} observations,"
    yield r"\texttt{qstheory}~\cite{qstheory} finds, exactly and with certificates:"
    yield f"{'; '.join(said) or 'nothing that is decided'}."
    yield CITATION


def _matrices(dossier: Dossier) -> Iterator[str]:
    """The factors that are small enough to be read."""
    for finding in dossier.part("decompositions"):
        given = factors(finding)
        if given is not None and given.small and given.F[0] and finding.status == "proved":
            if max(len(given.F[0]), len(given.U[0])) > COLUMNS:
                yield rf"\setcounter{{MaxMatrixCols}}{{{MOST}}}"
            last = r"\mathbf 1 g^\top" if given.c is None else latex_fraction(given.c)
            yield ""
            yield r"\["
            yield rf"L = F U^\top + {last},\qquad F = {latex_matrix(given.F)},\qquad"
            yield rf"U = {latex_matrix(given.U)}."
            yield r"\]"


def _decompositions(dossier: Dossier) -> Iterator[str]:
    """One row a decomposition, with its constants."""
    found = dossier.part("decompositions")
    if not found:
        return
    rows = []
    for finding in found:
        details = dict(finding.details)
        cells = [
            f"${latex(details[name])}$" if name in details else ""
            for name in ("r", "||F||_inf^2", "U_max", "A^2")
        ]
        name = escape(finding.key.removeprefix("form:"))
        rows.append((name, *cells, text(details.get("A")), finding.status))
    heads = ("decomposition", "$r$", r"$\|F\|_\infty^2$", r"$U_{\max}$", r"$\mathsf{A}^2$",
             r"$\mathsf{A}$", "status")  # fmt: skip
    yield ""
    yield Table(heads, rows).latex("l" * len(heads))


def _table(title: str, found: list[Finding]) -> Iterator[str]:
    """One row a finding."""
    yield ""
    rows = ((mathematics(finding.statement), finding.status) for finding in found)
    yield Table((escape(title), "status"), rows).latex(r"p{0.76\linewidth}l")


TITLES: Mapping[Part, str] = {
    "dimensions": "Dimensions",
    "decompositions": "Decompositions",
    "constants": "Best constants",
    "optimality": "Optimality",
    "calibration": "Calibration",
    "margins": "Margins",
    "consistency": "Consistency of surrogates",
    "decoder": "Decoder",
    "merging": "What merges",
}


def notes(finding: Finding) -> list[str]:
    """Details, meaning and reason of a finding, each on a line."""
    details = (f"{rounded_text(k)} = {text(value)}" for k, value in finding.details)
    lines = ["; ".join(details)] if finding.details else []
    given = factors(finding)
    if given is not None and given.small:
        lines += [f"{name} = {_rows(rows)}" for name, rows in (("F", given.F), ("U", given.U))]
    lines += [line for line in (finding.meaning, finding.reason, finding.limit) if line]
    return lines


def _rows(rows: Rows) -> str:
    """A matrix on a line."""
    return "; ".join(" ".join(map(str, row)) for row in rows)


def mark(finding: Finding) -> str:
    """What the certificates say and how much of the quantity is known, where both say something."""
    if finding.extent == finding.status:
        return finding.status
    return f"{finding.status}, {finding.extent}"


def certificates(finding: Finding) -> str:
    """Which certificates were judged, by kind."""
    kinds = [type(item.certificate).__name__ for item in finding.evidence]
    return ", ".join(
        f"{kind} x {kinds.count(kind)}" if kinds.count(kind) > 1 else kind
        for kind in dict.fromkeys(kinds)
    )


def present(dossier: Dossier) -> list[tuple[Part, str]]:
    """The parts that were looked at, with their titles."""
    return [(part, title) for part, title in TITLES.items() if dossier.part(part)]


def as_text(dossier: Dossier) -> str:
    """For a terminal."""
    loss = dossier.loss
    shown = [
        loss.title,
        f"{counted(loss.predictions.size, 'prediction')} x"
        f" {counted(loss.observations.size, 'observation')}",
    ]
    if loss.undefined:
        shown.append(f"where the definition is 0/0: {loss.undefined}")
    shown += loss.conventions
    if not dossier.complete:
        shown.append("Too large to look at every entry: what needs them all is not attempted.")
    parts = (
        sheet(Table(("status", "finding", "certificate"), rows), title, ratios=(0, 3, 1))
        for part, title in present(dossier)
        if (rows := [_text_row(finding) for finding in dossier.part(part)])
    )
    return fitted("\n".join(shown)) + "".join(parts)


def _text_row(finding: Finding) -> tuple[str, str, str]:
    """What is found with its notes below."""
    statement = "\n".join((finding.statement, *notes(finding)))
    return mark(finding), statement, certificates(finding)


def as_json(dossier: Dossier) -> str:
    """Every finding with its certificates' outcomes, F and U among them."""
    found = {f.key: given.data() for f in dossier.findings if (given := factors(f)) is not None}
    return to_json({**dossier.to_json(), "factors": found})


def as_markdown(dossier: Dossier) -> str:
    """One table for each part."""
    loss = dossier.loss
    lines = [f"# {loss.title}", ""]
    lines.append(f"{loss.predictions.size} predictions, {loss.observations.size} observations.")
    if loss.undefined:
        lines.append(f"Where the definition is 0/0: {loss.undefined}.")
    lines += [f"{convention}." for convention in loss.conventions]
    for part, title in present(dossier):
        rows = (
            (f.statement, mark(f), "; ".join(notes(f)), certificates(f)) for f in dossier.part(part)
        )
        table = Table(("finding", "status", "notes", "certificate"), rows)
        lines += ["", f"## {title}", "", table.markdown()]
    return "\n".join(lines) + "\n"


RENDERERS: Mapping[str, Callable[[Dossier], str]] = {
    "text": as_text,
    "json": as_json,
    "md": as_markdown,
    "latex": lambda dossier: as_latex(dossier, TITLES),
}
