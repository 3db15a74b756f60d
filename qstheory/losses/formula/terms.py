"""What a formula is: numbers, names, operations on terms, and sums over a range.

>>> written(Apply("/", (Name("i"), Apply("+", (Name("a"), Number(Fraction(2)))))))
'(i/(a+(2)))'
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction


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
