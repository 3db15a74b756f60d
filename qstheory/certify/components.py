"""A loss on label sets of {1..m} as small matrices, one for each isotypic component.

Let c of the m labels be a core C, none when c = 0, and N = m - c. Sets z go by their type
(a, b) = (|z & C|, |z - C|). Under the permutations that keep C, functions on the sets of a type are
a sum of products of irreducible representations S^(c-i,i) and S^(N-j,j), one for each
i <= min(a, c - a) and j <= min(b, N - b); S^(n-k,k) has the dimension (n choose k) - (n choose
k-1). Take the function phi(z) = 1(z has that type) prod (z_p - z_q) over i pairs of labels in C and
j pairs outside. Where L(z, y) is f(|z|, |y|, |z & y|), the sum of L(z, y) phi(y) over the y of the
type (t, u) is B_ij phi(z) with

    B_ij = sum_{v, w} (a-i choose v) (c-a-i choose t-i-v) (b-j choose w) (N-b-j choose u-j-w)
           Delta^(i+j) f(a+b, t+u, v+w),

Delta the forward difference in |z & y|: choose z with phi(z) = 1 and sum over the choices of y in
the pairs, then over those in the rest. So L is B_ij between the copies, and by Schur's lemma rank L
is the sum of the ranks of these matrices, times the dimensions of their components: without a core

    rank L = sum_j ((m choose j) - (m choose j-1)) rank B_j.

The constant one lies in the component i = j = 0, where B_00 over the number of sets of a type is
the mean of L over them: what subtracting a constant or a fixed row does happens there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import comb

from qstheory.certify.arithmetic import exact_rank
from qstheory.certify.dimensions import Dimensions
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.spaces import LabelSets

Rows = Sequence[Sequence[Fraction]]
Type = tuple[int, int]
LIMIT = 48
"""Most labels where L is not affine in |z & y|: the matrices have all sizes as rows and columns."""
AFFINE_LIMIT = 128
"""Most labels where it is, and no linear function of the counts."""
TERMS = 4_000_000
"""Most terms of sums."""


def multiplicity(m: int, j: int) -> int:
    """(m choose j) - (m choose j-1), for 2j <= m."""
    return comb(m, j) - (comb(m, j - 1) if j else 0)


def overlaps(m: int, a: int, b: int) -> range:
    """The possible |z & y|."""
    return range(max(0, a + b - m), min(a, b) + 1)


def differences(values: list[Fraction], j: int) -> list[Fraction]:
    """The j-th forward differences."""
    for _ in range(j):
        values = [after - before for before, after in pairwise(values)]
    return values


def _degree(values: list[Fraction]) -> int:
    """The degree in |z & y|: later differences are 0."""
    degree = 0
    while any(values := differences(values, 1)):
        degree += 1
    return degree


@dataclass(frozen=True)
class Core:
    """A loss by counts on all sets of the sizes that it has, with c of the m labels as a core.

    Raises InvalidParameter when there is no label outside, and TooLarge.
    """

    counts: CountStructure
    c: int

    def __post_init__(self) -> None:
        """See above."""
        if not 0 <= self.c < self.counts.m:
            raise InvalidParameter("A core leaves a label out.")
        sides = self.counts.predictions.sizes, self.counts.observations.sizes
        if max(map(len, sides)) > AFFINE_LIMIT + 1:
            raise TooLarge(f"The components of a loss are computed up to {AFFINE_LIMIT} labels.")

    @property
    def outside(self) -> int:
        """N."""
        return self.counts.m - self.c

    def types(self, sets: LabelSets) -> list[Type]:
        """The types of sets of these sizes."""
        both = ((a, s - a) for a in range(self.c + 1) for s in sets.sizes)
        return [(a, b) for a, b in both if 0 <= b <= self.outside]

    def number(self, kind: Type) -> int:
        """How many sets have that type."""
        return comb(self.c, kind[0]) * comb(self.outside, kind[1])

    @cached_property
    def degree(self) -> int:
        """The degree of f in |z & y|."""
        m, f = self.counts.m, self.counts.entry
        degree = max(
            _degree([f(a, b, i) for i in overlaps(m, a, b)])
            for a in self.counts.predictions.sizes
            for b in self.counts.observations.sizes
        )
        if degree > 1 and m > LIMIT:
            raise TooLarge(f"The components of a loss are computed up to {LIMIT} labels, not {m}.")
        return degree

    @cached_property
    def _known(self) -> dict[Type, tuple[int, list[Fraction]]]:
        """By sizes an order and the differences of that order, which were computed last."""
        return {}

    def _steps(self, sizes: Type, order: int) -> list[Fraction]:
        """Delta^order f for two sizes."""
        last, values = self._known.get(sizes, (order + 1, []))
        if last > order:
            f = self.counts.entry
            last, values = 0, [f(*sizes, k) for k in overlaps(self.counts.m, *sizes)]
        values = differences(values, order - last)
        self._known[sizes] = order, values
        return values

    def entry(self, component: Type, z: Type, y: Type) -> Fraction:
        """B_ij for predictions and observations of these types."""
        (i, j), (a, b), (t, u) = component, z, y
        f, sizes = self.counts.entry, (a + b, t + u)
        c, N = self.c, self.outside
        low = overlaps(self.counts.m, *sizes)[0]
        if self.degree < 2:
            # Affine in |z & y|: the sum of binomials times the value at the mean, or the slope.
            high = min(sizes)
            slope = f(*sizes, low + 1) - f(*sizes, low) if high > low else Fraction(0)
            whole = comb(c - 2 * i, t - i) * comb(N - 2 * j, u - j)
            if i + j == 0:
                mean = (Fraction(a * t, c) if c else 0) + Fraction(b * u, N)
                return whole * (f(*sizes, low) + slope * (mean - low))
            return whole * slope if i + j == 1 else Fraction(0)
        steps = self._steps(sizes, i + j)
        return sum(
            (
                comb(a - i, v)
                * comb(c - a - i, t - i - v)
                * comb(b - j, w)
                * comb(N - b - j, u - j - w)
                * steps[v + w - low]
                for v in range(max(0, t - c + a), min(a - i, t - i) + 1)
                for w in range(max(0, u - N + b), min(b - j, u - j) + 1)
            ),
            Fraction(0),
        )

    def means(self, rows: Sequence[Type], columns: Sequence[Type]) -> list[list[Fraction]]:
        """The mean of L over the observations of each type, for a prediction of each type."""
        terms = len(rows) * len(columns)
        if self.degree > 1 and terms * (self.c + 1) * (self.outside + 1) > TERMS:
            raise TooLarge(f"The means over types of sets have more than {TERMS:,} terms.")
        scale = [self.number(y) for y in columns]
        return [
            [self.entry((0, 0), z, y) / s for y, s in zip(columns, scale, strict=True)]
            for z in rows
        ]

    def blocks(
        self, rows: Sequence[Type], columns: Sequence[Type]
    ) -> Iterator[tuple[int, list[list[Fraction]]]]:
        """The dimension of each component but i = j = 0, and B_ij, where that may not be 0."""
        components = [(i, j) for i in range(self.c // 2 + 1) for j in range(self.outside // 2 + 1)]
        for i, j in components:
            if not 0 < i + j <= self.degree:
                continue
            inner, outer = (
                [(a, b) for a, b in types if i <= a <= self.c - i and j <= b <= self.outside - j]
                for types in (rows, columns)
            )
            if inner and outer:
                block = [[self.entry((i, j), z, y) for y in outer] for z in inner]
                yield multiplicity(self.c, i) * multiplicity(self.outside, j), block

    def dimensions(self, rows: Sequence[Type], columns: Sequence[Type]) -> Dimensions:
        """Those of L at predictions and observations of these types."""
        others = sum(copies * exact_rank(block) for copies, block in self.blocks(rows, columns))
        return mean_ranks(self.means(rows, columns)).plus(others)


def sides_of(core: Core) -> tuple[list[Type], list[Type]]:
    """All types of predictions and of observations."""
    return core.types(core.counts.predictions), core.types(core.counts.observations)


@lru_cache(maxsize=32)
def means(counts: CountStructure) -> tuple[tuple[Fraction, ...], ...]:
    """The mean of L over the observations of each size, for a prediction of each size."""
    core = Core(counts, 0)
    return tuple(map(tuple, core.means(*sides_of(core))))


def mean_ranks(means: Rows) -> Dimensions:
    """The ranks of a matrix and of its differences.

    1 lies in the column space where it adds nothing to it, and in the row space likewise; then
    c = 1 / 1^T B^- 1 lowers the rank unless 1^T B^- 1 = 0, which the bordered matrix tells.
    """
    rank = exact_rank(means)
    one = Fraction(1)
    width = len(means[0])
    in_columns = exact_rank([[*row, one] for row in means]) == rank
    in_rows = exact_rank([*means, [one] * width]) == rank
    bordered = exact_rank([*([*row, one] for row in means), [*[one] * width, Fraction(0)]])
    lowers = in_columns and in_rows and bordered > rank
    return Dimensions(rank, rank - in_columns, rank - in_rows, rank - lowers)


@lru_cache(maxsize=64)
def component_ranks(counts: CountStructure) -> Dimensions:
    """Every dimension of the loss, exactly; raises TooLarge."""
    core = Core(narrowed(counts), 0)
    return core.dimensions(*sides_of(core))


def narrowed(counts: CountStructure) -> CountStructure:
    """The two smallest sizes of each side, where L is a linear function of the counts.

    Then the means are X M Y^T with the rows (1, a) of X and (1, b) of Y: two sizes show the ranks
    of M with and without the constant one. The slope is one number.
    """
    if not isinstance(counts.entry, AffineEntry):
        return counts
    few = (
        LabelSets(counts.m, sizes[0], sizes[:2][-1])
        for sizes in (counts.predictions.sizes, counts.observations.sizes)
    )
    predictions, observations = few
    return replace(counts, predictions=predictions, observations=observations)
