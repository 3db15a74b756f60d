"""A polyhedral surrogate from a file: sums of maxima of affine functions, and a decoder.

An affine function of d scores is written as its d slopes and its constant. JSON: for every
observation the maxima whose sum is the surrogate, each a list of its pieces; the decoder takes the
prediction of the smallest score, and a prediction may have several. This is the hinge loss:

    {"surrogate": {"0": [[[0, 0], [1, 1]]],
                   "1": [[[0, 0], [-1, 1]]]},
     "decoder": [{"prediction": "0", "score": [1, 0]},
                 {"prediction": "1", "score": [-1, 0]}]}

CSV or TSV, pieces with the same observation and maximum belonging together:

    part,label,maximum,v1,constant
    surrogate,0,1,0,0
    surrogate,0,1,1,1
    surrogate,1,1,0,0
    surrogate,1,1,-1,1
    decoder,0,,1,0
    decoder,1,,-1,0

Numbers are exact, as in a loss matrix: 0.1 is 1/10.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from qstheory.errors import UnreadableInput
from qstheory.inputs.json_file import exact_entry, parse_exact
from qstheory.inputs.notations import is_error
from qstheory.inputs.numbers import exact_text, shown
from qstheory.inputs.read import file_content
from qstheory.inputs.rows import Record, Table, read_table

Numbers = tuple[Fraction, ...]
HEAD = ["part", "label", "maximum"]
PIECES, SCORES = 2_000, 64
"""Most affine functions and scores of a surrogate that is read."""


@dataclass(frozen=True)
class ReadSurrogate:
    """For each observation by name its maxima, and the scores of the decoder by prediction.

    Every affine function has the same length, at least 2; its last number is the constant.
    """

    maxima: Mapping[str, tuple[tuple[Numbers, ...], ...]]
    decoder: tuple[tuple[str, Numbers], ...]


def read_surrogate(path: str | Path) -> ReadSurrogate:
    """The surrogate in a JSON, CSV or TSV file; raises UnreadableInput in one sentence."""
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in (".csv", ".tsv", ".json"):
        raise UnreadableInput(f"{path} is no .json, .csv or .tsv file; save the surrogate as one.")
    content = file_content(path)
    try:
        if suffix == ".json":
            return _checked(_from_json(content))
        return _checked(_from_table(content, "\t" if suffix == ".tsv" else None))
    except UnreadableInput as error:
        raise UnreadableInput(f"{path}: {error}") from None


def _checked(read: ReadSurrogate) -> ReadSurrogate:
    pieces = [piece for maxima in read.maxima.values() for maximum in maxima for piece in maximum]
    functions = [*pieces, *(score for _, score in read.decoder)]
    if not pieces or not read.decoder:
        raise UnreadableInput("A surrogate needs pieces for its observations and a decoder.")
    if len(functions) > PIECES:
        raise UnreadableInput(f"The surrogate has more than {PIECES:,} affine functions.")
    lengths = sorted({len(function) for function in functions})
    if len(lengths) > 1:
        raise UnreadableInput(
            f"The affine functions have {lengths[0]} to {lengths[-1]} numbers; each needs a slope"
            " for every score and a constant."
        )
    if not 2 <= lengths[0] <= SCORES + 1:
        raise UnreadableInput(f"A surrogate needs from 1 to {SCORES} scores.")
    return read


def _from_json(content: bytes) -> ReadSurrogate:
    document = parse_exact(content)
    if not isinstance(document, dict) or set(document) != {"surrogate", "decoder"}:
        raise UnreadableInput('The JSON must be an object with "surrogate" and "decoder".')
    surrogate, decoder = document["surrogate"], document["decoder"]
    if not isinstance(surrogate, dict):
        raise UnreadableInput('"surrogate" must be an object from observations to lists of maxima.')
    return ReadSurrogate(
        {y: tuple(_maximum(y, m) for m in _list(y, maxima)) for y, maxima in surrogate.items()},
        tuple(_decoded(item) for item in _list("decoder", decoder)),
    )


def _list(where: str, given: Any) -> list[Any]:
    if not isinstance(given, list) or not given:
        raise UnreadableInput(f"{shown(where)} must have a list that is not empty.")
    return given


def _maximum(y: str, given: Any) -> tuple[Numbers, ...]:
    return tuple(_numbers(y, piece) for piece in _list(y, given))


def _numbers(where: str, given: Any) -> Numbers:
    try:
        return tuple(exact_entry(value).value for value in _list(where, given))
    except UnreadableInput as error:
        raise UnreadableInput(f"{shown(where)}: {str(error).rstrip('.')}.") from None


def _decoded(given: Any) -> tuple[str, Numbers]:
    if not isinstance(given, dict) or set(given) != {"prediction", "score"}:
        raise UnreadableInput('Each part of the decoder needs a "prediction" and a "score".')
    if not isinstance(given["prediction"], str):
        raise UnreadableInput("The predictions of the decoder must be texts.")
    return str(given["prediction"]), _numbers(given["prediction"], given["score"])


def _from_table(content: bytes, separator: str | None) -> ReadSurrogate:
    table = read_table(content, separator)
    head, *rows = table.records
    if [cell.strip() for cell in head.cells[:3]] != HEAD:
        raise UnreadableInput(f"The first row must begin with {', '.join(HEAD)}.")
    maxima: dict[str, dict[str, list[Numbers]]] = {}
    decoder = []
    for row in rows:
        part, label, maximum = (cell.strip() for cell in (*row.cells, "", "")[:3])
        numbers = _cells(table, row)
        if part == "surrogate":
            maxima.setdefault(label, {}).setdefault(maximum, []).append(numbers)
        elif part == "decoder" and not maximum:
            decoder.append((label, numbers))
        else:
            raise UnreadableInput(
                f"Row {row.number} must begin with surrogate, or with decoder and no maximum."
            )
    summed = {y: tuple(map(tuple, groups.values())) for y, groups in maxima.items()}
    return ReadSurrogate(summed, tuple(decoder))


def _cells(table: Table, row: Record) -> Numbers:
    width = len(table.records[0].cells)
    if len(row.cells) != width:
        raise UnreadableInput(
            f"Row {row.number} has {len(row.cells)} cells where {width} are expected."
        )
    if is_error(row.cells[1]):
        raise UnreadableInput(
            f"{table.place(row, 1)}: the label {shown(row.cells[1])} is the error value of a"
            " spreadsheet; mend its formula."
        )
    numbers = []
    for j, cell in enumerate(row.cells[3:], start=3):
        try:
            numbers.append(exact_text(cell))
        except UnreadableInput as error:
            raise UnreadableInput(f"{table.place(row, j)}: {error}.") from None
    return tuple(numbers)
