"""Weights by list, by size and uniform: the same products by enumeration and by counts."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists, SignVector
from qstheory.certify.risks import risks_at
from qstheory.certify.weights import (
    ListedWeights,
    Side,
    SizeWeights,
    UniformWeights,
    products,
    side_of,
    weights_fault,
)
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import Loss, matrix_loss
from qstheory.losses.catalogue import parse
from qstheory.losses.spaces import Labels

NAMES = ("hamming:m=3", "f-score:m=3,undefined=zero", "prec-at-k:m=3,k=2", "zero-one:m=2")
SIDES: tuple[Side, ...] = ("predictions", "observations")


def listed(loss: Loss, side: Side, by_size: SizeWeights) -> ListedWeights:
    """The same weights label by label."""
    space = list(side_of(loss, side))
    sizes = [sum(label) for label in space if isinstance(label, tuple)]
    totals = dict(by_size.weights)
    return ListedWeights(
        tuple(
            (label, totals.get(size, Fraction(0)) / sizes.count(size))
            for label, size in zip(space, sizes, strict=True)
        )
    )


@settings(max_examples=60)
@given(st.sampled_from(NAMES), st.sampled_from(SIDES), st.data())
def test_counts_and_enumeration_agree(name: str, side: Side, data: st.DataObject) -> None:
    loss = parse(name)
    assert loss.counts is not None
    sets = loss.counts.predictions if side == "predictions" else loss.counts.observations
    by_size = SizeWeights(
        tuple((size, data.draw(st.fractions(-3, 3, max_denominator=9))) for size in sets.sizes)
    )
    assert weights_fault(loss, side, by_size) == ""
    counted = dict(products(loss, side, by_size))
    for label, value in products(loss, side, listed(loss, side, by_size)):
        assert isinstance(label, tuple)
        assert counted[sum(label)] == value


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("side", SIDES)
def test_uniform_weights_are_one_nth_each(name: str, side: Side) -> None:
    loss = parse(name)
    space = side_of(loss, side)
    each = ListedWeights(tuple((label, Fraction(1, space.size)) for label in space))
    uniform = dict(products(loss, side, UniformWeights()))
    for label, value in products(loss, side, each):
        assert isinstance(label, tuple)
        assert uniform[sum(label)] == value


def test_the_f_score_condition_is_refuted_at_a_hundred_labels() -> None:
    """Row 0 less row 1: only y = 0 tells them apart in score, so the difference is >= 0, not 0."""
    loss = parse("f-score:m=100,undefined=zero").reference
    given = SignVector(SizeWeights(((0, Fraction(1)), (100, Fraction(-1)))))
    assert decide(EqualRiskPointExists(loss), given).outcome is Outcome.REFUTES


def test_weights_that_do_not_fit_are_named() -> None:
    hamming, classes = parse("hamming:m=2"), parse("ordinal-absolute:classes=2")
    one = Fraction(1)
    repeated = ListedWeights((((0, 0), one), ((0, 0), one)))
    assert "repeated" in weights_fault(hamming, "predictions", repeated)
    assert "repeated" in weights_fault(hamming, "predictions", SizeWeights(((3, one),)))
    assert "not declared by counts" in weights_fault(classes, "predictions", SizeWeights(()))
    with pytest.raises(InvalidParameter, match="by size"):
        list(products(classes, "predictions", SizeWeights(())))
    for wrong in (ListedWeights(()), ListedWeights((((0, 0), 2 * one), ((0, 1), -one)))):
        with pytest.raises(InvalidParameter, match="sum 1"):
            risks_at(hamming, wrong)
    with pytest.raises(InvalidParameter, match="repeated"):
        risks_at(hamming, repeated)


def test_an_empty_side_has_no_uniform_weights() -> None:
    classes = parse("multiclass:classes=2")
    empty = Loss(classes.reference, classes.predictions, Labels(()), classes.entry)
    assert weights_fault(empty, "observations", UniformWeights()) == "there are no observations"


def test_sums_that_are_too_long_are_refused() -> None:
    permutations = parse("map:m=9,undefined=drop")
    with pytest.raises(TooLarge, match="20,000,000 entries"):
        list(products(permutations, "predictions", UniformWeights()))
    with pytest.raises(TooLarge, match="20,000,000 entries"):
        list(products(parse("f-score:m=1000,undefined=one"), "predictions", UniformWeights()))


def test_equal_risk_points_must_be_positive_and_level() -> None:
    hamming = EqualRiskPointExists(parse("hamming:m=1").reference)
    half = Fraction(1, 2)
    for weights, reason in (
        (ListedWeights((((0,), Fraction(1)),)), "not positive on all observations"),
        (ListedWeights((((0,), half), ((1,), half + 1))), "sum 1"),
        (ListedWeights((((0,), half / 2), ((1,), 3 * half / 2))), "another risk"),
        (SizeWeights(((0, Fraction(1)),)), "not positive"),
        (SizeWeights(((2, Fraction(1)),)), "repeated or belongs to none"),
    ):
        assert reason in decide(hamming, EqualRiskPoint(weights)).reason


def test_sums_over_denominators_of_many_digits_are_those_of_the_fractions() -> None:
    """No one denominator is taken for them: 14 primes to a high power have 1,400 bits together."""
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)
    values = [Fraction(k + 1, p**40) for k, p in enumerate(primes)]
    loss = matrix_loss([values[:7], values[7:]])
    shares = [Fraction(k + 1, 28) for k in range(7)]
    weights = ListedWeights(tuple((str(y), w) for y, w in enumerate(shares)))
    expected = {
        str(z): sum((w * x for w, x in zip(shares, row, strict=True)), Fraction(0))
        for z, row in enumerate((values[:7], values[7:]))
    }
    assert dict(products(loss, "observations", weights)) == expected
    risks = risks_at(loss, weights)
    assert {z: risks.at(z) for z in expected} == expected
    assert risks.bayes == min(expected.values())
