"""LETOR and SVMlight files: `relevance qid:q 1:v 2:v ... # comment`, one pair a line."""

from pathlib import Path

import numpy as np

from qstheory.errors import UnreadableInput
from qstheory.learn.data.datasets import RankingData
from qstheory.learn.data.files import Lines


def read_letor(path: Path, name: str | None = None, features: int | None = None) -> RankingData:
    """The pairs of a file; features that a line leaves out are zero.

    `features` is d (default: the largest index in the file); a line without `qid:` is of query 0.
    Raises UnreadableInput with the line number: a relevance or query id that is no integer, a
    feature that is not `index:value` with a finite value, indices that do not increase from 1.
    """
    lines = Lines(Path(path))
    parsed = [_parse(lines, text) for line in lines if (text := line.split("#")[0].split())]
    if not parsed:
        raise UnreadableInput(f"{path} holds no query-document pairs.")
    largest = max((max(values, default=0) for _, _, values in parsed), default=0)
    d = largest if features is None else features
    if largest > d:
        raise UnreadableInput(f"{path} has a feature {largest}, beyond the {d} asked for.")
    X = np.zeros((len(parsed), d))
    for row, (_, _, values) in zip(X, parsed, strict=True):
        row[np.fromiter(values, dtype=int) - 1] = list(values.values())
    return RankingData(
        name=name or Path(path).name.split(".")[0],
        X=X,
        relevance=np.array([relevance for relevance, _, _ in parsed]),
        query=np.array([query for _, query, _ in parsed]),
    )


def _parse(lines: Lines, fields: list[str]) -> tuple[int, int, dict[int, float]]:
    relevance = _integer(lines, fields[0], "relevance")
    rest, query = fields[1:], 0
    if rest and rest[0].startswith("qid:"):
        query = _integer(lines, rest[0].removeprefix("qid:"), "query id")
        rest = rest[1:]
    values: dict[int, float] = {}
    last = 0
    for item in rest:
        index, colon, value = item.partition(":")
        try:
            number = float(value)
        except ValueError:
            number = np.nan
        if not (colon and index.isascii() and index.isdigit() and np.isfinite(number)):
            raise lines.error(f"{item!r} is not index:value with a finite value.")
        if int(index) <= last:
            raise lines.error(f"feature {index} follows {last}; indices must increase from 1.")
        last = int(index)
        values[last] = number
    return relevance, query, values


def _integer(lines: Lines, text: str, what: str) -> int:
    """Integers, also written 2.0 as SVMlight files may."""
    digits = text.removesuffix(".0").removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        raise lines.error(f"the {what} {text!r} is not an integer.")
    return int(text.removesuffix(".0"))
