"""Losses and numbers as people read them: an array, a data frame, a line, a notebook's table."""

import re
import sys
from array import array
from collections.abc import Iterable, Sequence
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from html import escape
from importlib import import_module
from math import log10
from typing import Any

from qstheory.errors import InvalidParameter, MissingExtra, TooLarge
from qstheory.losses.base import Loss, MatrixReference
from qstheory.losses.spaces import Label, Space, label
from qstheory.markup import Table

LINE = 80
"""Most characters of a loss's title."""
MOST = 16
"""Most rows and columns that are written out."""


def title(loss: Loss) -> str:
    """What the user called it, or its name; a part where that is too long for a line."""
    text = loss.given_as or loss.name
    if not loss.given_as and isinstance(loss.reference, MatrixReference):
        return f"a {loss.predictions.size} x {loss.observations.size} matrix"
    if len(text) <= LINE:
        return text
    return f"...{text[3 - LINE :]}" if loss.given_as else f"{text[: LINE - 3]}..."


def size_text(size: int) -> str:
    """A number of labels, as a power of two or of ten where it is long.

    >>> size_text(120), size_text(2**50), size_text(10**40)
    ('120', '2^50', 'about 10^40')
    """
    if size < 10**12:
        return str(size)
    exponent = size.bit_length() - 1
    if size == 1 << exponent:
        return f"2^{exponent}"
    return f"about 10^{round(exponent * log10(2))}"


def exact_size(size: int) -> str:
    """A number of labels in full, also beyond the digits that Python writes.

    >>> exact_size(2**50), len(exact_size(10**5000))
    ('1125899906842624', 5001)
    """
    return format(Decimal(size), "f")


def decimal(value: Fraction, digits: int, rounding: str = ROUND_HALF_EVEN) -> Decimal:
    """A rational to that many digits, of whatever size.

    >>> from decimal import ROUND_FLOOR
    >>> decimal(Fraction(2, 3), 3), decimal(Fraction(2, 3), 3, ROUND_FLOOR)
    (Decimal('0.667'), Decimal('0.666'))
    """
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))


def number_text(value: Fraction, longest: int = 40, digits: int = 12) -> str:
    """A rational in full, or where that is longer than `longest` rounded to some digits.

    >>> number_text(Fraction(1, 3)), number_text(Fraction(10**50, 3 * 10**50 + 1), digits=5)
    ('1/3', '~0.33333')
    """
    if max(value.numerator.bit_length(), value.denominator.bit_length()) <= 4 * longest:
        text = str(value)
        if len(text) <= longest:
            return text
    about = decimal(value, digits)
    normal = Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN)
    return f"{'-' if about < 0 else ''}~{abs(about).normalize(normal)}"


def rounded_text(text: str, longest: int = 24, digits: int = 10) -> str:
    """A text with its long fractions rounded.

    >>> rounded_text("H(e) on [0, 468059763583156814580731/12391904126330855202226176], 1/2")
    'H(e) on [0, ~0.03777141582], 1/2'
    """
    return re.sub(r"\d+/\d+", lambda found: number_text(Fraction(found[0]), longest, digits), text)


def latex_fraction(value: Fraction) -> str:
    r"""A rational in LaTeX.

    >>> latex_fraction(Fraction(-1, 2))
    '-\\tfrac{1}{2}'
    """
    if value.denominator == 1:
        return str(value)
    sign = "-" if value < 0 else ""
    return rf"{sign}\tfrac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def latex_matrix(rows: Sequence[Sequence[Fraction]]) -> str:
    """A matrix, or its shape when it is large."""
    width = len(rows[0]) if rows else 0
    if len(rows) > MOST or width > MOST:
        return rf"\left[{len(rows)} \times {width}\right]"
    lines = (" & ".join(map(latex_fraction, row)) for row in rows)
    return r"\begin{pmatrix} " + r" \\ ".join(lines) + r" \end{pmatrix}"


ENTRIES = 1 << 24
"""Most entries of an array or a data frame: 128 MiB of floats."""
BITS = 60
"""Bits of an irrational entry beyond those that a float keeps."""
LISTED = 4
"""Most labels that a message names, which stays one line."""


