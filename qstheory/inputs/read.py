"""`as_loss`, the one way from what a user writes or has to the loss that it means, and files as
losses: which reader a file goes to, and what is said of what it read.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any

from qstheory.certify.arithmetic import over_common_denominator
from qstheory.errors import InvalidParameter, UnknownLoss, UnreadableInput
from qstheory.inputs.layout import read_delimited
from qstheory.inputs.matrix import ReadMatrix, read_json
from qstheory.inputs.numbers import shown
from qstheory.inputs.numeric_names import distinct_names
from qstheory.inputs.objects import read_npy, read_npz
from qstheory.losses.base import Loss, matrix_loss
from qstheory.losses.catalogue import family, parse
from qstheory.losses.coded import CodedMatrix, Side

SIDES: tuple[Side, ...] = ("rows", "columns")
LISTED = 5
"""Most lines that a remark names, which stays one line itself."""


def _repeated(kind: str, lines: Sequence[bytes]) -> Iterator[str]:
    first: dict[bytes, int] = {}
    pairs = []
    for number, line in enumerate(lines, start=1):
        if line in first:
            pairs.append(f"{first[line]} and {number}")
        else:
            first[line] = number
    if pairs:
        more = f" and {len(pairs) - LISTED} more" if len(pairs) > LISTED else ""
        yield f"equal {kind}s: {', '.join(pairs[:LISTED])}{more}"


def _constant(kind: str, lines: Sequence[bytes], width: int) -> Iterator[str]:
    def constant(line: bytes) -> bool:
        return line[width:] == line[:-width]

    numbers = [str(n) for n, line in enumerate(lines, start=1) if constant(line)]
    if numbers:
        more = f" and {len(numbers) - LISTED} more" if len(numbers) > LISTED else ""
        word = kind if len(numbers) == 1 else f"{kind}s"
        yield f"constant {word}: {', '.join(numbers[:LISTED])}{more}"


def _centred(matrix: CodedMatrix, side: Side) -> bool:
    """Whether each row or column sums to zero."""
    _, scaled = over_common_denominator(matrix.values)
    return not any(sum([scaled[code] for code in line]) for line in matrix.lines(side))


def remarks(read: ReadMatrix) -> tuple[str, ...]:
    """Equal or constant rows and columns, a single row or column, sums that are all zero."""
    matrix = read.entries
    found: list[str] = []
    rows, columns = ([line.tobytes() for line in matrix.lines(side)] for side in SIDES)
    if len(rows) > 1:
        found += _repeated("row", rows)
        found += _constant("column", columns, matrix.width)
    else:
        found.append("a single row: there is only one prediction")
    if len(columns) > 1:
        found += _repeated("column", columns)
        found += _constant("row", rows, matrix.width)
    else:
        found.append("a single column: there is only one observation")
    for side in SIDES:
        if _centred(matrix, side):
            found.append(f"centred: every {side.removesuffix('s')} sums to zero")
    return tuple(found)


BYTES_LIMIT = 1 << 30
"""Largest file that is read."""


@dataclass(frozen=True)
class Options:
    """What a user may state about a file; see `read_loss`."""

    rationalise: bool = False
    header: bool | None = None
    labels: bool | None = None
    array: str | None = None


Reader = Callable[[bytes, str, Options], ReadMatrix]
READERS: Mapping[str, Reader] = MappingProxyType(
    {
        ".csv": lambda content, name, o: read_delimited(content, None, o.header, o.labels),
        ".tsv": lambda content, name, o: read_delimited(content, "\t", o.header, o.labels),
        ".json": lambda content, name, o: read_json(content),
        ".npy": lambda content, name, o: read_npy(content, name, o.rationalise),
        ".npz": lambda content, name, o: read_npz(content, o.array, o.rationalise),
    }
)
"""The reader of each file name extension."""


WEIGHT = "weight"
"""The column of a distribution's file that has the weights of its inputs."""


def _is_distribution(matrix: ReadMatrix) -> bool:
    """Whether the columns are weights of inputs, of sum 1, and a probability for each observation.

    Such a file is meant for `qstheory noise`: as a loss its weights would be costs.
    """
    if not matrix.observations or matrix.observations[0].lower() != WEIGHT:
        return False
    rows = matrix.entries
    return sum(row[0] for row in rows) == 1 and all(sum(row[1:]) == 1 for row in rows)


def to_loss(matrix: ReadMatrix) -> Loss:
    """The loss of a matrix that was read; how and what is unusual goes to its conventions.

    Raises UnreadableInput where it is a distribution on inputs.
    """
    if _is_distribution(matrix):
        raise UnreadableInput(
            f"The column {WEIGHT!r} of sum 1 before rows of sum 1 makes this a distribution, no"
            " loss: give it to `qstheory noise`, or rename the column if it has costs."
        )
    return matrix_loss(
        matrix.entries,
        matrix.predictions,
        matrix.observations,
        conventions=(*matrix.notes, *remarks(matrix)),
    )


def file_content(path: Path) -> bytes:
    """The bytes of a regular file of sensible size; raises UnreadableInput."""
    try:
        if path.is_dir():
            raise UnreadableInput(f"{path} is a folder, not a file.")
        if path.exists() and not path.is_file():
            raise UnreadableInput(f"{path} is not a regular file; save it as one.")
        if path.stat().st_size > BYTES_LIMIT:
            raise UnreadableInput(f"{path} is larger than {BYTES_LIMIT:,} bytes.")
        with path.open("rb") as file:
            # Not `read(BYTES_LIMIT)`, which takes so much memory before there is anything.
            content = file.read()
    except UnreadableInput:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name is malformed"
        raise UnreadableInput(f"{path} cannot be read: {reason}.") from None
    if len(content) > BYTES_LIMIT:
        raise UnreadableInput(f"{path} is larger than {BYTES_LIMIT:,} bytes.")
    return content


def read_loss(
    path: str | Path,
    rationalise: bool = False,
    *,
    header: bool | None = None,
    labels: bool | None = None,
    array: str | None = None,
) -> Loss:
    """The loss matrix in a CSV, TSV, JSON, NPY or NPZ file: rows predictions, columns observations.

    Decimal text is exact (0.1 is 1/10) and may be a fraction (1/3).

    Parameters
    ----------
    path : str or path
        The file; its extension says what it is.
    rationalise : bool
        Whether binary floats of NPY and NPZ stand for the shortest decimals, or fractions such as
        1/3, that round to them; otherwise they have their exact value, with the warning
        `InexactInput`.
    header, labels : bool, optional
        Whether a CSV or TSV file has a row of observation names and a column of prediction names;
        when None that is found out and reported.
    array : str, optional
        The name of the array in an NPZ file.

    Returns
    -------
    Loss
        The loss with the matrix of the file.

    Raises
    ------
    UnreadableInput
        In one sentence, with the row and column where there is one, counted from 1 as in the file.
    """
    path = Path(path)
    reader = READERS.get(path.suffix.lower())
    content = file_content(path)
    if reader is None:
        raise UnreadableInput(
            f"{path} has none of the known extensions {', '.join(READERS)}; rename or convert it."
        )
    try:
        loss = to_loss(reader(content, path.name, Options(rationalise, header, labels, array)))
    except UnreadableInput as error:
        raise UnreadableInput(f"{path}: {error}") from None
    return replace(loss, given_as=f"{path}:{array}" if array else str(path))


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
    from qstheory.losses.base import matrix_loss

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
