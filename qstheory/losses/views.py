"""Other forms of a loss: an entry by its labels, an array, a data frame, a line, a notebook's."""

import sys
from array import array
from collections.abc import Iterable
from fractions import Fraction
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

from qstheory.errors import InvalidParameter, MissingExtra, TooLarge
from qstheory.losses.display import MOST, latex_matrix, size_text
from qstheory.losses.spaces import Label, Space, label
from qstheory.tables import Table

if TYPE_CHECKING:
    from qstheory.losses.base import Loss

ENTRIES = 1 << 24
"""Most entries of an array or a data frame: 128 MiB of floats."""
BITS = 60
"""Bits of an irrational entry beyond those that a float keeps."""
LISTED = 4
"""Most labels that a message names, which stays one line."""


def shape_text(loss: "Loss") -> str:
    """The numbers of rows and columns, long ones as powers."""
    return f"{size_text(loss.predictions.size)} x {size_text(loss.observations.size)}"


def one_line(loss: "Loss") -> str:
    """The title and the shape."""
    return f"Loss({loss.title}, {shape_text(loss)})"


def html(loss: "Loss") -> str:
    """The matrix when it is small and rational, otherwise its size."""
    rows, columns = map(size_text, loss.shape)
    caption = f"{loss.title}: {rows} predictions, {columns} observations"
    if not _is_written(loss):
        return f"<p>{escape(caption)}</p>"
    body = ((str(z), *(str(loss.entry(z, y)) for y in loss.observations)) for z in loss.predictions)
    return Table(("z, y", *map(str, loss.observations)), body).html(caption)


def latex(loss: "Loss") -> str | None:
    """The matrix when it is small and rational."""
    if not _is_written(loss):
        return None
    rows = [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]
    return f"$$L = {latex_matrix(rows)}$$"


def _is_written(loss: "Loss") -> bool:
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


def require_small(loss: "Loss") -> None:
    """Raise TooLarge unless all entries fit in memory."""
    if loss.predictions.size * loss.observations.size > ENTRIES:
        raise TooLarge(
            f"{loss.title} is {shape_text(loss)}; arrays and data frames are made of up to"
            f" {ENTRIES:,} entries, and L[z, y] is one of any loss."
        )


def array_interface(loss: "Loss") -> dict[str, Any]:
    """The entries in double precision, by numpy's protocol, which needs no numpy here."""
    require_small(loss)
    numbers = array("d")
    for z in loss.predictions:
        numbers.extend(_float(loss, z, y) for y in loss.observations)
    order = "<" if sys.byteorder == "little" else ">"
    return {"shape": loss.shape, "typestr": f"{order}f8", "data": numbers, "version": 3}


def _float(loss: "Loss", z: Label, y: Label) -> float:
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


def frame(loss: "Loss") -> Any:
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
