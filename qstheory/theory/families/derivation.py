"""Dimensions of a family of losses on label sets for every m, from its formula alone.

Where L = f(a, b) + g(a, b) i, the blocks of all components but the first two vanish, that of the
second is g on the sizes between 0 and m, up to scale, and the first is f + g a b / m:

    rank L = rank(f + g a b / m) + (m - 1) rank g.

Both ranks are shown by a recogniser of `qstheory.theory.families.kernels`. Two more kinds of losses
are positive definite as they stand: 1(z != y), and the index of Jaccard and its relatives.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy
from sympy import Expr

from qstheory.errors import Undecided
from qstheory.losses.formula import Apply, Name, Number, Term, substituted
from qstheory.losses.formula_reader import read_formula
from qstheory.theory.families.closed_form import agrees, m
from qstheory.theory.families.kernels import (
    ONE,
    ZERO,
    Ranks,
    Regular,
    Sizes,
    a,
    b,
    beside,
    cauchy,
    i,
    index_kernel,
    polynomial_ranks,
    symbolic,
)

POLICY = {"zero": 0, "one": 1}


@dataclass(frozen=True)
class DerivedForm:
    """An expression in m that holds for every m from `since` on, and the lines of its proof."""

    expression: Expr
    since: int
    proof: tuple[str, ...]

    @property
    def label(self) -> str:
        """What it is."""
        return f"derived for every m >= {self.since}"

    def checked(self, values: Mapping[int, Any]) -> "DerivedForm":
        """The same, after comparing with what was computed; raises Undecided where they differ."""
        for n, value in values.items():
            if n >= self.since and not agrees(self.expression, n, Fraction(value)):
                raise Undecided(
                    f"The formula {self.expression} is not {value} at m = {n}; this is a defect."
                )
        return self


def derive(space: str, term: Term | None, options: Mapping[str, Any]) -> dict[str, DerivedForm]:
    """The dimensions that are shown for every m, by name."""
    if space != "sets" or term is None:
        return {}
    rows = _sizes(options.get("predicted", "all"), options)
    columns = _sizes(options.get("observed", "all"), options)
    if rows is None or columns is None:
        return {}
    undefined = options.get("undefined", "raise")
    ranks, proof = _identity(term, rows, columns) or _symbolic(term, rows, columns, undefined)
    if ranks is None:
        return {}
    shown = {
        "rank": ranks.loss,
        "prediction differences": ranks.prediction_differences,
        "observation differences": ranks.observation_differences,
        "affine dimension": ranks.affine,
        "c": ranks.shift,
    }
    return {
        name: DerivedForm(_plain(expression), ranks.since, proof)
        for name, expression in shown.items()
        if expression is not None
    }


Shown = tuple[Ranks | None, tuple[str, ...]]


def _plain(expression: Expr) -> Expr:
    """A polynomial by its powers, and anything else simplified."""
    found = sympy.simplify(expression)
    return sympy.expand(found) if found.is_polynomial(m) else found


def _sizes(text: str, options: Mapping[str, Any]) -> Sizes | None:
    """low..high with a number below, and a number or m above."""
    if text == "all":
        return Sizes(0, m)
    values = options.get("values", {})
    parts = [symbolic(substituted(read_formula(part), values)) for part in text.split(";")]
    low, high = parts[0], parts[-1]
    if low is None or high is None or not low.is_Integer or not (high.is_Integer or high == m):
        return None
    return Sizes(int(low), high)


EQUAL = {
    frozenset({("a", "b"), ("b", "i")}),
    frozenset({("a", "b"), ("a", "i")}),
    frozenset({("a", "i"), ("b", "i")}),
}


def _same(term: Term) -> bool:
    """Whether the condition says that z = y, which is a = b = i."""
    match term:
        case Apply("and", (Apply("==", left), Apply("==", right))):
            compared = ([x.name for x in pair if isinstance(x, Name)] for pair in (left, right))
            return frozenset(tuple(sorted(pair)) for pair in compared) in EQUAL
    return False


def _identity(term: Term, rows: Sizes, columns: Sizes) -> Shown | None:
    """L = x where z = y and w elsewhere, on one set of N label sets: (x - w) 1 + w J."""
    match term:
        case Apply("if", (Number(x), condition, Number(w))) if _same(condition) and x != w:
            pass
        case _:
            return None
    if rows != columns or rows.fixed:
        return None
    count = 2**m - sum((sympy.binomial(m, s) for s in range(rows.low)), ZERO)
    block = Regular(count, count / _number(x - w), 1 if x > w else -1, "a multiple of the identity")
    ranks = beside(block, _number(w), ZERO, (False, False))
    line = f"L = {x - w} 1(z = y) + {w}: the identity on {count} label sets"
    # 1^T L x = 1 is solved unless w N = w - x, and N >= 2 from m = 2 on, or 1 with all sets.
    known = w == 0 or abs(w - x) < 2 * abs(w)
    since = max(1, rows.low) if rows.low == 0 else max(2, rows.low + 1)
    return replace(ranks, loss=count if known else ranks.loss, since=since), (line,)


def _number(value: Fraction) -> Expr:
    return sympy.Rational(value.numerator, value.denominator)


def _symbolic(term: Term, rows: Sizes, columns: Sizes, undefined: str) -> Shown:
    loss = symbolic(term)
    if loss is None:
        return None, ()
    if undefined == "drop" and columns.low == 0:
        # Only the empty set can be left out: what is 0/0 elsewhere has no formula here.
        columns = Sizes(1, columns.high)
    origin = symbolic(term, {"a": ZERO, "b": ZERO, "i": ZERO, "m": m}, POLICY.get(undefined))
    if sympy.cancel(loss).is_polynomial(i):
        return _affine(sympy.cancel(loss), rows, columns, origin)
    return _index(loss, rows, columns, origin)


def _affine(loss: Expr, rows: Sizes, columns: Sizes, origin: Expr | None) -> Shown:
    if sympy.degree(loss, i) > 1:
        return None, ()
    g = sympy.cancel(sympy.diff(loss, i))
    f = sympy.cancel(loss - g * i)
    means = sympy.cancel(f + g * a * b / m)
    second = _second(g, rows.inner(), columns.inner())
    first = polynomial_ranks(means, rows, columns) or _with_origin(means, rows, columns, origin)
    if second is None or first is None:
        return None, ()
    rank, since, why = second
    others = (m - 1) * rank
    ranks = Ranks(
        None if first.loss is None else first.loss + others,
        first.prediction_differences + others,
        first.observation_differences + others,
        first.affine + others,
        first.shift,
        max(first.since, since, 2),
        first.why,
    )
    proof = (
        f"L is affine in |z & y|: rank L = rank B + (m - 1) rank g, g = {g}, B = {means}",
        f"rank g = {rank}: {why}",
        f"B: {first.why}",
    )
    return ranks, proof


def _second(g: Expr, rows: Sizes, columns: Sizes) -> tuple[Expr, int, str] | None:
    """rank g on the inner sizes, from which m on, and why."""
    if g == 0:
        return ZERO, 1, "zero"
    found = polynomial_ranks(g, rows, columns)
    if found is not None:
        assert found.loss is not None
        return found.loss, found.since, found.why
    block = cauchy(g, rows, columns)
    return None if block is None else (block.count, 2, block.why)


def _with_origin(means: Expr, rows: Sizes, columns: Sizes, origin: Expr | None) -> Ranks | None:
    """B = c0 + S, where S is a Cauchy matrix on sizes from 1 on and vanishes at size 0."""
    if rows.fixed or columns.fixed or max(rows.low, columns.low) > 1:
        return None
    zeros = rows.low == 0, columns.low == 0
    c0 = sympy.cancel(means.subs(a, 0)) if zeros[0] else sympy.cancel(means.subs(b, 0))
    if not any(zeros) or c0.free_symbols:
        c0 = ZERO if not any(zeros) else c0
    S = sympy.cancel(means - c0)
    vanishes = all(
        sympy.cancel(S.subs(v, 0)) == 0 for v, zero in zip((a, b), zeros, strict=True) if zero
    )
    block = cauchy(S, Sizes(1, m), Sizes(1, m))
    if block is None or not vanishes or c0.free_symbols or (all(zeros) and origin is None):
        return None
    corner = ZERO if origin is None else sympy.cancel(origin - c0)
    return None if corner.free_symbols else beside(block, c0, corner, zeros)


def _index(loss: Expr, rows: Sizes, columns: Sizes, origin: Expr | None) -> Shown:
    found = index_kernel(loss)
    if found is None or rows.fixed or columns.fixed or max(rows.low, columns.low) > 1:
        return None, ()
    c0, kappa = found
    zeros = rows.low == 0, columns.low == 0
    if all(zeros) and (origin is None or origin.free_symbols):
        return None, ()
    why = "positive definite on the sets that are not empty, times a number"
    block = Regular(2**m - ONE, None, 1 if kappa > 0 else -1, why)
    corner = ZERO if origin is None else origin - c0
    formula, below = c0 + kappa * sympy.Symbol("K"), sympy.cancel(kappa * i / (loss - c0))
    line = f"L = {formula} with K = i/({below}): {why}"
    return beside(block, c0, corner, zeros), (line,)
