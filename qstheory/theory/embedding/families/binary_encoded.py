"""Binary encoded predictions: log2 n scores for n classes and abstaining."""

from itertools import product

from qstheory.inputs.surrogate import Sum, affine, hinge, largest
from qstheory.losses.parameters import integer
from qstheory.theory.embedding.families import SurrogateFamily, labelled, unit


def build(bits: int) -> dict[str, Sum]:
    """max(0, 1 + max_j B_j(y) v_j) for the 2^bits classes y with signs B(y)."""
    return labelled(
        [
            hinge(largest(*(affine(unit(bits, (j, sign)), 1) for j, sign in enumerate(code))))
            for code in product((-1, 1), repeat=bits)
        ]
    )


FAMILY = SurrogateFamily(
    name="binary-encoded",
    title="binary encoded predictions",
    formula=r"\max\bigl(0,1+\max_jB_j(y)v_j\bigr)",
    source="Ramaswamy, Tewari and Agarwal, EJS 12 (2018)",
    parameters=(integer("bits", "number of scores; there are 2^bits classes", 1, maximum=4),),
    build=build,
    examples=({"bits": 1}, {"bits": 2}, {"bits": 3}),
)
