"""One entry as an exact rational: text, Python and numpy numbers; anything else is refused.

Numbers in other notations than the one that is read, told by what is unusual about them.

What a spreadsheet or a program of another language writes is neither guessed at nor taken for a
name: the message says which notation it is and how to write the number instead.

>>> other_notation("0,5")
'has a decimal comma; write a decimal point'
>>> other_notation("cat") is None and other_notation("0.5") is None
True
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from numbers import Integral, Rational
from typing import Any

from qstheory.errors import UnreadableInput

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


DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE](?P<exponent>[+-]?[0-9]+))?", re.ASCII)
RATIO = re.compile(r"[+-]?[0-9]+ */ *(?P<denominator>[0-9]+)", re.ASCII)
NOT_FINITE = re.compile(
    r"[+-]?(nan(\(.*\))?|na|n/a|<na>|nat|null|nil|none|undefined|inf|infinity|∞|[0-9]\.inf"
    r"|[0-9]\.#(inf|ind|qnan|snan|j)[0-9]*)",
    re.IGNORECASE,
)
ABSENT = re.compile(r"-{1,3}|\.{1,3}|\?+|\*+|[–—…]")
"""Marks in the place of a number that is not there."""
ERROR = re.compile(r"#¡?[A-Z0-9À-Þ/._]+[!?]|#(N/?[ADV]|n/a)(\s.*)?|#GETTING_DATA|#{3,}|Err:[0-9]+")
"""What Excel and LibreOffice write for a cell that has no value, in several languages."""

MONTH = "(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-z]{0,6}"
DATE = (
    rf"(\d{{1,2}}\.?[-. ]{MONTH}\.?([-. ]\d{{2,4}})?|{MONTH}[-. ]\d{{1,4}}"
    r"|\d{4}(?P<mark>[-/.])\d\d?(?P=mark)\d\d?([ T].*)?"
    r"|\d{1,2}(?P<sign>[/.])\d{1,2}(?P=sign)\d{1,4})$"
)
TRUTH = (
    "(true|false|wahr|falsch|vrai|faux|verdadero|verdadeiro|falso|vero|waar|onwaar|prawda|fałsz"
    "|sant|falskt|sand|falsk|tosi|epätosi|doğru|yanlış|истина|ложь|t|f)"
)
CODES = "(usd|eur|gbp|chf|jpy|cny|inr)"
DOLLAR = re.compile(r"(us|au|ca|nz|hk|[acrs])?\$", re.IGNORECASE)
OTHER_CODES = r"(aud|cad|nzd|hkd|sgd|sek|nok|dkk|pln|czk|huf|brl|zar|mxn|krw|rub|rs\.?|kr\.?|zł|kč)"
"""Codes that may begin a name, as in kr1, and count with a blank before the number."""
UNITS = "(percent|per cent|pct|bps?|[kml]|bn|mio|mln|tsd)"
"""Suffixes of whole numbers: hundredths, thousands, millions, and the L of R."""
SPACES = " \u00a0\u2007\u2009\u202f'’´˙`"
"""Blanks and apostrophes that separate thousands."""
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)"
BESIDE = r"[^\w\s#@()\[\]{}/:+.-]"
"""A sign beside a number that says something of it, such as <, ~, * or a quotation mark."""

Rewriting = str | Callable[[re.Match[str]], str]


def _without(marks: str) -> Callable[[re.Match[str]], str]:
    return lambda match: "".join(letter for letter in match[0] if letter not in marks)


_REWRITINGS: tuple[tuple[str, Rewriting, str], ...] = (
    (rf"\.?{TRUTH}\.?(\(\))?$", "0", "is a truth value; write 1 or 0"),
    (DATE, "0", "is a date, as spreadsheets make of 1/2; write 0.5"),
    (r"\d+:\d\d:\d\d([.,]\d*)?$", "0", "is a time; write a decimal number"),
    (
        r"[+-]?0(x[0-9a-f]*\.?[0-9a-f]+(p[+-]?\d+)?|b[01]+|o[0-7]+)$",
        "0",
        "is hexadecimal, octal or binary; write a decimal number",
    ),
    (r"=.+$", "0", "is a formula; save its value"),
    (
        rf"\(?{NUMBER}(e[+-]?\d+)?\s*[+-]\s*{NUMBER.removeprefix('[+-]?')}(e[+-]?\d+)?[ij]\)?$",
        "0",
        "is a complex number; costs are real",
    ),
    (
        rf"({NUMBER})\s*(±|\+/?-|\\pm)\s*{NUMBER}$|({NUMBER})\s?\(\d+\)$",
        r"\1\3",
        "has its error beside it; write the number alone",
    ),
    (r"([\"'“”„«»‘’`])(.+)[\"'“”«»‘’`]$", r"\2", "is in quotes of its own; remove them"),
    (r"['`´](.+)$", r"\1", "begins with an apostrophe; remove it"),
    (r"\((.+)\)$", r"-\1", "is negative by its brackets; write -5 for (5)"),
    (r"([+-]?)%\s*(.+)$|(.+?)\s*\\?[%‰٪]$", r"\1\2\3", "is a percentage; write 50% as 0.5"),
    (
        rf"(?:{CODES}\s*|{OTHER_CODES}\s+)(.+)$|(.+?)\s*(?:{CODES}|{OTHER_CODES})$",
        r"\3\4",
        "has a currency; write the number alone",
    ),
    (r"([+-])\s+(.+)$", r"\1\2", "has a space after its sign; remove it"),
    (r"[+-]([+-].+)$", r"\1", "has two signs; write one"),
    (r"(.*\d)\s*-$", r"-\1", "has its minus sign behind; write it in front"),
    (r"([+-]?\d[\d_.]*)(?<=\d)_(?=\d)([\d_.]+)$", r"\1\2", "has underscores; remove them"),
    (
        rf"[+-]?\d{{1,3}}([{SPACES}]\d{{3}})+([.,]\d*)?$",
        _without(SPACES),
        "has a separator of thousands; remove it",
    ),
    (
        r"[+-]?[1-9]\d{0,2},\d{3}$",
        _without(","),
        "has a separator of thousands or a decimal comma; write 1000 or 1.000 for 1,000",
    ),
    (
        r"[+-]?[1-9]\d{0,2}(,\d{2,3})*,\d{3}(\.\d*)?$",
        _without(","),
        "has a separator of thousands; remove it",
    ),
    (
        r"[+-]?[1-9]\d{0,2}(\.\d{3})+,\d*$|[+-]?[1-9]\d{0,2}(\.\d{3}){2,}$",
        _without("."),
        "has points as separators of thousands; remove them",
    ),
    (r"([+-]?\d*),(\d*(?:e[+-]?\d+)?)$", r"\1.\2", "has a decimal comma; write a decimal point"),
    (r"([+-]?\d*)(?:\s+\.\s*|\.\s+)(\d+)$", r"\1.\2", "has a blank within; remove it"),
    (rf"({NUMBER})(?:\s+e\s*|e\s+)([+-]?)\s*(\d+)$", r"\1e\2\3", "has a blank within; remove it"),
    (rf"({NUMBER})[dq]([+-]?\d+)$", r"\1e\2", "has an exponent of Fortran; write e instead"),
    (r"([+-]?\d*\.\d*)([+-]\d{2,3})$", r"\1e\2", "has an exponent without its letter; write e"),
    (
        rf"({NUMBER})\s*[x×*·]\s*10\s*(?:\^|\*\*)?\s*([+-]?\d+)$",
        r"\1e\2",
        "has its exponent written out; write e, as in 1e-3",
    ),
    (rf"{NUMBER}\s*(?:\^|\*\*)\s*[+-]?\d+$", "0", "is a power; write the number, as in 1e-3"),
    (r"([+-]?\d+)\s+\d+\s*/\s*\d+$", r"\1", "is a mixed number; write 1 1/2 as 3/2"),
    (r"(\d+)\s*[⁄∕÷:]\s*(\d+)$", r"\1/\2", "has another division sign; write /"),
    (r"([+-]?\d+)\s*/\s*[+-]\d+$", r"\1", "has a sign below its bar; write -1/3 for 1/-3"),
    (
        rf"({NUMBER})\s*{UNITS}$|([+-]?(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?)\s*[^\W\d_]{{1,12}}\.?$",
        r"\1\3",
        "has letters behind it; write the number alone",
    ),
    (
        rf"{BESIDE}*\s*({NUMBER}(?:e[+-]?\d+)?)(?:[.,]-|\s*{BESIDE}*)$",
        r"\1",
        "has other signs beside it; write the number alone",
    ),
)
REWRITINGS = tuple(
    (re.compile(pattern, re.IGNORECASE), by, said) for pattern, by, said in _REWRITINGS
)
"""What is unusual, how to take it away, and what to say of it: tried in this order."""


_POINTS = {"٫": ".", "·": ".", "⋅": ".", "。": ".", "．": ".", "٬": ",", "，": ","}
_MINUS = "−–—‒‐‑﹣－⁻₋"


def _plain_characters(cell: str) -> tuple[str, str | None]:
    """The cell without signs of currency and invisible characters, its digits, fractions, points
    and minus signs ASCII; and what was the matter with it."""
    said, kept = None, []
    for letter in cell:
        if letter.isascii():
            kept.append(letter)
        elif letter in _MINUS:
            kept.append("-")
            said = said or "has another minus sign than the hyphen; write -"
        elif letter in _POINTS:
            kept.append(_POINTS[letter])
            said = said or "has another decimal point; write ."
        elif unicodedata.category(letter) == "Cf":
            said = said or "has an invisible character; type it again"
        elif unicodedata.category(letter) == "Sc":
            said = said or "has a currency; write the number alone"
        elif letter.isdecimal():
            kept.append(str(unicodedata.decimal(letter)))
            said = said or "has other digits than 0 to 9"
        elif letter.isnumeric() and unicodedata.category(letter) in ("No", "Nl"):
            kept.append("0" if not kept else "")
            said = said or "has a fraction or power as one character; write it out, as in 1/2"
        else:
            kept.append(letter)
    text = "".join(kept)
    if "$" in text:
        said, text = said or "has a currency; write the number alone", DOLLAR.sub("", text)
    return text.strip(), said


@cache
def other_notation(cell: str) -> str | None:
    """What to say of a number in another notation; None for a plain number and for a word."""
    stripped = cell.strip()
    if not stripped or len(stripped) > 60 or is_number(stripped):
        return None
    text, said = _plain_characters(stripped)
    for pattern, by, unusual in REWRITINGS:
        text, count = pattern.subn(by, text, count=1) if pattern.match(text) else (text, 0)
        said = said or (unusual if count else None)
    return said if said and is_number(text.strip()) else None


def is_number(cell: str) -> bool:
    """Whether a stripped cell is a number as it is read: 3, -0.25, 1e-3 or 1/3."""
    return bool(DECIMAL.fullmatch(cell) or RATIO.fullmatch(cell))


def is_error(cell: str) -> bool:
    """Whether a cell is the error value of a spreadsheet."""
    return ERROR.fullmatch(cell.strip()) is not None


def is_placeholder(cell: str) -> bool:
    """Whether a cell stands in the place of a number: empty, missing or infinite."""
    stripped = cell.strip()
    return not stripped or bool(NOT_FINITE.fullmatch(stripped) or ABSENT.fullmatch(stripped))
