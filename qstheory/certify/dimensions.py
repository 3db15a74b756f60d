"""The dimensions of a loss together: rank L, those of its differences, the affine dimension.

Subtracting a matrix of rank one changes a rank by at most one, and differences of rows or columns
of L are combinations of them and those of L - c for every c. So a regular s x s minor of L shows s
for rank L and s - 1 for the others; one of differences shows s for these, for rank L and for
min over c of rank(L - c 1 1^T), and s - 1 for the differences of the other side.
"""

from dataclasses import astuple, dataclass


@dataclass(frozen=True)
class Dimensions:
    """The four numbers, or bounds on them from one side."""

    loss: int
    prediction_differences: int
    observation_differences: int
    affine: int

    def of(self, view: str) -> int:
        """The rank of a view of L, or the affine dimension for "affine".

        >>> Dimensions(4, 3, 3, 3).of("prediction-differences")
        3
        """
        return int(getattr(self, view.replace("-", "_")))

    def plus(self, others: int) -> "Dimensions":
        """Those of a direct sum with a matrix of that rank, whose rows and columns sum to 0."""
        return Dimensions(*(rank + others for rank in astuple(self)))

    @property
    def shift_lowers(self) -> bool:
        """Whether some scalar lowers the rank, where the numbers are exact."""
        return self.affine < self.loss


def of_minor(view: str, size: int) -> Dimensions:
    """What a regular minor of a view shows from below."""
    less = size - 1
    return Dimensions(
        size,
        size - (view != "prediction-differences"),
        size - (view != "observation-differences"),
        less if view == "loss" else size,
    )
