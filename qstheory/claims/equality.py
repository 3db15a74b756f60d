"""An equality that two certified bounds decide: of a rank, a dimension, a least constant."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qstheory.claims.evidence import WHOLE, Evidence, Stance


@dataclass(frozen=True)
class Bound:
    """A bound that was found, with the certificate for it."""

    value: Any
    certificate: Any


def equality(
    value: int | Fraction,
    at_least: Callable[[Any], Any],
    at_most: Callable[[Any], Any],
    *,
    lower: Bound,
    upper: Bound,
    part: str = WHOLE,
) -> Iterator[Evidence]:
    """Evidence for or against `quantity = value`, given lower <= quantity <= upper.

    `at_least(n)` and `at_most(n)` are the propositions that the quantity is >= n and <= n. A bound
    beyond the value contradicts it; when both bounds are the value they state it; otherwise the
    case is left without a certificate.
    """
    if lower.value > value:
        yield Evidence(at_least(lower.value), (lower.certificate,), part, Stance.CONTRADICTS)
    elif upper.value < value:
        yield Evidence(at_most(upper.value), (upper.certificate,), part, Stance.CONTRADICTS)
    elif lower.value == value == upper.value:
        yield Evidence(at_least(lower.value), (lower.certificate,), part)
        yield Evidence(at_most(upper.value), (upper.certificate,), part)
