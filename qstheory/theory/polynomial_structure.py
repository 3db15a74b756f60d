"""The dimensions of a loss that is a polynomial in two classes, of which no entry is looked at.

See `qstheory.certify.kinds.coefficient_ranks`.
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.kinds.coefficient_ranks import (
    CoefficientRanks,
    PolynomialDimensions,
    polynomial_dimensions,
)
from qstheory.certify.kinds.rank import View
from qstheory.errors import InvalidParameter
from qstheory.losses.base import Loss


@dataclass(frozen=True)
class PolynomialStructure:
    """Every dimension from the coefficients, and the certificate that says so."""

    dimensions: PolynomialDimensions

    def rank(self, view: View) -> int:
        """The rank of a view of the loss."""
        return self.dimensions.rank(view)

    @property
    def shift_lowers(self) -> bool:
        """Whether some scalar c has rank(L - c 1 1^T) < rank L."""
        return self.dimensions.shift is not None

    @property
    def lowering_shift(self) -> Fraction | None:
        """The c that does."""
        return self.dimensions.shift

    def minors(self, view: View) -> CoefficientRanks:
        """What shows the rank of a view from below."""
        return CoefficientRanks()

    def upper(self, view: View) -> CoefficientRanks:
        """What shows the rank of a view from above."""
        return CoefficientRanks()

    def lower_affine(self) -> CoefficientRanks:
        """What shows the affine dimension from below."""
        return CoefficientRanks()

    def upper_affine(self) -> CoefficientRanks:
        """What shows the affine dimension from above."""
        return CoefficientRanks()

    def lowering(self) -> CoefficientRanks:
        """What shows that a scalar lowers the rank, or that none does."""
        return CoefficientRanks()


def polynomial_structure(loss: Loss) -> PolynomialStructure | None:
    """The structure, where there are as many classes as powers."""
    try:
        return PolynomialStructure(polynomial_dimensions(loss))
    except InvalidParameter:
        return None
