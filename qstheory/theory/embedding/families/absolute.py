"""Absolute deviation of one score, the surrogate of ordinal classes with one number."""

from qstheory.inputs.surrogate import Sum, affine, largest
from qstheory.theory.embedding.families import SurrogateFamily, classes, labelled


def build(classes: int) -> dict[str, Sum]:
    """|v - y|, continued beyond the first and the last class."""
    return labelled([largest(affine([1], -y), affine([-1], y)) for y in range(classes)])


FAMILY = SurrogateFamily(
    name="absolute",
    title="absolute deviation",
    formula=r"\lvert v-y\rvert",
    source="Pedregosa, Bach and Gramfort, JMLR 18 (2017)",
    parameters=(classes(),),
    build=build,
    examples=({"classes": 2}, {"classes": 5}),
)
