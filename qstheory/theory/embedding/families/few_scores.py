"""Surrogates of structure: fewer scores than there are observations to tell apart.

One score for ordinal classes, log2 n for n classes, m for the 2^m sets of m labels.
"""

from fractions import Fraction
from itertools import permutations, product

from qstheory.inputs.surrogate import Sum, added, affine, hinge, largest, scaled
from qstheory.losses.parameters import integer
from qstheory.losses.spaces import label
from qstheory.theory.embedding.families import SurrogateFamily, classes, labelled, unit


def absolute(classes: int) -> dict[str, Sum]:
    """|v - y|, continued beyond the first and the last class."""
    return labelled([largest(affine([1], -y), affine([-1], y)) for y in range(classes)])


def binary_encoded(bits: int) -> dict[str, Sum]:
    """max(0, 1 + max_j B_j(y) v_j) for the 2^bits classes y with signs B(y)."""
    return labelled(
        [
            hinge(largest(*(affine(unit(bits, (j, sign)), 1) for j, sign in enumerate(code))))
            for code in product((-1, 1), repeat=bits)
        ]
    )


def lovasz_hinge(m: int, cap: int) -> dict[str, Sum]:
    """max over orders p of sum_i (f({p_1..p_i}) - f({p_1..p_(i-1)})) max(0, 1 - s_(p_i) v_(p_i)).

    f(A) = min(|A|, cap) is of the set of wrong labels, s_j = 2 y_j - 1: Hamming for cap = m, subset
    0-1 for cap = 1.
    """
    sums = {}
    for y in product((0, 1), repeat=m):
        wrong = [hinge(affine(unit(m, (j, 1 - 2 * bit)), 1)) for j, bit in enumerate(y)]
        gains = [Fraction(int(i < cap)) for i in range(m)]
        orders = (
            added(*(scaled(g, wrong[j]) for g, j in zip(gains, order, strict=True)))
            for order in permutations(range(m))
        )
        sums[label(y)] = largest(*orders)
    return sums


FAMILIES = (
    SurrogateFamily(
        name="absolute",
        title="absolute deviation",
        formula=r"\lvert v-y\rvert",
        source="Pedregosa, Bach and Gramfort, JMLR 18 (2017)",
        parameters=(classes(),),
        build=absolute,
        examples=({"classes": 2}, {"classes": 5}),
    ),
    SurrogateFamily(
        name="binary-encoded",
        title="binary encoded predictions",
        formula=r"\max\bigl(0,1+\max_jB_j(y)v_j\bigr)",
        source="Ramaswamy, Tewari and Agarwal, EJS 12 (2018)",
        parameters=(integer("bits", "number of scores; there are 2^bits classes", 1, maximum=4),),
        build=binary_encoded,
        examples=({"bits": 1}, {"bits": 2}, {"bits": 3}),
    ),
    SurrogateFamily(
        name="lovasz-hinge",
        title="Lovasz hinge",
        formula=r"\max_\pi\sum_i\bigl(f(\pi_{1..i})-f(\pi_{1..i-1})\bigr)"
        r"\max(0,1-s_{\pi_i}v_{\pi_i}),\quad f(A)=\min(|A|,\mathrm{cap})",
        source="Yu and Blaschko, ICML 2015",
        parameters=(
            integer("m", "number of labels", 1, maximum=3),
            integer("cap", "f(A) = min(|A|, cap)", 1, maximum=3),
        ),
        build=lovasz_hinge,
        examples=({"m": 1, "cap": 1}, {"m": 2, "cap": 1}, {"m": 2, "cap": 2}),
    ),
)
