"""Reading a formula: + - * / ^, comparisons, and or not, x if c else y, functions, sums.

    1 - 2*i/(a+b)                      0 if a == b == i else 1
    1 - i/(i + alpha*(a-i) + beta*(b-i))
    sum(j=1..m, y[j]*s[j]) / m         max(a, b) - i

A comparison is 1 or 0. `^` (or **) binds tightest and to the right. Arguments are separated by
commas or semicolons.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.losses.base import ParameterValue
from qstheory.losses.formula import Apply, Name, Number, Over, Term, names, written
from qstheory.losses.parameters import Parameter

LENGTH, DEPTH = 4000, 60
"""Most characters of a formula, and most brackets within each other."""
TOKEN = re.compile(
    r"\s*(?:(?P<number>\d{1,60}\.\d{1,60}|\d{1,60})(?![\w])|(?P<word>[A-Za-z_][A-Za-z_0-9]{0,30})"
    r"|(?P<sign>\.\.|\*\*|[=!<>]=|[-+*/^()\[\],;<>=]))",
    re.ASCII,
)
FUNCTIONS = {
    "abs": (1, 1), "sign": (1, 1), "floor": (1, 1), "ceil": (1, 1), "factorial": (1, 1),
    "binomial": (2, 2), "min": (2, 9), "max": (2, 9),
}  # fmt: skip
"""The functions, with the least and the largest number of their arguments."""
RANGES = ("sum", "prod")
RESERVED = frozenset({*FUNCTIONS, *RANGES, "if", "else", "and", "or", "not"})
COMPARISONS = ("==", "!=", "<=", ">=", "<", ">")


@dataclass
class _Reader:
    text: str
    tokens: list[tuple[str, int]] = field(default_factory=list)
    at: int = 0
    depth: int = 0

    def fault(self, problem: str) -> UnreadableInput:
        shown = self.text if len(self.text) <= 60 else self.text[:57] + "..."
        place = self.tokens[self.at][1] if self.at < len(self.tokens) else len(self.text)
        return UnreadableInput(
            f"The formula {shown!r} cannot be read at character {place + 1}: {problem}."
        )

    def split(self) -> None:
        if len(self.text) > LENGTH:
            raise UnreadableInput(f"The formula is longer than {LENGTH} characters; shorten it.")
        end, place = len(self.text.rstrip()), 0
        while place < end:
            found = TOKEN.match(self.text, place)
            if found is None:
                rest = self.text[place:].lstrip()
                self.tokens, self.at = [("", len(self.text) - len(rest))], 0
                number = re.match(r"\d[\w.]*", rest)
                if number is not None:
                    shown = number[0] if len(number[0]) <= 20 else number[0][:17] + "..."
                    raise self.fault(
                        f"write a number as 12 or 0.5 with at most 60 digits, not {shown!r}"
                    )
                raise self.fault(f"{rest[:1]!r} does not belong here")
            self.tokens.append((found[found.lastgroup or 0], found.start(found.lastgroup or 0)))
            place = found.end()

    @property
    def next(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self, *wanted: str) -> str | None:
        if self.next and self.next in wanted:
            self.at += 1
            return self.tokens[self.at - 1][0]
        return None

    def need(self, *wanted: str) -> None:
        if self.take(*wanted) is None:
            found = repr(self.next) if self.next else "the end"
            raise self.fault(f"{' or '.join(map(repr, wanted))} is missing before {found}")

    def choice(self) -> Term:
        self.depth += 1
        if self.depth > DEPTH:
            raise self.fault(f"there are more than {DEPTH} brackets within each other")
        value = self.either()
        if self.take("if"):
            condition = self.either()
            self.need("else")
            value = Apply("if", (value, condition, self.choice()))
        self.depth -= 1
        return value

    def either(self) -> Term:
        value = self.both()
        while self.take("or"):
            value = Apply("or", (value, self.both()))
        return value

    def both(self) -> Term:
        value = self.denied()
        while self.take("and"):
            value = Apply("and", (value, self.denied()))
        return value

    def denied(self) -> Term:
        denials = 0
        while self.take("not"):
            denials += 1
        value = self.compared()
        for _ in range(denials % 2):
            value = Apply("not", (value,))
        if denials and denials % 2 == 0:
            value = Apply("!=", (value, Number(Fraction(0))))
        return value

    def compared(self) -> Term:
        """A chain a < b < c holds when each of its comparisons does."""
        left = self.total()
        found: Term | None = None
        while comparison := self.take(*COMPARISONS):
            right = self.total()
            step = Apply(comparison, (left, right))
            found, left = step if found is None else Apply("and", (found, step)), right
        return left if found is None else found

    def total(self) -> Term:
        value = self.product()
        while sign := self.take("+", "-"):
            value = Apply(sign, (value, self.product()))
        return value

    def product(self) -> Term:
        value = self.signed()
        while sign := self.take("*", "/"):
            value = _folded(sign, value, self.signed())
        return value

    def signed(self) -> Term:
        negative = False
        while sign := self.take("+", "-"):
            negative ^= sign == "-"
        value = self.power()
        if not negative:
            return value
        return Number(-value.value) if isinstance(value, Number) else Apply("neg", (value,))

    def power(self) -> Term:
        base = self.atom()
        if not self.take("^", "**"):
            return base
        self.depth += 1
        if self.depth > DEPTH:
            raise self.fault(f"there are more than {DEPTH} powers within each other")
        exponent = self.signed()
        self.depth -= 1
        return Apply("^", (base, exponent))

    def atom(self) -> Term:
        if self.take("("):
            value = self.choice()
            self.need(")")
            return value
        token = self.next
        if token[:1].isdigit():
            self.at += 1
            return Number(Fraction(token))
        if not token[:1].isalpha() and token[:1] != "_":
            found = repr(token) if token else "the end"
            raise self.fault(f"a number, a name or a bracket is missing before {found}")
        if token in RANGES:
            return self.range(token)
        if token in FUNCTIONS:
            return self.function(token)
        if token in RESERVED:
            raise self.fault(f"{token!r} does not belong here")
        self.at += 1
        if self.take("("):
            self.at -= 2
            raise self.fault(
                f"{token!r} is no function; these are {', '.join(FUNCTIONS)}, sum, prod"
            )
        if self.take("["):
            index = self.choice()
            self.need("]")
            return Apply("item", (Name(token), index))
        return Name(token)

    def function(self, name: str) -> Term:
        start = self.at
        self.at += 1
        self.need("(")
        terms = [self.choice()]
        while self.take(",", ";"):
            terms.append(self.choice())
        self.need(")")
        least, most = FUNCTIONS[name]
        if not least <= len(terms) <= most:
            self.at = start
            wanted = str(least) if least == most else f"{least} to {most}"
            raise self.fault(f"{name} takes {wanted} arguments, not {len(terms)}")
        return Apply(name, tuple(terms))

    def range(self, name: str) -> Term:
        self.at += 1
        self.need("(")
        index = self.next
        if not index.isidentifier() or index in RESERVED:
            raise self.fault(f"{name} needs its index, as in {name}(j=1..m, ...)")
        self.at += 1
        self.need("=")
        low = self.total()
        self.need("..")
        high = self.total()
        self.need(",", ";")
        body = self.choice()
        self.need(")")
        return Over(name, index, low, high, body)


def _folded(sign: str, left: Term, right: Term) -> Term:
    """A quotient of two numbers is a number: 1/2 is read as it is written."""
    if sign == "/" and isinstance(left, Number) and isinstance(right, Number) and right.value:
        return Number(left.value / right.value)
    return Apply(sign, (left, right))


def read_formula(text: str) -> Term:
    """The formula that a text writes; raises UnreadableInput with the place of the fault.

    >>> from qstheory.losses.formula import written
    >>> written(read_formula("1 - 2*i/(a+b)"))
    '((1)-(((2)*i)/(a+b)))'
    """
    reader = _Reader(text)
    reader.split()
    term = reader.choice()
    if reader.next:
        raise reader.fault(f"{reader.next!r} does not belong here")
    return term


def entry(variables: Mapping[str, str], example: str) -> Parameter:
    """A formula in variables of these names and meanings, kept with all its brackets."""
    meant = ", ".join(f"{name} = {meaning}" for name, meaning in variables.items())

    def parse(value: object) -> ParameterValue:
        try:
            term = read_formula(str(value))
        except UnreadableInput as error:
            raise InvalidParameter(str(error)) from None
        for name in names(term):
            if name not in variables:
                raise InvalidParameter(
                    f"The formula has {name!r}, which is none of {meant}; give a parameter its"
                    " value."
                )
        return written(term)

    return Parameter("entry", f"a formula in {meant}, such as {example}", parse)
