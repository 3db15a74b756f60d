"""The Crammer-Singer surrogate that abstains when the two highest scores differ by at most 1/2."""

from fractions import Fraction
from itertools import combinations

from qstheory.certify.kinds.polyhedral import Form, PolyhedralSurrogate
from qstheory.certify.maxima import Affine
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import Surrogate, linear, require_abstaining, unit


def build(loss: Loss) -> PolyhedralSurrogate:
    """max_{y'} (1(y' != y) + v_y') - v_y.

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


SURROGATE = Surrogate(
    name="crammer-singer-abstain",
    title="Crammer-Singer, abstaining within 1/2",
    loss=r"\max_{y'}\bigl(1(y'\ne y)+v_{y'}\bigr)-v_y",
    decoder=r"\arg\max_z v_z\text{ if }v_{(1)}-v_{(2)}>\tfrac12,\text{ otherwise abstain}",
    source="Ramaswamy, Tewari and Agarwal 2018",
    build=build,
)
