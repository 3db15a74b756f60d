"""A polyhedral surrogate from a file: sums of maxima of affine functions, and a decoder.

An affine function of d scores is written as its d slopes and its constant. JSON: for every
observation the maxima whose sum is the surrogate, each a list of its pieces; the decoder takes the
prediction of the smallest score, and a prediction may have several. This is the hinge loss:

    {"surrogate": {"0": [[[0, 0], [1, 1]]],
                   "1": [[[0, 0], [-1, 1]]]},
     "decoder": [{"prediction": "0", "score": [1, 0]},
                 {"prediction": "1", "score": [-1, 0]}]}

The decoder may be left out where none is needed. Instead of its list of maxima an observation may
have an affine function, as a list of numbers, or a composition of such: {"hinge": f} = max(0, f),
{"max": [f, ...]}, {"sum": [f, ...]}, {"times": [c, f]} for a number c >= 0:

    {"surrogate": {"0": {"hinge": [1, 1]}, "1": {"times": ["1/2", {"hinge": [-2, 2]}]}}}

CSV or TSV, pieces with the same observation and maximum belonging together:

    part,label,maximum,v1,constant
    surrogate,0,1,0,0
    surrogate,0,1,1,1
    surrogate,1,1,0,0
    surrogate,1,1,-1,1
    decoder,0,,1,0
    decoder,1,,-1,0

Numbers are exact, as in a loss matrix: 0.1 is 1/10.

Sums of maxima of affine functions: how they are added, scaled and composed.

An affine function of d scores is its d slopes and its constant, a maximum a tuple of these, a sum a
tuple of maxima. The maximum of sums is a single maximum, over all choices of one piece for each
maximum of a sum; so compositions of hinges max(0, .) that are convex are sums of maxima again.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from qstheory.errors import TooLarge, UnreadableInput
from qstheory.inputs.matrix import exact_entry, parse_exact
from qstheory.inputs.numbers import exact_text, is_error, shown
from qstheory.inputs.read import file_content
from qstheory.inputs.rows import Record, Table, read_table

Numbers = tuple[Fraction, ...]
Sum = tuple[tuple[Numbers, ...], ...]
PIECES = 2_000
"""Most affine functions of a maximum that is multiplied out."""


def affine(slope: Sequence[int | Fraction], constant: int | Fraction = 0) -> Sum:
    """slope . v + constant."""
    return (((*map(Fraction, slope), Fraction(constant)),),)


def added(*sums: Sum) -> Sum:
    """The sum of sums."""
    return tuple(maximum for each in sums for maximum in each)


def scaled(factor: int | Fraction, given: Sum) -> Sum:
    """factor times a sum; the factor must not be negative."""
    assert factor >= 0
    return tuple(tuple(tuple(factor * x for x in piece) for piece in maximum) for maximum in given)


def largest(*sums: Sum) -> Sum:
    """The maximum of sums, multiplied out without repetitions; raises TooLarge.

    >>> [[str(x) for x in piece] for piece in largest(affine([1]), affine([0]))[0]]
    [['1', '0'], ['0', '0']]
    """
    if sum(prod(map(len, each)) for each in sums) > PIECES:
        raise TooLarge(f"A maximum of sums has more than {PIECES:,} affine functions.")
    pieces = (
        tuple(sum(column, Fraction(0)) for column in zip(*chosen, strict=True))
        for each in sums
        for chosen in product(*each)
    )
    return (tuple(dict.fromkeys(pieces)),)


def hinge(given: Sum) -> Sum:
    """max(0, a sum)."""
    width = len(given[0][0]) - 1
    return largest(affine([0] * width), given)


HEAD = ["part", "label", "maximum"]
SCORES = 64
"""Most scores of a surrogate that is read."""


@dataclass(frozen=True)
class ReadSurrogate:
    """For each observation by name its maxima, and the scores of the decoder by prediction.

    Every affine function has the same length, at least 2; its last number is the constant.
    """

    maxima: Mapping[str, Sum]
    decoder: tuple[tuple[str, Numbers], ...]


def read_surrogate(path: str | Path, with_decoder: bool = True) -> ReadSurrogate:
    """The surrogate in a JSON, CSV or TSV file, with or perhaps without a decoder.

    Raises UnreadableInput in one sentence.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in (".csv", ".tsv", ".json"):
        raise UnreadableInput(f"{path} is no .json, .csv or .tsv file; save the surrogate as one.")
    content = file_content(path)
    try:
        if suffix == ".json":
            read = _checked(_from_json(content))
        else:
            read = _checked(_from_table(content, "\t" if suffix == ".tsv" else None))
        if with_decoder and not read.decoder:
            raise UnreadableInput("A surrogate that is decoded needs a decoder; add one.")
        return read
    except RecursionError:
        raise UnreadableInput(f"{path}: The surrogate is nested too deeply.") from None
    except (UnreadableInput, TooLarge) as error:
        raise UnreadableInput(f"{path}: {error}") from None


