"""Lower bounds of expressions with logarithms."""

from fractions import Fraction

import pytest

from qstheory.certify.algebra.bounds import LogBounds, below, parts
from qstheory.certify.algebra.expressions import Expression, Log, Number, SumOver, Variable
from qstheory.certify.algebra.polynomials import Polynomial
from qstheory.certify.algebra.rational_functions import Domain, Quotient, Reader
from qstheory.errors import InvalidParameter

m = Variable("m")
ONE = Number(Fraction(1))
FROM_1 = Domain({"m": Polynomial.generator("m") + Polynomial.constant(1)})


def bound(expression: Expression, logs: LogBounds) -> Quotient:
    """The rational lower bound for m >= 1."""
    return below(parts(expression), FROM_1, Reader(), logs)


@pytest.mark.parametrize(
    ("expression", "logs", "expected"),
    [
        (Log(m), "simple", 1 - 1 / m),
        (0 - Log(m), "simple", 1 - m),
        (Log(m), "sharp", 2 * (m - 1) / (m + 1)),
        (0 - 3 * Log(m) + m, "sharp", m - 3 * (m - 1 / m) / 2),
        ((m - m) * Log(m) + 1, "sharp", ONE),
        ((m - 1) * Log(m), "simple", (m - 1) * (1 - 1 / m)),
    ],
)
def test_logarithms_are_replaced(
    expression: Expression, logs: LogBounds, expected: Expression
) -> None:
    difference = bound(expression, logs) - Reader().read(expected)
    assert difference.numerator.is_zero


@pytest.mark.parametrize(
    ("expression", "logs", "message"),
    [
        (Log(m - 1), "simple", "argument may be negative"),
        (Log(m) * (m - 2), "simple", "sign of the coefficient"),
        (Log(1 / (1 + m)), "sharp", "at least 1"),
        (SumOver("k", ONE, m, m), "simple", "cannot be bounded"),
        (Log(m) * Log(m), "simple", "not linear"),
    ],
)
def test_what_allows_no_bound_is_refused(
    expression: Expression, logs: LogBounds, message: str
) -> None:
    with pytest.raises(InvalidParameter, match=message):
        bound(expression, logs)
