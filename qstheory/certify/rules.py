"""A rule: which check replays which kind of certificate for which kind of proposition."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from qstheory.certify.outcome import Decision
from qstheory.certify.theorems import Theorem

IntegerMatrix = list[list[int]]
Regular = Callable[[IntegerMatrix, int], bool]
"""Whether a square integer matrix has a determinant that is not 0 modulo a number."""
ProductFault = Callable[[IntegerMatrix, IntegerMatrix, IntegerMatrix], tuple[int, int] | None]
"""The first row and column at which the product of the first two matrices is not the third."""


@dataclass(frozen=True)
class Borders:
    """Which minors of a matrix, on chosen rows and columns and one more of each, are 0.

    Modulo each of several numbers; `inside` speaks of all that avoid the last row and column,
    `last_column` and `last_row` of those with just that one, `corner` of the one with both.
    """

    inside: bool
    last_column: bool
    last_row: bool
    corner: bool


Indices = Sequence[int]
BorderedMinors = Callable[[IntegerMatrix, Indices, Indices, Sequence[int]], Borders | None]
"""The borders of a matrix, the chosen rows and columns, and the moduli.

None when the chosen rows and columns are not regular modulo each of these.
"""


@dataclass(frozen=True)
class Tools:
    """Arithmetic that a caller may exchange for a faster implementation of the same functions."""

    regular_modulo: Regular
    product_fault: ProductFault
    borders: BorderedMinors


@dataclass(frozen=True)
class Rule:
    """`check(proposition, certificate, tools)` for one pair of dataclasses.

    The check replays facts; `theorems` say why these imply the proposition where more than the
    definitions is needed.
    """

    proposition: type
    certificate: type
    check: Callable[[Any, Any, Tools], Decision]
    theorems: tuple[Theorem, ...] | Callable[[Any, Any], tuple[Theorem, ...]] = ()

    def rests_on(self, proposition: Any, certificate: Any) -> tuple[str, ...]:
        """The names of the theorems that the conclusion from the certificate needs."""
        rows = self.theorems
        if callable(rows):
            rows = rows(proposition, certificate)
        return tuple(theorem.name for theorem in rows)
