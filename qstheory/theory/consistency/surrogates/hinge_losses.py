"""Hinge losses: one-versus-all, structural SVM, and those that abstain.

A structural SVM is margin rescaling, max_{y'} (L(y', y) + (Phi(y') - Phi(y)) . v), with one clique
or with unary cliques. For classes and abstaining there are the three surrogates of Ramaswamy,
Tewari and Agarwal (EJS 12, 2018).
"""

from fractions import Fraction
from itertools import combinations, product
from typing import cast

from qstheory.certify.arithmetic import Vectors
from qstheory.certify.kinds.polyhedral import Form, PolyhedralSurrogate
from qstheory.certify.maxima import Affine, Terms
from qstheory.errors import NotApplicable
from qstheory.losses import make
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import (
    Surrogate,
    highest_score,
    hinges,
    linear,
    max_margin,
    require_abstaining,
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


def binary_encoded_abstain(loss: Loss) -> PolyhedralSurrogate:
    """log2 n scores whose signs name a class: abstaining where |v_j| <= 1/2 for some j.

    sum_j max(v_j, -v_j, 1/2) decodes: a class where no 1/2 is taken, abstaining elsewhere.
    """
    n = require_abstaining(loss)
    d = n.bit_length() - 1
    if n != 2**d or not d:
        raise NotApplicable("It needs a number of classes that is a power of 2.")
    codes = list(product((-1, 1), repeat=d))
    nothing = linear((Fraction(0),) * d)
    terms = tuple(
        ((nothing, *(Affine(unit(d, j, sign), Fraction(1)) for j, sign in enumerate(code))),)
        for code in codes
    )
    forms = []
    for taken in product((-1, 0, 1), repeat=d):
        prediction = codes.index(tuple(-t for t in taken)) if all(taken) else n
        constant = Fraction(-taken.count(0), 2)
        forms.append(Form(prediction, Affine(tuple(Fraction(-t) for t in taken), constant)))
    return PolyhedralSurrogate(terms, tuple(forms))


def crammer_singer_abstain(loss: Loss) -> PolyhedralSurrogate:
    """max_{y'} (1(y' != y) + v_y') - v_y, abstaining when the two highest differ by at most 1/2.

    Of the forms 2 v_i - 1/2 and v_i + v_j a single score is the largest exactly when v_i exceeds
    every other score by at least 1/2, a pair when the two highest differ by at most that.
    """
    n = require_abstaining(loss)
    terms = max_margin(make("multiclass", classes=n), unit_rows(n)).terms
    single = tuple(Form(i, Affine(unit(n, i, -2), Fraction(1, 2))) for i in range(n))
    pairs = tuple(
        Form(n, linear(tuple(Fraction(-int(k in pair)) for k in range(n))))
        for pair in combinations(range(n), 2)
    )
    return PolyhedralSurrogate(terms, single + pairs)


def one_vs_all_abstain(loss: Loss) -> PolyhedralSurrogate:
    """A score for each class, and 0 for abstaining."""
    n = require_abstaining(loss)
    abstaining = Form(n, linear((Fraction(0),) * n))
    return PolyhedralSurrogate(hinges(n), (*highest_score(n), abstaining))


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
    Surrogate(
        name="binary-encoded-abstain",
        title="binary encoded predictions, abstaining within 1/2",
        loss=r"\bigl(\max_jB_j(y)v_j+1\bigr)_+",
        decoder=r"B^{-1}(-\mathrm{sign}(v))\text{ if }\min_j\lvert v_j\rvert>\tfrac12,"
        r"\text{ otherwise abstain}",
        source="Ramaswamy, Tewari and Agarwal 2018",
        build=binary_encoded_abstain,
    ),
    Surrogate(
        name="crammer-singer-abstain",
        title="Crammer-Singer, abstaining within 1/2",
        loss=r"\max_{y'}\bigl(1(y'\ne y)+v_{y'}\bigr)-v_y",
        decoder=r"\arg\max_z v_z\text{ if }v_{(1)}-v_{(2)}>\tfrac12,\text{ otherwise abstain}",
        source="Ramaswamy, Tewari and Agarwal 2018",
        build=crammer_singer_abstain,
    ),
    Surrogate(
        name="one-vs-all-abstain",
        title="one-versus-all hinge, abstaining below 0",
        loss=r"\max(0,1-v_y)+\sum_{j\ne y}\max(0,1+v_j)",
        decoder=r"\arg\max(v_1,\dots,v_n,0)",
        source="Ramaswamy, Tewari and Agarwal 2018",
        build=one_vs_all_abstain,
    ),
)
