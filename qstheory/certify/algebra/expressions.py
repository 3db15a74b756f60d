"""Expressions in integer variables: what propositions about numbers are written in.

>>> m = Variable("m")
>>> written(m * (m + 1) / 2)
'((m*(m+1))*2^-1)'
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction


class Operators:
    """Arithmetic between expressions and exact numbers."""

    def __add__(self, other: "Expression | int | Fraction") -> "Expression":
        """The sum."""
        return Sum((_expression(self), _expression(other)))

    __radd__ = __add__

    def __sub__(self, other: "Expression | int | Fraction") -> "Expression":
        """The difference."""
        return Sum((_expression(self), negated(_expression(other))))

    def __rsub__(self, other: "Expression | int | Fraction") -> "Expression":
        """The difference, the other way round."""
        return Sum((_expression(other), negated(_expression(self))))

    def __mul__(self, other: "Expression | int | Fraction") -> "Expression":
        """The product."""
        return Product((_expression(self), _expression(other)))

    def __rmul__(self, other: "Expression | int | Fraction") -> "Expression":
        """The product, the other way round."""
        return Product((_expression(other), _expression(self)))

    def __truediv__(self, other: "Expression | int | Fraction") -> "Expression":
        """The quotient."""
        return Product((_expression(self), Power(_expression(other), Fraction(-1))))

    def __rtruediv__(self, other: "Expression | int | Fraction") -> "Expression":
        """The quotient, the other way round."""
        return Product((_expression(other), Power(_expression(self), Fraction(-1))))

    def __pow__(self, exponent: int | Fraction) -> "Expression":
        """A power with a constant exponent."""
        return Power(_expression(self), Fraction(exponent))

    def __neg__(self) -> "Expression":
        """The negative."""
        return negated(_expression(self))


@dataclass(frozen=True)
class Number(Operators):
    """A rational constant."""

    value: Fraction


@dataclass(frozen=True)
class Variable(Operators):
    """A variable; its name is a Python identifier."""

    name: str


@dataclass(frozen=True)
class Sum(Operators):
    """The sum of the terms; 0 when there are none."""

    terms: tuple["Expression", ...]


@dataclass(frozen=True)
class Product(Operators):
    """The product of the factors; 1 when there are none."""

    factors: tuple["Expression", ...]


@dataclass(frozen=True)
class Power(Operators):
    """base^exponent; undefined for 0 to a negative power and negative to a non-integer one."""

    base: "Expression"
    exponent: Fraction


@dataclass(frozen=True)
class Geometric(Operators):
    """base^exponent, for a rational base other than 0 and an exponent that is an integer."""

    base: Fraction
    exponent: "Expression"


@dataclass(frozen=True)
class Factorial(Operators):
    """argument!; undefined unless the argument is an integer >= 0."""

    argument: "Expression"


@dataclass(frozen=True)
class Log(Operators):
    """The natural logarithm; undefined unless the argument is positive."""

    argument: "Expression"


@dataclass(frozen=True)
class SumOver(Operators):
    """The sum of `body` over the integers lower <= variable <= upper; 0 when there are none."""

    variable: str
    lower: "Expression"
    upper: "Expression"
    body: "Expression"


Expression = Number | Variable | Sum | Product | Power | Geometric | Factorial | Log | SumOver

ZERO, ONE = Number(Fraction(0)), Number(Fraction(1))


def _expression(value: object) -> Expression:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Number(Fraction(value))
    if not isinstance(value, Expression):
        raise TypeError(f"{value!r} is no exact number and no expression")
    return value


def negated(expression: Expression) -> Expression:
    """The negative of an expression."""
    return Product((Number(Fraction(-1)), expression))


def binomial(top: Expression, bottom: Expression) -> Expression:
    """top! / (bottom! (top - bottom)!), defined for 0 <= bottom <= top."""
    return Factorial(top) / (Factorial(bottom) * Factorial(top - bottom))


def rebuilt(expression: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """The expression with `change` applied to its parts; the bound variable of a sum is not one."""
    match expression:
        case Sum(terms):
            return Sum(tuple(change(term) for term in terms))
        case Product(factors):
            return Product(tuple(change(factor) for factor in factors))
        case Power(base, exponent):
            return Power(change(base), exponent)
        case Geometric(base, exponent):
            return Geometric(base, change(exponent))
        case Factorial(argument):
            return Factorial(change(argument))
        case Log(argument):
            return Log(change(argument))
        case SumOver(variable, lower, upper, body):
            return SumOver(variable, change(lower), change(upper), change(body))
    return expression


def substituted(expression: Expression, name: str, value: Expression) -> Expression:
    """The expression with a free variable replaced; bound variables must not occur in `value`."""
    if isinstance(expression, Variable) and expression.name == name:
        return value
    if isinstance(expression, SumOver) and expression.variable == name:
        lower, upper = (
            substituted(bound, name, value) for bound in (expression.lower, expression.upper)
        )
        return SumOver(name, lower, upper, expression.body)
    return rebuilt(expression, lambda part: substituted(part, name, value))


def free_variables(expression: Expression) -> frozenset[str]:
    """The names of the variables that are not bound by a sum."""
    if isinstance(expression, Variable):
        return frozenset({expression.name})
    found: set[str] = set()

    def visit(part: Expression) -> Expression:
        found.update(free_variables(part))
        return part

    if isinstance(expression, SumOver):
        visit(expression.body)
        found.discard(expression.variable)
        visit(expression.lower)
        visit(expression.upper)
    else:
        rebuilt(expression, visit)
    return frozenset(found)


def has_sum(expression: Expression) -> bool:
    """Whether a sum over a range occurs anywhere in the expression."""
    found: list[bool] = [isinstance(expression, SumOver)]

    def visit(part: Expression) -> Expression:
        found.append(has_sum(part))
        return part

    rebuilt(expression, visit)
    return any(found)


def written(expression: Expression) -> str:
    """The expression as a line of text, for messages and reports."""
    match expression:
        case Number(value):
            return str(value)
        case Variable(name):
            return name
        case Sum(terms):
            return f"({'+'.join(map(written, terms))})" if terms else "0"
        case Product(factors):
            return f"({'*'.join(map(written, factors))})" if factors else "1"
        case Power(base, exponent):
            return f"{written(base)}^{exponent}"
        case Geometric(base, exponent):
            return f"({base})^{written(exponent)}"
        case Factorial(argument):
            return f"{written(argument)}!"
        case Log(argument):
            return f"log({written(argument)})"
    lower, upper, body = map(written, (expression.lower, expression.upper, expression.body))
    return f"sum({expression.variable}={lower}..{upper}: {body})"
