"""What of a loss is looked at, and what its declared structure says of all that is not.

The rows and columns that an analysis looks at are all, or a sample that carries the rank. Symmetric
weights see a loss by counts as a small matrix by size. The dimensions of label sets and rankings
come by components (`qstheory.certify.components`), those of distances of independent sets and of
polynomials in two classes by `qstheory.certify.kinds.declared_ranks`.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import islice

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
from qstheory.losses.base import Loss, MatrixReference
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.shared import Grades
from qstheory.losses.spaces import Classes, Label, LabelSets, Permutations, Space
from qstheory.theory.effort import Budget

SEED = 20_19
"""Any number: the sample is the same on every machine."""
SAMPLE_LIMIT = 3000
"""Most labels of a sample: a matrix of so many rows and columns has 9 10^6 entries."""
CLASS_LIMIT = 1500
"""Most classes of a rank certificate: its minor is replayed entry by entry."""
BIT_LIMIT = 50_000_000
"""Most bits of all the label sets of a sample."""


@dataclass(frozen=True)
class Window:
    """Predictions and observations of a loss; `complete` when none is left out."""

    predictions: tuple[Label, ...]
    observations: tuple[Label, ...]
    complete: bool


def is_complete(loss: Loss, budget: Budget) -> bool:
    """Whether all rows and columns are within the budget."""
    if isinstance(loss.reference, MatrixReference):
        limit = budget.stored
    else:
        limit = budget.evaluated if loss.by_counts is None else budget.tabulated
    return loss.predictions.size * loss.observations.size <= limit


def window(loss: Loss, budget: Budget) -> Window:
    """Everything within the budget, otherwise a sample; raises TooLarge.

    The sample has as many rows and columns as twice the smallest declared closed form needs, or
    for a loss by counts m independent sets of each size, which span all sets of that size.
    """
    if is_complete(loss, budget):
        return Window(tuple(loss.predictions), tuple(loss.observations), True)
    least = min((form.dimension for form in loss.closed_forms), default=64)
    sides = [_sampled(loss, space, least) for space in (loss.predictions, loss.observations)]
    return Window(sides[0], sides[1], False)


def _sampled(loss: Loss, space: Space, least: int) -> tuple[Label, ...]:
    if isinstance(space, Classes) and least > CLASS_LIMIT:
        raise TooLarge(
            f"{loss.title} needs a certificate with {least} rows and columns, beyond {CLASS_LIMIT};"
            " choose fewer classes."
        )
    if not isinstance(space, LabelSets):
        return sample(space, min(2 * least + 16, SAMPLE_LIMIT))
    # At least one size, and no more sizes than there are.
    sizes = min(-(-least // space.m) + 3, len(space.sizes))
    if sizes * space.m**2 > BIT_LIMIT:
        raise TooLarge(f"Sampling label sets of {loss.title} needs too much memory.")
    return spanning_sets(space, least)


def spanning_sets(sets: LabelSets, enough: int) -> tuple[Label, ...]:
    """For each size s with 0 < s < m, m sets of size s whose indicator vectors are independent.

    They are {1..s}, then {1..s} with i replaced by s + 1, then {2..s} with another element.
    When that is far more than `enough`, sizes are spread evenly over the range.
    """
    chosen: list[Label] = []
    sizes = list(sets.sizes)
    most = -(-enough // max(1, sets.m)) + 1
    if len(sizes) > most + 2:
        middle = [sizes[1 + (len(sizes) - 2) * i // most] for i in range(most)]
        sizes = sorted({sizes[0], *middle, sizes[-1]})
    for size in sizes:
        chosen.extend(_sets_of_size(sets.m, size))
    return tuple(chosen)


def _sets_of_size(m: int, size: int) -> list[Label]:
    base = set(range(size))
    members = [base]
    if 0 < size < m:
        members += [base - {i} | {size} for i in range(size)]
        members += [base - {0} | {j} for j in range(size + 1, m)]
    return [tuple(int(j in chosen) for j in range(m)) for chosen in members]


def sample(space: Space, count: int) -> tuple[Label, ...]:
    """Up to `count` different labels, the same ones in every run."""
    if space.size <= count:
        return tuple(space)
    source = random.Random(SEED)
    found: dict[Label, None] = {}
    for _ in range(50 * count):
        label = _random_label(space, source)
        if label is None:
            return tuple(islice(iter(space), count))
        if label in space:
            found[label] = None
        if len(found) == count:
            break
    return tuple(found)


def _random_label(space: Space, source: random.Random) -> Label | None:
    if isinstance(space, Permutations):
        order: list[int] = list(range(1, space.m + 1))
        source.shuffle(order)
        return tuple(order)
    if isinstance(space, Grades):
        return tuple(source.randint(space.low, space.high) for _ in range(space.m))
    return None


def labels_at(labels: Sequence[Label], indices: Sequence[int]) -> tuple[Label, ...]:
    """The labels at these positions."""
    return tuple(labels[i] for i in indices)


@dataclass(frozen=True, eq=False)
class Looked:
    """A loss under analysis, within a budget."""

    loss: Loss
    budget: Budget

    @property
    def complete(self) -> bool:
        """Whether every row and column is looked at."""
        return is_complete(self.loss, self.budget)

    @cached_property
    def window(self) -> Window:
        """The rows and columns looked at."""
        return window(self.loss, self.budget)


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
