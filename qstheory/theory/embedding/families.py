"""The known polyhedral surrogates by name: their parameters, and S for each observation.

Hinge losses of one score for the observations -1 and 1, multiclass ones with a score for each class
or scores of sum 0, and surrogates with fewer scores than observations to tell apart: one score for
ordinal classes, log2 n for n classes, m for the 2^m sets of m labels.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

from qstheory.certify.maxima import Terms
from qstheory.errors import InvalidParameter
from qstheory.inputs.surrogate import Sum, added, affine, hinge, largest, scaled
from qstheory.losses.catalogue import nearest, written
from qstheory.losses.parameters import Parameter, canonical, choice, integer, rational
from qstheory.losses.spaces import label
from qstheory.theory.consistency.surrogates import terms_of


@dataclass(frozen=True)
class PolyhedralForm:
    """S(., y) for every observation by its name."""

    name: str
    terms: Terms
    observations: tuple[str, ...]


@dataclass(frozen=True)
class SurrogateFamily:
    """A named family of polyhedral surrogates.

    `build(**parameters)` gives the observations with their sums of maxima; `formula` is S(v, y) in
    LaTeX; `target` names a loss that it is known for. `examples` are settings for the tests.
    """

    name: str
    title: str
    formula: str
    source: str
    parameters: tuple[Parameter, ...]
    build: Callable[..., Mapping[str, Sum]]
    examples: tuple[Mapping[str, object], ...]

    def make(self, **given: object) -> PolyhedralForm:
        """The surrogate with these parameters; raises InvalidParameter."""
        values = canonical(self.name, self.parameters, given)
        sums = self.build(**values)
        stated = ",".join(f"{name}={value}" for name, value in values.items())
        name = f"{self.name}:{stated}" if stated else self.name
        return PolyhedralForm(name, terms_of(sums.values()), tuple(sums))


def classes() -> Parameter:
    """The number of classes; S is decided exactly for few."""
    return integer("classes", "number of classes", 2, maximum=12)


def unit(size: int, *places: tuple[int, int | Fraction]) -> list[Fraction]:
    """The sum of multiples of unit vectors."""
    vector = [Fraction(0)] * size
    for place, factor in places:
        vector[place] += factor
    return vector


def labelled(sums: Sequence[Sum]) -> dict[str, Sum]:
    """Sums for the classes 0, 1, ..., in order."""
    return {str(y): each for y, each in enumerate(sums)}


def binary_hinge() -> dict[str, Sum]:
    """max(0, 1 - y v)."""
    return {str(y): hinge(affine([-y], 1)) for y in (-1, 1)}


def reject_hinge(cost: Fraction) -> dict[str, Sum]:
    """max(0, 1 - y v, 1 - a y v) with a = (1 - cost) / cost."""
    steep = (1 - cost) / cost
    return {
        str(y): largest(affine([0], 0), affine([-y], 1), affine([-y * steep], 1)) for y in (-1, 1)
    }


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
        name="hinge",
        title="binary hinge loss",
        formula=r"\max(0,1-yv)",
        source="Cortes and Vapnik 1995",
        parameters=(),
        build=binary_hinge,
        examples=({},),
    ),
    SurrogateFamily(
        name="reject-hinge",
        title="hinge loss with a reject option",
        formula=r"\max\bigl(0,1-yv,1-\tfrac{1-d}{d}yv\bigr)",
        source="Bartlett and Wegkamp, JMLR 9 (2008)",
        parameters=(
            rational(
                "cost",
                "cost of rejecting",
                lambda d: 0 < d <= Fraction(1, 2),
                "in (0, 1/2]",
                Fraction(1, 3),
            ),
        ),
        build=reject_hinge,
        examples=({"cost": "1/3"}, {"cost": "1/2"}),
    ),
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


@cache
def families() -> dict[str, SurrogateFamily]:
    """All known surrogates by name.

    >>> list(families())[:2]
    ['absolute', 'binary-encoded']
    """
    return {family.name: family for family in sorted(FAMILIES, key=lambda each: each.name)}


def parse(text: str) -> PolyhedralForm:
    """The surrogate written as `name` or `name:key=value,key=value`; raises InvalidParameter.

    >>> parse("crammer-singer:classes=3").observations
    ('0', '1', '2')
    """
    name, given = written(text)
    known = families()
    if name not in known:
        near = nearest(name, known)
        raise InvalidParameter(
            f"There is no surrogate {name[:40]!r}; {near}{'Give' if near else 'give'} a file or one"
            f" of {', '.join(known)}."
        )
    return known[name].make(**given)
