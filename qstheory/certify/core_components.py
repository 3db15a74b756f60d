"""A loss on label sets as small matrices under permutations that keep a core C of c labels.

With N = m - c labels outside, sets z go by their type (a, b) = (|z & C|, |z - C|). Functions on the
sets of a type are a sum of products of S^(c-i,i) and S^(N-j,j), one for each i <= min(a, c - a) and
j <= min(b, N - b). As in `components`, with a product of i pairs in C and j pairs outside, where
L(z, y) is f(|z|, |y|, |z & y|) it is between the copies, for y of the type (t, u),

    B_ij = sum_{v, w} (a-i choose v) (c-a-i choose t-i-v) (b-j choose w) (N-b-j choose u-j-w)
           Delta^(i+j) f(a+b, t+u, v+w),

and rank L is the sum of the ranks of these matrices, times the dimensions of their components. The
constant one lies in i = j = 0, where B_00 over the number of sets of a type is a mean.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from qstheory.certify.arithmetic import exact_rank
from qstheory.certify.components import differences, mean_ranks, multiplicity
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import LabelSets

Type = tuple[int, int]
TERMS = 4_000_000
"""Most terms of sums."""


@dataclass(frozen=True)
class Core:
    """A loss by counts on all sets of the sizes that it has, with c of the m labels as a core.

    Raises InvalidParameter when there is no label on one of the sides.
    """

    counts: CountStructure
    c: int

    def __post_init__(self) -> None:
        """See above."""
        if not 0 < self.c < self.counts.m:
            raise InvalidParameter("A core has at least one label and leaves one out.")

    @property
    def outside(self) -> int:
        """N."""
        return self.counts.m - self.c

    def types(self, sets: LabelSets) -> list[Type]:
        """The types of sets of these sizes."""
        both = ((a, b) for a in range(self.c + 1) for b in range(self.outside + 1))
        return [(a, b) for a, b in both if a + b in sets.sizes]

    def number(self, kind: Type) -> int:
        """How many sets have that type."""
        return comb(self.c, kind[0]) * comb(self.outside, kind[1])

    @cached_property
    def degree(self) -> int:
        """The degree of f in |z & y|, up to 2."""
        m, f = self.counts.m, self.counts.entry
        found = 0
        for a in self.counts.predictions.sizes:
            for b in self.counts.observations.sizes:
                low, high = max(0, a + b - m), min(a, b)
                steps = differences([f(a, b, i) for i in range(low, high + 1)], 1)
                if len(set(steps)) > 1:
                    return 2
                found = max(found, int(any(steps)))
        return found

    def entry(self, component: Type, z: Type, y: Type) -> Fraction:
        """B_ij for predictions and observations of these types."""
        (i, j), (a, b), (t, u) = component, z, y
        f, sizes = self.counts.entry, (a + b, t + u)
        c, N, order = self.c, self.outside, i + j
        low, high = max(0, sum(sizes) - self.counts.m), min(sizes)
        if self.degree < 2:
            # Affine in |z & y|: the sum of binomials times the value at the mean, or the slope.
            slope = f(*sizes, low + 1) - f(*sizes, low) if high > low else Fraction(0)
            whole = comb(c - 2 * i, t - i) * comb(N - 2 * j, u - j)
            if order == 0:
                mean = Fraction(a * t, c) + Fraction(b * u, N)
                return whole * (f(*sizes, low) + slope * (mean - low))
            return whole * slope if order == 1 else Fraction(0)
        steps = differences([f(*sizes, k) for k in range(low, high + 1)], order)
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
        self._require(len(rows) * len(columns))
        scale = [self.number(y) for y in columns]
        return [
            [self.entry((0, 0), z, y) / s for y, s in zip(columns, scale, strict=True)]
            for z in rows
        ]

    def rank(self, rows: Sequence[Type], columns: Sequence[Type]) -> int:
        """The rank of the differences of predictions at observations of these types."""
        found = mean_ranks(self.means(rows, columns)).prediction_differences
        for i, j in self._components():
            inner = [z for z in rows if self._within((i, j), z)]
            outer = [y for y in columns if self._within((i, j), y)]
            if inner and outer:
                block = [[self.entry((i, j), z, y) for y in outer] for z in inner]
                copies = multiplicity(self.c, i) * multiplicity(self.outside, j)
                found += copies * exact_rank(block)
        return found

    def _components(self) -> Iterator[Type]:
        """(i, j) but (0, 0), those that are not 0 everywhere."""
        for i in range(self.c // 2 + 1):
            for j in range(self.outside // 2 + 1):
                if i + j > 0 and (self.degree > 1 or i + j <= self.degree):
                    yield i, j

    def _within(self, component: Type, kind: Type) -> bool:
        (i, j), (a, b) = component, kind
        return i <= a <= self.c - i and j <= b <= self.outside - j

    def _require(self, entries: int) -> None:
        terms = entries * (1 if self.degree < 2 else (self.c + 1) * (self.outside + 1))
        if terms > TERMS:
            raise TooLarge(f"The means over types of sets have more than {TERMS:,} terms.")
