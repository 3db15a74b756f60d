"""The card of a loss: what a reader needs to know, in at most a dozen lines.

Everything is read off the findings of the dossier; what was not found is left out or said to be
open. The evidence stands behind it in the full dossier.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Any

from qstheory.certify.words import counted
from qstheory.losses.views import number_text, size_text
from qstheory.theory.dossier import Dossier
from qstheory.theory.findings import Finding
from qstheory.theory.timed import DIED, LATE, MEMORY, STOPPED
from qstheory.work.terminal import fitted

DIGITS = 12
"""Digits that are tried; certified intervals are wider than 10^-12."""
LONGEST = 24
"""Most characters of a fraction that is written out."""
NAMES = 5
"""Most surrogates of a kind that the card names."""


def certain(low: Fraction, high: Fraction) -> str:
    """The digits that all numbers of an interval round to, or its two ends, outward.

    >>> certain(Fraction(70710677, 10**8), Fraction(70710679, 10**8))
    '0.7071068'
    >>> certain(Fraction(1, 2), Fraction(1, 2)), certain(Fraction(1, 4), Fraction(1, 3))
    ('1/2', '0.250 to 0.334')
    >>> certain(Fraction(25, 10**9), Fraction(33, 10**9))
    '2.500E-8 to 3.300E-8'
    >>> certain(Fraction(50733, 10), Fraction(50734, 10)), certain(Fraction(5073), Fraction(5093))
    ('5073', '5073.0 to 5093.0')
    """
    if low == high:
        return number_text(low, LONGEST)
    power = _power(high)
    low, high = low / Fraction(10) ** power, high / Fraction(10) ** power
    before = max(0, _exponent(high))
    for digits in range(DIGITS, max(0, 3 - before) - 1, -1):
        if round(low, digits) == round(high, digits):
            return _places(round(low, digits), digits, power)
    places = min(3, max(0, 4 - before))
    scale = 10**places
    down, up = Fraction(floor(low * scale), scale), Fraction(ceil(high * scale), scale)
    return f"{_places(down, places, power)} to {_places(up, places, power)}"


def _exponent(value: Fraction) -> int:
    """Of ten, in scientific notation."""
    return (Decimal(value.numerator) / Decimal(value.denominator)).adjusted()


def _power(value: Fraction) -> int:
    """The power of ten that is written apart: 0 but for very small and large numbers."""
    exponent = _exponent(value)
    return exponent if value and not -2 <= exponent < DIGITS else 0


def _places(value: Fraction, digits: int, power: int) -> str:
    """A decimal fraction with that many places, times a power of ten.

    >>> _places(Fraction(25, 10), 2, 6), _places(Fraction(10), 3, 15)
    ('2.50E+6', '1.0000E+16')
    """
    if power and abs(value) >= 10:  # 9.9999 was rounded to 10.
        value, digits, power = value / 10, digits + 1, power + 1
    decimal = f"{Decimal(value.numerator) / Decimal(value.denominator):.{digits}f}"
    return f"{decimal}E{power:+}" if power else decimal


def card_text(dossier: Dossier) -> str:
    """The card for a terminal, with where the evidence is."""
    more = "more: --full for every finding, --part NAME for one part of it"
    return fitted("\n".join([*card(dossier), more]))


def card(dossier: Dossier) -> list[str]:
    """The lines of the card."""
    found = {finding.key: finding for finding in dossier.findings}
    return [line for line in _lines(dossier, found) if line]


def _lines(dossier: Dossier, found: dict[str, Finding]) -> Iterator[str]:
    yield _title(dossier)
    yield "; ".join(dossier.loss.conventions[:3])
    yield _dimensions(found)
    yield _decoding(found)
    yield _constants(dossier, found)
    yield _optimality(found)
    yield _calibration(dossier, found)
    if "largest-margin" in found and found["largest-margin"].status == "proved":
        yield f"margins: {found['largest-margin'].statement}"
    yield from _consistency(dossier.part("consistency"))
    yield _closing(dossier.findings)
    late = [f.statement for f in dossier.findings if f.limit.startswith(LATE)]
    if late:
        yield f"out of time: {', '.join(late)}; --time gives more, and what is finished is kept"
    ended = [f for f in dossier.findings if f.limit.startswith((DIED, MEMORY))]
    if ended:
        yield f"not finished: {'; '.join(f'{f.statement} ({f.limit})' for f in ended)}"
    stopped = [f.statement for f in dossier.findings if f.limit == STOPPED]
    if stopped:
        yield f"interrupted before: {', '.join(stopped)}; the same command goes on with them"


def _title(dossier: Dossier) -> str:
    loss = dossier.loss
    name = loss.title
    rows, columns = (size_text(s.size) for s in (loss.predictions, loss.observations))
    more = ["" if s.size == 1 else "s" for s in (loss.predictions, loss.observations)]
    return f"{name}: {rows} prediction{more[0]}, {columns} observation{more[1]}"


def _number(found: dict[str, Finding], key: str) -> int | None:
    finding = found.get(key)
    proved = finding is not None and finding.status == "proved"
    return finding.value if finding and proved and isinstance(finding.value, int) else None


def _dimensions(found: dict[str, Finding]) -> str:
    r = _number(found, "affine-dimension")
    if r is None:
        statement = found["affine-dimension"].statement if "affine-dimension" in found else ""
        return f"dimension: {statement or 'open'}"
    shift = dict(found["affine-dimension"].details).get("c")
    if isinstance(shift, Fraction):
        shift = number_text(shift, LONGEST, 7)
    at = "" if shift is None else f" at c = {shift}".replace("= ~", "about ")
    return f"{counted(r, 'number')} to estimate (least rank of L - c{at})"


def _decoding(found: dict[str, Finding]) -> str:
    words = []
    if "decoder" in found and found["decoder"].status != "not attempted":
        words.append(f"decoder: {found['decoder'].statement}")
    needed = _number(found, "prediction-differences")
    if needed is not None:
        words.append(f"it needs {counted(needed, 'number')}")
    between = found.get("calibration-dimension")
    if between is not None and between.status == "proved" and isinstance(between.value, tuple):
        low, high = between.value
        shown = str(low) if low == high else f"{low} to {high}" if low else f"at most {high}"
        words.append(f"convex calibration dimension {shown}")
    return "; ".join(words)


def _least(dossier: Dossier) -> tuple[Fraction, str] | None:
    """The least A^2 of a decomposition that is shown, with its name."""
    squares = []
    for finding in dossier.part("decompositions"):
        square = dict(finding.details).get("A^2")
        of_loss = finding.status == "proved" and not finding.key.startswith("minimal-up-to")
        if of_loss and isinstance(square, Fraction | int):
            squares.append((Fraction(square), finding.key.removeprefix("form:")))
    return min(squares, default=None)


def _constants(dossier: Dossier, found: dict[str, Finding]) -> str:
    words = []
    if (least := _least(dossier)) is not None:
        square, name = least
        words.append(f"A = {root(square)} ({name} decomposition)")
    for key, symbol in (("A:scalar", "A*"), ("gamma-2:scalar", "gamma_2")):
        known = found.get(key)
        if known is not None and known.status == "proved":
            words.append(_interval(symbol, known.value))
    return "; ".join(words)


def _interval(symbol: str, value: Any) -> str:
    if isinstance(value, tuple) and len(value) == 2:
        best = "best possible " if symbol == "A*" else ""
        if value[0] == value[1]:
            return f"{best}{symbol} = {root(Fraction(value[0]))}"
        low, high = (enclosed_root(Fraction(square)) for square in value)
        return f"{best}{symbol} = {certain(low[0], high[1])}"
    return f"{symbol} = {value}"


def enclosed_root(square: Fraction) -> tuple[Fraction, Fraction]:
    """Two rationals around the root, equal where it is rational.

    >>> enclosed_root(Fraction(1, 4))
    (Fraction(1, 2), Fraction(1, 2))
    """
    top, bottom = isqrt(square.numerator), isqrt(square.denominator)
    if top * top == square.numerator and bottom * bottom == square.denominator:
        return Fraction(top, bottom), Fraction(top, bottom)
    # Of as many digits for small squares as for others.
    scale = 10 ** (2 * DIGITS + max(0, -_power(square)))
    below = isqrt(square.numerator * scale**2 // square.denominator)
    return Fraction(below, scale), Fraction(below + 1, scale)


def root(square: Fraction) -> str:
    """The root of a rational: exact where it is rational, otherwise with its first digits.

    >>> root(Fraction(9, 16)), root(Fraction(2)), root(Fraction(10**30 + 1))
    ('3/4', 'sqrt(2) = 1.414214', '1.000000E+15')
    """
    low, high = enclosed_root(square)
    if low == high and len(str(low)) <= LONGEST:
        return str(low)
    power = _power(low)
    decimal = _places(round(low / Fraction(10) ** power, 6), 6, power)
    return f"sqrt({square}) = {decimal}" if len(str(square)) <= LONGEST else decimal


def _optimality(found: dict[str, Finding]) -> str:
    words = {
        "proved": "equal-risk point: some full distribution gives every prediction the same risk",
        "refuted": "equal-risk point: none",
        "undecided": "equal-risk point: undecided",
    }
    return words.get(found["equal-risk"].status, "") if "equal-risk" in found else ""


def _calibration(dossier: Dossier, found: dict[str, Finding]) -> str:
    """H of the decomposition, or where that has no certificate of unconstrained scores.

    The decomposition is named where another one has the least A.
    """
    least = _least(dossier)
    for key, of in (
        ("calibration-function", ""),
        ("calibration-full-space", " of unconstrained scores"),
    ):
        finding = found.get(key)
        if finding is None or (finding.status != "proved" and finding.extent != "exact"):
            continue
        words, colon, after = finding.statement.partition(": ")
        statement, name = after if colon else words, words.removeprefix("decomposition ")
        other = not of and least is not None and name not in (words, least[1])
        whose = f" of the {name} decomposition" if other else of
        every_size = dict(finding.details).get("H(e) at every size")
        same = every_size is None or str(every_size).startswith(statement.removeprefix("H(e) = "))
        known = "" if same else f"; at every size {every_size}"
        return f"calibration{whose}: {statement}{known}" if len(statement) < 90 else _bound(found)
    return ""


def _bound(found: dict[str, Finding]) -> str:
    bound = found.get("calibration-diameter-bound")
    statement = bound.statement if bound is not None else ""
    return f"calibration: {statement}" if statement else ""


def _consistency(findings: Iterable[Finding]) -> Iterator[str]:
    good = [f.statement.partition(":")[0] for f in findings if f.value is True]
    bad = [f.statement for f in findings if f.value is False]
    if good:
        yield f"consistent: {_some(good)}"
    if bad:
        first, _, place = bad[0].partition(": not consistent")
        place = place.removeprefix(";").removeprefix(" at ")
        where = place.partition(" a minimiser")[0]
        names = [statement.partition(":")[0] for statement in bad[1:]]
        yield f"not consistent: {first} (at {where})" + (f"; {_some(names)}" if names else "")


def _some(names: list[str]) -> str:
    more = len(names) - NAMES
    return "; ".join(names[:NAMES]) + (f" and {more} more" if more > 0 else "")


def _closing(findings: Iterable[Finding]) -> str:
    statuses = [finding.status for finding in findings]
    decided = statuses.count("proved") + statuses.count("refuted")
    words = [f"{counted(decided, 'finding')} with certificates"]
    for status in ("undecided", "not attempted"):
        if statuses.count(status):
            words.append(f"{statuses.count(status)} {status}")
    return "; ".join(words)
