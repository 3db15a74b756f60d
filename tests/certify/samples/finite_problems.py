"""Finite learning problems: powers of their quantities."""

from fractions import Fraction

from qstheory.certify.kinds.finite_instances import (
    Evaluation,
    FiniteProblem,
    Input,
    Power,
    PowerRelation,
    Quantity,
)
from qstheory.certify.kinds.values import Enclosed

from .decomposition import SIGNS
from .sample import ZERO_ONE, Sample

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
# Margins 1/2 and 1; only the first input is decoded wrongly.
WRONG = Input(HALF, (Fraction(1, 4), Fraction(3, 4)), (ZERO,), 0, 1)
SURE = Input(HALF, (ONE, ZERO), (Fraction(-2),), 0, 0)
PROBLEM = FiniteProblem(ZERO_ONE, SIGNS, (WRONG, SURE))
TIED = FiniteProblem(ZERO_ONE, SIGNS, (Input(ONE, (HALF, HALF), (ZERO,), 0, 1),))


def powers(*given: tuple[str | Fraction, int | str]) -> tuple[Power, ...]:
    """A product of powers of quantities, named or numbers."""
    return tuple(
        Power(Quantity(base) if isinstance(base, str) else base, Fraction(exponent))  # type: ignore[arg-type]
        for base, exponent in given
    )


MOMENT = Power(Quantity("inverse-margin", Fraction(2)), ONE)
ROOT = Power(Quantity("inverse-margin", HALF), ONE)
SAMPLES = (
    Sample(
        PowerRelation(
            PROBLEM,
            powers(("excess-risk", 4)),
            "<=",
            (MOMENT, *powers((Fraction(4), 3), ("squared-row-norm", 3), ("surrogate-excess", 3))),
        ),
        Evaluation(),
    ),
    Sample(
        PowerRelation(
            PROBLEM, powers(("error-probability", 1)), "<", powers(("excess-risk", "1/2"))
        ),
        Evaluation(),
        "refutes",
    ),
    # E gamma^(-1/2) = 1/2 + 2^(-1/2) is irrational.
    Sample(
        PowerRelation(
            PROBLEM,
            powers(("error-probability", "3/2")),
            "<=",
            (ROOT, *powers(("excess-risk", "1/2"))),
        ),
        Enclosed(40),
    ),
    Sample(
        PowerRelation(TIED, powers((ZERO, 1)), "<", powers(("least-margin", 1))),
        Evaluation(),
        "refutes",
    ),
    Sample(PowerRelation(TIED, powers(("margin-tail", 1)), "=", powers((ONE, 1))), Evaluation()),
)
