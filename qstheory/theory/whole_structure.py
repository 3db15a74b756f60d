"""The dimensions of a loss of which no entry is looked at: one certificate speaks of all of them.

Label sets and rankings by components (`qstheory.certify.components`), distances of independent sets
(`qstheory.certify.kinds.declared_ranks`) and polynomials in two classes
(`qstheory.certify.kinds.declared_ranks`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from qstheory.certify.components import Rows, means, narrowed
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
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import Loss
from qstheory.losses.counts import AffineEntry
from qstheory.theory.size_weights import lowering_shift

ROOT = -1
"""Before the first element of every way."""
Whole = ByComponents | CoefficientRanks | IndependentSets


def _not_computed() -> None:
    """The scalar is left out."""


@dataclass(frozen=True, eq=False)
class WholeStructure:
    """The rank of a view, whether some scalar c has rank(L - c 1 1^T) < rank L, and that c.

    `certificate` shows each of them from below and from above, and that no scalar lowers the rank
    if none does; of independent sets the numbers of rows and columns bound the ranks from above.
    """

    certificate: Whole
    rank: Callable[[View], int]
    shift_lowers: bool
    shift: Callable[[], Fraction | None] = _not_computed

    @cached_property
    def lowering_shift(self) -> Fraction | None:
        """The c that lowers the rank, where it is computed."""
        return self.shift() if self.shift_lowers else None

    def minors(self, view: View) -> Whole:
        """What shows the rank of a view from below."""
        return self.certificate

    def upper(self, view: View) -> ByComponents | CoefficientRanks | None:
        """What shows the rank of a view from above."""
        return None if isinstance(self.certificate, IndependentSets) else self.certificate

    def lower_affine(self) -> Whole:
        """What shows the affine dimension from below."""
        return self.certificate

    def upper_affine(self) -> Whole:
        """What shows the affine dimension from above."""
        return self.certificate

    def lowering(self) -> Whole:
        """What shows that a scalar lowers the rank, or that none does."""
        return self.certificate


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
