"""Conditional random fields: one clique, decoded to a mode or by least risk, and unary cliques."""

from typing import cast

from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import (
    LogLinear,
    Surrogate,
    require_label_sets,
    require_square,
)


def _indicators(n: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(i == j) for j in range(n)) for i in range(n))


def least_risk(loss: Loss) -> LogLinear:
    """A score for each observation."""
    return LogLinear(_indicators(loss.observations.size), "least-risk")


def mode(loss: Loss) -> LogLinear:
    """A score for each label."""
    return LogLinear(_indicators(require_square(loss)), "mode")


def unary(loss: Loss) -> LogLinear:
    """A score for each of the m labels; the model is m logistic regressions."""
    require_label_sets(loss)
    return LogLinear(tuple(cast("tuple[int, ...]", y) for y in loss.observations), "mode")


SURROGATES = (
    Surrogate(
        name="crf-least-risk",
        title="CRF, one clique, decoded by least risk",
        loss=r"\log\sum_{y'}e^{v_{y'}}-v_y",
        decoder=r"\arg\min_z\sum_y\mathrm{softmax}(v)_y\,L(z,y)",
        source="multinomial logistic regression with a Bayes decoder",
        build=least_risk,
    ),
    Surrogate(
        name="crf-mode",
        title="CRF, one clique, decoded to a mode",
        loss=r"\log\sum_{y'}e^{v_{y'}}-v_y",
        decoder=r"\arg\max_z v_z",
        source="the paper, Sec. 6 and App. A.1",
        build=mode,
    ),
    Surrogate(
        name="crf-unary",
        title="CRF, unary cliques, decoded to a mode",
        loss=r"\sum_j\bigl(\log(1+e^{v_j})-y_jv_j\bigr)",
        decoder=r"\arg\max_z\sum_jz_jv_j",
        source="the paper, App. A.1, with one clique for each label",
        build=unary,
    ),
)
