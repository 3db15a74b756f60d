"""The JSON form of propositions and certificates.

- A dataclass is an object of all its fields. Where more than one class is admitted, "kind" says
  which: the name of the class, followed by "/" and its version when that is not 1.
- A rational is the text "p/q", "p" or "p/2^k" with a positive q. Where a field admits rationals and
  other text, as parameters of losses do, text of that form is the rational.
- A tuple is an array. One of rationals alone is one text: `qstheory.certify.rationals`. A large
  matrix may stand in compact form or by rows and columns of low rank: see there.
- An integer is a number, or text where it exceeds 2^53; a text and null stand for themselves.

Nothing else is accepted: unknown or missing members, floats and other types are refused with the
place where they stand.
"""

import re
import sys
from collections.abc import Callable
from dataclasses import Field, fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, ForwardRef, Literal, Union, get_args, get_origin

from qstheory.certify.rationals import DIGITS, rational, rebuilt, several
from qstheory.errors import InvalidParameter, UnreadableCertificate
from qstheory.losses.coded import CodedMatrix

INTEGER = re.compile(r"-?[0-9]+")
EXACT = 2**53
"""Larger integers are written as text: other readers of JSON round them."""
Read = Callable[[Any], Any]
Check = Callable[[Any], bool]


class Fault(Exception):
    """What is wrong with a value; the place is put together on the way out."""

    def __init__(self, problem: str, unknown: str = "") -> None:
        super().__init__(problem)
        self.problem, self.place, self.unknown = problem, "", unknown

    def within(self, step: str) -> "Fault":
        """The same fault, one step further out."""
        self.place = step + self.place
        return self


class Shared:
    """Data that several places of a file refer to, read once for each type that is expected."""

    def __init__(self, data: Any) -> None:
        self.data = data
        self._values: dict[Read, Any] = {}

    def read(self, reader: Read) -> Any:
        """The value as that reader makes it."""
        if reader not in self._values:
            self._values[reader] = reader(self.data)
        return self._values[reader]


def kind_name(kind: type) -> str:
    """How a class is called in files: its name, and its version when that is not 1."""
    version = getattr(kind, "VERSION", 1)
    return kind.__name__ if version == 1 else f"{kind.__name__}/{version}"


@cache
def resolved(expected: Any, module: str) -> Any:
    """A declared type whose quoted name is looked up in a module."""
    if isinstance(expected, str | ForwardRef):
        name = expected if isinstance(expected, str) else expected.__forward_arg__
        return resolved(getattr(sys.modules[module], name), module)
    return expected


def decode(data: Any, expected: Any, where: str = "$", module: str = __name__) -> Any:
    """JSON data as a value of the expected type; raises UnreadableCertificate with the place.

    `module` is where names in quoted types are looked up.
    """
    try:
        return reader(expected, module)(data)
    except Fault as found:
        raise fault(f"{where}{found.place}", found.problem) from None


def fault(where: str, problem: str) -> UnreadableCertificate:
    """The error for a problem at a place."""
    return UnreadableCertificate(f"{where} {problem}.")


@cache
def reader(expected: Any, module: str = __name__) -> Read:
    """What reads data as a value of that type; it raises Fault."""
    expected = resolved(expected, module)
    origin, arguments = get_origin(expected), get_args(expected)
    if origin in (Union, UnionType):
        made = _union_reader(arguments, module)
    elif origin is tuple:
        made = _tuple_reader(arguments, module)
    elif expected is CodedMatrix:
        made = _coded
    elif is_dataclass(expected):
        made = object_reader((expected,))
    else:
        made = _scalar_reader(expected, origin, arguments)

    def read(data: Any) -> Any:
        return data.read(read) if type(data) is Shared else made(data)

    return read


def _scalar_reader(expected: Any, origin: Any, arguments: tuple[Any, ...]) -> Read:
    if origin is Literal:
        return lambda data: _word(data, arguments)
    known: dict[Any, Read] = {
        Fraction: _in_words(rational), int: _integer, str: _text, NoneType: _null
    }  # fmt: skip
    if expected not in known:
        raise TypeError(f"no JSON form for {expected}")
    return known[expected]


def _word(data: Any, words: tuple[Any, ...]) -> Any:
    if type(data) is not str or data not in words:
        raise Fault(f"must be one of {', '.join(words)}")
    return data


def _text(data: Any) -> str:
    if type(data) is not str:
        raise Fault("must be of type str")
    if any("\ud800" <= letter <= "\udfff" for letter in data):
        raise Fault("has half a surrogate pair, which is no character")
    return data


def _integer(data: Any) -> int:
    if type(data) is str and len(data) <= DIGITS and INTEGER.fullmatch(data):
        value = int(data)
        if abs(value) <= EXACT:
            raise Fault("must be written as a number, as it does not exceed 2^53")
        return value
    if type(data) is not int:
        raise Fault("must be of type int")
    return int(data)


def _null(data: Any) -> None:
    if data is not None:
        raise Fault("must be of type NoneType")


def _in_words(made: Read) -> Read:
    """A reader whose ValueError says what is wrong."""

    def read(data: Any) -> Any:
        try:
            return made(data)
        except ValueError as error:
            raise Fault(str(error)) from None

    return read


