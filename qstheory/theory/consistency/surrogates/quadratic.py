"""Quadratic surrogates |v - U_y|^2: of the smallest decomposition, and a score a prediction."""

from fractions import Fraction

from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import Surrogate, unit_rows
from qstheory.theory.dimensions import minimal_decomposition
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject


def smallest(loss: Loss) -> AffineDecomposition:
    """L = F U^T + c with as many scores as the affine dimension."""
    return minimal_decomposition(Subject(loss, DEFAULT))


def full_space(loss: Loss) -> AffineDecomposition:
    """F is the identity and U has the columns of L as its rows.

    Osokin et al. take scores f = -v and |f + L_y|^2 / (2k), decoded to argmax f: the same.
    """
    columns = tuple(tuple(loss.entry(z, y) for z in loss.predictions) for y in loss.observations)
    return AffineDecomposition(unit_rows(loss.predictions.size), columns, Fraction(0))


SURROGATES = (
    Surrogate(
        name="quadratic",
        title="quadratic surrogate (QS)",
        loss=r"\lVert v-U_y\rVert^2",
        decoder=r"\arg\min_z F_z\cdot v",
        source="the paper, Sec. 2.1 and App. A.1",
        build=smallest,
    ),
    Surrogate(
        name="quadratic-full-space",
        title="quadratic surrogate with unconstrained scores",
        loss=r"\tfrac1{2\lvert\mathcal Z\rvert}\lVert v-L_{\cdot y}\rVert^2",
        decoder=r"\arg\min_z v_z",
        source="Osokin, Bach and Lacoste-Julien 2017",
        build=full_space,
    ),
)
