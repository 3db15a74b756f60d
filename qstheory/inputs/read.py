"""Files as losses: which reader a file goes to, and what is said of what it read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from qstheory.certify.arithmetic import over_common_denominator
from qstheory.errors import UnreadableInput
from qstheory.inputs.json_file import read_json
from qstheory.inputs.layout import read_delimited
from qstheory.inputs.matrix import ReadMatrix
from qstheory.inputs.objects import read_npy, read_npz
from qstheory.losses.base import Loss
from qstheory.losses.coded import CodedMatrix, Side
from qstheory.losses.matrix import matrix_loss

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
