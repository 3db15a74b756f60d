"""Identities and inequalities for every m."""

from fractions import Fraction

from qstheory.certify.algebra.expressions import Geometric, Log, SumOver, Variable
from qstheory.certify.kinds.for_every import Counterexample, Expansion, ForEvery, Induction

from .sample import Sample
from .values import number

m, k = Variable("m"), Variable("k")
FROM_1 = (("m", 1),)
HARMONIC = SumOver("k", number(1), m, 1 / k)
SQUARES = SumOver("k", number(1), m, 1 / k**2)
SAMPLES = (
    Sample(ForEvery(FROM_1, (m + 1) ** 2, "=", m * m + 2 * m + 1), Expansion((1,), "simple", 8)),
    Sample(ForEvery(FROM_1, m * m + 4, ">=", 4 * m), Expansion((2,), "simple", 8)),
    Sample(ForEvery(FROM_1, 1 / m, ">", Log(1 + 1 / m)), Expansion((1,), "sharp", 8)),
    Sample(
        ForEvery(FROM_1, SumOver("k", number(1), m, k), "=", m * (m + 1) / 2),
        Induction("m", 1, "simple", 8),
    ),
    Sample(
        ForEvery(
            FROM_1,
            SumOver("k", number(1), m, Geometric(Fraction(4), 1 - k)),
            "=",
            Fraction(4, 3) * (1 - Geometric(Fraction(4), -m)),
        ),
        Induction("m", 1, "simple", 8),
    ),
    Sample(ForEvery(FROM_1, HARMONIC, ">", Log(m + 1)), Induction("m", 1, "simple", 32)),
    Sample(
        ForEvery((("m", 2),), 3 * SQUARES + HARMONIC, "<=", 8 * m / (m + 1) * Log(m + 1)),
        Induction("m", 2, "simple", 32),
    ),
    Sample(
        ForEvery(
            (("m", 1), ("a", 1)),
            SumOver("k", number(1), m, Variable("a") / (Variable("a") + k) ** 2),
            "<=",
            m / (Variable("a") + m),
        ),
        Induction("m", 1, "simple", 8),
    ),
    Sample(ForEvery(FROM_1, HARMONIC, "<=", Log(m + 1)), Counterexample((1,), 16), "refutes"),
)
