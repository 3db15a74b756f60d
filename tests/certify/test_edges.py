"""Refusals that no other test meets: each is a sentence and no verdict."""

from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.arithmetic import product_fault, solved_modulo
from qstheory.certify.decide import decide_read
from qstheory.certify.expressions import Expression, Number, Sum
from qstheory.certify.kinds.finite_instances import Evaluation, Power, PowerRelation, Quantity
from qstheory.certify.kinds.rank import RankAtMost
from qstheory.certify.kinds.span import ModularSpan
from qstheory.certify.kinds.values import Comparison, Exactly
from qstheory.certify.weights import SizeWeights, risk_values
from qstheory.errors import InvalidParameter

from .kinds.problems import coin, single_prediction, with_input

ONE = Fraction(1)
LOG = losses.parse("ndcg:m=2,R=1,low=0,discount=log,undefined=drop").reference


def test_products_and_solutions_of_nothing() -> None:
    assert solved_modulo([], [], 7) == []
    assert product_fault([[1, 2], [3, 4]], [[1, 0], [0, 1]], [[1, 2], [3, 5]]) == (1, 1)
    assert product_fault([], [], []) is None


def test_a_weight_that_is_not_positive() -> None:
    relation = ((Power(Quantity("excess-risk"), ONE),), "<=", (Power(ONE, ONE),))
    first = coin(Fraction(1, 2)).inputs[0]
    two = with_input(coin(Fraction(1, 2)), weight=Fraction(0))
    two = type(two)(two.loss, two.decomposition, (*two.inputs, first))
    found = decide(PowerRelation(two, *relation), Evaluation())
    assert found.outcome is Outcome.INVALID
    assert "not positive" in found.reason


def test_an_infinite_gap_that_is_not_inverted() -> None:
    """gamma+ of a single prediction is infinite, and E gamma+^0 would be 1 or 0."""
    side = (Power(Quantity("inverse-gap", Fraction(0)), ONE),)
    found = decide(PowerRelation(single_prediction(), side, "<=", (Power(ONE, ONE),)), Evaluation())
    assert found.outcome is Outcome.INVALID
    assert "infinite" in found.reason


def test_moduli_below_the_bound() -> None:
    """The minor of order 3 is regular modulo 7, which does not bound a minor of order 4."""
    loss = losses.make("hamming", m=2)
    bits = tuple(loss.predictions)[:3]
    found = decide(RankAtMost(loss.reference, "loss", 3), ModularSpan(bits, bits, (7,)))
    assert found.outcome is Outcome.INVALID
    assert "Hadamard" in found.reason


def test_a_minor_that_is_singular_modulo_a_number_spans_nothing() -> None:
    """The minor of order 3 is 4."""
    loss = losses.make("hamming", m=2)
    bits = tuple(loss.predictions)[:3]
    found = decide(RankAtMost(loss.reference, "loss", 3), ModularSpan(bits, bits, (2,)))
    assert "not regular modulo each" in found.reason


def test_an_expression_that_is_nested_too_deeply() -> None:
    deep: Expression = Number(ONE)
    for _ in range(100_000):
        deep = Sum((deep,))
    found = decide_read(Comparison(deep, "<=", Number(ONE)), Exactly())
    assert found.outcome is Outcome.INVALID
    assert "too deeply" in found.reason


def test_weights_by_size_at_an_irrational_loss() -> None:
    """Only a loss that is declared by counts knows what a size is."""
    with pytest.raises(InvalidParameter, match="declared by counts"):
        list(risk_values(losses.resolve(LOG), SizeWeights(((1, ONE),))))
