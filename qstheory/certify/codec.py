"""The JSON form of propositions and certificates.

- A dataclass is an object whose "kind" is its name and whose other members are all its fields.
- A rational is the text "p/q" or "p" with a positive q. Where a field admits both rationals and
  other text, as parameters of losses do, text of that form is the rational.
- A large matrix of rationals may stand in compact form: `qstheory.certify.compact`.
- A tuple is an array; an integer, a text and null stand for themselves.

Nothing else is accepted: unknown or missing members, floats and other types are refused with the
place where they stand.
"""

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import MappingProxyType, NoneType, UnionType
from typing import Any, ForwardRef, Literal, Union, get_args, get_origin

from qstheory.certify.compact import compacted, restored, worthwhile
from qstheory.errors import UnreadableCertificate

RATIONAL = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")
DIGITS = 4300
"""Most characters of a number: what Python converts in linear memory and bounded time."""


Apart = Mapping[type, Callable[[Any], Any]]


def encode(value: Any, apart: Apart = MappingProxyType({})) -> Any:
    """A value of propositions or certificates as JSON data; `apart` encodes some types otherwise.

    >>> from qstheory.certify.kinds.decomposition import NamedForm
    >>> encode((NamedForm("printed", "counts"), Fraction(1, 2)))
    [{'kind': 'NamedForm', 'form': 'printed', 'by': 'counts'}, '1/2']
    """
    if is_dataclass(value) and not isinstance(value, type):
        if type(value) in apart:
            return apart[type(value)](value)
        members = {f.name: encode(getattr(value, f.name), apart) for f in fields(value)}
        return {"kind": type(value).__name__, **members}
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        if worthwhile(value):
            return compacted(value)
        return [encode(item, apart) for item in value]
    if value is None or (isinstance(value, int | str) and not isinstance(value, bool)):
        return value
    raise TypeError(f"no JSON form for {type(value).__name__}")


def decode(data: Any, expected: Any, where: str = "$", module: str = __name__) -> Any:
    """JSON data as a value of the expected type; raises UnreadableCertificate with the place.

    `module` is where names in quoted types are looked up. Values that are already of the expected
    dataclass are kept.
    """
    if isinstance(expected, str | ForwardRef):
        name = expected if isinstance(expected, str) else expected.__forward_arg__
        expected = getattr(sys.modules[module], name)
    origin, arguments = get_origin(expected), get_args(expected)
    if origin in (Union, UnionType):
        return _decode_union(data, arguments, where, module)
    if origin is tuple:
        return _decode_tuple(data, arguments, where, module)
    if origin is Literal:
        if type(data) is not str or data not in arguments:
            raise fault(where, f"must be one of {', '.join(arguments)}")
        return data
    if expected is Fraction:
        return _decode_rational(data, where)
    if expected in (int, str, NoneType):
        if type(data) is not expected:
            raise fault(where, f"must be of type {expected.__name__}")
        if expected is str and any("\ud800" <= letter <= "\udfff" for letter in data):
            raise fault(where, "has half a surrogate pair, which is no character")
        return data
    if is_dataclass(expected):
        return _decode_object(data, (expected,), where)
    raise TypeError(f"no JSON form for {expected}")


def fault(where: str, problem: str) -> UnreadableCertificate:
    """The error for a problem at a place."""
    return UnreadableCertificate(f"{where} {problem}.")


def _decode_rational(data: Any, where: str) -> Fraction:
    if type(data) is not str or len(data) > 2 * DIGITS or not RATIONAL.fullmatch(data):
        raise fault(where, 'must be a rational written as text "p/q"')
    if max(map(len, data.split("/"))) > DIGITS:
        raise fault(where, f"has more than {DIGITS} digits")
    return Fraction(data)


def _decode_tuple(data: Any, arguments: tuple[Any, ...], where: str, module: str) -> Any:
    if type(data) is dict and rational_rows(arguments):
        try:
            return restored(data, lambda value: _decode_rational(value, f"{where}.values"))
        except ValueError as error:
            raise fault(where, str(error)) from None
    if type(data) is not list:
        raise fault(where, "must be an array")
    each = arguments[:1] * len(data) if arguments[-1] is Ellipsis else arguments
    if len(data) != len(each):
        raise fault(where, f"must have {len(each)} elements")
    return tuple(
        decode(item, argument, f"{where}[{i}]", module)
        for i, (item, argument) in enumerate(zip(data, each, strict=True))
    )


def rational_rows(arguments: tuple[Any, ...]) -> bool:
    """Whether these are the arguments of tuple[tuple[R, ...], ...] with rationals among R."""
    row = arguments[0]
    return (
        arguments[-1] is Ellipsis
        and get_origin(row) is tuple
        and get_args(row)[-1] is Ellipsis
        and Fraction in (get_args(row)[0], *get_args(get_args(row)[0]))
    )


def _decode_union(data: Any, arguments: tuple[Any, ...], where: str, module: str) -> Any:
    kinds = tuple(a for a in arguments if is_dataclass(a))
    if kinds and (type(data) is dict or is_dataclass(data)):
        return _decode_object(data, kinds, where)
    # Rationals first: text such as "1/2" would otherwise be taken as plain text.
    for argument in sorted(arguments, key=lambda a: a is not Fraction):
        try:
            return decode(data, argument, where, module)
        except UnreadableCertificate:
            continue
    raise fault(where, "has none of the admitted types")


def _decode_object(data: Any, kinds: tuple[Any, ...], where: str) -> Any:
    if isinstance(data, kinds):
        return data
    if type(data) is not dict:
        raise fault(where, "must be an object")
    named = {kind.__name__: kind for kind in kinds}
    name = data.get("kind")
    if type(name) is not str or name not in named:
        raise fault(where, f'must have a "kind" among {", ".join(sorted(named))}')
    kind = named[name]
    expected = {f.name: f.type for f in fields(kind)}
    odd = set(data) ^ {*expected, "kind"}
    if odd:
        raise fault(where, f"has a missing or an unknown member: {', '.join(sorted(odd))}")
    return kind(
        **{
            member: decode(data[member], type_, f"{where}.{member}", kind.__module__)
            for member, type_ in expected.items()
        }
    )
