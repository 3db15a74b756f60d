"""Losses and formulas for readers without a typesetter: LaTeX as a line of text, a loss in words.

Formulas in plain text, such as ||g*|| <= sqrt(r) U_max Q, are found, and set for LaTeX.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import groupby, zip_longest
from types import MappingProxyType
from typing import Any

from qstheory.losses.base import MatrixReference, Reference
from qstheory.losses.catalogue import families, family


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


LARGE_OPERATORS = re.compile(
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
    text = _scripts(LARGE_OPERATORS.sub(r"\1\\ ", text))
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

    from qstheory.markup import Table
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


GREEK = ("alpha", "gamma", "delta", "Delta", "eps", "eta", "kappa", "lambda", "phi", "psi", "pi",
         "Pi", "sigma", "tau", "theta", "mu")  # fmt: skip
FUNCTIONS = ("max", "min", "sup", "log", "sum")
"""What LaTeX has commands for, and what may be words of English."""
OPERATORS = ("argmin", "argmax", "sign", "rank", "affdim", "CCdim", "softmax", "Tr", "NP")
KNOWN = frozenset({*GREEK, *FUNCTIONS, *OPERATORS, "sqrt", "hat", "lhat"})
WITHIN = ("excess", "surrogate", "risk", "errs")
"""Words that stand for a number where they are in brackets."""
_WITHIN = f"(?:{'|'.join(WITHIN)})"
NOT_ALONE = re.compile(r"[\d.,;:()/ -]*|[^A-Za-z\d]+|A|" + "|".join((*FUNCTIONS, *OPERATORS)))
"""What is no formula by itself: numbers, signs, and what may be words."""
NEVER = re.compile(r"log-p.*|\W*a\W*|[AB]\.\d.*|\(p\.|\W*[\d.]+e-\d+\W*|\W*0-1\W*|.*[%#&@~`\"\\].*")
SIGNS = {"<=": r"\le ", ">=": r"\ge ", "!=": r"\ne ", "->": r"\to ", "||": r"\|", "..": r"\dots "}
REPLACED = (
    (re.compile(r"(?<![_^])\{([^{}]*)\}"), r"\\{\1\\}"),
    (re.compile(r"([A-Za-z])-?hat"), r"\\hat \1"),
    (re.compile(r"gamma\+"), "gamma_+"),
    (re.compile(r"\^\|(\w+)\|"), r"^{|\1|}"),
    (re.compile(rf"((?: |(?<![A-Za-z])){_WITHIN}(?: {_WITHIN})*)(?![A-Za-z])"), r"\\text{\1}"),
    (re.compile(r"(?<=\d) (?=\d)"), r"\\ "),
    (re.compile(r"(?<=\w) o (?=\w)"), r" \\circ "),
    (re.compile(r"(?<=[\d)])\*(?=\w)"), r"\\,"),
    (re.compile(r"(?<=[\w|)]) \. (?=[\w(])"), r" \\cdot "),
    (re.compile(r"(?<=[\w|])\*\^(\w+)"), r"^{*\1}"),
    (re.compile(r"(?<=[A-Za-z|])\*(?=[_(\s,;|)\\]|$)"), r"^*"),
    (re.compile(r"\b(?:inf)\b|(?<=_)inf(?![a-z])"), r"\\infty "),
    (re.compile(rf"(?<![A-Za-z\\])({'|'.join((*GREEK, *FUNCTIONS))})(?![A-Za-z])"), r"\\\1 "),
    (re.compile(rf"(?<![A-Za-z\\])({'|'.join(OPERATORS)})(?![A-Za-z])"), r"\\operatorname{\1}"),
    (re.compile(r"\\eps "), r"\\varepsilon "),
)
BARE = re.compile(r"([_^])([-.]?\d+|[-.]?[A-Za-z]+'?|\+|\\[a-z]+ )(?![{\w])")
"""A script without brackets."""


def with_formulas(text: str, plain: Callable[[str], str] = str) -> str:
    r"""The text with its formulas between dollars; `plain` makes what is none.

    >>> print(with_formulas("||g*|| <= sqrt(r) U_max Q, so A Q C kappa tau^2 n^(-1/4)."))
    $\|g^*\| \le  \sqrt{r} U_{\max } Q$, so $A Q C \kappa  \tau ^{2} n^{-1/4}$.
    >>> print(with_formulas("A 0-1 loss (m = 1), a p-noise condition in Sec. 3.5"))
    A 0-1 loss $(m = 1)$, a p-noise condition in Sec. 3.5
    """
    return "".join(
        f"${latex(part).strip()}$" if formula else plain(part) for part, formula in parts(text)
    )


def parts(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it is a formula."""
    end, start, depth = 0, -1, 0
    words = [*re.finditer(r"\S+", text)]
    for word, following in zip_longest(words, words[1:]):
        if not _is_mathematics(word.group(), depth):
            start, depth = -1, 0
            continue
        start = word.start() if start < 0 else start
        depth += _depth(word.group())
        ends = depth <= 0 and re.search(r".[,;:.]$", word.group())
        if following and not ends and _is_mathematics(following.group(), depth):
            continue
        run = _balanced(text[start : word.end()])
        if run and not NOT_ALONE.fullmatch(run):
            at = text.index(run, start)
            yield text[end:at], False
            yield run, True
            end = at + len(run)
        start, depth = -1, 0
    yield text[end:], False


