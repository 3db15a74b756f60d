"""The multiclass hinge loss of Weston and Watkins."""

from qstheory.inputs.surrogate import Sum, added, affine, hinge
from qstheory.theory.embedding.families import SurrogateFamily, classes, labelled, unit


def build(classes: int) -> dict[str, Sum]:
    """sum over j != y of max(0, 1 - (v_y - v_j))."""
    n = classes
    return labelled(
        [
            added(*(hinge(affine(unit(n, (j, 1), (y, -1)), 1)) for j in range(n) if j != y))
            for y in range(n)
        ]
    )


FAMILY = SurrogateFamily(
    name="weston-watkins",
    title="Weston-Watkins hinge loss",
    formula=r"\sum_{j\ne y}\max(0,1-v_y+v_j)",
    source="Weston and Watkins, ESANN 1999",
    parameters=(classes(),),
    build=build,
    examples=({"classes": 2}, {"classes": 3}),
)
