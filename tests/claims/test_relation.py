"""Both sides of a step are evaluated, exactly; what is no value is refused."""

from fractions import Fraction

import pytest
from sympy import Float, Rational, Symbol, log, sin, sqrt, symbols

from qstheory.claims import Relation, Step
from qstheory.errors import InvalidParameter

X, Y = symbols("x y", positive=True)
HALF = Fraction(1, 2)
HOLD = (
    (1, "=", 1),
    (HALF, "=", Rational(1, 2)),
    (sqrt(2) ** 2, "=", 2),
    ((X + Y) ** 2, "=", X**2 + 2 * X * Y + Y**2),
    (X / (X * Y), "=", 1 / Y),
    (X**HALF * X**HALF, "=", X),
    ([1, [HALF, X]], "=", (1, (HALF, X))),
    ([0, HALF], "<", [HALF, 1]),
    (Rational(1, 3), "<=", Fraction(1, 3)),
)
FAIL = (
    (1, "=", 2),
    (HALF, "=", Fraction(1, 3)),
    (X, "=", Y),
    (sqrt(X**2 + 1), "=", X + 1),
    (sqrt(Symbol("r", real=True) ** 2), "=", Symbol("r", real=True)),
    ([1, 2], "=", [2, 1]),
    ([1], "=", [1, 1]),
    ([1], "=", 1),
    (1, "=", [1]),
    ([0, 1], "<", [1, 1]),
    (HALF, "<=", 0),
    (X / (X - X), "=", X / (X - X)),
)


@pytest.mark.parametrize("sides", HOLD)
def test_a_relation_that_is_true_holds(sides):
    assert Step("as is", Relation(*sides)).holds


@pytest.mark.parametrize("sides", FAIL)
def test_a_relation_that_is_false_or_undefined_does_not(sides):
    assert not Step("as is", Relation(*sides)).holds


@pytest.mark.parametrize(
    "sides",
    [
        (True, "=", True),
        (X, "=", X == Y),
        (X < Y, "=", X < Y),
        ([1, False], "=", [1, 0]),
        (0.5, "=", HALF),
        (Float(1), "=", 1),
        (X + Float("0.5"), "=", X + HALF),
        ("1", "=", "1"),
        (None, "=", None),
        ([], "=", []),
        (X, "<=", X + 1),
        (sin(1), "<", 1),
        (1, "!=", 2),
        (1, "", 1),
    ],
)
def test_what_is_no_exact_value_is_refused(sides):
    with pytest.raises(InvalidParameter):
        Relation(*sides)


@pytest.mark.parametrize("typed", [True, False, 1, "1 = 1", None, log(X) < Y])
def test_a_step_is_a_relation_and_nothing_else(typed):
    with pytest.raises(InvalidParameter, match="give both sides"):
        Step("so", typed)
