"""The dimensions of a loss that is a distance of independent sets, of which no entry is looked at.

See `qstheory.certify.kinds.independent_sets`.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from qstheory.certify.kinds.independent_sets import IndependentSets, independent_labels
from qstheory.certify.kinds.rank import View
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import Loss


@dataclass(frozen=True)
class SetStructure:
    """n affinely independent sets: the rank is n, and n - 1 for differences and some L - c."""

    n: int
    shift_lowers: ClassVar[bool] = True

    def rank(self, view: View) -> int:
        """The rank of a view of the loss."""
        return self.n - (view != "loss")

    def minors(self, view: View) -> IndependentSets:
        """What shows the rank of a view."""
        return IndependentSets()

    @property
    def lowering_shift(self) -> Fraction | None:
        """Not computed: c = s (m - |p|^2) / 2 for the point p of the certificate's theorem."""
        return None

    def upper(self, view: View) -> None:
        """The numbers of rows and columns show every rank from above."""

    def lower_affine(self) -> IndependentSets:
        """What shows the affine dimension from below."""
        return IndependentSets()

    def upper_affine(self) -> IndependentSets:
        """What shows the affine dimension from above."""
        return IndependentSets()

    def lowering(self) -> IndependentSets:
        """What shows that a scalar lowers the rank."""
        return IndependentSets()


def set_structure(loss: Loss) -> SetStructure | None:
    """The structure, where the sets are seen to be independent."""
    try:
        return SetStructure(independent_labels(loss.reference))
    except (InvalidParameter, TooLarge):
        return None
