"""The one-versus-all hinge loss."""

from qstheory.inputs.surrogate import Sum, added, affine, hinge
from qstheory.theory.embedding.families import SurrogateFamily, classes, labelled, unit


def build(classes: int) -> dict[str, Sum]:
    """max(0, 1 - v_y) + sum over j != y of max(0, 1 + v_j)."""
    n = classes
    return labelled(
        [
            added(*(hinge(affine(unit(n, (j, -1 if j == y else 1)), 1)) for j in range(n)))
            for y in range(n)
        ]
    )


FAMILY = SurrogateFamily(
    name="one-vs-all-hinge",
    title="one-versus-all hinge loss",
    formula=r"\max(0,1-v_y)+\sum_{j\ne y}\max(0,1+v_j)",
    source="Rifkin and Klautau, JMLR 5 (2004)",
    parameters=(classes(),),
    build=build,
    examples=({"classes": 2}, {"classes": 3}),
)
