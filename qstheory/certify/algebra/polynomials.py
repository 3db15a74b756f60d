"""Polynomials over the rationals in named generators."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from qstheory.errors import TooLarge

Monomial = tuple[tuple[str, int], ...]
"""(generator, exponent >= 1), by name."""
TERM_LIMIT = 200_000


def _product(left: Monomial, right: Monomial) -> Monomial:
    if not left or not right:
        return left or right
    exponents = dict(left)
    for name, exponent in right:
        exponents[name] = exponents.get(name, 0) + exponent
    return tuple(sorted(exponents.items()))


@dataclass(frozen=True)
class Polynomial:
    """The sum of coefficient * monomial; no coefficient is 0.

    >>> x = Polynomial.generator("x")
    >>> (x - Polynomial.constant(1)) * (x + Polynomial.constant(1))
    Polynomial(terms={(('x', 2),): Fraction(1, 1), (): Fraction(-1, 1)})
    """

    terms: Mapping[Monomial, Fraction]

    @classmethod
    def constant(cls, value: int | Fraction) -> Self:
        """A constant."""
        return cls({(): Fraction(value)} if value else {})

    @classmethod
    def generator(cls, name: str) -> Self:
        """A generator."""
        return cls({((name, 1),): Fraction(1)})

    def __add__(self, other: Self) -> Self:
        """The sum."""
        terms = dict(self.terms)
        for monomial, coefficient in other.terms.items():
            value = terms.get(monomial, Fraction(0)) + coefficient
            if value:
                terms[monomial] = value
            else:
                del terms[monomial]
        return type(self)(terms)

    def __neg__(self) -> Self:
        """The negative."""
        return type(self)({monomial: -c for monomial, c in self.terms.items()})

    def __sub__(self, other: Self) -> Self:
        """The difference."""
        return self + -other

    def __mul__(self, other: Self) -> Self:
        """The product; raises TooLarge."""
        if len(self.terms) * len(other.terms) > TERM_LIMIT:
            raise TooLarge(f"A product of polynomials has more than {TERM_LIMIT:,} terms.")
        terms: dict[Monomial, Fraction] = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                monomial = _product(left, right)
                terms[monomial] = terms.get(monomial, Fraction(0)) + a * b
        return type(self)({monomial: c for monomial, c in terms.items() if c})

    def __pow__(self, exponent: int) -> Self:
        """A power with an exponent >= 0; raises TooLarge."""
        if exponent > 1000:
            raise TooLarge("A power of a polynomial has an exponent over 1000.")
        result = self.constant(1)
        for _ in range(exponent):
            result = result * self
        return result

    def substituted(self, values: Mapping[str, Self]) -> Self:
        """The polynomial with some generators replaced by polynomials."""
        result = self.constant(0)
        for monomial, coefficient in self.terms.items():
            term = self.constant(coefficient)
            for name, exponent in monomial:
                term = term * values.get(name, self.generator(name)) ** exponent
            result = result + term
        return result

    @property
    def is_zero(self) -> bool:
        """Whether this is the zero polynomial."""
        return not self.terms

    @property
    def degree(self) -> int:
        """The total degree; 0 for constants."""
        return max((sum(e for _, e in monomial) for monomial in self.terms), default=0)

    @property
    def constant_term(self) -> Fraction:
        """The coefficient of 1."""
        return self.terms.get((), Fraction(0))
