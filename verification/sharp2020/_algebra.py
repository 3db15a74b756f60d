"""Steps of derivations that sympy expands: identities between polynomials."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product

import sympy

from qstheory.certify.algebra.expressions import Expression, Number, Sum
from qstheory.certify.kinds.values import Comparison, Enclosed, Exactly
from qstheory.certify.kinds.values import Relation as Sign
from qstheory.claims import Evidence, Relation, Step
from qstheory.claims.evidence import WHOLE, Side

SIZES = range(1, 5)
"""How many coordinates the identities are written out for; the general case is the same sum."""


def symbols(name: str, count: int) -> list[sympy.Symbol]:
    """name0, name1, ..."""
    return [sympy.Symbol(f"{name}{i}", real=True) for i in range(count)]


def dot(left: list[sympy.Expr], right: list[sympy.Expr]) -> sympy.Expr:
    """The inner product."""
    return sum((a * b for a, b in zip(left, right, strict=True)), sympy.Integer(0))


def equals(description: str, left: Side, right: Side) -> Step:
    """left = right, of expressions, numbers or lists of them."""
    return Step(description, Relation(left, "=", right))


def cauchy_schwarz() -> Iterator[Step]:
    """|a|^2 |b|^2 - (a.b)^2 = sum_{i<j} (a_i b_j - a_j b_i)^2."""
    for r in SIZES:
        a, b = symbols("a", r), symbols("b", r)
        squares = sum(
            ((a[i] * b[j] - a[j] * b[i]) ** 2 for j in range(r) for i in range(j)), sympy.Integer(0)
        )
        yield equals(
            f"|a|^2|b|^2 - (a.b)^2 is a sum of squares for r = {r}",
            dot(a, a) * dot(b, b) - dot(a, b) ** 2,
            squares,
        )


def mean_square() -> Iterator[Step]:
    """(sum p)(sum p a^2) - (sum p a)^2 = sum_{i<j} p_i p_j (a_i - a_j)^2."""
    for n in SIZES:
        p, a = symbols("p", n), symbols("a", n)
        squares = sum(
            (p[i] * p[j] * (a[i] - a[j]) ** 2 for j in range(n) for i in range(j)), sympy.Integer(0)
        )
        yield equals(
            f"E a^2 - (E a)^2 is a sum of squares for {n} inputs",
            sum(p) * dot(p, [x * x for x in a]) - dot(p, a) ** 2,
            squares,
        )


def parallelogram() -> Iterator[Step]:
    """2 |a|^2 + 2 |b|^2 - |a - b|^2 = |a + b|^2."""
    for r in SIZES:
        a, b = symbols("a", r), symbols("b", r)
        minus = [x - y for x, y in zip(a, b, strict=True)]
        plus = [x + y for x, y in zip(a, b, strict=True)]
        yield equals(
            f"|a - b|^2 <= 2|a|^2 + 2|b|^2 for r = {r}",
            2 * dot(a, a) + 2 * dot(b, b) - dot(minus, minus),
            dot(plus, plus),
        )


def decoding_gap() -> Iterator[Step]:
    """(F_z - F_z').g* = (F_z - F_z').(g* - g) + (F_z - F_z').g, whose last term is <= 0."""
    for r in SIZES:
        f, best, g = symbols("f", r), symbols("b", r), symbols("g", r)
        apart = [x - y for x, y in zip(best, g, strict=True)]
        yield equals(
            f"the excess splits at the decoded scores for r = {r}",
            dot(f, best),
            dot(f, apart) + dot(f, g),
        )


PRECISION = 64
Statement = tuple[Expression, Sign, Expression]
SMALL = range(1, 7)
"""Values at which an identity is evaluated when nothing else is asked for."""


def number(value: int | Fraction) -> Number:
    """A constant."""
    return Number(Fraction(value))


def total(body: Callable[[Number], Expression], first: int, last: int) -> Sum:
    """The sum of body(k) over first <= k <= last, written out."""
    return Sum(tuple(body(number(k)) for k in range(first, last + 1)))


def compared(
    left: Expression | int | Fraction,
    relation: Sign,
    right: Expression | int | Fraction,
    part: str = WHOLE,
) -> Evidence:
    """left relation right, exactly where both sides are radicals of rationals, else enclosed."""
    sides = (x if isinstance(x, Expression) else number(x) for x in (left, right))
    proposition = Comparison(next(sides), relation, next(sides))
    return Evidence(proposition, (Exactly(), Enclosed(PRECISION)), part)


def at_values(
    statement: Callable[..., Statement], part: str = WHOLE, **values: Iterable[int]
) -> Iterator[Evidence]:
    """The statement at all combinations of the values, which it takes by keyword as numbers."""
    for chosen in product(*values.values()):
        at = dict(zip(values, map(number, chosen), strict=True))
        yield compared(*statement(**at), part=part)
