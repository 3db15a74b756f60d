"""A formula in m for a sequence of rationals: guessed on half of the sizes, tested on the rest.

Tried are, in this order and with the fewest coefficients first: a polynomial in m, one with powers
2^m, one that differs for even and odd m, one with central binomials, one with the harmonic number
H_m = 1 + ... + 1/m, a ratio of polynomials, and a
term whose neighbours have a ratio of polynomials of degree one (hypergeometric), up to a constant.
What fits is a conjecture, whatever the number of sizes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb

import sympy
from sympy import Expr, Symbol

from qstheory.exact.integer_matrix import kernel, solve

m = Symbol("m", integer=True, positive=True)
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
