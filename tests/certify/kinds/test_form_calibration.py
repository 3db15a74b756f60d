"""Bounds on calibration functions of closed forms: what each certificate is refused for."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.form_calibration import (
    CalibrationBound,
    Path,
    combined,
    decodes,
    plain,
    squared_diameter,
)
from qstheory.certify.weights import ListedWeights
from qstheory.errors import InvalidParameter
from qstheory.losses.closed_forms import dot

from ..samples.form_calibration import BOTH, NONE, SURE, TO_BOTH

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
HAMMING = losses.make("hamming", m=2).reference
ABOVE = CalibrationBound(HAMMING, "repaired", "<=", ONE, Fraction(2))
BELOW = CalibrationBound(HAMMING, "repaired", ">=", ZERO, Fraction(2))
SMALL = (
    "hamming:m=3",
    "f-score:m=3,undefined=one",
    "top-k:classes=5,k=3",
    "abstain:classes=4,cost=1/3",
    "ordinal-absolute:classes=5",
    "tree:classes=a/b;a/c;a/c/d;e;f/g",
)


@pytest.mark.parametrize(
    ("claim", "path", "reason"),
    [
        (BELOW, TO_BOTH, "from above"),
        (replace(ABOVE, place=ZERO), TO_BOTH, "from above"),
        (ABOVE, replace(TO_BOTH, z=(0, 0, 0)), "two predictions"),
        (ABOVE, replace(TO_BOTH, start=ListedWeights(((0, ONE),))), "none of the"),
        (ABOVE, replace(TO_BOTH, stop=ListedWeights(((BOTH, HALF),))), "sum 1"),
        (
            ABOVE,
            replace(TO_BOTH, scores=ListedWeights(((BOTH, Fraction(2)), (NONE, -ONE)))),
            "sum 1",
        ),
        (ABOVE, replace(TO_BOTH, step=ONE), "decode"),
        (ABOVE, replace(TO_BOTH, start=SURE), "decode"),
        # Where z is the better one at first, the excess e comes after the share e / e1.
        (ABOVE, replace(TO_BOTH, start=ListedWeights(((NONE, ONE),))), "cost the same"),
        (replace(ABOVE, place=Fraction(3, 2)), TO_BOTH, "excess"),
        (replace(ABOVE, square=ONE), TO_BOTH, "above the bound"),
    ],
)
def test_paths_that_show_nothing(claim: CalibrationBound, path: Path, reason: str) -> None:
    decision = decide(claim, path)
    assert decision.outcome.value == "invalid"
    assert reason in decision.reason


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (ABOVE, "from below"),
        (replace(BELOW, place=-ONE), "from below"),
        (replace(BELOW, square=Fraction(3)), "shows less"),
        (replace(BELOW, loss=losses.make("ordinal-squared", classes=5).reference), "repaired"),
        (
            CalibrationBound(
                losses.make("ordinal-squared", classes=5).reference, "minimal", ">=", ZERO, ONE
            ),
            "does not depend on counts alone",
        ),
        (
            CalibrationBound(
                losses.make("ordinal-absolute", classes=5).reference, "minimal", ">=", ONE, ONE
            ),
            "not bounded by counts",
        ),
    ],
)
def test_diameters_that_show_nothing(claim: CalibrationBound, reason: str) -> None:
    decision = decide(claim, Evaluation())
    assert decision.outcome.value == "invalid"
    assert reason in decision.reason


@pytest.mark.parametrize("name", SMALL)
def test_distances_scores_and_means_are_those_of_all_labels(name: str) -> None:
    """The features of every label, beside what is counted."""
    loss = losses.parse(name)
    for form in loss.closed_forms:
        by_size = form.counts is not None and plain(form.counts) is None
        if form.counts is None or form.counts.dropped or (by_size and loss.counts is None):
            with pytest.raises(InvalidParameter):
                squared_diameter(loss, form, ZERO)
            continue
        keys = range(form.dimension)
        F, U = (
            {x: [features(x).get(k, ZERO) for k in keys] for x in labels}
            for labels, features in (
                (loss.predictions, form.prediction_features),
                (loss.observations, form.observation_features),
            )
        )

        def inner(left: list[Fraction], right: list[Fraction]) -> Fraction:
            return sum((a * b for a, b in zip(left, right, strict=True)), ZERO)

        places = (ZERO,) if loss.counts is None else (ZERO, ONE / 4, Fraction(3, 5), Fraction(9))
        for place in places:
            squares = [ZERO]
            for z, best in product(F, F):
                change = [a - b for a, b in zip(F[z], F[best], strict=True)]
                if not place or max(inner(change, u) for u in U.values()) > place:
                    squares.append(inner(change, change))
            assert squared_diameter(loss, form, place) == max(squares)
        shares = ListedWeights(
            tuple((y, Fraction(i + 1, 100)) for i, y in enumerate(loss.observations))
        )
        mean = combined(loss, form, shares)
        for k in keys:
            assert mean.get(k, ZERO) == sum((w * U[y][k] for y, w in shares.weights), ZERO)
        values = {z: dot(form.prediction_features(z), mean) for z in loss.predictions}
        least = min(values.values())
        if loss.counts is not None:  # Other sets than those of the labels may be less.
            assert {z for z in values if decodes(loss, form, z, mean)} == {
                z for z, x in values.items() if x == least
            }
        else:
            assert all(values[z] == least for z in values if decodes(loss, form, z, mean))
