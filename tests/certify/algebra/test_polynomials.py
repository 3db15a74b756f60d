"""Polynomial arithmetic against sympy."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Poly, Rational, symbols

from qstheory.certify.algebra.polynomials import Polynomial
from qstheory.errors import TooLarge

NAMES = ("x", "y")
monomials = st.tuples(st.integers(0, 3), st.integers(0, 3))
tables = st.dictionaries(monomials, st.fractions(max_denominator=5), max_size=5)


def polynomial(table: dict[tuple[int, int], object]) -> Polynomial:
    """The polynomial in x and y with these coefficients."""
    total = Polynomial.constant(0)
    for (i, j), coefficient in table.items():
        x, y = map(Polynomial.generator, NAMES)
        total = total + Polynomial.constant(coefficient) * x**i * y**j  # type: ignore[arg-type]
    return total


def expected(table: dict[tuple[int, int], object]) -> Poly:
    """The same in sympy."""
    terms = {key: Rational(str(value)) for key, value in table.items() if value}
    return Poly(terms or {(0, 0): 0}, *symbols(NAMES), domain="QQ")


def same(found: Polynomial, wanted: Poly) -> bool:
    """Whether the two have the same coefficients."""
    table = {
        tuple(dict(monomial).get(name, 0) for name in NAMES): value
        for monomial, value in found.terms.items()
    }
    return table == {key: value for key, value in wanted.as_dict().items() if value}


@settings(deadline=None, max_examples=50)
@given(tables, tables, st.integers(0, 3))
def test_arithmetic_is_that_of_sympy(first: dict, second: dict, n: int) -> None:  # type: ignore[type-arg]
    p, q, P, Q = polynomial(first), polynomial(second), expected(first), expected(second)
    assert same(p + q, P + Q)
    assert same(p - q, P - Q)
    assert same(p * q, P * Q)
    assert same(p**n, P**n)
    assert p.degree == max(P.total_degree(), 0)
    assert p.is_zero == P.is_zero
    x = symbols("x")
    shifted = Poly(P.as_expr().subs(x, Q.as_expr()).expand(), *symbols(NAMES), domain="QQ")
    assert same(p.substituted({"x": q}), shifted)


def test_large_products_and_powers_are_refused() -> None:
    x = Polynomial.generator("x")
    with pytest.raises(TooLarge, match="exponent"):
        x**1001
    wide = Polynomial({(("x", i),): Fraction(1) for i in range(1, 500)})
    with pytest.raises(TooLarge, match="terms"):
        wide * wide
