"""Signs, order and arithmetic of a + b sqrt(d) against 60 digits."""

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory.certify.surds import Surd, compare, field, is_rational, of, sign
from qstheory.errors import InvalidParameter

SMALL = st.fractions(min_value=-3, max_value=3, max_denominator=4)
RADICANDS = st.sampled_from([Fraction(x) for x in (0, 1, 2, 3, 8, 18)] + [Fraction(1, 2)])
SURDS = st.builds(Surd, SMALL, SMALL, RADICANDS)


def decimal(x: Surd) -> Decimal:
    """The number to 60 digits."""

    def of_rational(q: Fraction) -> Decimal:
        return Decimal(q.numerator) / Decimal(q.denominator)

    with localcontext() as context:
        context.prec = 60
        return of_rational(x.rational) + of_rational(x.root) * of_rational(x.radicand).sqrt()


def rounded(x: Decimal) -> int:
    """The sign, 0 below 1e-20: small members of these fields are farther apart."""
    return 0 if abs(x) < Decimal("1e-20") else (1 if x > 0 else -1)


@given(SURDS)
def test_the_sign(x: Surd) -> None:
    assert sign(x) == rounded(decimal(x))
    assert float(x) == pytest.approx(float(decimal(x)))


@given(SURDS, SURDS)
def test_the_order_also_between_fields(x: Surd, y: Surd) -> None:
    assert compare(x, y) == rounded(decimal(x) - decimal(y)) == -compare(y, x)


@given(SMALL, SMALL, SMALL, SMALL, RADICANDS)
def test_sums_and_products(a: Fraction, b: Fraction, c: Fraction, d: Fraction, e: Fraction) -> None:
    x, y = Surd(a, b, e), Surd(c, d, e)
    assert rounded(decimal(x + y) - decimal(x) - decimal(y)) == 0
    assert rounded(decimal(x * y) - decimal(x) * decimal(y)) == 0
    assert rounded(decimal(x - y) - decimal(x) + decimal(y)) == 0
    assert not is_rational(x) or field(x, y) == e or is_rational(y)


def test_different_fields_do_not_mix() -> None:
    two, three = (Surd(Fraction(0), Fraction(1), Fraction(d)) for d in (2, 3))
    with pytest.raises(InvalidParameter, match="different square roots"):
        two + three
    zero = Surd(Fraction(0), Fraction(1), Fraction(0))
    with pytest.raises(InvalidParameter):
        zero + two
    assert two * of(Fraction(2)) == Surd(Fraction(0), Fraction(2), Fraction(2))
    assert of(Fraction(2)) * two == Surd(Fraction(0), Fraction(2), Fraction(2))
