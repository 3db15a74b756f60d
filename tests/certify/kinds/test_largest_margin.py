"""The largest margin: bounds that meet, and certificates that show nothing."""

from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.kinds.margins import Distribution, LargestMargin, Mixture, Mixtures
from qstheory.certify.kinds.margins_by_counts import OrbitStandings, StandingsBySize, standing
from qstheory.certify.weights import ListedWeights, UniformWeights

ONE, HALF = Fraction(1), Fraction(1, 2)
CLASSES = losses.make("multiclass", classes=3)
SINGLE = losses.make("prec-at-k", m=1, k=1)


def mixtures(*names: object) -> Mixtures:
    return Mixtures(tuple(Mixture(ListedWeights(((z, ONE),))) for z in names))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("relation", "value", "by_point", "by_mixtures"),
    [
        ("<=", ONE, "invalid", "proves"),
        ("<=", HALF, "refutes", "invalid"),
        (">=", ONE, "proves", "invalid"),
        (">=", Fraction(3, 2), "invalid", "refutes"),
    ],
)
def test_the_largest_margin_of_the_zero_one_loss_is_1(
    relation: str, value: Fraction, by_point: str, by_mixtures: str
) -> None:
    proposition = LargestMargin(CLASSES.reference, relation, value)  # type: ignore[arg-type]
    point = Distribution(ListedWeights(((0, ONE),)))
    assert decide(proposition, point).outcome.value == by_point
    assert decide(proposition, mixtures(1, 2, 0)).outcome.value == by_mixtures


@pytest.mark.parametrize(
    "given",
    [mixtures(1, 2), mixtures(1, 1, 1), mixtures(1, 2, 7), Mixtures(())],
)
def test_what_are_no_mixtures(given: Mixtures) -> None:
    proposition = LargestMargin(CLASSES.reference, "<=", ONE)
    assert decide(proposition, given).outcome.value == "invalid"


def test_one_prediction_has_no_margin() -> None:
    proposition = LargestMargin(SINGLE.reference, "<=", ONE)
    assert decide(proposition, mixtures((1,))).outcome.value == "invalid"
    point = Distribution(UniformWeights())
    assert decide(proposition, point).outcome.value == "invalid"


def test_a_mixture_that_is_better_everywhere_leaves_no_optimum():
    assert standing(None, Fraction(-1, 3)) == "never"
    assert standing(Fraction(0), Fraction(1, 3)) is None
    assert standing(None, None) is None


def test_a_size_without_a_distribution_is_not_decided() -> None:
    """Of a set observed by its size alone another of that size costs as much: both are needed."""
    proposition = StandingsBySize(
        losses.parse("block-zero-one:m=2,blocks=size").reference, ("alone", "tied", "alone")
    )
    other = (((0, 1), ONE),)
    points = tuple((((a, 0), ONE),) for a in range(3))
    shown = decide(proposition, OrbitStandings(points, ((), other, ())))
    assert shown.outcome.value == "proves"
    shown = decide(proposition, OrbitStandings((points[0], (), points[2]), ((), other, ())))
    assert shown.outcome.value == "invalid"
    assert "the size 1 does not decide it" in shown.reason
