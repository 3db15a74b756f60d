"""The conditional random field with unary cliques on label sets, decoded to a mode."""

from typing import cast

from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import LogLinear, Surrogate, require_label_sets


def build(loss: Loss) -> LogLinear:
    """A score for each of the m labels; the model is m logistic regressions."""
    require_label_sets(loss)
    return LogLinear(tuple(cast("tuple[int, ...]", y) for y in loss.observations), "mode")


SURROGATE = Surrogate(
    name="crf-unary",
    title="CRF, unary cliques, decoded to a mode",
    loss=r"\sum_j\bigl(\log(1+e^{v_j})-y_jv_j\bigr)",
    decoder=r"\arg\max_z\sum_jz_jv_j",
    source="the paper, App. A.1, with one clique for each label",
    build=build,
)
