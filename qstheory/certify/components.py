"""A loss on label sets of {1..m} as one small matrix for each isotypic component of S_m.

Functions on the sets of size a are a sum of irreducible representations S^(m-j,j) of S_m, one for
each j <= min(a, m - a), of dimension (m choose j) - (m choose j-1). Take the function
phi_a(z) = 1(|z| = a) prod_{t <= j} (z_{2t-1} - z_{2t}) of that component. Where L(z, y) is
f(|z|, |y|, |z & y|), sum_y L(z, y) phi_b(y) = B_j(|z|, b) phi_a(z) with

    B_j(a, b) = sum_t (a-j choose t) (m-a-j choose b-j-t) Delta^j f(a, b, t),

Delta the forward difference in |z & y|: choose z with phi_a(z) = 1 and sum over the choices of y in
the j pairs, then over those in the rest. Differences that are all equal are multiplied by
(m-2j choose b-j). So L is B_j between the copies, and by Schur's lemma

    rank L = sum_j ((m choose j) - (m choose j-1)) rank B_j.

The constant one lies in the component j = 0, where B_0(a, b) / (m choose b) is the mean of L over
the sets of size b: what subtracting a constant or a fixed row does happens there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from math import comb

from qstheory.certify.arithmetic import exact_rank
from qstheory.certify.dimensions import Dimensions
from qstheory.errors import TooLarge
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.spaces import LabelSets

Rows = Sequence[Sequence[Fraction]]
LIMIT = 48
"""Most labels where L is not affine in |z & y|: the matrices have all sizes as rows and columns."""
AFFINE_LIMIT = 128
"""Most labels where it is, and no linear function of the counts."""


@dataclass(frozen=True)
class Component:
    """B_j on the given sizes, and the dimension of each copy of the component."""

    multiplicity: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    block: tuple[tuple[Fraction, ...], ...]


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


@lru_cache(maxsize=32)
def components(counts: CountStructure) -> tuple[Component, ...]:
    """B_0, B_1, ... in order, without those that are 0 with all that follow; raises TooLarge."""
    m = counts.m
    sides = counts.predictions.sizes, counts.observations.sizes
    if max(map(len, sides)) > AFFINE_LIMIT + 1:
        raise TooLarge(f"The components of a loss are computed up to {AFFINE_LIMIT} labels.")
    values = {
        (a, b): [counts.entry(a, b, i) for i in overlaps(m, a, b)] for a, b in product(*sides)
    }
    degree = max(map(_degree, values.values()), default=0)
    if degree > 1 and m > LIMIT:
        raise TooLarge(f"The components of a loss are computed up to {LIMIT} labels, not {m}.")
    found = []
    for j in range(min(degree, m // 2) + 1):
        rows = tuple(a for a in counts.predictions.sizes if j <= a <= m - j)
        columns = tuple(b for b in counts.observations.sizes if j <= b <= m - j)
        steps = {(a, b): differences(values[a, b], j) for a in rows for b in columns}
        block = tuple(tuple(_entry((m, j), (a, b), steps[a, b]) for b in columns) for a in rows)
        found.append(Component(multiplicity(m, j), rows, columns, block))
    return tuple(found)


def _degree(values: list[Fraction]) -> int:
    """The degree in |z & y|: later differences are 0."""
    degree = 0
    while any(values := differences(values, 1)):
        degree += 1
    return degree


def _entry(component: tuple[int, int], sizes: tuple[int, int], steps: list[Fraction]) -> Fraction:
    """B_j(a, b) from the differences Delta^j f(a, b, t), of which the first is at t = low."""
    (m, j), (a, b) = component, sizes
    low = overlaps(m, a, b)[0]
    if len(set(steps)) == 1:
        return comb(m - 2 * j, b - j) * steps[0]
    return sum(
        (
            comb(a - j, t) * comb(m - a - j, b - j - t) * step
            for t, step in enumerate(steps, start=low)
        ),
        Fraction(0),
    )


def means(counts: CountStructure) -> tuple[tuple[Fraction, ...], ...]:
    """The mean of L over the observations of each size, for a prediction of each size."""
    first = components(counts)[0]
    scale = [comb(counts.m, b) for b in first.columns]
    return tuple(tuple(x / s for x, s in zip(row, scale, strict=True)) for row in first.block)


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
    counts = narrowed(counts)
    others = sum(
        component.multiplicity * exact_rank(component.block) for component in components(counts)[1:]
    )
    return mean_ranks(means(counts)).plus(others)


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
