"""The conditional random field with one clique, decoded to a prediction of least risk."""

from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import LogLinear, Surrogate


def build(loss: Loss) -> LogLinear:
    """A score for each observation."""
    n = loss.observations.size
    return LogLinear(tuple(tuple(int(i == j) for j in range(n)) for i in range(n)), "least-risk")


SURROGATE = Surrogate(
    name="crf-least-risk",
    title="CRF, one clique, decoded by least risk",
    loss=r"\log\sum_{y'}e^{v_{y'}}-v_y",
    decoder=r"\arg\min_z\sum_y\mathrm{softmax}(v)_y\,L(z,y)",
    source="multinomial logistic regression with a Bayes decoder",
    build=build,
)
