"""The structural SVM with unary cliques on label sets: margin rescaling, a score for each label."""

from fractions import Fraction
from typing import cast

from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogate import Surrogate, max_margin, require_label_sets


def build(loss: Loss) -> PolyhedralSurrogate:
    """Phi(y)_j = 2 y_j - 1."""
    require_label_sets(loss)
    labels = (cast("tuple[int, ...]", y) for y in loss.observations)
    return max_margin(loss, tuple(tuple(Fraction(2 * bit - 1) for bit in y) for y in labels))


SURROGATE = Surrogate(
    name="ssvm-unary",
    title="SSVM, unary cliques, margin rescaling",
    loss=r"\max_{y'}\bigl(L(y',y)+\sum_j(s_j(y')-s_j(y))v_j\bigr)",
    decoder=r"\arg\max_z\sum_js_j(z)v_j",
    source="Finley and Joachims 2008; the paper, Sec. 5",
    build=build,
)
