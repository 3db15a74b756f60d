"""What is unusual about a matrix that was read, and worth saying."""

from collections.abc import Iterator, Sequence

from qstheory.certify.arithmetic import over_common_denominator
from qstheory.inputs.matrix import ReadMatrix
from qstheory.losses.coded import CodedMatrix, Side

SIDES: tuple[Side, ...] = ("rows", "columns")
LISTED = 5


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
        yield f"constant {kind}s: {', '.join(numbers[:LISTED])}{more}"


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
