"""The paper's Table 1 as printed: a transcription to compare with, never a source of truth.

Each row gives r and A as formulas in the loss's own parameters, A squared so that it stays
rational where it is, and the printed cost of decoding. Nothing here enters a certified value.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import sympy

Parameters = Mapping[str, int]
m, k, b = sympy.symbols("m k b", positive=True, integer=True)
R = sympy.Symbol("R", positive=True, integer=True)


@dataclass(frozen=True)
class PrintedRow:
    """One row of Table 1: `r` and `a_squared` are expressions in m, k, b (and R for NDCG)."""

    family: str
    measure: str
    r: sympy.Expr
    a_squared: sympy.Expr
    a_latex: str
    inference: str
    parameters: Callable[[int], Mapping[str, object]]
    symbols: Callable[[int], Parameters]
    sizes: tuple[int, ...]
    claim_prefix: str


def _only_m(size: int) -> dict[str, object]:
    return {"m": size}


def _symbol_m(size: int) -> dict[str, int]:
    return {"m": size}


# Grades of the NDCG row: relevance 1..R with gain 2^t - 1, discounts 1/j (D_1 = 1).
NDCG_GRADES = 2


def _ndcg_a_squared() -> sympy.Expr:
    j = sympy.Symbol("j", integer=True, positive=True)
    return m * sympy.Sum(1 / j**2, (j, 1, m)) * (2**R - 1) ** 2


ROWS: tuple[PrintedRow, ...] = (
    PrintedRow(
        "zero-one",
        "0-1",
        2**m,
        2**m,
        "2^{m/2}",
        r"O(n\wedge 2^m)",
        _only_m,
        _symbol_m,
        (1, 2, 3, 4),
        "01",
    ),
    PrintedRow(
        "block-zero-one",
        "Block 0-1",
        b,
        b,
        r"\sqrt b",
        "O(b)",
        lambda size: {"m": size, "blocks": "size"},
        lambda size: {"m": size, "b": size + 1},
        (1, 2, 3, 4),
        "block",
    ),
    PrintedRow(
        "hamming",
        "Hamming",
        m,
        sympy.Rational(1, 4),
        r"\frac12",
        "O(m)",
        _only_m,
        _symbol_m,
        (1, 2, 3, 4),
        "hamming",
    ),
    PrintedRow(
        "f-score",
        "F-score",
        m**2 + 1,
        2 * m**2,
        r"\sqrt2\,m",
        "O(m^2)",
        lambda size: {"m": size, "undefined": "one"},
        _symbol_m,
        (1, 2, 3, 4),
        "fscore",
    ),
    PrintedRow(
        "prec-at-k",
        "Prec@k",
        m,
        m / k,
        r"\sqrt{m/k}",
        r"O(m\log k)",
        lambda size: {"m": size, "k": max(1, size // 2)},
        lambda size: {"m": size, "k": max(1, size // 2)},
        (2, 3, 4, 5),
        "prec",
    ),
    PrintedRow(
        "ndcg",
        "NDCG",
        m,
        _ndcg_a_squared(),
        r"\sqrt m\,(\sum_j D_j^2)^{1/2}\,G_{\max}",
        r"O(m\log m)",
        lambda size: {"m": size, "R": NDCG_GRADES, "discount": "reciprocal"},
        lambda size: {"m": size, "R": NDCG_GRADES},
        (2, 3, 4),
        "ndcg",
    ),
    PrintedRow(
        "pairwise-disagreement",
        "PD",
        m * (m - 1) / 2,
        m**2 / 16,
        r"\frac m4",
        r"\mathrm{MWFAS}(m)",
        lambda size: {"m": size, "undefined": "drop"},
        _symbol_m,
        (2, 3, 4),
        "pd",
    ),
    PrintedRow(
        "map",
        "MAP",
        m * (m + 1) / 2,
        m**2 * sympy.log(m + 1) / 4,
        r"\frac12 m\sqrt{\log(m+1)}",
        r"\mathrm{QAP}(m)",
        lambda size: {"m": size, "undefined": "drop"},
        _symbol_m,
        (2, 3, 4),
        "map",
    ),
)


def evaluate(expression: sympy.Expr, values: Parameters) -> sympy.Expr:
    """The expression at these sizes, sums carried out."""
    symbols = {"m": m, "k": k, "b": b, "R": R}
    return expression.subs({symbols[name]: value for name, value in values.items()}).doit()
