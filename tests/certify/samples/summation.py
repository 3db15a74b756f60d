"""Sums in closed form by telescoping."""

from fractions import Fraction

from qstheory.certify.algebra.expressions import Geometric, SumOver, Variable, binomial
from qstheory.certify.kinds.for_every import ForEvery
from qstheory.certify.kinds.summation import Antidifference, CreativeTelescoping

from .sample import Sample
from .values import number

m, k = Variable("m"), Variable("k")
TERM = Geometric(Fraction(-1), k) * binomial(m + 1, k) * binomial(m + k, k)
SAMPLES = (
    Sample(
        ForEvery((("m", 1),), SumOver("k", number(1), m + 1, TERM), "=", number(-1)),
        Antidifference("m", -(k * k * TERM) / (m + 1) ** 2, 0, 1, 1),
    ),
    Sample(
        ForEvery((("m", 0),), SumOver("k", number(1), m, 1 / (k * (k + 1))), "=", m / (m + 1)),
        Antidifference("m", -1 / k, 0, 0, 0),
    ),
    Sample(
        ForEvery(
            (("m", 0),), SumOver("k", number(0), m, binomial(m, k)), "=", Geometric(Fraction(2), m)
        ),
        CreativeTelescoping("m", number(2), -binomial(m, k - 1), 1, 0, 1),
    ),
)
