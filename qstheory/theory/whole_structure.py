"""The dimensions of a loss of which no entry is looked at: one certificate speaks of all of them.

Label sets by components (`qstheory.certify.components`), distances of independent sets
(`qstheory.certify.kinds.independent_sets`) and polynomials in two classes
(`qstheory.certify.kinds.coefficient_ranks`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

from qstheory.certify.components import component_ranks, means, narrowed
from qstheory.certify.kinds.coefficient_ranks import CoefficientRanks, polynomial_dimensions
from qstheory.certify.kinds.independent_sets import IndependentSets, independent_labels
from qstheory.certify.kinds.rank import View
from qstheory.certify.kinds.rank_by_component import ByComponents, of_view
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import Loss
from qstheory.theory.size_weights import lowering_shift

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
    """From the components, where the labels are not too many."""
    counts = loss.counts
    assert counts is not None
    try:
        ranks = component_ranks(counts)
    except TooLarge:
        return None
    return WholeStructure(
        ByComponents(),
        partial(of_view, ranks),
        ranks.means.shift_lowers,
        shift=lambda: lowering_shift(means(narrowed(counts))),
    )


def polynomial_structure(loss: Loss) -> WholeStructure | None:
    """From the coefficients, where there are as many classes as powers."""
    try:
        found = polynomial_dimensions(loss)
    except InvalidParameter:
        return None
    lowers = found.shift is not None
    return WholeStructure(CoefficientRanks(), found.rank, lowers, shift=lambda: found.shift)


def set_structure(loss: Loss) -> WholeStructure | None:
    """n affinely independent sets: the rank is n, and n - 1 for differences and some L - c.

    That c = s (m - |p|^2) / 2, for the point p of the certificate's theorem, is not computed.
    """
    try:
        n = independent_labels(loss.reference)
    except (InvalidParameter, TooLarge):
        return None
    return WholeStructure(IndependentSets(), lambda view: n - (view != "loss"), True)
