"""The multiclass hinge loss of Crammer and Singer."""

from qstheory.inputs.surrogate import Sum, affine, largest
from qstheory.theory.embedding.families import SurrogateFamily, classes, labelled, unit


def build(classes: int) -> dict[str, Sum]:
    """max_j (1(j != y) + v_j) - v_y."""
    n = classes
    return labelled(
        [
            largest(*(affine(unit(n, (j, 1), (y, -1)), int(j != y)) for j in range(n)))
            for y in range(n)
        ]
    )


FAMILY = SurrogateFamily(
    name="crammer-singer",
    title="Crammer-Singer hinge loss",
    formula=r"\max_j\bigl(1(j\ne y)+v_j\bigr)-v_y",
    source="Crammer and Singer, JMLR 2 (2001)",
    parameters=(classes(),),
    build=build,
    examples=({"classes": 2}, {"classes": 3}, {"classes": 4}),
)