def _is_mathematics(word: str, depth: int) -> bool:
    """Whether what is written in letters is a single one, a script, or known."""
    names = re.findall(r"[A-Za-z]+", re.sub(r"[_^]\{?[A-Za-z]{1,3}(?![A-Za-z])", "", word))
    known = KNOWN.union(WITHIN) if depth > 0 or {"(", ")"} & {*word} else KNOWN
    return not NEVER.fullmatch(word) and all(len(name) == 1 or name in known for name in names)


def _depth(text: str) -> int:
    return sum(text.count(sign) for sign in "([{") - sum(text.count(sign) for sign in ")]}")


def _balanced(run: str) -> str:
    """Without the signs of the sentence around it; shortened until its brackets match."""
    run = run.rstrip(",;:.")
    while depth := _depth(run):
        if depth < 0 and run[-1] in ")]}":
            run = run[:-1]
        elif depth > 0 and run[0] in "([{":
            run = run[1:]
        else:
            run = run.rpartition(" ")[0]
        run = run.rstrip(",;:.")
    return run


def latex(formula: str) -> str:
    r"""A formula as LaTeX.

    >>> print(latex("(gamma_p eps^p)^(1/(p+1)) H((1/2)(eps/gamma_p)^(1/(p+1)))"))
    (\gamma _{p} \varepsilon ^{p})^{1/(p+1)} H((1/2)(\varepsilon /\gamma _{p})^{1/(p+1)})
    >>> print(latex("||F||_inf = 1/(2 sqrt m)"), latex("F_z . U_y"), latex("f* = d o g*"))
    \|F\|_{\infty } = 1/(2 \sqrt{m}) F_{z} \cdot U_{y} f^* = d \circ g^*
    """
    for sign, command in SIGNS.items():
        formula = formula.replace(sign, command)
    for pattern, replacement in REPLACED:
        formula = pattern.sub(replacement, formula)
    formula = _braces(_braces(formula, re.compile(r"(?<=[_^])\(")), re.compile(r"sqrt ?\("))
    formula = re.sub(r"(?<!\\)sqrt ?(\\?\w+)", r"\\sqrt{\1}", formula)
    return BARE.sub(r"\1{\2}", formula)


def _braces(text: str, opening: re.Pattern[str]) -> str:
    """Braces in the place of brackets: a script, or what a root is taken of."""
    while found := opening.search(text):
        end, depth = found.end(), 1
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        command = "\\sqrt" if "sqrt" in found.group() else ""
        before, inner = text[: found.start()], text[found.end() : end - 1]
        text = f"{before}{command}{{{inner}}}{text[end:]}"
    return text


SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "#": r"\#",
    "_": r"\_", "^": r"\^{}", "~": r"\~{}", "<": r"$<$", ">": r"$>$", "|": r"$|$", "`": "",
}  # fmt: skip


def tex(text: str) -> str:
    """Text for LaTeX, its formulas set; what stands between dollars is left as it is.

    >>> print(tex("100 % of $x_1$ and ||x_2|| <= 1 at {1}."))
    100 \\% of $x_1$ and $\\|x_{2}\\| \\le  1$ at $\\{1\\}$.
    """
    pieces = text.split("$")
    for i in range(0, len(pieces), 2):
        pieces[i] = with_formulas(pieces[i], _plain)
    return "$".join(pieces)


