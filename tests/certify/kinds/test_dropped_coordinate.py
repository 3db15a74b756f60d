"""Closed forms without their last coordinate: by counts what all labels have."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify.kinds.constants import measures
from qstheory.certify.kinds.decomposition import form_fault

NAMES = (
    *(f"multiclass:classes={n}" for n in (1, 2, 3, 5, 7)),
    *(f"top-k:classes={n},k={k}" for n, k in ((2, 1), (3, 2), (4, 2), (5, 3), (6, 1), (6, 5))),
)


@pytest.mark.parametrize("name", NAMES)
def test_features_constants_and_entries_are_those_of_all_labels(name: str) -> None:
    loss = losses.parse(name)
    form = loss.closed_form("minimal")
    k = dict(loss.reference.parameters).get("k", 1)  # type: ignore[union-attr]
    n = loss.observations.size
    for z in loss.predictions:
        chosen = {z} if isinstance(z, int) else {j for j in range(n) if z[j]}
        by_hand = {j: Fraction(k, n) - (j in chosen) for j in range(n - 1)}
        assert dict(form.prediction_features(z)) == {j: x for j, x in by_hand.items() if x}
    for y in loss.observations:
        one = {y} if y != n - 1 else set(range(n - 1))
        found = form.observation_features(y)
        assert set(found) == one
        assert set(found.values()) <= {Fraction(1 if y != n - 1 else -1)}
    assert form_fault(loss, form, "counts") == form_fault(loss, form, "entries") == ""
    assert measures(loss, form, "counts") == measures(loss, form, "entries")


def test_coordinates_that_do_not_sum_to_zero() -> None:
    loss = losses.make("multiclass", classes=4)
    form = loss.closed_form("minimal")
    assert form.counts is not None
    for wrong in (
        replace(form.counts, prediction=lambda bit, size: {0: Fraction(bit)}),
        replace(form.counts, extras=1),
    ):
        changed = replace(form, features=wrong)
        assert "sum to 0" in form_fault(loss, changed, "counts")
