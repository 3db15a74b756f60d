"""The quadratic surrogate with a score for every prediction."""

from fractions import Fraction

from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import Surrogate, unit_rows


def build(loss: Loss) -> AffineDecomposition:
    """F is the identity and U has the columns of L as its rows.

    Osokin et al. take scores f = -v and |f + L_y|^2 / (2k), decoded to argmax f: the same.
    """
    columns = tuple(tuple(loss.entry(z, y) for z in loss.predictions) for y in loss.observations)
    return AffineDecomposition(unit_rows(loss.predictions.size), columns, Fraction(0))


SURROGATE = Surrogate(
    name="quadratic-full-space",
    title="quadratic surrogate with unconstrained scores",
    loss=r"\tfrac1{2\lvert\mathcal Z\rvert}\lVert v-L_{\cdot y}\rVert^2",
    decoder=r"\arg\min_z v_z",
    source="Osokin, Bach and Lacoste-Julien 2017",
    build=build,
)
