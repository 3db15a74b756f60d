"""The p-noise condition on finite problems, and losses with no positive margin."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.bundle import Item, loads
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.noise_condition import (
    NoiseCondition,
    PositiveMarginExists,
    Twins,
    UniqueOptimum,
)
from qstheory.certify.weights import ListedWeights, UniformWeights
from qstheory.losses.matrix import matrix_loss
from qstheory.work.certificates import dumps

from .problems import HALF, coin

ZERO, ONE = Fraction(0), Fraction(1)
TIED = NoiseCondition(coin(ZERO), ZERO, "o", "margin")
HAMMING = PositiveMarginExists(losses.make("hamming", m=1).reference)
SURE = UniqueOptimum(ListedWeights((((1,), ONE),)))
DOUBLE = PositiveMarginExists(matrix_loss([[ZERO, ONE], [ZERO, ONE]]).reference)
SINGLE = PositiveMarginExists(matrix_loss([[ZERO, ONE]]).reference)


@pytest.mark.parametrize(
    ("proposition", "outcome"),
    [
        (TIED, "refutes"),
        (replace(TIED, order="O"), "proves"),
        (replace(TIED, order="O", p=ONE), "refutes"),
        (replace(TIED, measure="gap"), "proves"),
        (replace(TIED, problem=coin(HALF)), "proves"),
        (replace(TIED, p=-ONE), "invalid"),
    ],
)
def test_a_finite_problem_has_p_noise_when_no_margin_is_zero(
    proposition: NoiseCondition, outcome: str
) -> None:
    assert decide(proposition, Evaluation()).outcome.value == outcome


@pytest.mark.parametrize(
    ("proposition", "certificate", "outcome"),
    [
        (HAMMING, SURE, "proves"),
        (HAMMING, UniqueOptimum(UniformWeights()), "invalid"),
        (HAMMING, UniqueOptimum(ListedWeights(())), "invalid"),
        (HAMMING, Twins(((1,), (0,))), "invalid"),
        (HAMMING, Twins(((0,), (1,))), "invalid"),
        (DOUBLE, Twins(("1", "0")), "refutes"),
        (DOUBLE, Twins(("1",)), "invalid"),
        (DOUBLE, Twins(("1", "2")), "invalid"),
        (SINGLE, Twins(()), "refutes"),
        (SINGLE, UniqueOptimum(UniformWeights()), "invalid"),
    ],
)
def test_whether_a_margin_can_be_positive(
    proposition: PositiveMarginExists, certificate: object, outcome: str
) -> None:
    assert decide(proposition, certificate).outcome.value == outcome


def test_they_survive_the_certificate_file() -> None:
    items = [Item(TIED, Evaluation(), "refutes"), Item(HAMMING, SURE)]
    items += [Item(DOUBLE, Twins(("1", "0")), "refutes")]
    assert loads(dumps(items)) == items
