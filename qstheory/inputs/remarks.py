"""What is unusual about a matrix that was read, and worth saying."""

from collections.abc import Iterator, Sequence

from qstheory.inputs.matrix import ReadMatrix

LISTED = 5


def _repeated(kind: str, lines: Sequence[tuple[int, ...]]) -> Iterator[str]:
    first: dict[tuple[int, ...], int] = {}
    pairs = []
    for number, line in enumerate(lines, start=1):
        if line in first:
            pairs.append(f"{first[line]} and {number}")
        else:
            first[line] = number
    if pairs:
        more = f" and {len(pairs) - LISTED} more" if len(pairs) > LISTED else ""
        yield f"equal {kind}s: {', '.join(pairs[:LISTED])}{more}"


def _constant(kind: str, lines: Sequence[tuple[int, ...]]) -> Iterator[str]:
    numbers = [str(n) for n, line in enumerate(lines, start=1) if len(set(line)) == 1]
    if numbers:
        more = f" and {len(numbers) - LISTED} more" if len(numbers) > LISTED else ""
        yield f"constant {kind}s: {', '.join(numbers[:LISTED])}{more}"


def remarks(matrix: ReadMatrix) -> tuple[str, ...]:
    """Equal or constant rows and columns, a single row or column, sums that are all zero."""
    rows, columns = matrix.codes, matrix.column_codes()
    found: list[str] = []
    if len(rows) > 1:
        found += _repeated("row", rows)
        found += _constant("column", columns)
    else:
        found.append("a single row: there is only one prediction")
    if len(columns) > 1:
        found += _repeated("column", columns)
        found += _constant("row", rows)
    else:
        found.append("a single column: there is only one observation")
    for kind, lines in (("row", rows), ("column", columns)):
        if matrix.centred(lines):
            found.append(f"centred: every {kind} sums to zero")
    return tuple(found)
