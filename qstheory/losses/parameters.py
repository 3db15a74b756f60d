"""Loss families and their parameters: text or Python values to exact canonical values.

One of them is what a loss does with the empty observation, where its ratio reads 0/0.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qstheory.errors import InvalidParameter, UndefinedLoss
from qstheory.losses.base import Loss, LossReference, ParameterValue, Undefined
from qstheory.losses.spaces import LabelSets

UNDEFINED_POLICIES: tuple[Undefined, ...] = ("raise", "drop", "zero", "one")


@dataclass(frozen=True)
class Parameter:
    """A parameter of a family: how text or a Python value becomes its canonical exact value."""

    name: str
    description: str
    parse: Callable[[object], ParameterValue]
    default: ParameterValue | None = None


@dataclass(frozen=True)
class CountFormula:
    """L(z, y) on label sets for every m, in a = |z|, b = |y| and i = |z and y|.

    It is what `qstheory.losses.formula` reads; `predicted` and `observed` are the sizes of the sets
    where not all are meant. Results in m are derived from it; the entries are not.
    """

    text: str
    predicted: str = ""
    observed: str = ""


@dataclass(frozen=True)
class LossFamily:
    """A named family of losses. `build` receives every parameter, parsed.

    `examples` are small parameter settings on which the contract tests run; `definition` is the
    formula in LaTeX; `source` names the label in the paper or a citation.
    """

    name: str
    title: str
    definition: str
    source: str
    parameters: tuple[Parameter, ...]
    build: Callable[..., Loss]
    examples: tuple[Mapping[str, object], ...]
    aliases: tuple[str, ...] = ()
    formula: CountFormula | None = None

    def canonical(self, given: Mapping[str, object]) -> dict[str, ParameterValue]:
        """The parsed parameters in declared order, defaults filled in.

        Raises InvalidParameter for an unknown, missing or malformed one.
        """
        return canonical(self.name, self.parameters, given)

    def make(self, **given: object) -> Loss:
        """The loss with these parameters; raises InvalidParameter or UndefinedLoss."""
        return self.build(**self.canonical(given))

    def reference(self, **values: ParameterValue) -> LossReference:
        """The reference for parsed parameter values, in declared order."""
        return LossReference(self.name, tuple((p.name, values[p.name]) for p in self.parameters))


def canonical(
    owner: str, parameters: Sequence[Parameter], given: Mapping[str, object]
) -> dict[str, ParameterValue]:
    """The parsed parameters of a family in declared order, defaults filled in.

    Raises InvalidParameter for an unknown, missing or malformed one.
    """
    known = {parameter.name for parameter in parameters}
    for name in given:
        if name not in known:
            listed = ", ".join(p.name for p in parameters) or "none"
            raise InvalidParameter(
                f"{owner} has no parameter {name!r}; its parameters are: {listed}."
            )
    values: dict[str, ParameterValue] = {}
    for parameter in parameters:
        if parameter.name in given:
            values[parameter.name] = parameter.parse(given[parameter.name])
        elif parameter.default is not None:
            values[parameter.name] = parameter.default
        else:
            raise InvalidParameter(
                f"{owner} needs {parameter.name}: {parameter.description}; give it as"
                f" {owner}:{parameter.name}=VALUE, or by its name in Python."
            )
    return values


def refuse_undefined(family: str, where: str) -> UndefinedLoss:
    """The error of policy `raise`."""
    return UndefinedLoss(
        f"{family} is 0/0 for {where}; choose undefined=drop, zero or one"
        " (the value given to that ratio)."
    )


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
