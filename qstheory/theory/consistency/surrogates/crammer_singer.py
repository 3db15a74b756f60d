"""The structural SVM with one clique: margin rescaling, a score for each label."""

from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import Surrogate, max_margin, require_square, unit_rows


def build(loss: Loss) -> PolyhedralSurrogate:
    """A score for each label."""
    return max_margin(loss, unit_rows(require_square(loss)))


SURROGATE = Surrogate(
    name="crammer-singer",
    title="max-margin (SSVM, one clique, margin rescaling)",
    loss=r"\max_{y'}\bigl(L(y',y)+v_{y'}\bigr)-v_y",
    decoder=r"\arg\max_z v_z",
    source="Crammer and Singer 2001; Tsochantaridis et al. 2004; the paper, Sec. 6",
    build=build,
)
