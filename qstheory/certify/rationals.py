"""The text of rationals: "p/q", "p" or "p/2^k", and of several in one text.

    "1/2 0*30 -3/2^70"

Blanks stand between them, and x*n stands for n times x; no text at all is none of them.
"""

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

RATIONAL = re.compile(r"-?[0-9]+(/([1-9][0-9]*|2\^[1-9][0-9]*))?")
REPEATED = re.compile(r"\*([1-9][0-9]{0,9})(?![0-9])")
SEVERAL = re.compile(rf"({RATIONAL.pattern}(\*[1-9][0-9]*)?( (?!$)|$))*")
DIGITS = 4300
"""Most characters of a number: what Python converts in linear memory and bounded time."""
LONGEST = 1_000_000
"""Most rationals of one text."""


def rational(data: Any) -> Fraction:
    """The rational of a text; raises ValueError in words."""
    if type(data) is not str or len(data) > 2 * DIGITS:
        raise ValueError('must be a rational written as text "p/q"')
    return _known(data)


@lru_cache(maxsize=1 << 16)
def _known(text: str) -> Fraction:
    if not RATIONAL.fullmatch(text):
        raise ValueError('must be a rational written as text "p/q"')
    numerator, _, denominator = text.partition("/")
    power, dyadic = denominator[2:], denominator[:2] == "2^"
    if max(len(numerator), len(denominator)) > DIGITS or (dyadic and int(power) > DIGITS):
        raise ValueError(f"has more than {DIGITS} digits")
    return Fraction(int(numerator), 1 << int(power) if dyadic else int(denominator or 1))


def several(data: Any) -> tuple[Fraction, ...]:
    """The rationals of one text; raises ValueError in words."""
    if type(data) is not str:
        raise ValueError('must be rationals in one text, "1/2 0*3 -1"')
    found: list[Fraction] = []
    for word in data.split(" ") if data else ():
        number, _, _ = word.partition("*")
        try:
            value = rational(number)
        except ValueError as error:
            raise ValueError(f"has an entry {len(found)} that {error}") from None
        if number == word:
            found.append(value)
            continue
        times = REPEATED.fullmatch(word, len(number))
        if not times or len(found) + int(times[1]) > LONGEST:
            raise ValueError(f"has {word[:30]!r}, which repeats no number within {LONGEST:,}")
        found += [value] * int(times[1])
    return tuple(found)


def repeated(text: str) -> int:
    """How many values the repetitions of a text stand for, at most."""
    return sum(int(times) for times in REPEATED.findall(text)) if "*" in text else 0
