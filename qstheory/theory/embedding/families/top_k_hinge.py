"""The top-k hinge losses of Lapin, Hein and Schiele."""

from fractions import Fraction
from itertools import combinations

from qstheory.errors import InvalidParameter
from qstheory.inputs.surrogate import Sum, affine, largest
from qstheory.losses.parameters import choice, integer
from qstheory.theory.embedding.families import SurrogateFamily, classes, labelled, unit


def build(classes: int, k: int, form: str) -> dict[str, Sum]:
    """With a_j = 1(j != y) + v_j - v_y in falling order a_[1], a_[2], ...:

    alpha: max(0, (a_[1] + ... + a_[k]) / k);  beta: (max(0, a_[1]) + ... + max(0, a_[k])) / k.
    """
    n = classes
    if k >= n:
        raise InvalidParameter("k must be below the number of classes.")
    sizes = range(k + 1) if form == "beta" else (0, k)
    subsets = [chosen for size in sizes for chosen in combinations(range(n), size)]

    def average(y: int, chosen: tuple[int, ...]) -> Sum:
        share = Fraction(1, k)
        places = [(j, share) for j in chosen] + [(y, -share)] * len(chosen)
        return affine(unit(n, *places), share * sum(j != y for j in chosen))

    return labelled([largest(*(average(y, chosen) for chosen in subsets)) for y in range(n)])


FAMILY = SurrogateFamily(
    name="top-k-hinge",
    title="top-k hinge loss",
    formula=r"\max\Bigl(0,\tfrac1k\sum_{i\le k}a_{[i]}\Bigr)\text{ or }"
    r"\tfrac1k\sum_{i\le k}\max(0,a_{[i]}),\quad a_j=1(j\ne y)+v_j-v_y",
    source="Lapin, Hein and Schiele, NIPS 2015",
    parameters=(
        classes(),
        integer("k", "how many classes are predicted", 1, maximum=11),
        choice("form", "which of the two losses", ("alpha", "beta"), "alpha"),
    ),
    build=build,
    examples=(
        {"classes": 3, "k": 1},
        {"classes": 3, "k": 2},
        {"classes": 3, "k": 2, "form": "beta"},
    ),
)
