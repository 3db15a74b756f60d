"""The binary hinge loss."""

from qstheory.inputs.surrogate import Sum, affine, hinge
from qstheory.theory.embedding.families import SurrogateFamily


def build() -> dict[str, Sum]:
    """max(0, 1 - y v) for the observations -1 and 1."""
    return {str(y): hinge(affine([-y], 1)) for y in (-1, 1)}


FAMILY = SurrogateFamily(
    name="hinge",
    title="binary hinge loss",
    formula=r"\max(0,1-yv)",
    source="Cortes and Vapnik 1995",
    parameters=(),
    build=build,
    examples=({},),
)
