"""Reading expressions as quotients, and what the domain shows about them."""

from fractions import Fraction

import pytest

from qstheory.certify.algebra.expressions import (
    Expression,
    Factorial,
    Geometric,
    Log,
    Number,
    Power,
    Variable,
)
from qstheory.certify.algebra.polynomials import Polynomial
from qstheory.certify.algebra.rational_functions import Domain, Reader
from qstheory.errors import InvalidParameter, TooLarge

m, k = Variable("m"), Variable("k")


def number(value: int | Fraction) -> Number:
    """A constant."""
    return Number(Fraction(value))


def is_zero(expression: Expression) -> bool:
    """Whether it reads as the zero function."""
    return Reader().read(expression).numerator.is_zero


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (Factorial(m + 2), Factorial(m) * (m + 1) * (m + 2)),
        (Factorial(m - 2) * m * (m - 1), Factorial(m)),
        (Factorial(number(4)), number(24)),
        (
            Geometric(Fraction(3), 2 * m - k + 1),
            3 * Geometric(Fraction(3), m) ** 2 / Geometric(Fraction(3), k),
        ),
        (1 / (1 / m), m),
        (1 / m + 1 / m, 2 / m),
        (Factorial(m - k + 1), Factorial(m - k) * (m - k + 1)),
    ],
)
def test_equal_expressions_read_alike(left: Expression, right: Expression) -> None:
    assert is_zero(left - right)
    assert not is_zero(left - right - 1)


@pytest.mark.parametrize(
    "expression",
    [
        Variable("2m"),
        Log(m),
        m ** Fraction(1, 2),
        Geometric(Fraction(0), m),
        Geometric(Fraction(2), m * k),
        Geometric(Fraction(2), m / 2),
        Geometric(Fraction(2), 1 / m),
        Factorial(Geometric(Fraction(2), m)),
        Factorial(number(-1)),
        Factorial(1 / (m - m)),
    ],
)
def test_other_expressions_are_refused(expression: Expression) -> None:
    with pytest.raises(InvalidParameter):
        Reader().read(expression)


@pytest.mark.parametrize(
    "expression", [Geometric(Fraction(2), 2000 * m), Factorial(m + 2000), m**2000]
)
def test_large_expressions_are_refused(expression: Expression) -> None:
    with pytest.raises(TooLarge):
        Reader().read(expression)


def from_start(start: int) -> Domain:
    """m from a start on, k from 0 on."""
    shift = Polynomial.generator("m") + Polynomial.constant(start)
    return Domain({"m": shift, "k": Polynomial.generator("k")})


def test_conditions_are_collected_and_required() -> None:
    def require(expression: Expression, start: int) -> None:
        reader = Reader()
        reader.read(expression)
        from_start(start).require(reader)

    require(1 / (m - 1), 2)
    require(1 / (1 - m), 2)
    require(1 / (Geometric(Fraction(2), m) + k), 0)
    require(Factorial(m - 2), 2)
    with pytest.raises(InvalidParameter, match="denominator"):
        require(1 / (m - 1), 1)
    with pytest.raises(InvalidParameter, match="denominator"):
        require(1 / k, 1)
    with pytest.raises(InvalidParameter, match="denominator"):
        require(1 / (1 / (m - 1)), 1)
    with pytest.raises(InvalidParameter, match="denominator"):
        require(1 / (2 + Geometric(Fraction(-1), k)), 1)
    with pytest.raises(InvalidParameter, match="factorial"):
        require(Factorial(m - 2), 1)
    # (m - 3 + 4)! is defined at m = 2, but its generator (m - 3)! would not be.
    with pytest.raises(InvalidParameter, match="factorial"):
        require(Factorial(-m + 2), 0)


def test_signs_are_shown_by_coefficients() -> None:
    domain = from_start(1)

    def sign(expression: Expression) -> int | None:
        return domain.sign_of(Reader().read(expression))

    assert sign(m - 1) == 1
    assert sign((1 - m) / m) == -1
    assert sign((1 - m) / (0 - m)) == 1
    assert sign(m - k) is None
    assert sign(m / (m - 1)) is None
    assert sign(Power(m - m, Fraction(1))) == 1
    assert domain.is_positive_quotient(Reader().read((0 - m) / (0 - m - k)))
    assert not domain.is_positive_quotient(Reader().read(m - 1))
