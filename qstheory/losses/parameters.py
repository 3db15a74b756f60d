"""Parsers for the parameters of loss families: text or Python values to exact canonical values.

One of them is what a loss does with the empty observation, where its ratio reads 0/0.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qstheory.errors import InvalidParameter
from qstheory.losses.base import (
    UNDEFINED_POLICIES,
    Parameter,
    ParameterValue,
    Undefined,
    refuse_undefined,
)
from qstheory.losses.spaces import LabelSets


def integer(
    name: str, description: str, minimum: int, default: int | None = None, maximum: int = 10**6
) -> Parameter:
    """An integer parameter between `minimum` and `maximum`."""

    def parse(value: object) -> ParameterValue:
        text = str(value).strip()
        digits = text.removeprefix("-")
        if isinstance(value, bool) or not (digits.isascii() and digits.isdigit()):
            raise InvalidParameter(f"{name} must be an integer, not {text!r}.")
        number = int(text) if len(text) < 20 else maximum + 1
        if not minimum <= number <= maximum:
            raise InvalidParameter(
                f"{name} must be an integer from {minimum} to {maximum}, not {text[:30]}."
            )
        return number

    return Parameter(name, description, parse, default)


def rational_value(name: str, value: object) -> Fraction:
    """An exact rational from an int, a Fraction or text such as 3, 1/3, 0.1, 1e-3."""
    if isinstance(value, bool | float):
        raise InvalidParameter(f"{name} must be exact (text such as 0.1 or 1/3), not {value!r}.")
    if isinstance(value, int | Fraction):
        return Fraction(value)
    text = str(value).strip()
    if len(text) > 200 or ("e" in text.lower() and len(text.lower().split("e")[-1]) > 4):
        raise InvalidParameter(f"{name} is too long to be a sensible number.")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise InvalidParameter(f"{name} must be a rational number, not {text!r}.") from None


def rational(
    name: str,
    description: str,
    accept: Callable[[Fraction], bool],
    must: str,
    default: Fraction | None = None,
) -> Parameter:
    """A rational parameter; `must` completes the sentence 'name must be ...'."""

    def parse(value: object) -> ParameterValue:
        number = rational_value(name, value)
        if not accept(number):
            raise InvalidParameter(f"{name} must be {must}, not {number}.")
        return number

    return Parameter(name, description, parse, default)


def choice(
    name: str, description: str, options: tuple[str, ...], default: str | None = None
) -> Parameter:
    """One of a few words."""

    def parse(value: object) -> ParameterValue:
        if value not in options:
            raise InvalidParameter(f"{name} must be one of {', '.join(options)}, not {value!r}.")
        return str(value)

    return Parameter(name, description, parse, default)


def undefined(where: str) -> Parameter:
    """The policy for the places where the definition reads 0/0."""
    return choice(
        "undefined",
        f"what to do where the loss is 0/0 ({where}): raise an error, drop the observation,"
        " or give the ratio the value zero or one",
        UNDEFINED_POLICIES,
        "raise",
    )


def sequence(
    name: str,
    description: str,
    parse_all: Callable[[list[Any]], tuple[Any, ...]],
    default: tuple[Any, ...] | None = None,
) -> Parameter:
    """A list given as a Python sequence or as text separated by semicolons or blanks."""

    def parse(value: object) -> ParameterValue:
        if isinstance(value, str):
            items: list[Any] = value.replace(";", " ").split()
        elif isinstance(value, list | tuple):
            items = list(value)
        else:
            raise InvalidParameter(f"{name} must be a list, not {value!r}.")
        return parse_all(items)

    return Parameter(name, description, parse, default)


def word_or(words: tuple[str, ...], parameter: Parameter, default: str) -> Parameter:
    """One of a few words, or else what `parameter` reads."""

    def parse(value: object) -> ParameterValue:
        if value in words:
            return str(value)
        try:
            return parameter.parse(value)
        except InvalidParameter as error:
            raise InvalidParameter(
                f"{parameter.name} must be one of {', '.join(words)}, or else: {error}"
            ) from None

    return Parameter(parameter.name, parameter.description, parse, default)


def rationals(
    name: str, description: str, default: tuple[Fraction, ...] | None = None
) -> Parameter:
    """A list of exact rationals."""

    def parse_all(items: list[Any]) -> tuple[Fraction, ...]:
        return tuple(rational_value(name, item) for item in items)

    return sequence(name, description, parse_all, default)


def rational_rows(name: str, description: str) -> Parameter:
    """A list of rows of exact rationals, or text: rows apart by semicolons, numbers by blanks."""

    def parse(value: object) -> ParameterValue:
        rows: Any = value.split(";") if isinstance(value, str) else value
        if not isinstance(rows, list | tuple) or not rows:
            raise InvalidParameter(f"{name} must be a list of rows of numbers, not {value!r}.")
        parsed = []
        for row in rows:
            items: Any = row.split() if isinstance(row, str) else row
            if not isinstance(items, list | tuple) or not items:
                raise InvalidParameter(f"Every row of {name} must be a list of numbers.")
            parsed.append(tuple(rational_value(name, item) for item in items))
        return tuple(parsed)

    return Parameter(name, description, parse)


@dataclass(frozen=True)
class EmptyPolicy:
    """The observations that are left, the loss at 0/0, and the convention in words."""

    observations: LabelSets
    loss: Fraction
    convention: str


def empty_policy(family: str, m: int, undefined: Undefined, where: str) -> EmptyPolicy:
    """For a loss 1 - ratio whose ratio is 0/0 `where`; raises UndefinedLoss for `raise`."""
    if undefined == "raise":
        raise refuse_undefined(family, where)
    if undefined == "drop":
        return EmptyPolicy(LabelSets(m, 1), Fraction(1), "the empty observation is left out")
    value = Fraction(0 if undefined == "one" else 1)
    return EmptyPolicy(LabelSets(m), value, f"the loss is {value} for {where}")
