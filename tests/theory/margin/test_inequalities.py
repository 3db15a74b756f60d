"""Random finite distributions keep every repaired inequality; the printed ones fail on the coin."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.rules import Outcome
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import matrix_loss
from qstheory.testing import planted_losses, simplex_points
from qstheory.theory.margin.distribution import FiniteDistribution, Point
from qstheory.theory.margin.low_noise import NoiseAnalysis, analyze_noise, surrogate_of

Q = Fraction
ONE, HALF = Q(1), Q(1, 2)


def coin(gap: Fraction, scale: Fraction = ONE) -> FiniteDistribution:
    """One input, two labels, P(y = 1) = (1 + gap)/2, the loss scaled."""
    loss = matrix_loss([[Q(0), scale], [scale, Q(0)]])
    return FiniteDistribution(loss, (Point("x", ONE, ((1 - gap) / 2, (1 + gap) / 2)),))


def analysed(distribution: FiniteDistribution, *exponents: Fraction) -> NoiseAnalysis:
    return analyze_noise(distribution, surrogate_of(distribution.loss), exponents)


def statuses(found: NoiseAnalysis, name: str, form: str) -> set[str]:
    return {
        c.status for c in found.checked if (c.inequality.name, c.inequality.form) == (name, form)
    }


@st.composite
def distributions(draw: st.DrawFn) -> NoiseAnalysis:
    """Up to three inputs for a planted loss, its planted decomposition, and an exponent."""
    planted = draw(planted_losses(most=4))
    weights = draw(st.integers(1, 3).flatmap(lambda n: simplex_points(n, interior=True)))
    size = planted.loss.observations.size
    points = tuple(
        Point(str(i), weight, draw(simplex_points(size))) for i, weight in enumerate(weights)
    )
    p = draw(st.sampled_from([HALF, ONE, Q(3, 2), Q(2), Q(3)]))
    distribution = FiniteDistribution(planted.loss, points)
    return analyze_noise(distribution, planted.decomposition, [p])


@settings(max_examples=40)
@given(distributions())
def test_repaired_and_extended_inequalities_hold_at_every_distribution(
    found: NoiseAnalysis,
) -> None:
    for item in found.checked:
        if item.inequality.form != "printed":
            assert item.status != "violated", item.inequality
        if item.status == "not applicable":
            # Only gamma may vanish; whatever speaks of gamma+ or of no margin applies.
            assert "the margin is 0" in item.evidence.decision.reason
            assert found.margin is not None
            assert found.margin.at_zero
    gaps = [item.status for item in found.checked if item.inequality.claim == "x.noise.gamma-plus"]
    assert "not applicable" not in gaps


@pytest.mark.parametrize(
    ("gap", "scale", "p", "name", "status"),
    [
        (HALF, ONE, Q(2), "error set", "violated"),
        (HALF, ONE, Q(3, 2), "error set", "violated"),
        (HALF, ONE, ONE, "error set", "holds"),
        (HALF, Q(4), HALF, "error set", "violated"),
        (Q(1, 65), ONE, Q(2), "improved comparison", "violated"),
        (Q(1, 64), ONE, Q(2), "improved comparison", "holds"),
        (Q(1, 9), ONE, Q(5), "improved comparison", "violated"),
        (Q(1, 17), ONE, Q(3), "improved calibration", "violated"),
        (HALF, Q(4), ONE, "lower bound of improved calibration", "violated"),
        (HALF, ONE, ONE, "lower bound of improved calibration", "holds"),
    ],
)
def test_printed_forms_at_the_coin(
    gap: Fraction, scale: Fraction, p: Fraction, name: str, status: str
) -> None:
    found = analysed(coin(gap, scale), p)
    assert statuses(found, name, "printed") == {status}


@pytest.mark.parametrize("p", [ONE, Q(2), Q(5), HALF, Q(7, 3)])
def test_repaired_forms_are_equalities_at_the_coin(p: Fraction) -> None:
    for gap in (HALF, Q(1, 9)):
        for item in analysed(coin(gap), p).checked:
            if (item.inequality.name, item.inequality.form) in (
                ("error set", "repaired"),
                ("improved comparison", "repaired"),
                ("improved calibration", "repaired"),
                ("comparison inequality", "printed"),
            ):
                assert item.status == "holds"
                assert item.sides is not None
                assert item.sides.left == item.sides.right


def test_the_certificates_replay_and_say_what_was_found() -> None:
    found = analysed(coin(HALF), ONE, Q(2))
    items = found.items()
    assert {item.expect for item in items} == {"proves", "refutes"}
    for item in items:
        assert decide(item.proposition, item.certificate).outcome.value == item.expect


def test_where_every_prediction_ties_nothing_can_err() -> None:
    found = analysed(coin(Q(0)), ONE)
    assert found.margin is not None
    assert found.margin.at_zero == 1
    assert found.gap.steps == ()
    margin, gap = (c.evidence.decision.outcome for c in found.conditions)
    assert (margin, gap) == (Outcome.REFUTES, Outcome.PROVES)
    assert statuses(found, "error set", "repaired") == {"not applicable"}
    assert statuses(found, "error set", "extended") == {"holds"}


def test_one_prediction_has_no_margin() -> None:
    loss = losses.make("prec-at-k", m=1, k=1)
    found = analysed(FiniteDistribution(loss, (Point("x", ONE, (HALF, HALF)),)), ONE)
    assert found.margin is None
    assert found.conditions[0].evidence.decision.outcome is Outcome.INVALID


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ((Point("a", HALF, (HALF, HALF)),), "sum to 1/2"),
        ((Point("a", ONE, (ONE,)),), "1 probabilities for 2"),
        ((Point("a", ONE, (Q(-1), Q(2))),), "-1 is negative"),
        ((Point("a", ONE, (HALF, Q(1, 4))),), "sum to 3/4"),
        ((Point("a", Q(2), (ONE, Q(0))), Point("b", Q(-1), (ONE, Q(0)))), "must be positive"),
    ],
)
def test_what_is_no_distribution(points: tuple[Point, ...], reason: str) -> None:
    with pytest.raises(InvalidParameter, match=reason):
        FiniteDistribution(losses.make("hamming", m=1), points)


def test_limits() -> None:
    for p in (Q(0), Q(-1), Q(33), Q(1, 13)):
        with pytest.raises(InvalidParameter, match="must be a positive fraction"):
            analysed(coin(HALF), p)
    long = Q(10**60 + 1, 10**61)
    with pytest.raises(TooLarge, match="give a smaller p"):
        analysed(coin(long), Q(32))
    with pytest.raises(TooLarge, match="too many digits; round them"):
        analysed(coin(Q(10**999 + 1, 10**1000)), ONE)
    # Sides that are too long to write out are enclosed; the decision stays exact.
    first, second = (replace(coin(gap).points[0], weight=HALF) for gap in (Q(7, 97), Q(11, 89)))
    found = analysed(FiniteDistribution(coin(ONE).loss, (first, replace(second, name="y"))), Q(15))
    (printed, *_) = [c for c in found.checked if c.inequality.name == "improved comparison"]
    assert printed.sides is not None
    assert printed.sides.power == 1
    assert (printed.evidence.certificate, printed.status) == (Evaluation(), "violated")
    wide = losses.make("multiclass", classes=65)
    corner = (ONE, *[Q(0)] * 64)
    with pytest.raises(TooLarge):
        analyze_noise(
            FiniteDistribution(wide, (Point("x", ONE, corner),)),
            surrogate_of(coin(ONE).loss),
            [ONE],
        )
