"""LETOR and SVMlight files: `relevance qid:q 1:v 2:v ... # comment`, one pair a line."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from qstheory.errors import UnreadableInput
from qstheory.inputs.numbers import exact_text, finite_float
from qstheory.learn.data.reading import Lines, RankingData

ENTRIES = 2**28
"""Most entries of X, which is dense: 2 GiB."""
INTEGER = 2**62
"""Relevances and query ids are smaller than this."""


@dataclass(frozen=True)
class Pair:
    """A line; `query` is None where there is no `qid:`."""

    relevance: int
    query: int | None
    values: dict[int, float]


def read_letor(path: Path, name: str | None = None, features: int | None = None) -> RankingData:
    """The pairs of a file; features that a line leaves out are zero.

    `features` is d (default: the largest index in the file); all lines are of query 0 where none
    has a `qid:`. Raises UnreadableInput with the line number: a relevance or query id that is no
    integer (2.0 and +2 are), a feature that is not `index:value` with a finite value, indices that
    do not increase from 1, a `qid:` on some lines only; and for an X of more than 2 GiB.
    """
    lines = Lines(Path(path))
    pairs: list[Pair] = []
    largest = 0
    for line in lines:
        if fields := line.split("#")[0].split():
            pair = _parse(lines, fields)
            if pairs and (pair.query is None) != (pairs[0].query is None):
                raise lines.error("some lines have a qid: and others have none.")
            largest = max(largest, *pair.values, 0)
            pairs.append(pair)
            if len(pairs) * (largest if features is None else features) > ENTRIES:
                raise lines.error(
                    f"{len(pairs):,} rows with {features or largest:,} features are more than"
                    f" {ENTRIES:,} entries; number the features from 1 without gaps."
                )
    if not pairs:
        raise UnreadableInput(f"{path} holds no query-document pairs.")
    d = largest if features is None else features
    if largest > d:
        raise UnreadableInput(f"{path} has a feature {largest}, beyond the {d} asked for.")
    X = np.zeros((len(pairs), d))
    for row, pair in zip(X, pairs, strict=True):
        row[np.fromiter(pair.values, dtype=int) - 1] = list(pair.values.values())
    return RankingData(
        name=name or Path(path).name.split(".")[0],
        X=X,
        relevance=np.array([pair.relevance for pair in pairs]),
        query=np.array([pair.query or 0 for pair in pairs]),
    )


def _parse(lines: Lines, fields: list[str]) -> Pair:
    relevance = _integer(lines, fields[0], "relevance")
    rest, query = fields[1:], None
    if rest and rest[0].startswith("qid:"):
        query = _integer(lines, rest[0].removeprefix("qid:"), "query id")
        rest = rest[1:]
    values: dict[int, float] = {}
    last = 0
    for item in rest:
        index, colon, value = item.partition(":")
        if not (colon and index.isascii() and index.isdigit()):
            raise lines.error(f"{item!r} is not index:value with a finite value.")
        try:
            number = finite_float(value)
        except UnreadableInput as error:
            raise lines.error(
                f"{item!r} is not index:value with a finite value: {error}."
            ) from None
        if len(index) > 18:
            raise lines.error(f"the index of {item[:40]!r} is too large.")
        if int(index) <= last:
            raise lines.error(f"feature {index} follows {last}; indices must increase from 1.")
        last = int(index)
        values[last] = number
    return Pair(relevance, query, values)


def _integer(lines: Lines, text: str, what: str) -> int:
    """Integers, also written 2.0 or +2 as SVMlight files may."""
    try:
        value = exact_text(text)
    except UnreadableInput as error:
        raise lines.error(f"the {what} {text!r} is not an integer: {error}.") from None
    if value.denominator != 1 or abs(value) >= INTEGER or "/" in text:
        raise lines.error(f"the {what} {text!r} is not an integer below 2^62.")
    return int(value)
