"""One entry as an exact rational: text, Python and numpy numbers; anything else is refused."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational
from typing import Any

from qstheory.errors import UnreadableInput
from qstheory.inputs.notations import DECIMAL, NOT_FINITE, RATIO, is_error, other_notation

LENGTH, EXPONENT = 400, 400
"""Most characters of a number and largest exponent of ten that are read."""
LARGEST = 10**300
"""Largest absolute value: solvers propose in floating point, which ends soon after."""
DENOMINATOR = 10 ** (LENGTH + EXPONENT)
"""Largest denominator: that of the longest text with the least exponent."""


@dataclass(frozen=True)
class Exact:
    """A value, and the binary float that it comes from where that shows another decimal number."""

    value: Fraction
    binary: Any = None

    @property
    def inexact(self) -> bool:
        """Whether a binary float stands for another decimal number than it shows."""
        return self.binary is not None


def shown(value: object) -> str:
    """A value in a message, shortened, on one line."""
    text = str(value) if type(value).__module__ == "numpy" else repr(value)
    text = " ".join(text.split())
    return text if len(text) <= 40 else f"{text[:37]}..."


def exact_text(text: str) -> Fraction:
    """The exact value of 3, -0.25, 1e-3 or 1/3 written in ASCII; raises UnreadableInput.

    >>> exact_text("0.1"), exact_text(" 1/3 "), exact_text("1e-3")
    (Fraction(1, 10), Fraction(1, 3), Fraction(1, 1000))
    """
    cell = text.strip()
    if not cell:
        raise UnreadableInput("the entry is empty")
    if NOT_FINITE.fullmatch(cell):
        raise UnreadableInput(f"{shown(cell)} is not a finite number")
    if len(cell) > LENGTH:
        raise UnreadableInput(f"the entry has more than {LENGTH} characters")
    if match := DECIMAL.fullmatch(cell):
        exponent = match["exponent"] or "0"
        if abs(int(exponent)) > EXPONENT:
            raise UnreadableInput(f"{shown(cell)} has an exponent beyond {EXPONENT}")
        return Fraction(cell)
    if match := RATIO.fullmatch(cell):
        if not int(match["denominator"]):
            raise UnreadableInput(f"{shown(cell)} divides by zero")
        return Fraction(cell.replace(" ", ""))
    raise UnreadableInput(f"{shown(cell)} {_fault(cell)}")


def _fault(cell: str) -> str:
    if is_error(cell):
        return "is the error value of a spreadsheet; mend its formula"
    if fault := other_notation(cell):
        return fault
    if all(map(DECIMAL.fullmatch, cell.split())):
        return "is several numbers separated by blanks; separate them by commas"
    return "is not a number"


def exact(value: Any) -> Exact:
    """The exact value of an entry of an object.

    Integers, booleans, rationals, decimals and text are taken as they are, binary floats at their
    exact value. Raises UnreadableInput.

    >>> exact(0.5), exact(0.1).inexact
    (Exact(value=Fraction(1, 2), binary=None), True)
    """
    if isinstance(value, str):
        return Exact(exact_text(value))
    if getattr(getattr(value, "dtype", None), "kind", "") == "m":  # numpy counts it as integral
        raise UnreadableInput(f"{shown(value)} is a time, not a number")
    if isinstance(value, Integral):
        return Exact(Fraction(int(value)))
    if isinstance(value, Rational):
        return Exact(Fraction(int(value.numerator), int(value.denominator)))
    if isinstance(value, Decimal):
        if value.is_finite() and abs(value.adjusted()) > EXPONENT:
            raise UnreadableInput(f"the entry has an exponent beyond {EXPONENT}")
        return Exact(_ratio(value))
    if type(value).__module__ == "numpy" and getattr(value, "ndim", None) == 0:
        if value.dtype.kind == "b":
            return Exact(Fraction(int(value)))
        if value.dtype.kind != "f":
            raise UnreadableInput(f"{shown(value)} is not a real number")
        ratio = _ratio(value)
        return Exact(ratio, None if ratio == Fraction(str(value)) else value)
    if isinstance(value, float):
        ratio = _ratio(value)
        return Exact(ratio, None if ratio == Fraction(repr(float(value))) else value)
    raise UnreadableInput(f"{shown(value)} is not a number")


def _ratio(value: Any) -> Fraction:
    try:
        return Fraction(*value.as_integer_ratio())
    except (ValueError, OverflowError):
        raise UnreadableInput(f"{shown(value)} is not a finite number") from None


def finite_float(text: str) -> float:
    """The nearest float to a number in text, written as `exact_text` takes it.

    Raises UnreadableInput, which Python's own `float` does not for 1_000, inf and nan.

    >>> finite_float("0.1"), finite_float("1/4")
    (0.1, 0.25)
    """
    return float(exact_text(text)) if "/" in text else _checked_float(text.strip())


def _checked_float(cell: str) -> float:
    if not DECIMAL.fullmatch(cell) or len(cell) > LENGTH:
        exact_text(cell)
    number = float(cell)
    if number in (float("inf"), float("-inf")):
        raise UnreadableInput(f"{shown(cell)} is beyond floating point")
    return number