def shape_text(loss: Loss) -> str:
    """The numbers of rows and columns, long ones as powers."""
    return f"{size_text(loss.predictions.size)} x {size_text(loss.observations.size)}"


def one_line(loss: Loss) -> str:
    """The title and the shape."""
    return f"Loss({loss.title}, {shape_text(loss)})"


def html(loss: Loss) -> str:
    """The matrix when it is small and rational, otherwise its size."""
    rows, columns = map(size_text, loss.shape)
    caption = f"{loss.title}: {rows} predictions, {columns} observations"
    if not _is_written(loss):
        return f"<p>{escape(caption)}</p>"
    body = ((str(z), *(str(loss.entry(z, y)) for y in loss.observations)) for z in loss.predictions)
    return Table(("z, y", *map(str, loss.observations)), body).html(caption)


def latex(loss: Loss) -> str | None:
    """The matrix when it is small and rational."""
    if not _is_written(loss):
        return None
    rows = [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]
    return f"$$L = {latex_matrix(rows)}$$"


def _is_written(loss: Loss) -> bool:
    return loss.rational and max(loss.shape) <= MOST


def find(space: Space, given: Any, role: str, name: str) -> Label:
    """The label of a space that is meant: itself, bits as text, or the number of a class.

    Raises InvalidParameter that says what the labels are like.
    """
    for candidate in _candidates(given):
        if candidate in space:
            return candidate
    known = [repr(label(y)) for _, y in zip(range(LISTED), space, strict=False)]
    more = ", ..." if space.size > len(known) else ""
    raise InvalidParameter(f"{given!r} is no {role} of {name}; these are {', '.join(known)}{more}.")


def _candidates(given: Any) -> Iterable[Label]:
    if isinstance(given, str):
        yield given
        if given.isascii() and given.isdigit():
            yield tuple(map(int, given))
            yield int(given) if len(given) < 19 else given
    elif isinstance(given, Iterable):
        items = list(given)
        if all(hasattr(item, "__index__") for item in items):
            yield tuple(map(int, items))
    elif hasattr(given, "__index__"):
        yield int(given)
        yield str(int(given))


def require_small(loss: Loss) -> None:
    """Raise TooLarge unless all entries fit in memory."""
    if loss.predictions.size * loss.observations.size > ENTRIES:
        raise TooLarge(
            f"{loss.title} is {shape_text(loss)}; arrays and data frames are made of up to"
            f" {ENTRIES:,} entries, and L[z, y] is one of any loss."
        )


def array_interface(loss: Loss) -> dict[str, Any]:
    """The entries in double precision, by numpy's protocol, which needs no numpy here."""
    require_small(loss)
    numbers = array("d")
    for z in loss.predictions:
        numbers.extend(_float(loss, z, y) for y in loss.observations)
    order = "<" if sys.byteorder == "little" else ">"
    return {"shape": loss.shape, "typestr": f"{order}f8", "data": numbers, "version": 3}


def _float(loss: Loss, z: Label, y: Label) -> float:
    if loss.rational:
        return float(loss.entry(z, y))
    low, high = loss.enclosure(z, y, BITS)
    return float((low + high) / 2)


def pandas_module() -> Any:
    """pandas; raises MissingExtra where it is not installed."""
    try:
        return import_module("pandas")
    except ModuleNotFoundError:
        raise MissingExtra(
            "A data frame needs pandas, which is not installed: pip install 'qstheory[pandas]'."
        ) from None


def frame(loss: Loss) -> Any:
    """A pandas DataFrame of the exact entries, floats where they are irrational."""
    require_small(loss)
    pandas = pandas_module()

    def entry(z: Label, y: Label) -> Fraction | float:
        return loss.entry(z, y) if loss.rational else _float(loss, z, y)

    return pandas.DataFrame(
        [[entry(z, y) for y in loss.observations] for z in loss.predictions],
        index=list(map(label, loss.predictions)),
        columns=list(map(label, loss.observations)),
        dtype=object if loss.rational else float,
    )
