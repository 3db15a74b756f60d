"""The JSON form of propositions and certificates.

A dataclass is an object whose "kind" is its name and whose other members are its fields; a
rational is the text "p/q" (or "p"), a tuple an array, a label an integer, a text or an array of
integers. Nothing else is accepted: unknown or missing members, floats and other types are refused
with the place where they stand.
"""

import re
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from qstheory.errors import UnreadableCertificate

FORMAT = "qstheory-certificate/1"
RATIONAL = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")


def encode(value: Any) -> Any:
    """A value of propositions or certificates as JSON data."""
    if is_dataclass(value) and not isinstance(value, type):
        members = {f.name: encode(getattr(value, f.name)) for f in fields(value)}
        return {"kind": type(value).__name__, **members}
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"no JSON form for {type(value).__name__}")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def decode(data: Any, expected: Any, where: str = "$") -> Any:
    """JSON data as a value of the expected type; raises UnreadableCertificate with the place."""
    origin, arguments = get_origin(expected), get_args(expected)
    if origin in (Union, UnionType):
        return _decode_union(data, arguments, where)
    if origin is tuple:
        return _decode_tuple(data, arguments, where)
    if origin is Literal:
        if data not in arguments:
            raise _fault(where, f"must be one of {', '.join(map(str, arguments))}")
        return data
    if expected is Fraction:
        if not (isinstance(data, str) and RATIONAL.fullmatch(data)):
            raise _fault(where, 'must be a rational written as text "p/q"')
        return Fraction(data)
    if expected in (int, str, bool, NoneType):
        if type(data) is not expected:
            raise _fault(where, f"must be of type {expected.__name__}")
        return data
    if is_dataclass(expected):
        return _decode_object(data, (expected,), where)
    raise TypeError(f"no JSON form for {expected}")


def _fault(where: str, problem: str) -> UnreadableCertificate:
    return UnreadableCertificate(f"{where} {problem}.")


def _decode_tuple(data: Any, arguments: tuple[Any, ...], where: str) -> Any:
    if not isinstance(data, list):
        raise _fault(where, "must be an array")
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple(decode(item, arguments[0], f"{where}[{i}]") for i, item in enumerate(data))
    if len(data) != len(arguments):
        raise _fault(where, f"must have {len(arguments)} elements")
    return tuple(
        decode(item, argument, f"{where}[{i}]")
        for i, (item, argument) in enumerate(zip(data, arguments, strict=True))
    )


def _decode_union(data: Any, arguments: tuple[Any, ...], where: str) -> Any:
    kinds = tuple(a for a in arguments if is_dataclass(a))
    if isinstance(data, dict) and kinds:
        return _decode_object(data, kinds, where)
    for argument in arguments:
        try:
            return decode(data, argument, where)
        except UnreadableCertificate:
            continue
    raise _fault(where, "has none of the admitted types")


def _decode_object(data: Any, kinds: tuple[Any, ...], where: str) -> Any:
    if not isinstance(data, dict):
        raise _fault(where, "must be an object")
    named = {kind.__name__: kind for kind in kinds}
    kind = named.get(data.get("kind", ""))
    if kind is None:
        raise _fault(where, f'must have a "kind" among {", ".join(sorted(named))}')
    hints = _hints(kind)
    expected = {f.name for f in fields(kind)}
    if set(data) != expected | {"kind"}:
        odd = sorted(set(data) ^ (expected | {"kind"}))
        raise _fault(where, f"has a missing or an unknown member: {', '.join(odd)}")
    return kind(**{name: decode(data[name], hints[name], f"{where}.{name}") for name in expected})
