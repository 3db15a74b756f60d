"""Binary encoded predictions: log2 n scores whose signs name a class; abstain near 0."""

from fractions import Fraction
from itertools import product

from qstheory.certify.kinds.polyhedral import Form, PolyhedralSurrogate
from qstheory.certify.maxima import Affine
from qstheory.errors import NotApplicable
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import Surrogate, linear, require_abstaining


def build(loss: Loss) -> PolyhedralSurrogate:
    """Class y is abstained from within |v_j| <= 1/2 for some j, else decoded by -sign(v).

    sum_j max(v_j, -v_j, 1/2) decodes: a class where no 1/2 is taken, abstaining elsewhere.
    """
    n = require_abstaining(loss)
    d = n.bit_length() - 1
    if n != 2**d or not d:
        raise NotApplicable("It needs a number of classes that is a power of 2.")
    codes = list(product((-1, 1), repeat=d))
    nothing = linear((Fraction(0),) * d)
    terms = tuple(
        (
            (
                nothing,
                *(
                    Affine(tuple(Fraction(sign * int(i == j)) for i in range(d)), Fraction(1))
                    for j, sign in enumerate(code)
                ),
            ),
        )
        for code in codes
    )
    forms = []
    for taken in product((-1, 0, 1), repeat=d):
        prediction = codes.index(tuple(-t for t in taken)) if all(taken) else n
        constant = Fraction(-taken.count(0), 2)
        forms.append(Form(prediction, Affine(tuple(Fraction(-t) for t in taken), constant)))
    return PolyhedralSurrogate(terms, tuple(forms))


SURROGATE = Surrogate(
    name="binary-encoded-abstain",
    title="binary encoded predictions, abstaining within 1/2",
    loss=r"\bigl(\max_jB_j(y)v_j+1\bigr)_+",
    decoder=r"B^{-1}(-\mathrm{sign}(v))\text{ if }\min_j\lvert v_j\rvert>\tfrac12,"
    r"\text{ otherwise abstain}",
    source="Ramaswamy, Tewari and Agarwal 2018",
    build=build,
)
