"""Multiclass hinge losses: a score for each class, or scores of sum 0."""

from fractions import Fraction
from itertools import combinations

from qstheory.errors import InvalidParameter
from qstheory.inputs.surrogate import Sum, added, affine, hinge, largest
from qstheory.losses.parameters import choice, integer
from qstheory.theory.embedding.families import SurrogateFamily, classes, labelled, unit


def crammer_singer(classes: int) -> dict[str, Sum]:
    """max_j (1(j != y) + v_j) - v_y."""
    n = classes
    return labelled(
        [
            largest(*(affine(unit(n, (j, 1), (y, -1)), int(j != y)) for j in range(n)))
            for y in range(n)
        ]
    )


def lee_lin_wahba(classes: int) -> dict[str, Sum]:
    """sum over j != y of max(0, v_j + 1/(n - 1)), with v_n = -(v_1 + ... + v_(n-1))."""
    n, shift = classes, Fraction(1, classes - 1)
    slopes = [[int(i == j) for i in range(n - 1)] for j in range(n - 1)] + [[-1] * (n - 1)]
    return labelled(
        [
            added(*(hinge(affine(slope, shift)) for j, slope in enumerate(slopes) if j != y))
            for y in range(n)
        ]
    )


def one_vs_all(classes: int) -> dict[str, Sum]:
    """max(0, 1 - v_y) + sum over j != y of max(0, 1 + v_j)."""
    n = classes
    return labelled(
        [
            added(*(hinge(affine(unit(n, (j, -1 if j == y else 1)), 1)) for j in range(n)))
            for y in range(n)
        ]
    )


def top_k(classes: int, k: int, form: str) -> dict[str, Sum]:
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


def weston_watkins(classes: int) -> dict[str, Sum]:
    """sum over j != y of max(0, 1 - (v_y - v_j))."""
    n = classes
    return labelled(
        [
            added(*(hinge(affine(unit(n, (j, 1), (y, -1)), 1)) for j in range(n) if j != y))
            for y in range(n)
        ]
    )


FAMILIES = (
    SurrogateFamily(
        name="crammer-singer",
        title="Crammer-Singer hinge loss",
        formula=r"\max_j\bigl(1(j\ne y)+v_j\bigr)-v_y",
        source="Crammer and Singer, JMLR 2 (2001)",
        parameters=(classes(),),
        build=crammer_singer,
        examples=({"classes": 2}, {"classes": 3}, {"classes": 4}),
    ),
    SurrogateFamily(
        name="lee-lin-wahba",
        title="Lee-Lin-Wahba hinge loss",
        formula=r"\sum_{j\ne y}\max\bigl(0,v_j+\tfrac1{n-1}\bigr),\quad v_n=-\sum_{j<n}v_j",
        source="Lee, Lin and Wahba, JASA 99 (2004)",
        parameters=(classes(),),
        build=lee_lin_wahba,
        examples=({"classes": 2}, {"classes": 3}, {"classes": 4}),
    ),
    SurrogateFamily(
        name="one-vs-all-hinge",
        title="one-versus-all hinge loss",
        formula=r"\max(0,1-v_y)+\sum_{j\ne y}\max(0,1+v_j)",
        source="Rifkin and Klautau, JMLR 5 (2004)",
        parameters=(classes(),),
        build=one_vs_all,
        examples=({"classes": 2}, {"classes": 3}),
    ),
    SurrogateFamily(
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
        build=top_k,
        examples=(
            {"classes": 3, "k": 1},
            {"classes": 3, "k": 2},
            {"classes": 3, "k": 2, "form": "beta"},
        ),
    ),
    SurrogateFamily(
        name="weston-watkins",
        title="Weston-Watkins hinge loss",
        formula=r"\sum_{j\ne y}\max(0,1-v_y+v_j)",
        source="Weston and Watkins, ESANN 1999",
        parameters=(classes(),),
        build=weston_watkins,
        examples=({"classes": 2}, {"classes": 3}),
    ),
)
