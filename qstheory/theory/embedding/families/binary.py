"""Hinge losses of one score for the observations -1 and 1."""

from fractions import Fraction

from qstheory.inputs.surrogate import Sum, affine, hinge, largest
from qstheory.losses.parameters import rational
from qstheory.theory.embedding.families import SurrogateFamily


def binary_hinge() -> dict[str, Sum]:
    """max(0, 1 - y v)."""
    return {str(y): hinge(affine([-y], 1)) for y in (-1, 1)}


def reject_hinge(cost: Fraction) -> dict[str, Sum]:
    """max(0, 1 - y v, 1 - a y v) with a = (1 - cost) / cost."""
    steep = (1 - cost) / cost
    return {
        str(y): largest(affine([0], 0), affine([-y], 1), affine([-y * steep], 1)) for y in (-1, 1)
    }


FAMILIES = (
    SurrogateFamily(
        name="hinge",
        title="binary hinge loss",
        formula=r"\max(0,1-yv)",
        source="Cortes and Vapnik 1995",
        parameters=(),
        build=binary_hinge,
        examples=({},),
    ),
    SurrogateFamily(
        name="reject-hinge",
        title="hinge loss with a reject option",
        formula=r"\max\bigl(0,1-yv,1-\tfrac{1-d}{d}yv\bigr)",
        source="Bartlett and Wegkamp, JMLR 9 (2008)",
        parameters=(
            rational(
                "cost", "cost of rejecting", lambda d: 0 < d <= Fraction(1, 2), "in (0, 1/2]",
                Fraction(1, 3),
            ),
        ),
        build=reject_hinge,
        examples=({"cost": "1/3"}, {"cost": "1/2"}),
    ),
)  # fmt: skip
