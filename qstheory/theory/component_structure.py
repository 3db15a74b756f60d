"""The dimensions of a loss by counts from its components, of which no entry is looked at.

See `qstheory.certify.components`.
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.components import LIMIT, ComponentRanks, component_ranks
from qstheory.certify.kinds.rank import View
from qstheory.certify.kinds.rank_by_component import ByComponents, of_view
from qstheory.losses.base import Loss
from qstheory.theory.size_weights import lowering_shift, size_matrix


@dataclass(frozen=True, eq=False)
class ComponentStructure:
    """Every dimension from the components, and the certificate that says so."""

    of: Loss
    ranks: ComponentRanks

    def rank(self, view: View) -> int:
        """The rank of a view of the loss."""
        return of_view(self.ranks, view)

    @property
    def shift_lowers(self) -> bool:
        """Whether some scalar c has rank(L - c 1 1^T) < rank L."""
        return self.ranks.means.shift_lowers

    @property
    def lowering_shift(self) -> Fraction | None:
        """The c that does."""
        return lowering_shift(size_matrix(self.of)) if self.shift_lowers else None

    def minors(self, view: View) -> ByComponents:
        """What shows the rank of a view from below."""
        return ByComponents()

    def upper(self, view: View) -> ByComponents:
        """What shows the rank of a view from above."""
        return ByComponents()

    def lower_affine(self) -> ByComponents:
        """What shows the affine dimension from below."""
        return ByComponents()

    def upper_affine(self) -> ByComponents:
        """What shows the affine dimension from above."""
        return ByComponents()

    def lowering(self) -> ByComponents:
        """What shows that a scalar lowers the rank, or that none does."""
        return ByComponents()


def component_structure(loss: Loss) -> ComponentStructure | None:
    """The structure, where the labels are not too many."""
    counts = loss.counts
    if counts is None or counts.m > LIMIT:
        return None
    return ComponentStructure(loss, component_ranks(counts))
