"""`as_loss`, the one way from what a user writes or has to the loss that it means."""

import os
import re
from collections.abc import Iterable
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from qstheory.errors import InvalidParameter, UnknownLoss
from qstheory.inputs.numbers import shown
from qstheory.inputs.numeric_names import distinct_names
from qstheory.inputs.read import read_loss, to_loss
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import family, parse

FILE = re.compile(r".*\.[A-Za-z][A-Za-z0-9]*")
"""A text that ends as the name of a file does."""


def names_file(text: str) -> bool:
    """Whether a text stands for a file: it is no built-in loss, and is a path or ends as one.

    >>> names_file("hamming:m=3"), names_file("my_loss.csv"), names_file("f-score")
    (False, True, False)
    """
    try:
        family(text.partition(":")[0])
    except UnknownLoss:
        # os.path.lexists also answers for a name that is too long, where Path.exists raises.
        folders = os.sep in text.partition(":")[0]
        return folders or os.path.lexists(text) or FILE.fullmatch(text) is not None
    return False


def as_loss(
    spec: Any,
    *,
    z: Iterable[Any] | None = None,
    y: Iterable[Any] | None = None,
    rationalise: bool = False,
    header: bool | None = None,
    labels: bool | None = None,
    array: str | None = None,
    **parameters: object,
) -> Loss:
    """The loss that `spec` means: rows are predictions, columns observations.

    Parameters
    ----------
    spec
        One of: a `Loss` (returned as it is); the name of a built-in loss, `hamming:m=3` or
        `f-score` with `m=6, undefined="one"` as further arguments; the path of a CSV, TSV, JSON,
        NPY or NPZ file; rows as nested lists; a two-dimensional numpy array; a pandas DataFrame
        (whose index and columns are the names); a function of a prediction and an observation.
    z, y
        The predictions and observations of a function; names of rows and columns for rows and
        arrays.
    rationalise
        Take binary floats as the shortest decimals, or fractions such as 1/3, that round to them in
        the array's own type, instead of at their exact value with the warning `InexactInput`.
    header, labels, array
        How a file is read, see `read_loss`.
    **parameters
        Those of a built-in loss.

    Returns
    -------
    Loss
        The matrix L, predictions x observations, with all that is known of it.

    Raises
    ------
    UnknownLoss
        For a name that there is not, with the nearest ones.
    InvalidParameter
        For a parameter that the loss does not have, or an argument that has no meaning for `spec`.
    UnreadableInput
        For a file or an object that is no matrix, with the row and column where there is one.

    How a matrix was read and what is unusual about it stands in the `conventions` of the loss.

    Examples
    --------
    >>> as_loss("hamming:m=3") == as_loss("hamming", m=3)
    True
    >>> as_loss([[0, "1/3"], ["0.1", 0]]).entry("1", "0")
    Fraction(1, 10)
    >>> as_loss(lambda z, y: abs(z - y), z=[0, 1], y=[0, 1, 2]).entry("0", "2")
    Fraction(2, 1)
    """
    reading = {"header": header, "labels": labels, "array": array}
    stated = [name for name, value in reading.items() if value is not None]
    stated += ["rationalise"] * rationalise
    named = isinstance(spec, str) and not names_file(spec)
    of_file = isinstance(spec, str | PathLike) and not named
    if named or isinstance(spec, Loss):
        _refuse(spec, stated, "is about reading a file or an array")
        _refuse(spec, [k for k, v in (("z", z), ("y", y)) if v is not None], "belongs to a matrix")
    elif stated and not of_file:
        _refuse(spec, [name for name in stated if name != "rationalise"], "is about a file")
    if named:
        return parse(spec, **parameters)
    _refuse(spec, list(parameters), "is a parameter of a built-in loss", OWN)
    if isinstance(spec, Loss):
        return spec
    if of_file:
        found = read_loss(
            Path(spec), rationalise=rationalise, header=header, labels=labels, array=array
        )
        return found if z is None and y is None else _renamed(found, z, y)
    from qstheory.inputs.objects import read_object

    return to_loss(read_object(spec, z, y, rationalise))


def _renamed(loss: Loss, z: Iterable[Any] | None, y: Iterable[Any] | None) -> Loss:
    """The loss of a file with other names."""
    from qstheory.losses.matrix import matrix_loss

    entries = [[loss.entry(a, b) for b in loss.observations] for a in loss.predictions]
    rows = list(loss.predictions if z is None else z)
    columns = list(loss.observations if y is None else y)
    return replace(
        matrix_loss(
            entries,
            distinct_names("row", rows, len(entries)),
            distinct_names("column", columns, len(entries[0])),
        ),
        conventions=loss.conventions,
        given_as=loss.given_as,
    )


OWN = "; for a function z= and y= list the predictions and the observations"


def _refuse(spec: Any, given: list[str], meaning: str, of_function: str = "") -> None:
    """Raise InvalidParameter for arguments without a meaning for this loss."""
    if given:
        what = shown(spec) if isinstance(spec, str | PathLike) else f"a {type(spec).__name__}"
        remedy = of_function if callable(spec) else ""
        raise InvalidParameter(f"{given[0]!r} {meaning}, which {what} is not{remedy}.")