def surrogate_schema() -> dict[str, Any]:
    """The JSON Schema of these files, as far as a schema can say what is read."""
    found: dict[str, Any] = json.loads(
        files("qstheory.inputs").joinpath("surrogate.schema.json").read_text(encoding="utf-8")
    )
    return found


def _checked(read: ReadSurrogate) -> ReadSurrogate:
    pieces = [piece for maxima in read.maxima.values() for maximum in maxima for piece in maximum]
    functions = [*pieces, *(score for _, score in read.decoder)]
    if not pieces:
        raise UnreadableInput("A surrogate needs pieces for its observations.")
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
    members = {"surrogate", "decoder"}
    if not isinstance(document, dict) or not {"surrogate"} <= set(document) <= members:
        raise UnreadableInput(
            'The JSON must be an object with "surrogate", perhaps "decoder", and no other member.'
        )
    surrogate = document["surrogate"]
    if not isinstance(surrogate, dict):
        raise UnreadableInput('"surrogate" must be an object from observations to lists of maxima.')
    decoder = _list("decoder", document["decoder"]) if "decoder" in document else []
    return ReadSurrogate(
        {y: _maxima(y, given) for y, given in surrogate.items()}, tuple(map(_decoded, decoder))
    )


def _maxima(y: str, given: Any) -> Sum:
    """A list of maxima, or else a composition."""
    if isinstance(given, list) and given and all(isinstance(item, list) for item in given):
        return tuple(_maximum(y, item) for item in given)
    return _composed(y, given)


def _composed(y: str, given: Any) -> Sum:
    """The sum of maxima that a composition is."""
    if not isinstance(given, dict):
        return ((_numbers(y, given),),)
    name, inner = next(iter(given.items())) if len(given) == 1 else ("", None)
    match name:
        case "hinge":
            return hinge(_composed(y, inner))
        case "times":
            return _scaled(y, inner)
        case "max" | "sum":
            return _joined(y, name, inner)
    raise UnreadableInput(
        f"{shown(y)}: give one of hinge, max, sum and times, not {shown(', '.join(given))}."
    )


def _scaled(y: str, given: Any) -> Sum:
    if not isinstance(given, list) or len(given) != 2:
        raise UnreadableInput(f'{shown(y)}: "times" needs a number and what it multiplies.')
    (factor,) = _numbers(y, given[:1])
    if factor < 0:
        raise UnreadableInput(f"{shown(y)}: {factor} times a maximum is not convex.")
    return scaled(factor, _composed(y, given[1]))


def _joined(y: str, name: str, given: Any) -> Sum:
    parts = [_composed(y, item) for item in _list(y, given)]
    if len({len(piece) for part in parts for maximum in part for piece in maximum}) > 1:
        raise UnreadableInput(f"{shown(y)}: affine functions must have one number of scores.")
    return largest(*parts) if name == "max" else added(*parts)


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
        raise UnreadableInput(
            f"A table of a surrogate begins with the row {', '.join(HEAD)}, slopes, constant;"
            " a loss is given with --loss."
        )
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
