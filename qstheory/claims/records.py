"""Judgements as plain JSON data and back.

A dataclass is an object with its fields, an enumeration its value, a tuple an array. Reading is
strict: data of any other form raises ValueError, so that a damaged record is never taken up.
"""

from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints


def to_data(value: Any) -> Any:
    """A judgement, or part of one, as JSON data."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_data(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [to_data(item) for item in value]
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def from_data(data: Any, expected: Any) -> Any:
    """JSON data as a value of the expected type; raises ValueError when it is not one."""
    if get_origin(expected) is UnionType:
        optional = [kind for kind in get_args(expected) if kind is not NoneType]
        return None if data is None else from_data(data, optional[0])
    if get_origin(expected) is tuple:
        if not isinstance(data, list):
            raise ValueError("an array is missing")
        return tuple(from_data(item, get_args(expected)[0]) for item in data)
    if is_dataclass(expected) and isinstance(expected, type):
        if not isinstance(data, dict) or set(data) != {f.name for f in fields(expected)}:
            raise ValueError(f"not the members of {expected.__name__}")
        hints = _hints(expected)
        return expected(**{name: from_data(item, hints[name]) for name, item in data.items()})
    if isinstance(expected, type) and issubclass(expected, Enum):
        return expected(data)
    if expected is float and type(data) is int:
        return float(data)
    if type(data) is not expected:
        raise ValueError(f"not of type {expected}")
    return data
