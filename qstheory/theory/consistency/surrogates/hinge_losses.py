"""Hinge losses: one-versus-all, and structural SVM with one clique or with unary cliques.

A structural SVM is margin rescaling, max_{y'} (L(y', y) + (Phi(y') - Phi(y)) . v).
"""

from fractions import Fraction
from typing import cast

from qstheory.certify.kinds.decomposition import Vectors
from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate
from qstheory.certify.maxima import Affine, Terms
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import (
    Surrogate,
    highest_score,
    hinges,
    linear,
    max_margin,
    require_label_sets,
    require_square,
    unit,
    unit_rows,
)


def crammer_singer(loss: Loss) -> PolyhedralSurrogate:
    """A score for each label."""
    return max_margin(loss, unit_rows(require_square(loss)))


def one_vs_all(loss: Loss) -> PolyhedralSurrogate:
    """A binary SVM for each label; the highest score is decoded."""
    n = require_square(loss)
    return PolyhedralSurrogate(hinges(n), highest_score(n))


def ssvm_unary(loss: Loss) -> PolyhedralSurrogate:
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
    return PolyhedralSurrogate(_separate(signs, scale), model.decoder)


def _separate(signs: Vectors, scale: Fraction) -> Terms:
    m = len(signs[0])
    nothing = linear((Fraction(0),) * m)
    return tuple(
        tuple((nothing, Affine(unit(m, j, -2 * int(s)), scale)) for j, s in enumerate(own))
        for own in signs
    )


SURROGATES = (
    Surrogate(
        name="crammer-singer",
        title="max-margin (SSVM, one clique, margin rescaling)",
        loss=r"\max_{y'}\bigl(L(y',y)+v_{y'}\bigr)-v_y",
        decoder=r"\arg\max_z v_z",
        source="Crammer and Singer 2001; Tsochantaridis et al. 2004; the paper, Sec. 6",
        build=crammer_singer,
    ),
    Surrogate(
        name="one-vs-all-hinge",
        title="one-versus-all hinge",
        loss=r"\max(0,1-v_y)+\sum_{j\ne y}\max(0,1+v_j)",
        decoder=r"\arg\max_z v_z",
        source="Rifkin and Klautau 2004; Liu 2007",
        build=one_vs_all,
    ),
    Surrogate(
        name="ssvm-unary",
        title="SSVM, unary cliques, margin rescaling",
        loss=r"\max_{y'}\bigl(L(y',y)+\sum_j(s_j(y')-s_j(y))v_j\bigr)",
        decoder=r"\arg\max_z\sum_js_j(z)v_j",
        source="Finley and Joachims 2008; the paper, Sec. 5",
        build=ssvm_unary,
    ),
)
