"""The generalised hinge loss with a reject option."""

from fractions import Fraction

from qstheory.inputs.surrogate import Sum, affine, largest
from qstheory.losses.parameters import rational
from qstheory.theory.embedding.families import SurrogateFamily


def build(cost: Fraction) -> dict[str, Sum]:
    """max(0, 1 - y v, 1 - a y v) with a = (1 - cost) / cost, for the observations -1 and 1."""
    steep = (1 - cost) / cost
    return {
        str(y): largest(affine([0], 0), affine([-y], 1), affine([-y * steep], 1)) for y in (-1, 1)
    }


FAMILY = SurrogateFamily(
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
    build=build,
    examples=({"cost": "1/3"}, {"cost": "1/2"}),
)  # fmt: skip
