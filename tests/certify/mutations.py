"""Small changes of propositions and certificates that stay within their types."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any, Literal, get_args, get_origin

from qstheory.losses.coded import CodedMatrix

WIDTH = 12
"""Most elements of a tuple that are changed one by one."""


def mutants(value: Any, expected: Any = None) -> Iterator[Any]:
    """Values that differ from `value`: numbers and words changed, elements swapped or left out.

    `expected` is the declared type; a literal type changes to its other words.
    """
    if get_origin(expected) is Literal:
        yield from (word for word in get_args(expected) if word != value)
    elif isinstance(value, Fraction):
        yield from {value + 1, value - 1, -value, value / 2, value + Fraction(1, 7)} - {value}
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, str):
        yield value + "x"
    elif isinstance(value, tuple):
        yield from _tuples(value)
    elif isinstance(value, CodedMatrix):
        for rows in _tuples(tuple(value)):
            if len({*map(len, rows)}) == 1:
                yield CodedMatrix.of(rows)
    elif is_dataclass(value):
        yield from _objects(value)


def _tuples(value: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for i in islice(range(len(value)), WIDTH):
        for changed in mutants(value[i]):
            yield (*value[:i], changed, *value[i + 1 :])
        yield (*value[:i], *value[i + 1 :])
        yield (*value[: i + 1], *value[i:])
        for j in islice(range(i + 1, len(value)), WIDTH):
            if value[i] != value[j]:
                swapped = list(value)
                swapped[i], swapped[j] = value[j], value[i]
                yield tuple(swapped)


def _objects(value: Any) -> Iterator[Any]:
    members = {f.name: getattr(value, f.name) for f in fields(value)}
    for f in fields(value):
        for changed in mutants(members[f.name], f.type):
            yield replace(value, **{f.name: changed})
    names = list(members)
    for i, first in enumerate(names):
        for second in names[i + 1 :]:
            if members[first] != members[second]:
                yield replace(value, **{first: members[second], second: members[first]})
