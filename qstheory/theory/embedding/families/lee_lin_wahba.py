"""The multiclass hinge loss of Lee, Lin and Wahba, on scores of sum 0."""

from fractions import Fraction

from qstheory.inputs.surrogate import Sum, added, affine, hinge
from qstheory.theory.embedding.families import SurrogateFamily, classes, labelled


def build(classes: int) -> dict[str, Sum]:
    """sum over j != y of max(0, v_j + 1/(n - 1)), with v_n = -(v_1 + ... + v_(n-1))."""
    n, shift = classes, Fraction(1, classes - 1)
    slopes = [[int(i == j) for i in range(n - 1)] for j in range(n - 1)] + [[-1] * (n - 1)]
    return labelled(
        [
            added(*(hinge(affine(slope, shift)) for j, slope in enumerate(slopes) if j != y))
            for y in range(n)
        ]
    )


FAMILY = SurrogateFamily(
    name="lee-lin-wahba",
    title="Lee-Lin-Wahba hinge loss",
    formula=r"\sum_{j\ne y}\max\bigl(0,v_j+\tfrac1{n-1}\bigr),\quad v_n=-\sum_{j<n}v_j",
    source="Lee, Lin and Wahba, JASA 99 (2004)",
    parameters=(classes(),),
    build=build,
    examples=({"classes": 2}, {"classes": 3}, {"classes": 4}),
)
