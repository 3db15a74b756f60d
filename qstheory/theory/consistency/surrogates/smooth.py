"""Smooth surrogates: quadratic ones |v - U_y|^2, and conditional random fields.

A quadratic one is of the smallest decomposition or has a score for every prediction. A random field
has one clique, decoded to a mode or by least risk, or unary cliques.
"""

from fractions import Fraction
from typing import cast

from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import (
    LogLinear,
    Surrogate,
    require_label_sets,
    require_square,
    unit_rows,
)
from qstheory.theory.decompositions import minimal_decomposition
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
