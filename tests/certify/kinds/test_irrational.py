"""Enclosed minors and identities for all weights: what they show, and what is refused."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.kinds.affine_dimension import AffineDimensionAtLeast
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.declared_ranks import EnclosedMinor, SymbolicSpan
from qstheory.certify.kinds.dimension_bounds import EqualRiskRank
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.rank import RankAtLeast, RankAtMost
from qstheory.certify.weights import ListedWeights, SizeWeights, UniformWeights

LOG = losses.parse("ndcg:m=2,R=1,low=0,discount=log,undefined=drop").reference
HAMMING = losses.parse("hamming:m=2").reference
ONE, TWO = Fraction(1), Fraction(2)
# With D = 1, 1/log2(3): L = (1 - 0.63..., 0), (0, 1 - 0.63...) on the observations 01 and 10.
STEEP = Fraction(271, 100)
MINOR = EnclosedMinor(
    "loss", ((1, 2), (2, 1)), ((0, 1), (1, 0)), None, 40, ((STEEP, 0 * ONE), (0 * ONE, STEEP))
)
WORSE = EnclosedMinor("prediction-differences", ((2, 1),), ((1, 0),), (1, 2), 40, ((STEEP,),))
SPAN = SymbolicSpan(((0, 1),), ((ONE, -ONE, 0 * ONE),))
UNIFORM = EqualRiskPoint(UniformWeights())


def _reason(proposition: Any, certificate: Any) -> str:
    decision = decide(proposition, certificate)
    assert (decision.outcome.value == "proves") == (decision.reason == "")
    return decision.reason


def test_the_log_discount_is_certified() -> None:
    proofs = (
        (RankAtLeast(LOG, "loss", 2), MINOR),
        (RankAtMost(LOG, "loss", 2), SPAN),
        (RankAtLeast(LOG, "prediction-differences", 1), WORSE),
        (RankAtMost(LOG, "prediction-differences", 1), SPAN),
        (AffineDimensionAtLeast(LOG, 1), MINOR),
        (AffineDimensionAtLeast(LOG, 1), WORSE),
        (EqualRiskPointExists(LOG), UNIFORM),
        (CalibrationDimensionAtLeast(LOG, 1), EqualRiskRank(UNIFORM, WORSE)),
        (CalibrationDimensionAtMost(LOG, 1), SPAN),
    )
    for proposition, certificate in proofs:
        assert _reason(proposition, certificate) == ""


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"inverse": ((ONE, ONE), (ONE, ONE))}, "a row of I - R M may have a sum of 1 or more"),
        ({"inverse": ((ONE,),)}, "the inverse does not have the size of the minor"),
        ({"predictions": ((1, 2), (1, 2))}, "a chosen label is repeated or"),
        ({"observations": ((0, 1), (0, 0))}, "a chosen label is repeated or"),
        ({"observations": ((0, 1),)}, "the minor is not square"),
        ({"bits": 0}, "the bits are not from 1 to 4096"),
        ({"base": (1, 2)}, "the base of the minor does not fit the view 'loss'"),
        (
            {"view": "prediction-differences"},
            "the base of the minor does not fit the view 'prediction-differences'",
        ),
    ],
)
def test_faults_of_an_enclosed_minor_are_named(change: dict[str, Any], reason: str) -> None:
    given = replace(MINOR, **change)
    assert _reason(RankAtLeast(LOG, "loss", 2), given).startswith(reason)


def test_a_minor_of_another_size_is_refused() -> None:
    assert _reason(AffineDimensionAtLeast(LOG, 2), MINOR) == "the bound is 1, less than r"
    short = "the rank is shown to be 1"
    for minor in (MINOR, WORSE):
        assert _reason(CalibrationDimensionAtLeast(LOG, 2), EqualRiskRank(UNIFORM, minor)) == short


def _listed(*weights: Fraction) -> EqualRiskPoint:
    labels = ((0, 1), (1, 0), (1, 1))
    return EqualRiskPoint(ListedWeights(tuple(zip(labels, weights, strict=True))))


def test_faults_of_an_equal_risk_point_are_named() -> None:
    proposition = EqualRiskPointExists(LOG)
    assert _reason(proposition, _listed(ONE / 3, ONE / 3, ONE / 3)) == ""
    skew = _reason(proposition, _listed(ONE / 2, ONE / 4, ONE / 4))
    assert skew == "the prediction (2, 1) has another risk than the first"
    assert "not positive" in _reason(proposition, _listed(ONE / 2, ONE / 2, 0 * ONE))
    by_size = EqualRiskPoint(SizeWeights(()))
    assert _reason(proposition, by_size) == "the loss is not declared by counts"
    span = RankAtMost(HAMMING, "prediction-differences", 1)
    assert _reason(span, SPAN) == "the loss is not declared as linear in weights"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"coefficients": ((ONE, ONE, 0 * ONE),)}, "the columns do not give the differences at"),
        ({"coefficients": ((ONE, -ONE),)}, "the coefficients are not one row"),
        ({"columns": ((0, 0),)}, "a column is not an observation of the loss"),
    ],
)
def test_faults_of_a_span_are_named(change: dict[str, Any], reason: str) -> None:
    given = replace(SPAN, **change)
    assert _reason(RankAtMost(LOG, "prediction-differences", 1), given).startswith(reason)


def test_a_span_bounds_only_what_it_says() -> None:
    less = "the bound is 2, more than r"
    assert _reason(RankAtMost(LOG, "observation-differences", 1), SPAN) == less
    assert _reason(RankAtMost(LOG, "loss", 1), SPAN) == less
    assert "the bound is 1, more than d" in _reason(CalibrationDimensionAtMost(LOG, 0), SPAN)
