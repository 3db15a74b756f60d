"""A rule: which check replays which kind of certificate for which kind of proposition."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from qstheory.certify.outcome import Decision

IntegerMatrix = list[list[int]]
Regular = Callable[[IntegerMatrix, int], bool]
"""Whether a square integer matrix has a determinant that is not 0 modulo a number."""
ProductFault = Callable[[IntegerMatrix, IntegerMatrix, IntegerMatrix], tuple[int, int] | None]
"""The first row and column at which the product of the first two matrices is not the third."""


@dataclass(frozen=True)
class Tools:
    """Arithmetic that a caller may exchange for a faster implementation of the same functions."""

    regular_modulo: Regular
    product_fault: ProductFault


@dataclass(frozen=True)
class Rule:
    """`check(proposition, certificate, tools)` for one pair of dataclasses."""

    proposition: type
    certificate: type
    check: Callable[[Any, Any, Tools], Decision]
