"""Formulas: numbers, names, operations, sums over a range; their values, exact and bounded in cost.

>>> written(Apply("/", (Name("i"), Apply("+", (Name("a"), Number(Fraction(2)))))))
'(i/(a+(2)))'
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, comb, factorial, floor
from operator import add, eq, ge, gt, le, lt, mul, ne, sub
from typing import Any

from qstheory.errors import InvalidParameter, UndefinedLoss
from qstheory.losses.base import Undefined


@dataclass(frozen=True)
class Number:
    """A rational constant."""

    value: Fraction


@dataclass(frozen=True)
class Name:
    """A variable or a parameter."""

    name: str


@dataclass(frozen=True)
class Apply:
    """An operation on terms: + - * / ^, neg, a comparison, and, or, not, item, if, or a function.

    `if` has the value, the condition and the other value; `item` the sequence and the index from 1.
    """

    operation: str
    terms: tuple["Term", ...]


@dataclass(frozen=True)
class Over:
    """The sum or product (`operation`) of `body` for the integers `index` from `low` to `high`."""

    operation: str
    index: str
    low: "Term"
    high: "Term"
    body: "Term"


Term = Number | Name | Apply | Over
SYMBOLS = frozenset({"+", "-", "*", "/", "^", "==", "!=", "<", "<=", ">", ">=", "and", "or"})


def written(term: Term) -> str:
    """The formula with all its brackets, as it is read back; it never reads as a plain number.

    Arguments are separated by semicolons, so that the text can stand in the name of a loss.
    """
    match term:
        case Number(value):
            return f"({value})"
        case Name(name):
            return name
        case Over(operation, index, low, high, body):
            return f"{operation}({index}={written(low)}..{written(high)};{written(body)})"
        case Apply("neg", (inner,)):
            return f"(-{written(inner)})"
        case Apply("not", (inner,)):
            return f"(not {written(inner)})"
        case Apply("item", (sequence, index)):
            return f"{written(sequence)}[{written(index)}]"
        case Apply("if", (value, condition, other)):
            return f"({written(value)} if {written(condition)} else {written(other)})"
        case Apply(operation, (left, right)) if operation in SYMBOLS:
            blank = " " if operation.isalpha() else ""
            return f"({written(left)}{blank}{operation}{blank}{written(right)})"
        case Apply(operation, terms):  # pragma: no branch (the last kind of term)
            return f"{operation}({';'.join(map(written, terms))})"


def names(term: Term) -> Iterator[str]:
    """The free names, perhaps several times."""
    match term:
        case Name(name):
            yield name
        case Apply(_, terms):
            for inner in terms:
                yield from names(inner)
        case Over(_, index, low, high, body):
            yield from names(low)
            yield from names(high)
            yield from (name for name in names(body) if name != index)


def substituted(term: Term, values: Mapping[str, Fraction]) -> Term:
    """The formula with numbers in the place of some free names."""
    match term:
        case Name(name) if name in values:
            return Number(values[name])
        case Apply(operation, terms):
            return Apply(operation, tuple(substituted(inner, values) for inner in terms))
        case Over(_, index, low, high, body):
            inside = {name: value for name, value in values.items() if name != index}
            return replace(
                term,
                low=substituted(low, values),
                high=substituted(high, values),
                body=substituted(body, inside),
            )
    return term


Value = int | Fraction
Environment = Mapping[str, Any]
Compiled = Callable[[dict[str, Any]], Any]
LARGEST, STEPS, DIGITS = 1000, 10_000, 2000
"""Largest exponent or argument of a factorial, most terms of one sum, most bits of a power."""


class ZeroOverZero(UndefinedLoss):
    """A ratio is 0/0 and the policy does not give it a value."""


def compiled(term: Term, undefined: Undefined = "raise") -> Compiled:
    """The formula as a function of its names; of sequences, items are numbered from 1.

    0/0 is 0 under `zero` and 1 under `one`, otherwise ZeroOverZero is raised. Raises
    InvalidParameter for another division by 0, an irrational power, and what grows too large.

    >>> from qstheory.losses.formula_reader import read_formula
    >>> compiled(read_formula("1 - 2*i/(a+b)"))({"a": 1, "b": 2, "i": 1})
    Fraction(1, 3)
    """
    match term:
        case Number(value):
            plain: Value = value.numerator if value.denominator == 1 else value
            return lambda names: plain
        case Name(name):
            return lambda names: names[name]
        case Apply(operation, terms):
            return _applied(operation, [compiled(inner, undefined) for inner in terms], undefined)
        case Over(operation, index, low, high, body):  # pragma: no branch (the last kind)
            bounds = compiled(low, undefined), compiled(high, undefined)
            return _ranged(operation, index, bounds, compiled(body, undefined))


def is_undefined(formula: Compiled, values: dict[str, Any]) -> bool:
    """Whether a formula of policy `raise` reads 0/0 at these values of its names."""
    try:
        formula(values)
    except ZeroOverZero:
        return True
    return False


def _applied(operation: str, parts: Sequence[Compiled], undefined: Undefined) -> Compiled:
    if operation == "if":
        value, condition, other = parts
        return lambda names: value(names) if condition(names) else other(names)
    if operation == "and":
        left, right = parts
        return lambda names: int(bool(left(names)) and bool(right(names)))
    if operation == "or":
        left, right = parts
        return lambda names: int(bool(left(names)) or bool(right(names)))
    if operation == "/":
        left, right = parts
        return lambda names: _ratio(left(names), right(names), undefined)
    function = OPERATIONS[operation]
    if len(parts) == 1:
        (only,) = parts
        return lambda names: function(only(names))
    if len(parts) == 2:
        left, right = parts
        return lambda names: function(left(names), right(names))
    return lambda names: function(*(part(names) for part in parts))


def _ranged(
    operation: str, index: str, bounds: tuple[Compiled, Compiled], body: Compiled
) -> Compiled:
    combine, start = (add, 0) if operation == "sum" else (mul, 1)

    def value(names: dict[str, Any]) -> Any:
        low, high = (_whole(bound(names), f"a bound of {operation}") for bound in bounds)
        if high - low >= STEPS:
            raise InvalidParameter(f"A {operation} has more than {STEPS} terms; shorten its range.")
        total: Any = start
        inside = dict(names)
        for inside[index] in range(low, high + 1):
            total = combine(total, body(inside))
        return total

    return value


def _ratio(above: Value, below: Value, undefined: Undefined) -> Value:
    if below:
        return Fraction(above) / below
    if above:
        raise InvalidParameter(f"The formula divides {above} by 0; write a condition around it.")
    if undefined in ("raise", "drop"):
        raise ZeroOverZero("The formula reads 0/0.")
    return int(undefined == "one")


def _whole(value: Value, where: str) -> int:
    if value != int(value):
        raise InvalidParameter(f"{value} as {where} is no integer.")
    return int(value)


def _power(base: Value, exponent: Value) -> Value:
    power = _whole(exponent, "an exponent")
    if abs(power) > LARGEST or Fraction(base).numerator.bit_length() * abs(power) > 64 * DIGITS:
        raise InvalidParameter(f"A power with the exponent {power} is too large.")
    if power < 0:
        if not base:
            raise InvalidParameter("The formula divides by 0 in a negative power of 0.")
        return 1 / Fraction(base) ** -power
    return base**power


def _factorial(value: Value) -> int:
    number = _whole(value, "the argument of a factorial")
    if not 0 <= number <= LARGEST:
        raise InvalidParameter(f"factorial takes an integer from 0 to {LARGEST}, not {number}.")
    return factorial(number)


def _binomial(n: Value, k: Value) -> int:
    above, below = _whole(n, "the argument of a binomial"), _whole(k, "the argument of a binomial")
    if not 0 <= above <= LARGEST:
        raise InvalidParameter(f"binomial takes an integer from 0 to {LARGEST}, not {above}.")
    return comb(above, below) if below >= 0 else 0


def _item(sequence: Sequence[Any], index: Value) -> Any:
    place = _whole(index, "an index")
    if not 1 <= place <= len(sequence):
        raise InvalidParameter(f"The index {place} is not from 1 to {len(sequence)}.")
    return sequence[place - 1]


def _truth(comparison: Callable[[Any, Any], bool]) -> Callable[[Any, Any], int]:
    return lambda left, right: int(comparison(left, right))


OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "^": _power,
    "neg": lambda value: -value,
    "not": lambda value: int(not value),
    "item": _item,
    "abs": abs,
    "sign": lambda value: (value > 0) - (value < 0),
    "floor": floor,
    "ceil": ceil,
    "factorial": _factorial,
    "binomial": _binomial,
    "min": min,
    "max": max,
    **{
        name: _truth(function)
        for name, function in {
            "==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge,
        }.items()
    },
}  # fmt: skip
