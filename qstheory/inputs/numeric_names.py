"""The names of rows and columns, and when numbers are names of what they stand beside.

Costs of right decisions, the leading diagonal, are often zero, and names often count or begin with
a zero; an empty or telling corner (`pred`, `index`, ...) announces names.
"""

import re
from collections.abc import Sequence
from itertools import chain
from operator import ne
from typing import Any
from unicodedata import category, normalize

from qstheory.errors import UnreadableInput
from qstheory.inputs.numbers import DECIMAL, shown


def is_missing(value: Any) -> bool:
    """Whether a scalar is None, NaN, NaT or the NA of pandas.

    >>> [is_missing(value) for value in (None, float("nan"), 0, "")]
    [True, True, False, False]
    """
    if value is None:
        return True
    try:
        return bool(ne(value, value))
    except TypeError:  # pandas.NA is neither true nor false
        return True


LONGEST = 1000
"""Most characters of a name: longer ones are a file that is read in the wrong way."""
UNWRITABLE = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories of control characters, halves of surrogate pairs and ends of lines."""
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of what follows them on a line, beyond the name itself."""


def _shape(name: str) -> str:
    """What is seen of a name: composed letters, nothing invisible."""
    if name.isascii():
        return name
    return normalize("NFC", "".join(letter for letter in name if category(letter) != "Cf"))


def distinct_names(kind: str, names: Sequence[Any], count: int) -> tuple[str, ...]:
    """The names of `count` rows or columns as text, stripped.

    Raises UnreadableInput for a missing, empty, overlong or repeated one, or another number; two
    that look the same are one repeated.
    """
    if len(names) != count:
        raise UnreadableInput(f"There are {len(names)} {kind} names for {count} {kind}s.")
    first: dict[str, int] = {}
    cleaned = []
    for number, given in enumerate(names, start=1):
        name = str(given).strip()
        if is_missing(given) or not _shape(name) or len(name) > LONGEST:
            fault = "missing" if is_missing(given) else "empty"
            fault = f"longer than {LONGEST} characters" if len(name) > LONGEST else fault
            raise UnreadableInput(f"The name of {kind} {number} is {fault}.")
        if any(letter in TURNING or category(letter) in UNWRITABLE for letter in name):
            raise UnreadableInput(f"The name of {kind} {number} has control characters.")
        if (seen := first.setdefault(_shape(name), number)) != number:
            raise UnreadableInput(
                f"The {kind}s {seen} and {number} have the same name {name[:40]!r};"
                " give each its own."
            )
        cleaned.append(name)
    return tuple(cleaned)


Rows = Sequence[Sequence[str]]

CORNERS = frozenset(
    {
        *("#", "index", "idx", "id", "ids", "unnamed", "level"),
        *("row", "rows", "rowname", "rownames", "name", "names", "label", "labels"),
        *("pred", "prediction", "predictions", "predicted", "class", "classes", "category"),
        *("loss", "cost", "costs", "action", "actions", "decision", "decisions"),
    }
)
"""Words in the corner cell that announce names below and beside it."""
BESIDE = frozenset(
    {"true", "truth", "actual", "observed", "observation", "observations", "z", "y", "0"}
)
"""Words that stand beside one of them, as in pred/true, `Unnamed: 0` or level_0."""
COSTS = frozenset({"loss", "cost", "costs"})
"""Words that head a column of names and one of costs alike."""
FEWEST = 2
"""A line of fewer numbers says nothing by its values."""


def is_corner(cell: str) -> bool:
    """Whether the corner cell announces names: it is empty, or has a word such as `pred`.

    >>> is_corner(""), is_corner("Unnamed: 0"), is_corner("pred/true"), is_corner("class 1")
    (True, True, True, False)
    """
    words = set(re.findall("[a-z0-9#]+", cell.strip().lower()))
    axes = re.fullmatch(r"\s*[zZ]\s*[\\/|]\s*[yY]\s*", cell) is not None
    return not cell.strip() or axes or bool(words & CORNERS and words <= CORNERS | BESIDE)


def is_alike(corner: str, names: Sequence[str]) -> bool:
    """Whether the corner is one more name, which differs from them by a number alone.

    >>> is_alike("class 0", ["class 1", "class 2"]), is_alike("pred", ["class 1", "class 2"])
    (True, False)
    """
    stems = {re.sub("[0-9]+", "", name.strip()) for name in (corner, *names)}
    return len(stems) == 1 and len(names) > 0 and corner.strip() not in stems


