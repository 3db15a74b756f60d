"""The conditional random field with one clique, decoded to a mode as the paper prints it."""

from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import LogLinear, Surrogate, require_square


def build(loss: Loss) -> LogLinear:
    """A score for each label."""
    n = require_square(loss)
    return LogLinear(tuple(tuple(int(i == j) for j in range(n)) for i in range(n)), "mode")


SURROGATE = Surrogate(
    name="crf-mode",
    title="CRF, one clique, decoded to a mode",
    loss=r"\log\sum_{y'}e^{v_{y'}}-v_y",
    decoder=r"\arg\max_z v_z",
    source="the paper, Sec. 6 and App. A.1",
    build=build,
)
