"""The rows of a table as a paper prints them: a transcription to compare with, never a source.

A row gives r and A as formulas in the loss's own parameters, A squared so that it stays rational
where it is, to be held against certified values size by size; and for every cell what is printed,
the claim that says so and the claim that says what is right. Formulas that are right come from the
claims and stand nowhere else. A ledger has them as `ROWS` in its `_printed_table.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

import sympy

Parameters = Mapping[str, int]
m, k, b = sympy.symbols("m k b", positive=True, integer=True)
R = sympy.Symbol("R", positive=True, integer=True)


Column = Literal["r", "decoder", "A", "least A", "decoding"]
COLUMNS: tuple[Column, ...] = get_args(Column)
"""Of the table shown: the second and the fourth are not columns of the paper."""


@dataclass(frozen=True)
class PrintedCell:
    """What is printed, in LaTeX, the claim that says so, and the claim that says what is right."""

    printed: str
    claim: str
    right: str


@dataclass(frozen=True)
class PrintedRow:
    """One row of the table: `r` and `a_squared` are expressions in m, k, b (and R for NDCG).

    `claims` are pairs, the claim and the right one, in the order of COLUMNS.
    """

    family: str
    measure: str
    r: sympy.Expr
    a_squared: sympy.Expr
    r_latex: str
    a_latex: str
    inference: str
    parameters: Callable[[int], Mapping[str, object]]
    symbols: Callable[[int], Parameters]
    sizes: tuple[int, ...]
    claims: tuple[tuple[str, str], ...]

    @property
    def cells(self) -> tuple[PrintedCell, ...]:
        """The cells in the order of COLUMNS."""
        shown = (self.r_latex, "", self.a_latex, "", self.inference)
        return tuple(
            PrintedCell(text, *pair) for text, pair in zip(shown, self.claims, strict=True)
        )


def evaluate(expression: sympy.Expr, values: Parameters) -> sympy.Expr:
    """The expression at these sizes, sums carried out."""
    symbols = {"m": m, "k": k, "b": b, "R": R}
    return expression.subs({symbols[name]: value for name, value in values.items()}).doit()
