"""What is declared of a loss says of all its entries, none of which is looked at.

Symmetric weights see a loss by counts as a small matrix by size. The dimensions are those of label
sets and rankings by components (`qstheory.certify.components`), of distances of independent sets
and of polynomials in two classes (`qstheory.certify.kinds.declared_ranks`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from qstheory.certify.components import Rows, means, narrowed
from qstheory.certify.kinds.affine_dimension import LevelVector
from qstheory.certify.kinds.declared_ranks import (
    CoefficientRanks,
    IndependentSets,
    independent_labels,
    polynomial_dimensions,
    polynomial_part,
)
from qstheory.certify.kinds.rank import View
from qstheory.certify.kinds.rank_by_component import ByComponents, ranks_of
from qstheory.certify.ranking_components import ranking_means
from qstheory.certify.sets import distance_of_sets
from qstheory.certify.weights import ListedWeights, Side, SizeWeights, products
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.exact.integer_matrix import kernel, solve, transpose
from qstheory.losses.base import Loss
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.spaces import Label

SIZE_LIMIT = 128
"""Most labels for which all sizes are written out: a square matrix of them has 16,641 entries."""


def few_sizes(counts: CountStructure) -> bool:
    """Whether matrices by size are small enough to be written out."""
    return len(counts.predictions.sizes) * len(counts.observations.sizes) <= (SIZE_LIMIT + 1) ** 2


@cache
def size_matrix(loss: Loss) -> tuple[tuple[Fraction, ...], ...]:
    """B[s, t]: the mean of L(z, y) over the y of size t, for any z of size s.

    It is also the mean over the z of size s for any y of size t.
    """
    counts = loss.counts
    assert counts is not None
    try:
        return means(counts)
    except TooLarge:
        pass
    columns = [
        [value for _, value in products(loss, "observations", SizeWeights(((t, Fraction(1)),)))]
        for t in counts.observations.sizes
    ]
    return tuple(zip(*columns, strict=True))


def level_weights(loss: Loss) -> LevelVector | None:
    """Weights by size with a constant product k with L, exactly one of k and the sum zero."""
    counts = loss.counts
    if counts is None or not few_sizes(counts):
        return None
    B: Rows = size_matrix(loss)
    sides: tuple[tuple[Side, Rows, range], ...] = (
        ("observations", B, counts.observations.sizes),
        ("predictions", transpose(B), counts.predictions.sizes),
    )
    for side, matrix, sizes in sides:
        for v in kernel(matrix, len(sizes)):
            if sum(v):
                return LevelVector(side, _by_size(sizes, v))
        x = solve(matrix, [Fraction(1)] * len(matrix))
        if x is not None and not sum(x):
            return LevelVector(side, _by_size(sizes, x))
    return None


def lowering_shift(means: Rows) -> Fraction:
    """c = 1 / 1^T x with B x = 1, which lowers the rank of B where 1 is in both of its spaces."""
    x = solve(means, [Fraction(1)] * len(means))
    assert x is not None
    return 1 / sum(x, Fraction(0))


def _by_size(sizes: range, v: tuple[Fraction, ...]) -> SizeWeights:
    return SizeWeights(tuple((s, w) for s, w in zip(sizes, v, strict=True) if w))


def listed_weights(labels: Sequence[Label], weights: Mapping[int, Fraction]) -> ListedWeights:
    """The non-zero weights at these positions of the labels."""
    return ListedWeights(tuple((labels[i], w) for i, w in sorted(weights.items()) if w))


ROOT = -1
"""Before the first element of every way."""
Whole = ByComponents | CoefficientRanks | IndependentSets


@dataclass(frozen=True, eq=False)
class WholeStructure:
    """The rank of a view, whether some scalar c has rank(L - c 1 1^T) < rank L, and that c.

    `certificate` shows each of them from below and from above, and that no scalar lowers the rank
    if none does; of independent sets the numbers of rows and columns bound the ranks from above.
    """

    certificate: Whole
    rank: Callable[[View], int]
    shift_lowers: bool
    shift: Callable[[], Fraction | None]

    @cached_property
    def lowering_shift(self) -> Fraction | None:
        """The c that lowers the rank, where it is computed."""
        return self.shift() if self.shift_lowers else None

    def upper(self, view: View) -> ByComponents | CoefficientRanks | None:
        """What shows the rank of a view from above."""
        return None if isinstance(self.certificate, IndependentSets) else self.certificate


def component_structure(loss: Loss) -> WholeStructure | None:
    """From the components, where there are such and the labels are not too many."""
    try:
        ranks = ranks_of(loss.reference)
    except (InvalidParameter, TooLarge):
        return None
    return WholeStructure(
        ByComponents(), ranks.of, ranks.shift_lowers, shift=lambda: lowering_shift(_means(loss))
    )


def _means(loss: Loss) -> Rows:
    """The means by size, as many as show what lowers the rank."""
    return [ranking_means(loss)] if loss.counts is None else means(narrowed(loss.counts))


def polynomial_structure(loss: Loss) -> WholeStructure | None:
    """From the coefficients, where there are as many classes as powers."""
    try:
        found = polynomial_dimensions(loss)
    except InvalidParameter:
        return None
    return WholeStructure(
        CoefficientRanks(),
        found.of,
        found.shift_lowers,
        shift=lambda: lowering_shift(polynomial_part(loss)),
    )


def set_structure(loss: Loss) -> WholeStructure | None:
    """n affinely independent sets: the rank is n, and n - 1 for differences and some L - c."""
    try:
        n = independent_labels(loss.reference)
    except (InvalidParameter, TooLarge):
        return None
    counts = distance_of_sets(loss)
    assert isinstance(counts.entry, AffineEntry)
    sets, unit = list(map(counts.prediction_set, loss.predictions)), counts.entry.prediction
    return WholeStructure(
        IndependentSets(),
        lambda view: n - (view != "loss"),
        True,
        shift=lambda: None if (c := nested_shift(sets)) is None else unit * c,
    )


@dataclass
class Slope:
    """What the equal sums of a subtree are, a - b x, where its weights have the sum x."""

    a: Fraction
    b: Fraction


def nested_shift(sets: Sequence[int]) -> Fraction | None:
    """c with L x = c 1 and 1^T x = 1 for the distances of sets that are ways from a root.

    With x_e the weight of the sets that contain e, (L x)_z = sum_e x_e + sum_(e in z) (1 - 2 x_e).
    So the sums of 1 - 2 x_e over the rest of a way are to be the same for all sets through a node:
    they are a - b x, affine in the weight x there, and 0 where a set ends. None where the sets
    are no ways, smaller elements first.
    """
    above: dict[int, int] = {}
    ends = set()
    for bits in sets:
        way = [e for e in range(bits.bit_length()) if bits >> e & 1]
        for before, e in zip([ROOT, *way], way, strict=False):
            if above.setdefault(e, before) != before:
                return None
        ends.add(way[-1] if way else ROOT)
    nodes = [ROOT, *sorted(above)]
    below: dict[int, list[int]] = {e: [] for e in nodes}
    for e, before in above.items():
        below[before].append(e)
    slopes: dict[int, Slope] = {}
    for node in reversed(nodes):
        shares = [(slopes[e].a + 1, slopes[e].b + 2) for e in below[node]]
        b = Fraction(0) if node in ends else 1 / sum((1 / t for _, t in shares), Fraction(0))
        a = b * sum((s / t for s, t in shares), Fraction(0))
        slopes[node] = Slope(a, b)
    weight = {ROOT: Fraction(1)}
    for node in nodes:
        rest = slopes[node].a - slopes[node].b * weight[node]
        for e in below[node]:
            weight[e] = (slopes[e].a + 1 - rest) / (slopes[e].b + 2)
    return sum(weight.values()) - 1 + slopes[ROOT].a - slopes[ROOT].b
