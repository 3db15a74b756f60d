"""Evidence about the best constants A* and gamma_2 that several claims share."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from qstheory.certify.kinds.best_constants import BestConstant, Quantity, Shift
from qstheory.claims import Bound, Evidence, equality
from qstheory.losses.base import Reference

A_STAR, GAMMA_2 = "A*", "gamma_2"
PARTS: dict[Quantity, str] = {"A": A_STAR, "gamma-2": GAMMA_2}
Rows = tuple[tuple[Fraction, ...], ...]
ZERO = Fraction(0)


def inner(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """The inner product."""
    return sum((x * y for x, y in zip(left, right, strict=True)), ZERO)


def decided(
    loss: Reference,
    quantity: Quantity,
    shift: Shift,
    claimed: int | Fraction,
    bounds: tuple[Bound, Bound],
) -> Iterator[Evidence]:
    """The square of the quantity is the claimed value: bounds from below and above."""
    yield from equality(
        claimed,
        lambda value: BestConstant(loss, quantity, shift, ">=", Fraction(value)),
        lambda value: BestConstant(loss, quantity, shift, "<=", Fraction(value)),
        lower=bounds[0],
        upper=bounds[1],
        part=PARTS[quantity],
    )
