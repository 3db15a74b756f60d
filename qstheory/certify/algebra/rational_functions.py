"""Expressions as quotients of polynomials, with the conditions under which that is what they are.

Besides the variables there are two kinds of generators. A geometric power b^(n m + k) is b^k times
the n-th power of the generator `b^m`; a factorial (L + k)! with L linear in the variables without
constant term is the generator `L!` times the product of the k factors between. So an identity
between quotients of polynomials in these generators holds wherever every denominator differs from
zero and every factorial has an argument >= 0: these are the conditions that are collected.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import factorial

from qstheory.certify.algebra.expressions import (
    Expression,
    Factorial,
    Geometric,
    Number,
    Power,
    Product,
    Sum,
    Variable,
    written,
)
from qstheory.certify.algebra.polynomials import Polynomial
from qstheory.errors import InvalidParameter, TooLarge

SHIFT_LIMIT = 1000
"""Most factors between a factorial and its generator, and largest exponent."""


@dataclass(frozen=True)
class Quotient:
    """numerator / denominator, not reduced."""

    numerator: Polynomial
    denominator: Polynomial

    def __add__(self, other: "Quotient") -> "Quotient":
        """The sum."""
        if self.denominator == other.denominator:
            return Quotient(self.numerator + other.numerator, self.denominator)
        numerator = self.numerator * other.denominator + other.numerator * self.denominator
        return Quotient(numerator, self.denominator * other.denominator)

    def __mul__(self, other: "Quotient") -> "Quotient":
        """The product."""
        return Quotient(self.numerator * other.numerator, self.denominator * other.denominator)

    def __neg__(self) -> "Quotient":
        """The negative."""
        return Quotient(-self.numerator, self.denominator)

    def __sub__(self, other: "Quotient") -> "Quotient":
        """The difference."""
        return self + -other


def constant(value: int | Fraction) -> Quotient:
    """A constant."""
    return Quotient(Polynomial.constant(value), Polynomial.constant(1))


@dataclass
class Reader:
    """Reads expressions as quotients and collects what must hold for that.

    `nonzero` are the polynomials that must differ from zero, `nonnegative` those that must be >= 0.
    """

    nonzero: list[Polynomial] = field(default_factory=list)
    nonnegative: list[Polynomial] = field(default_factory=list)

    def read(self, expression: Expression) -> Quotient:
        """The expression; raises InvalidParameter when it is no quotient, and TooLarge."""
        match expression:
            case Number(value):
                return constant(value)
            case Variable(name):
                if not name.isidentifier():
                    raise InvalidParameter(f"{name!r} is no name of a variable.")
                return Quotient(Polynomial.generator(name), Polynomial.constant(1))
            case Sum(terms):
                total = constant(0)
                for term in terms:
                    total = total + self.read(term)
                return total
            case Product(factors):
                total = constant(1)
                for factor in factors:
                    total = total * self.read(factor)
                return total
            case Power(base, exponent):
                return self._power(self.read(base), exponent)
            case Geometric(base, exponent):
                return self._geometric(base, self.polynomial(exponent))
            case Factorial(argument):
                return self._factorial(self.polynomial(argument))
        raise InvalidParameter(f"{written(expression)} is no quotient of polynomials.")

    def polynomial(self, expression: Expression) -> Polynomial:
        """An expression that is a polynomial; raises InvalidParameter otherwise."""
        quotient = self.read(expression)
        divisor = quotient.denominator.constant_term
        if quotient.denominator.degree or not divisor:
            raise InvalidParameter(f"{written(expression)} is no polynomial.")
        return quotient.numerator * Polynomial.constant(1 / divisor)

    def _power(self, base: Quotient, exponent: Fraction) -> Quotient:
        if exponent.denominator != 1:
            raise InvalidParameter("A fractional power is no quotient of polynomials.")
        n = int(exponent)
        if n < 0:
            self.nonzero.append(base.numerator)
            base = Quotient(base.denominator, base.numerator)
        return Quotient(base.numerator ** abs(n), base.denominator ** abs(n))

    def _geometric(self, base: Fraction, exponent: Polynomial) -> Quotient:
        if base == 0:
            raise InvalidParameter("The base of a geometric power must not be 0.")
        result = constant(1)
        for name, n in _linear(exponent).items():
            if abs(n) > SHIFT_LIMIT:
                raise TooLarge(f"An exponent exceeds {SHIFT_LIMIT}.")
            if not name:
                result = result * constant(base**n)
                continue
            power = Polynomial.generator(f"({base})^{name}") ** abs(n)
            one = Polynomial.constant(1)
            result = result * (Quotient(power, one) if n > 0 else Quotient(one, power))
        return result

    def _factorial(self, argument: Polynomial) -> Quotient:
        coefficients = _linear(argument)
        shift = coefficients.pop("", 0)
        if abs(shift) > SHIFT_LIMIT:
            raise TooLarge(f"A factorial is shifted by more than {SHIFT_LIMIT}.")
        if not coefficients:
            if shift < 0:
                raise InvalidParameter("The factorial of a negative number is not defined.")
            return constant(factorial(shift))
        base = argument - Polynomial.constant(shift)
        self.nonnegative.append(base if shift > 0 else argument)
        named = "+".join(f"{n}*{name}" for name, n in sorted(coefficients.items()))
        one = Polynomial.constant(1)
        result = Quotient(Polynomial.generator(f"({named})!"), one)
        for i in range(shift):
            result = result * Quotient(base + Polynomial.constant(i + 1), one)
        for i in range(-shift):
            result = result * Quotient(one, base - Polynomial.constant(i))
        return result


def _linear(polynomial: Polynomial) -> dict[str, int]:
    """Integer coefficients by variable, the constant under ''; raises InvalidParameter."""
    coefficients = {}
    for monomial, coefficient in polynomial.terms.items():
        names = [name for name, exponent in monomial for _ in range(exponent)]
        if (
            len(names) > 1
            or coefficient.denominator != 1
            or not all(name.isidentifier() for name in names)
        ):
            raise InvalidParameter(
                "The exponent of a geometric power and the argument of a factorial must be linear"
                " in the variables, with integer coefficients."
            )
        coefficients["".join(names)] = int(coefficient)
    return coefficients


@dataclass(frozen=True)
class Domain:
    """Values of the variables: each is a polynomial in parameters that are integers >= 0.

    Generators that are no variables are positive, except powers of a negative base.
    """

    values: Mapping[str, Polynomial]

    def is_nonnegative(self, polynomial: Polynomial) -> bool:
        """Whether all coefficients in the parameters are >= 0, which shows it is >= 0 there."""
        return _coefficients_nonnegative(polynomial.substituted(self.values))

    def is_positive(self, polynomial: Polynomial) -> bool:
        """Whether, besides, some term with a positive coefficient has no parameter."""
        here = polynomial.substituted(self.values)
        return _coefficients_nonnegative(here) and any(
            not any(name.isidentifier() for name, _ in monomial) for monomial in here.terms
        )

    def is_nonzero(self, polynomial: Polynomial) -> bool:
        """Whether it or its negative is positive there."""
        return self.is_positive(polynomial) or self.is_positive(-polynomial)

    def require(self, reader: Reader) -> None:
        """Raise InvalidParameter unless all conditions of the reader hold everywhere here."""
        if not all(map(self.is_nonzero, reader.nonzero)):
            raise InvalidParameter("A denominator is not shown to differ from zero.")
        if not all(map(self.is_nonnegative, reader.nonnegative)):
            raise InvalidParameter("The argument of a factorial is not shown to be >= 0.")

    def sign_of(self, quotient: Quotient) -> int | None:
        """1 when it is shown >= 0, -1 when shown <= 0 and not also >= 0, None when neither."""
        numerator, denominator = quotient.numerator, quotient.denominator
        if self.is_positive(-denominator):
            numerator, denominator = -numerator, -denominator
        if not self.is_positive(denominator):
            return None
        if self.is_nonnegative(numerator):
            return 1
        return -1 if self.is_nonnegative(-numerator) else None

    def is_positive_quotient(self, quotient: Quotient) -> bool:
        """Whether numerator and denominator are shown to be nonzero of the same sign."""
        n, d = quotient.numerator, quotient.denominator
        return (self.is_positive(n) and self.is_positive(d)) or (
            self.is_positive(-n) and self.is_positive(-d)
        )


def _coefficients_nonnegative(polynomial: Polynomial) -> bool:
    """Whether no coefficient is negative and no power of a negative base occurs."""
    return all(
        coefficient > 0 and not any(name.startswith("(-") and "^" in name for name, _ in monomial)
        for monomial, coefficient in polynomial.terms.items()
    )
