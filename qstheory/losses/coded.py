"""Large rational matrices: the different values once, and a code an entry."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from math import lcm
from struct import pack
from types import MappingProxyType
from typing import Any, Literal

from qstheory.errors import InvalidParameter

Row = tuple[Fraction, ...]
Side = Literal["rows", "columns"]
LETTERS: Mapping[int, Literal["B", "H", "I"]] = MappingProxyType({1: "B", 2: "H", 4: "I"})
"""How the machine's integers of so many bytes are called."""
MOST_DENOMINATORS, MOST_BITS = 1000, 1000
"""Most different denominators, and binary digits of the one, that values are brought over."""


def width_of(count: int) -> int:
    """The bytes of a code for that many values."""
    return next(w for w in LETTERS if count <= 256**w)


@dataclass(frozen=True, eq=False)
class CodedMatrix(Sequence[Row]):
    """L[i, j] = values[code], a sequence of rows of fractions.

    `codes` has the codes row by row, each of `width` bytes in the order of the machine. What runs
    over all entries runs over codes, and over the few values apart.
    """

    values: Row
    codes: bytes
    width: int
    columns: int

    @classmethod
    def coded(cls, values: Row, rows: Iterable[Sequence[int]]) -> "CodedMatrix":
        """From values and rows of codes; raises InvalidParameter for rows of unequal length."""
        width, columns, lines = width_of(len(values)), 0, []
        for line in rows:
            columns = columns or len(line)
            if len(line) != columns or not columns:
                raise InvalidParameter(
                    "A loss matrix needs at least one entry and rows of equal length."
                )
            lines.append(pack(f"{columns}{LETTERS[width]}", *line))
        return cls(values, b"".join(lines), width, columns)

    @classmethod
    def of(cls, rows: Iterable[Sequence[Any]]) -> "CodedMatrix":
        """From rows of numbers; raises InvalidParameter for rows of unequal length.

        >>> CodedMatrix.of([[0, 1], [1, 0]])[1]
        (Fraction(1, 1), Fraction(0, 1))
        """
        if isinstance(rows, cls):
            return rows
        given = [tuple(row) for row in rows]
        # By identity first: a large matrix shares a few objects among its entries.
        known: dict[int, Any] = {}
        for row in given:
            known.update(zip(map(id, row), row, strict=True))
        places: dict[Fraction, int] = {}
        code = {key: places.setdefault(Fraction(x), len(places)) for key, x in known.items()}
        return cls.coded(tuple(places), ([code[key] for key in map(id, row)] for row in given))

    @cached_property
    def _codes(self) -> memoryview:
        return memoryview(self.codes).cast(LETTERS[self.width])

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.codes) // (self.width * self.columns) if self.columns else 0

    @property
    def size(self) -> int:
        """The number of entries."""
        return len(self) * self.columns

    def __getitem__(self, i: Any) -> Any:
        """The row i, or the rows of a slice, as tuples of fractions."""
        if isinstance(i, slice):
            return tuple(self[k] for k in range(*i.indices(len(self))))
        return self._row(range(len(self))[i])

    def __iter__(self) -> Iterator[Row]:
        """The rows."""
        return map(self._row, range(len(self)))

    def _row(self, i: int) -> Row:
        values = self.values
        return tuple([values[k] for k in self.line(i)])

    def entry(self, i: int, j: int) -> Fraction:
        """L[i, j]."""
        return self.values[self._codes[i * self.columns + j]]

    def line(self, i: int) -> list[int]:
        """The codes of a row."""
        return self._codes[i * self.columns : (i + 1) * self.columns].tolist()

    def lines(self, side: Side) -> Iterator[memoryview]:
        """The codes of each row or of each column."""
        count = len(self) if side == "rows" else self.columns
        return (self.codes_of(side, k) for k in range(count))

    def codes_of(self, side: Side, k: int) -> memoryview:
        """The codes of the row or column k."""
        codes, n = self._codes, self.columns
        return codes[k * n : (k + 1) * n] if side == "rows" else codes[k::n]

    def scaled(self, i: int, multiple_of: int = 1) -> tuple[int, list[int]]:
        """The least common multiple of the denominators of a row and a number, the row times it."""
        line, (numerators, denominators) = self.line(i), self._parts
        present = set(line)
        factor = lcm(multiple_of, *{denominators[k] for k in present})
        if factor == 1:
            return 1, [numerators[k] for k in line]
        times = {k: numerators[k] * (factor // denominators[k]) for k in present}
        return factor, [times[k] for k in line]

    @cached_property
    def _parts(self) -> tuple[list[int], list[int]]:
        """The numerators and the denominators of the values."""
        return [x.numerator for x in self.values], [x.denominator for x in self.values]

    @cached_property
    def over_one_denominator(self) -> tuple[int, list[int]] | None:
        """A denominator of all values and their numerators; None if it has too many digits."""
        numerators, denominators = self._parts
        shared = lcm(*set(denominators)) if len(set(denominators)) <= MOST_DENOMINATORS else 0
        if not shared or shared.bit_length() > MOST_BITS:
            return None
        return shared, [
            top * (shared // bottom) for top, bottom in zip(numerators, denominators, strict=True)
        ]

    @cached_property
    def sha256(self) -> str:
        """Of the entries written as p/q, blanks between columns, newlines between rows."""
        texts = [f"{x.numerator}/{x.denominator}" for x in self.values]
        digest = sha256()
        for i in range(len(self)):
            text = " ".join([texts[k] for k in self.line(i)])
            digest.update(f"\n{text}".encode() if i else text.encode())
        return digest.hexdigest()

    def __eq__(self, other: object) -> bool:
        """Whether all entries are equal."""
        if not isinstance(other, CodedMatrix):
            return NotImplemented
        if (self.values, self.codes) == (other.values, other.codes):
            return self.columns == other.columns
        shapes = len(self) == len(other) and self.columns == other.columns
        return shapes and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        """Consistent with equality."""
        return hash(self.sha256)

    def __reduce__(self) -> tuple[type["CodedMatrix"], tuple[Row, bytes, int, int]]:
        """Without what is kept beside the members."""
        return CodedMatrix, (self.values, self.codes, self.width, self.columns)

    def __repr__(self) -> str:
        """The shape and the number of values."""
        return f"CodedMatrix({len(self)} x {self.columns}, {len(self.values)} values)"