def _plain(text: str) -> str:
    """Text without formulas for LaTeX, such as where a statement stands."""
    return "".join(SPECIAL.get(sign, sign) for sign in text)


SHOWN = 16
"""Most entries of a matrix that are written out."""
TITLES = {
    "zero-one": "0-1",
    "block-zero-one": "block 0-1",
    "hamming": "Hamming",
    "f-score": "F-score",
    "prec-at-k": "Prec@k",
    "ndcg": "NDCG",
    "pairwise-disagreement": "PD",
    "map": "MAP",
}
SPOKEN: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("undefined", "drop"): "0/0 left out",
        ("undefined", "zero"): "0/0 = 0",
        ("undefined", "one"): "0/0 = 1",
        ("discount", "reciprocal"): "D_j = 1/j",
        ("discount", "eru"): "D_j = 2^(1-j)",
        ("gain", "eru"): "G(t) = max(t - neutral, 0)",
        ("gain", "linear"): "G(t) = t",
        ("orientation", "printed"): "as printed",
        ("blocks", "parity"): "blocks by parity",
        ("blocks", "size"): "blocks by size",
        ("blocks", "singletons"): "one label set a block",
    }
)
"""Parameters of which the value alone says less than a formula."""
SYMBOLS = {"gain": "G", "discount": "D"}


def loss_words(reference: Reference) -> str:
    """The loss as a reader calls it.

    >>> from qstheory import losses
    >>> loss_words(losses.make("f-score", m=2, undefined="one").reference)
    'F-score, m = 2, 0/0 = 1'
    >>> loss_words(losses.make("block-zero-one", m=1, blocks=(0, 1)).reference)
    'block 0-1, m = 1, blocks {0}, {1}'
    >>> loss_words(losses.make("hamming", m=3).reference)
    'Hamming, m = 3'
    """
    if isinstance(reference, MatrixReference):
        rows, columns = len(reference.predictions), len(reference.observations)
        if rows * columns > SHOWN:
            return f"a {rows} x {columns} matrix"
        return f"L = ({'; '.join(' '.join(map(str, row)) for row in reference.entries)})"
    named = family(reference.family)
    usual = {p.name: p.default for p in named.parameters}
    given = [
        _spoken(name, value)
        for name, value in reference.parameters
        if str(value) != str(usual.get(name))
    ]
    return ", ".join([TITLES.get(reference.family, reference.family), *given])


def short_name(name: str) -> str:
    """A loss as commands take it, without the parameters that have their defaults.

    >>> short_name("ndcg:m=2,R=2,low=1,gain=exponential,discount=reciprocal,k=all,undefined=raise")
    'ndcg:m=2,R=2,discount=reciprocal'
    >>> short_name("hamming:m=3"), short_name("animals.csv")
    ('hamming:m=3', 'animals.csv')
    """
    head, _, rest = name.partition(":")
    if head not in families() or not rest:
        return name
    usual = {f"{p.name}={p.default}" for p in family(head).parameters}
    kept = ",".join(piece for piece in rest.split(",") if piece not in usual)
    return f"{head}:{kept}" if kept else head


def own_parameters(name: str) -> str:
    """What tells a loss apart from others of its family: the parameters that are not usual.

    >>> own_parameters("f-score:m=2,beta=1,undefined=one"), own_parameters("animals.csv")
    ('m=2,undefined=one', 'animals.csv')
    """
    return short_name(name).partition(":")[2] or name


def _spoken(name: str, value: object) -> str:
    """A parameter with its value, as a formula where it is one."""
    if name == "blocks" and isinstance(value, tuple):
        m = len(value).bit_length() - 1
        return "blocks " + ", ".join(
            "{" + ", ".join(f"{i:0{m}b}" for i, at in enumerate(value) if at == block) + "}"
            for block in sorted(set(value))
        )
    if name in SYMBOLS and isinstance(value, tuple):
        return f"{SYMBOLS[name]} = ({', '.join(map(str, value))})"
    return SPOKEN.get((name, str(value))) or f"{name} = {_value(value)}"


def _value(value: object) -> str:
    if not isinstance(value, tuple):
        return str(value)
    rows = (" ".join(map(str, row)) if isinstance(row, tuple) else str(row) for row in value)
    return "; ".join(rows)