def _tuple_reader(arguments: tuple[Any, ...], module: str) -> Read:
    repeated = arguments[-1] is Ellipsis
    if rationals_alone(arguments):
        return _in_words(several if repeated else lambda data: _so_many(data, len(arguments)))
    readers = [reader(a, module) for a in arguments if a is not Ellipsis]
    compact = _in_words(_matrix) if rational_rows(arguments) else None

    def read(data: Any) -> Any:
        if compact is not None and type(data) is dict:
            return tuple(compact(data))
        if type(data) is not list:
            raise Fault("must be an array")
        each = readers * len(data) if repeated else readers
        if len(data) != len(each):
            raise Fault(f"must have {len(each)} elements")
        found = []
        for made, item in zip(each, data, strict=True):
            try:
                found.append(made(item))
            except Fault as problem:
                raise problem.within(f"[{len(found)}]") from None
        return tuple(found)

    return read


def _coded(data: Any) -> CodedMatrix:
    """A matrix of rationals, row by row or in compact form."""
    rows: Any = reader(tuple[tuple[Fraction, ...], ...])
    try:
        return _matrix(data) if type(data) is dict else CodedMatrix.of(rows(data))
    except (ValueError, InvalidParameter) as error:
        raise Fault(str(error)) from None


def _matrix(data: dict[str, Any]) -> CodedMatrix:
    """A large matrix, any part of which may be shared."""
    return rebuilt({key: x.data if type(x) is Shared else x for key, x in data.items()})


def _so_many(data: Any, count: int) -> tuple[Fraction, ...]:
    found = several(data)
    if len(found) != count:
        raise ValueError(f"must have {count} rationals")
    return found


def rationals_alone(arguments: tuple[Any, ...]) -> bool:
    """Whether these are the arguments of a tuple of rationals and nothing else."""
    return arguments[0] is Fraction and all(a in (Fraction, Ellipsis) for a in arguments)


def rational_rows(arguments: tuple[Any, ...]) -> bool:
    """Whether these are the arguments of tuple[tuple[R, ...], ...] with rationals among R."""
    row = arguments[0]
    return (
        arguments[-1] is Ellipsis
        and get_origin(row) is tuple
        and get_args(row)[-1] is Ellipsis
        and Fraction in (get_args(row)[0], *get_args(get_args(row)[0]))
    )


def _union_reader(arguments: tuple[Any, ...], module: str) -> Read:
    kinds = tuple(a for a in arguments if is_dataclass(a))
    objects = object_reader(kinds) if kinds else None
    # Rationals first: text such as "1/2" would otherwise be taken as plain text.
    others = [a for a in sorted(arguments, key=lambda a: a is not Fraction) if a not in kinds]
    readers = [reader(a, module) for a in others]

    def read(data: Any) -> Any:
        if objects is not None and type(data) is dict:
            return objects(data)
        for made in readers:
            try:
                return made(data)
            except Fault:
                continue
        raise Fault("has none of the admitted types")

    return read


def object_reader(kinds: tuple[Any, ...]) -> Read:
    """What reads an object as one of these dataclasses."""
    named = {kind_name(kind): kind for kind in kinds}
    known: dict[str, dict[str, Read]] = {}

    def read(data: Any) -> Any:
        if type(data) is not dict:
            raise Fault("must be an object")
        name = data.get("kind", next(iter(named)) if len(named) == 1 else None)
        if type(name) is not str or name not in named:
            known_names = ", ".join(sorted(named))
            unknown = name if type(name) is str else ""
            raise Fault(f'must have a "kind" among {known_names}', unknown)
        kind = named[name]
        if name not in known:
            known[name] = {f.name: reader(_type(f), kind.__module__) for f in fields(kind)}
        members = known[name]
        odd = data.keys() - {"kind"} ^ members.keys()
        if odd:
            raise Fault(f"has a missing or an unknown member: {', '.join(sorted(odd))[:200]}")
        found = {}
        for member, made in members.items():
            try:
                found[member] = made(data[member])
            except Fault as problem:
                raise problem.within(f".{member}") from None
        return kind(**found)

    return read


def conforms(value: Any, expected: Any, module: str = __name__) -> bool:
    """Whether a value of Python is of the declared type in all its parts: no float passes."""
    return _check(expected, module)(value)


@cache
def _check(expected: Any, module: str) -> Check:
    """What tells for one declared type whether values conform to it."""
    expected = resolved(expected, module)
    origin, arguments = get_origin(expected), get_args(expected)
    if origin is Literal:
        return lambda value: type(value) is str and value in arguments
    if origin in (Union, UnionType):
        admitted = [_check(each, module) for each in arguments]
        return lambda value: any(check(value) for check in admitted)
    if origin is tuple:
        return _tuple_check(arguments, module)
    if expected is CodedMatrix:
        return lambda value: type(value) is expected and {*map(type, value.values)} <= {Fraction}
    return _object_check(expected) if is_dataclass(expected) else lambda v: type(v) is expected


def _tuple_check(arguments: tuple[Any, ...], module: str) -> Check:
    if arguments[-1] is not Ellipsis:
        checks = [_check(each, module) for each in arguments]
        return lambda value: (
            type(value) is tuple
            and len(value) == len(checks)
            and all(check(part) for check, part in zip(checks, value, strict=True))
        )
    if arguments[0] in (Fraction, int):
        return lambda value: type(value) is tuple and {*map(type, value)} <= {arguments[0]}
    check_item = _check(arguments[0], module)
    return lambda value: type(value) is tuple and all(map(check_item, value))


def _object_check(kind: Any) -> Check:
    """The members are looked up when a value is there: a tree has branches of its own type."""

    @cache
    def members() -> list[tuple[str, Check]]:
        return [(f.name, _check(_type(f), kind.__module__)) for f in fields(kind)]

    return lambda value: (
        type(value) is kind and all(check(getattr(value, name)) for name, check in members())
    )


def _type(member: Field[Any]) -> Any:
    """The declared type of a member."""
    return member.type