def _counts(cells: Sequence[str]) -> bool:
    """Whether the cells are 0, 1, 2, ... or 1, 2, 3, ..."""
    plain = [cell.strip().removesuffix(".0") for cell in cells]
    return len(plain) >= FEWEST and any(
        plain == [str(start + k) for k in range(len(plain))] for start in (0, 1)
    )


def is_series(names: Sequence[str]) -> bool:
    """Whether the names go on from the first one: y0, y1, y2 or a, b, c."""
    plain = stripped(names)
    if len(plain) < FEWEST:
        return False
    if all(len(name) == 1 for name in plain):
        return [ord(name) - ord(plain[0]) for name in plain] == list(range(len(plain)))
    parts = [re.fullmatch(r"(.*?)([0-9]{1,9})", name) for name in plain]
    if None in parts or len({part[1] for part in parts if part}) > 1:
        return False
    numbers = [int(part[2]) for part in parts if part]
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _zero_diagonal(rows: Rows) -> bool:
    """Whether the leading diagonal, of two entries at least, is zero."""
    diagonal = [row[k].strip() for k, row in enumerate(rows) if k < len(row)]
    return len(diagonal) >= FEWEST and all(
        DECIMAL.fullmatch(cell) and not float(cell) for cell in diagonal
    )


def _padded(cells: Sequence[str]) -> bool:
    """Whether an integer begins with a zero, as no cost does: 00, 01, 10, 11."""
    return any(re.fullmatch("0[0-9]+", cell.strip()) for cell in cells)


def numeric_names(line: Sequence[str], body: Rows) -> str | None:
    """Why a first row of numbers may be names above `body`; None when it reads as costs.

    >>> numeric_names(["0", "1"], [["0", "1"], ["1", "0"]])
    'the costs that are left are square with a zero diagonal'
    >>> numeric_names(["0", "1"], [["1", "0"]]) is None
    True
    """
    if not body:
        return None
    if _padded(line) and not _padded(list(chain.from_iterable(body))):
        return f"{line[0].strip()}, ... begin with a zero"
    if _zero_diagonal([line, *body]):
        return None
    codes = len(set(line)) == len(line) and all(DECIMAL.fullmatch(cell.strip()) for cell in line)
    if codes and len(body) == len(line) and _zero_diagonal(body):
        return "the costs that are left are square with a zero diagonal"
    if not _counts(line):
        return None
    start = f"{line[0].strip()}, {line[1].strip()}"
    if _zero_diagonal(body):
        return f"they count {start}, ... and the costs that are left have a zero diagonal"
    pointed = all("." in cell for cell in chain.from_iterable(body))
    if len(body) + 1 != len(line) and pointed:
        return f"they count {start}, ... and all other numbers have a point"
    return None


def numeric_labels(corner: str, names: Sequence[str], stubs: Sequence[str], rest: Rows) -> bool:
    """Whether a first column of numbers, headed by `corner` beside `names`, holds names.

    Raises ValueError, with the reason, where it may as well hold costs.
    """
    distinct = len(set(stubs)) == len(stubs)
    square = len(stubs) == len(names) + 1
    costs = [[stub, *row] for stub, row in zip(stubs, rest, strict=True)]
    if not names:
        return False
    if is_corner(corner) and is_alike(corner, names):
        if corner.strip().lower().startswith("unnamed"):
            raise ValueError(f"it is headed {shown(corner)}")
        return False
    if is_corner(corner):
        if set(re.findall("[a-z]+", corner.lower())) & COSTS:
            raise ValueError(f"it is headed {shown(corner)}")
        whole = distinct and all(re.fullmatch(r"[0-9]+(\.0)?", stub) for stub in stubs)
        if whole and (not square or (_counts(stubs) and not _zero_diagonal(costs))):
            return True
        raise ValueError(f"it is headed {shown(corner)}")
    if len(stubs) >= FEWEST and stripped(names) == list(stubs):
        return True
    if not distinct or is_series([corner, *names]) or (square and not _padded(stubs)):
        return False
    if reason := numeric_names(stubs, list(zip(*rest, strict=True))):
        raise ValueError(reason)
    if _counts(stubs) and not _zero_diagonal(costs):
        raise ValueError(f"it counts {stubs[0]}, {stubs[1]}, ...")
    return False


def stripped(cells: Sequence[str]) -> list[str]:
    """The cells without the blanks around them."""
    return [cell.strip() for cell in cells]
