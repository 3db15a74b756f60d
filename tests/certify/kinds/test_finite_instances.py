"""Powers of quantities of finite problems: replayed, compared with hand values, and refused."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory.certify import decide
from qstheory.certify.bundle import Item, loads
from qstheory.certify.kinds.finite_instances import (
    Evaluation,
    FiniteProblem,
    Input,
    Power,
    PowerRelation,
    Quantity,
    QuantityName,
)
from qstheory.certify.kinds.values import Enclosed
from qstheory.work.certificates import dumps

from .problems import HALF, coin, single_prediction, with_input

ONE = Fraction(1)
QUARTER = Fraction(1, 4)


def power(base: Quantity | Fraction, exponent: Fraction = ONE) -> tuple[Power, ...]:
    return (Power(base, exponent),)


def compared(problem: FiniteProblem, left: Fraction, relation: str, right: Quantity) -> str:
    proposition = PowerRelation(problem, power(left), relation, power(right))  # type: ignore[arg-type]
    return decide(proposition, Evaluation()).outcome.value


def two_inputs() -> FiniteProblem:
    """Margins 1/2 and 1; only the first input is decoded wrongly; weights 1/4 and 3/4."""
    first = replace(coin(HALF).inputs[0], weight=QUARTER)
    second = Input(Fraction(3, 4), (ONE, Fraction(0)), (Fraction(-2),), 0, 0)
    return replace(coin(HALF), inputs=(first, second))


@pytest.mark.parametrize(
    ("name", "p", "value"),
    [
        ("excess-risk", 0, Fraction(1, 8)),
        # |0 - 1/2|^2 and |-2 + 1|^2 with weights 1/4 and 3/4.
        ("surrogate-excess", 0, Fraction(1, 16) + Fraction(3, 4)),
        ("error-probability", 0, QUARTER),
        ("disagreement", 0, QUARTER),
        ("mean-squared-excess", 0, Fraction(1, 16)),
        ("least-margin", 0, HALF),
        ("inverse-margin", 2, QUARTER * 4 + Fraction(3, 4)),
        ("inverse-gap", 2, QUARTER * 4 + Fraction(3, 4)),
        ("margin-tail", 3, Fraction(2)),
        ("gap-tail", 1, ONE),
        ("deviation", 0, HALF),
        ("score-distance", 0, ONE),
        ("squared-row-norm", 0, QUARTER),
        ("squared-row-diameter", 0, ONE),
        ("loss-range", 0, ONE),
        ("mean-score", 0, ONE),
        ("largest-score", 0, ONE),
    ],
)
def test_quantities_have_the_values_of_their_definitions(
    name: QuantityName, p: int, value: Fraction
) -> None:
    quantity = Quantity(name, Fraction(p))
    assert compared(two_inputs(), value, "=", quantity) == "proves"
    assert compared(two_inputs(), value, "<", quantity) == "refutes"
    assert compared(two_inputs(), value + 1, "<=", quantity) == "refutes"


def test_a_relation_survives_the_certificate_file() -> None:
    item = Item(
        PowerRelation(coin(HALF), power(Quantity("excess-risk")), "=", power(HALF)), Evaluation()
    )
    assert loads(dumps([item])) == [item]


def test_rational_exponents_are_compared_exactly() -> None:
    # E = (4 |F|^2 R)^(1/2) at the coin, though neither side is raised to an integer here.
    right = (Power(Fraction(4), HALF), Power(Quantity("squared-row-norm"), HALF))
    right += power(Quantity("surrogate-excess"), HALF)
    proposition = PowerRelation(coin(HALF), power(Quantity("excess-risk")), "=", right)
    assert decide(proposition, Evaluation()).outcome.value == "proves"
    smaller = replace(proposition, right=(Power(Fraction(39, 10), HALF), *right[1:]))
    assert decide(smaller, Evaluation()).outcome.value == "refutes"


def test_where_all_predictions_tie_there_is_no_gap() -> None:
    tied = coin(Fraction(0))
    assert compared(tied, Fraction(0), "=", Quantity("inverse-gap", ONE)) == "proves"
    assert compared(tied, Fraction(0), "=", Quantity("gap-tail", ONE)) == "proves"
    assert compared(tied, ONE, "<=", Quantity("inverse-margin", ONE)) == "invalid"
    assert compared(tied, ONE, "<=", Quantity("margin-tail", ONE)) == "invalid"
    assert compared(tied, ONE, "=", Quantity("margin-tail")) == "proves"


@pytest.mark.parametrize(
    "problem",
    [
        with_input(coin(HALF), weight=HALF),
        replace(coin(HALF), inputs=(*coin(HALF).inputs, replace(coin(HALF).inputs[0], weight=0))),
        with_input(coin(HALF), conditional=(ONE,)),
        with_input(coin(HALF), scores=()),
        with_input(coin(HALF), conditional=(Fraction(-1), Fraction(2))),
        with_input(coin(HALF), conditional=(HALF, QUARTER)),
        with_input(coin(HALF), prediction=2),
        with_input(coin(HALF), scores=(ONE,)),
        with_input(coin(HALF), optimal=0),
        replace(coin(HALF), decomposition=replace(coin(HALF).decomposition, c=ONE)),
    ],
)
def test_what_is_no_problem_is_invalid(problem: FiniteProblem) -> None:
    assert compared(problem, Fraction(0), "<=", Quantity("excess-risk")) == "invalid"


def test_a_margin_needs_two_predictions() -> None:
    assert compared(single_prediction(), ONE, "<=", Quantity("least-margin")) == "invalid"


@pytest.mark.parametrize("p", [Fraction(1), HALF, Fraction(-1)])
def test_a_coordinate_must_be_one(p: Fraction) -> None:
    assert compared(coin(HALF), ONE, "<=", Quantity("mean-score", p)) == "invalid"


def test_negative_bases_are_refused() -> None:
    assert compared(coin(HALF), -ONE, "<=", Quantity("excess-risk")) == "invalid"


@pytest.mark.parametrize("name", ["inverse-margin", "inverse-gap", "margin-tail", "gap-tail"])
def test_irrational_powers_are_enclosed(name: QuantityName) -> None:
    # gamma is 1/2 and 1 with weights 1/4 and 3/4: 2^(1/2)/4 + 3/4, and max(2^(1/2)/4, 1).
    quantity = Quantity(name, HALF)
    value = 2**0.5 / 4 + 0.75 if name.startswith("inverse") else 1.0
    below, above = (Fraction(value + shift) for shift in (-1e-9, 1e-9))
    for bound, relation, outcome in ((below, "<", "proves"), (above, "<", "refutes")):
        proposition = PowerRelation(two_inputs(), power(bound), relation, power(quantity))  # type: ignore[arg-type]
        # Of the tails the largest is rational, and is found exactly.
        exactly = "invalid" if name.startswith("inverse") else outcome
        assert decide(proposition, Evaluation()).outcome.value == exactly
        assert decide(proposition, Enclosed(60)).outcome.value == outcome
        assert decide(proposition, Enclosed(0)).outcome.value == "invalid"
        if name.startswith("inverse"):
            assert decide(proposition, Enclosed(8)).outcome.value == "invalid"


def test_enclosures_of_rational_quantities_are_exact() -> None:
    for p in (Fraction(2), Fraction(0)):
        proposition = PowerRelation(
            two_inputs(),
            (Power(Quantity("inverse-margin", p), ONE),),
            "<=",
            power(1 + p * 3 / 8),
        )
        assert decide(proposition, Enclosed(8)).outcome.value == "proves"
    tied = coin(Fraction(0))
    for name in ("inverse-gap", "gap-tail"):
        proposition = PowerRelation(tied, power(Quantity(name, HALF)), "<=", power(ONE))
        assert decide(proposition, Enclosed(8)).outcome.value == "proves"


@pytest.mark.parametrize("name", ["inverse-margin", "margin-tail"])
def test_equal_margins_leave_one_root(name: QuantityName) -> None:
    # At the coin with gamma = 1/2 both are 2^(1/2): equality is decided although it is irrational.
    first, second = (replace(coin(HALF).inputs[0], weight=w) for w in (QUARTER, 3 * QUARTER))
    problem = replace(coin(HALF), inputs=(first, second))
    quantity = Quantity(name, HALF)
    for value, outcome in ((Fraction(2), "proves"), (Fraction(3), "refutes")):
        proposition = PowerRelation(problem, power(quantity), "=", power(value, HALF))
        assert decide(proposition, Evaluation()).outcome.value == outcome
