"""The surrogates of Ramaswamy, Tewari and Agarwal (EJS 12, 2018) for classes and abstaining."""

from fractions import Fraction
from itertools import combinations, product

from qstheory.certify.kinds.polyhedral import Form, PolyhedralSurrogate
from qstheory.certify.maxima import Affine
from qstheory.errors import NotApplicable
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import (
    Surrogate,
    highest_score,
    hinges,
    linear,
    require_abstaining,
    unit,
)


def binary_encoded(loss: Loss) -> PolyhedralSurrogate:
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


def crammer_singer(loss: Loss) -> PolyhedralSurrogate:
    """max_{y'} (1(y' != y) + v_y') - v_y, abstaining when the two highest differ by at most 1/2.

    Of the forms 2 v_i - 1/2 and v_i + v_j a single score is the largest exactly when v_i exceeds
    every other score by at least 1/2, a pair when the two highest differ by at most that.
    """
    n = require_abstaining(loss)
    terms = tuple(
        (
            tuple(
                Affine(
                    tuple(a - b for a, b in zip(unit(n, z), unit(n, y), strict=True)),
                    Fraction(int(z != y)),
                )
                for z in range(n)
            ),
        )
        for y in range(n)
    )
    single = tuple(Form(i, Affine(unit(n, i, -2), Fraction(1, 2))) for i in range(n))
    pairs = tuple(
        Form(n, linear(tuple(Fraction(-int(k in pair)) for k in range(n))))
        for pair in combinations(range(n), 2)
    )
    return PolyhedralSurrogate(terms, single + pairs)


def one_vs_all(loss: Loss) -> PolyhedralSurrogate:
    """A score for each class, and 0 for abstaining."""
    n = require_abstaining(loss)
    abstaining = Form(n, linear((Fraction(0),) * n))
    return PolyhedralSurrogate(hinges(n), (*highest_score(n), abstaining))


SOURCE = "Ramaswamy, Tewari and Agarwal 2018"

SURROGATES = (
    Surrogate(
        name="binary-encoded-abstain",
        title="binary encoded predictions, abstaining within 1/2",
        loss=r"\bigl(\max_jB_j(y)v_j+1\bigr)_+",
        decoder=r"B^{-1}(-\mathrm{sign}(v))\text{ if }\min_j\lvert v_j\rvert>\tfrac12,"
        r"\text{ otherwise abstain}",
        source=SOURCE,
        build=binary_encoded,
    ),
    Surrogate(
        name="crammer-singer-abstain",
        title="Crammer-Singer, abstaining within 1/2",
        loss=r"\max_{y'}\bigl(1(y'\ne y)+v_{y'}\bigr)-v_y",
        decoder=r"\arg\max_z v_z\text{ if }v_{(1)}-v_{(2)}>\tfrac12,\text{ otherwise abstain}",
        source=SOURCE,
        build=crammer_singer,
    ),
    Surrogate(
        name="one-vs-all-abstain",
        title="one-versus-all hinge, abstaining below 0",
        loss=r"\max(0,1-v_y)+\sum_{j\ne y}\max(0,1+v_j)",
        decoder=r"\arg\max(v_1,\dots,v_n,0)",
        source=SOURCE,
        build=one_vs_all,
    ),
)
