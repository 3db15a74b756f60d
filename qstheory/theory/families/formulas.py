"""Formulas in m of a family of losses: derived for every m, or guessed from the sizes computed.

Derived are dimensions of losses on label sets, from the formula of the loss alone. Where
L = f(a, b) + g(a, b) i, the blocks of all components but the first two vanish, that of the second
is g on the sizes between 0 and m, up to scale, and the first is f + g a b / m:

    rank L = rank(f + g a b / m) + (m - 1) rank g.

Both ranks are shown by a recogniser of `qstheory.theory.families.kernels`. Two more kinds of losses
are positive definite as they stand: 1(z != y), and the index of Jaccard and its relatives.

Any sequence of rationals is guessed on half of the sizes and tested on the rest. Tried are, in this
order and with the fewest coefficients first: a polynomial in m, one with powers 2^m, one that
differs for even and odd m, one with central binomials, one with the harmonic number
H_m = 1 + ... + 1/m, a ratio of polynomials, and a term whose neighbours have a ratio of polynomials
of degree one (hypergeometric), up to a constant. What fits is a conjecture, whatever the number of
sizes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Any

import sympy
from sympy import Expr, Symbol

from qstheory.errors import Undecided
from qstheory.exact.integer_matrix import kernel, solve
from qstheory.losses.formula import Apply, Name, Number, Term, substituted
from qstheory.losses.formula_reader import read_formula
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
    m,
    polynomial_ranks,
    symbolic,
)

SKIPPED = 3
"""Most of the smallest sizes that may differ from the formula, as small cases often do."""
TESTED = 2
"""Least number of sizes that a formula is tested on and was not found from."""
Basis = tuple[tuple[Callable[[int], int | Fraction], Expr], ...]


@dataclass(frozen=True)
class ClosedFormInM:
    """An expression in m, the sizes it was found from and those that it was tested on."""

    expression: Expr
    found_from: tuple[int, ...]
    tested_on: tuple[int, ...]

    @property
    def label(self) -> str:
        """What it is: a conjecture, with the sizes that it fits."""
        first, last = self.found_from[0], self.tested_on[-1]
        return f"conjectured (fits m = {first}..{last})"


def _power(k: int) -> tuple[Callable[[int], int], Expr]:
    return lambda n: n**k, m**k


def bases() -> Iterator[Basis]:
    """Sets of functions whose combinations are tried."""
    two = (lambda n: 2**n, 2**m)
    sign = (lambda n: (-1) ** n, (-1) ** m)
    middle = (lambda n: comb(n, n // 2), sympy.binomial(m, sympy.floor(m / 2)))
    for degree in range(6):
        yield tuple(map(_power, range(degree + 1)))
    for degree in range(3):
        powers = tuple(map(_power, range(degree + 1)))
        yield (two, *powers)
        yield (sign, *powers)
        yield (middle, *powers)
    yield (two, (lambda n: n * 2**n, m * 2**m), *map(_power, range(2)))
    for degree in range(3):
        yield tuple(map(_harmonic, range(degree + 1)))
        yield (*map(_harmonic, range(degree + 1)), (lambda n: Fraction(1), sympy.Integer(1)))


def _harmonic(k: int) -> tuple[Callable[[int], Fraction], Expr]:
    """m^k H_m."""
    return lambda n: n**k * sum((Fraction(1, i) for i in range(1, n + 1)), Fraction(0)), (
        m**k * sympy.harmonic(m)
    )


def _combination(basis: Basis, sizes: Sequence[int], values: Sequence[Fraction]) -> Expr | None:
    """The combination with these values, or None; there are as many sizes as functions, or more."""
    rows = [[Fraction(function(n)) for function, _ in basis] for n in sizes]
    found = solve(rows, values)
    if found is None or len(sizes) < len(basis):
        return None
    terms = zip(found, basis, strict=True)
    return sum((_rational(x) * written for x, (_, written) in terms), sympy.Integer(0))


def _ratio(sizes: Sequence[int], values: Sequence[Fraction], above: int, below: int) -> Expr | None:
    """p(m) / q(m) of these degrees with these values, or None."""
    if len(sizes) < above + below + 2:
        return None
    rows = [
        [*(Fraction(n**k) for k in range(above + 1)), *(-v * n**k for k in range(below + 1))]
        for n, v in zip(sizes, values, strict=True)
    ]
    found = kernel(rows, above + below + 2)
    if len(found) != 1:
        return None
    numerator, denominator = (
        sum((_rational(x) * m**k for k, x in enumerate(part)), sympy.Integer(0))
        for part in (found[0][: above + 1], found[0][above + 1 :])
    )
    return sympy.factor(numerator / denominator) if denominator != 0 else None


def _hypergeometric(sizes: Sequence[int], values: Sequence[Fraction]) -> Expr | None:
    """A term t(m) with t(m + 1) / t(m) = (x m + u) / (y m + v), with these values at all sizes."""
    if len(sizes) < 5 or not all(values):
        return None
    steps = [after / before for before, after in pairwise(values)]
    step = _ratio(sizes[:-1], steps, 1, 1) or _ratio(sizes[:-1], steps, 1, 0)
    if step is None:
        return None
    k = Symbol("k", integer=True)
    telescoped = sympy.product(step.subs(m, k), (k, sizes[0], m - 1))
    return sympy.gammasimp(_rational(values[0]) * telescoped)


def _rational(value: Fraction) -> Expr:
    return sympy.Rational(value.numerator, value.denominator)


def _guesses(sizes: Sequence[int], values: Sequence[Fraction]) -> Iterator[Expr]:
    """Expressions with these values."""
    for basis in bases():
        found = _combination(basis, sizes, values)
        if found is not None:
            yield found
    for above, below in ((0, 1), (1, 1), (0, 2), (1, 2), (2, 1), (2, 2)):
        found = _ratio(sizes, values, above, below)
        if found is not None:
            yield found
    for constant in (0, 1, -1):
        found = _hypergeometric(sizes, [value + constant for value in values])
        if found is not None:
            yield found - constant


def agrees(expression: Expr, n: int, value: Fraction) -> bool:
    """Whether the expression has that value at m = n, exactly."""
    at = sympy.simplify(expression.subs(m, n))
    return bool(at == _rational(value))


def guessed(values: Mapping[int, Fraction | int]) -> ClosedFormInM | None:
    """A closed form of the values by m, or None.

    >>> guessed({n: n * n - n + 1 for n in range(1, 9)}).expression
    m**2 - m + 1
    >>> guessed({n: 2**n - 1 for n in range(1, 9)}).expression
    2**m - 1
    """
    sizes = sorted(values)
    for skipped in range(min(SKIPPED, max(0, len(sizes) - TESTED - 1)) + 1):
        chosen = sizes[skipped:]
        half = (len(chosen) + 1) // 2
        first, rest = chosen[:half], chosen[half:]
        if len(rest) < TESTED:
            return None
        for expression in _guesses(first, [Fraction(values[n]) for n in first]):
            # A quotient whose factors cancel may miss a value that it was found from.
            if all(agrees(expression, n, Fraction(values[n])) for n in (*rest, *first)):
                return ClosedFormInM(expression, tuple(first), tuple(rest))
    return None


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


class ArguedForm(DerivedForm):
    """The same, where words say why: which row or entry is the largest is not derived."""

    @property
    def label(self) -> str:
        """What it is."""
        return f"argued for every m >= {self.since}"


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
