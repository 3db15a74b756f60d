"""The quadratic surrogate of the smallest decomposition of a loss."""

from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import Surrogate
from qstheory.theory.dimensions import minimal_decomposition
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject


def build(loss: Loss) -> AffineDecomposition:
    """L = F U^T + c with as many scores as the affine dimension."""
    return minimal_decomposition(Subject(loss, DEFAULT))


SURROGATE = Surrogate(
    name="quadratic",
    title="quadratic surrogate (QS)",
    loss=r"\lVert v-U_y\rVert^2",
    decoder=r"\arg\min_z F_z\cdot v",
    source="the paper, Sec. 2.1 and App. A.1",
    build=build,
)
