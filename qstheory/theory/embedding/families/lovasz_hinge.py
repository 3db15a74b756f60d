"""The Lovasz hinge of a submodular function of the set of wrong labels."""

from fractions import Fraction
from itertools import permutations, product

from qstheory.inputs.surrogate import Sum, added, affine, hinge, largest, scaled
from qstheory.losses.parameters import integer
from qstheory.losses.spaces import label
from qstheory.theory.embedding.families import SurrogateFamily, unit


def build(m: int, cap: int) -> dict[str, Sum]:
    """max over orders p of sum_i (f({p_1..p_i}) - f({p_1..p_(i-1)})) max(0, 1 - s_(p_i) v_(p_i)).

    f(A) = min(|A|, cap) and s_j = 2 y_j - 1: Hamming for cap = m, subset 0-1 for cap = 1.
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


FAMILY = SurrogateFamily(
    name="lovasz-hinge",
    title="Lovasz hinge",
    formula=r"\max_\pi\sum_i\bigl(f(\pi_{1..i})-f(\pi_{1..i-1})\bigr)"
    r"\max(0,1-s_{\pi_i}v_{\pi_i}),\quad f(A)=\min(|A|,\mathrm{cap})",
    source="Yu and Blaschko, ICML 2015",
    parameters=(
        integer("m", "number of labels", 1, maximum=3),
        integer("cap", "f(A) = min(|A|, cap)", 1, maximum=3),
    ),
    build=build,
    examples=({"m": 1, "cap": 1}, {"m": 2, "cap": 1}, {"m": 2, "cap": 2}),
)
