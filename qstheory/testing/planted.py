"""Loss matrices of which the affine dimension and a decomposition are known in advance."""

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from qstheory.certify.kinds.decomposition import AffineDecomposition, Vectors
from qstheory.losses.base import Loss
from qstheory.losses.matrix import matrix_loss
from qstheory.testing.margins import rationals


@dataclass(frozen=True)
class Planted:
    """A loss L = F U^T + c of affine dimension r, the width of F: r = min over d of rank(L - d).

    F has the rows of an invertible r x r matrix and a row of zeros, so its columns and the constant
    one are independent; U has the rows of an invertible matrix. Hence rank(F U^T + d 1 1^T) >= r
    for every d, with equality at d = 0.

    Parameters
    ----------
    loss : Loss
        L, predictions x observations.
    decomposition : AffineDecomposition
        F, predictions x r, and U, observations x r, with the scalar c.
    """

    loss: Loss
    decomposition: AffineDecomposition

    @property
    def affine_dimension(self) -> int:
        """r."""
        return len(self.decomposition.F[0])


@st.composite
def _full_column_rank(
    draw: st.DrawFn, rows: int, rank: int, values: st.SearchStrategy[Fraction]
) -> list[tuple[Fraction, ...]]:
    """Rows of a unit triangular matrix with a scaled diagonal, then any rows."""
    nonzero = values.filter(bool)
    triangular = [
        tuple(
            draw(nonzero) if i == j else draw(values) if j < i else Fraction(0) for j in range(rank)
        )
        for i in range(rank)
    ]
    free = [tuple(draw(values) for _ in range(rank)) for _ in range(rows - rank)]
    return triangular + free


@st.composite
def decompositions(
    draw: st.DrawFn,
    *,
    most: int = 6,
    rank: st.SearchStrategy[int] | None = None,
    values: st.SearchStrategy[Fraction] | None = None,
) -> AffineDecomposition:
    """F, U of full column rank r >= 1 and a scalar c; rows are in random order.

    Parameters
    ----------
    most : int
        The most rows of F and of U.
    rank : SearchStrategy, optional
        Draws r, below `most`.
    values : SearchStrategy, optional
        Draws the entries.

    Returns
    -------
    SearchStrategy
        Of `AffineDecomposition`.
    """
    values = values or rationals()
    r = draw(rank if rank is not None else st.integers(1, max(1, min(3, most - 1))))
    predictions = draw(st.integers(r + 1, max(most, r + 1)))
    observations = draw(st.integers(r, max(most, r)))
    zero = (Fraction(0),) * r
    F: Vectors = tuple(
        draw(st.permutations([zero, *draw(_full_column_rank(predictions - 1, r, values))]))
    )
    U: Vectors = tuple(draw(st.permutations(draw(_full_column_rank(observations, r, values)))))
    return AffineDecomposition(F, U, draw(values))


@st.composite
def planted_losses(
    draw: st.DrawFn,
    *,
    most: int = 6,
    rank: st.SearchStrategy[int] | None = None,
    values: st.SearchStrategy[Fraction] | None = None,
) -> Planted:
    """Losses F U^T + c with their planted decomposition.

    Parameters
    ----------
    most : int
        The most rows of F and of U.
    rank : SearchStrategy, optional
        Draws r, below `most`.
    values : SearchStrategy, optional
        Draws the entries.

    Returns
    -------
    SearchStrategy
        Of `Planted`.
    """
    given = draw(decompositions(most=most, rank=rank, values=values))
    entries = [
        [sum((a * b for a, b in zip(F_z, U_y, strict=True)), given.c) for U_y in given.U]
        for F_z in given.F
    ]
    return Planted(matrix_loss(entries), given)
