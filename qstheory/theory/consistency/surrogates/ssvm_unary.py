"""The structural SVM with unary cliques on label sets: margin rescaling, a score for each label."""

from fractions import Fraction
from typing import cast

from qstheory.certify.kinds.decomposition import Vectors
from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate
from qstheory.certify.maxima import Affine
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import (
    Surrogate,
    linear,
    max_margin,
    require_label_sets,
    unit,
)


def build(loss: Loss) -> PolyhedralSurrogate:
    """Phi(y)_j = s_j(y) = 2 y_j - 1.

    Where L(z, y) = a #{j : z_j != y_j} with a > 0 the maximum of the separable sum is the sum of
    the maxima, max(0, a - 2 s_j(y) v_j), and is written so.
    """
    m = require_label_sets(loss)
    labels = [cast("tuple[int, ...]", y) for y in loss.observations]
    signs = tuple(tuple(Fraction(2 * bit - 1) for bit in y) for y in labels)
    model = max_margin(loss, signs)
    scale = loss.entry(labels[0], labels[-1]) / m
    apart = all(
        loss.entry(z, y) == scale * sum(a != b for a, b in zip(z, y, strict=True))
        for z in labels
        for y in labels
    )
    if scale <= 0 or not apart:
        return model
    return PolyhedralSurrogate(_hinges(signs, scale), model.decoder)


def _hinges(signs: Vectors, scale: Fraction) -> tuple[tuple[tuple[Affine, ...], ...], ...]:
    m = len(signs[0])
    nothing = linear((Fraction(0),) * m)
    return tuple(
        tuple((nothing, Affine(unit(m, j, -2 * int(s)), scale)) for j, s in enumerate(own))
        for own in signs
    )


SURROGATE = Surrogate(
    name="ssvm-unary",
    title="SSVM, unary cliques, margin rescaling",
    loss=r"\max_{y'}\bigl(L(y',y)+\sum_j(s_j(y')-s_j(y))v_j\bigr)",
    decoder=r"\arg\max_z\sum_js_j(z)v_j",
    source="Finley and Joachims 2008; the paper, Sec. 5",
    build=build,
)
