"""What follows from a declaration is refused where the declaration does not say it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify import definite, sets
from qstheory.certify.kinds.constants import Measures, measures
from qstheory.certify.kinds.decomposition import _coefficients_fault
from qstheory.certify.sets import declared_places, distance_of_sets
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.work import certificates as encoding

LINE = losses.make("ordinal-absolute", classes=5)
SQUARES = losses.make("ordinal-squared", classes=30)


def test_distances_of_other_sets_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = distance_of_sets(LINE)
    assert [size for _, size in declared_places(LINE) or []] == [0, 1, 2, 3, 4]
    other = replace(LINE, entry=replace(counts, observation_set=lambda y: 1))
    with pytest.raises(InvalidParameter, match="not the same sets"):
        distance_of_sets(other)
    assert declared_places(other) is None
    monkeypatch.setattr(sets, "LABELS", 4)
    with pytest.raises(TooLarge, match="more than 4 sets"):
        distance_of_sets(LINE)


def test_a_concave_polynomial_has_no_places() -> None:
    entry = SQUARES.polynomial
    assert entry is not None
    assert declared_places(SQUARES) is not None
    concave = replace(entry, rows=tuple(tuple(-a for a in row) for row in entry.rows))
    assert declared_places(replace(SQUARES, entry=concave)) is None


def test_a_form_with_other_coefficients_is_found() -> None:
    (form,) = [f for f in SQUARES.closed_forms if f.polynomial is not None][:1]
    assert _coefficients_fault(SQUARES, form) == ""
    assert form.polynomial is not None
    short = replace(form.polynomial, observation=form.polynomial.observation[1:])
    assert "as many" in _coefficients_fault(SQUARES, replace(form, features=short))
    assert "not those" in _coefficients_fault(SQUARES, replace(form, constant=form.constant + 1))


def test_constants_of_labels_that_are_some_sets() -> None:
    """Against the features written out."""
    forms = [f for f in LINE.closed_forms if f.counts is not None]
    assert forms
    for form in forms:
        rows = [form.prediction_features(z) for z in LINE.predictions]
        columns = [form.observation_features(y) for y in LINE.observations]
        norms = [max(sum(x * x for x in row.values()) for row in each) for each in (rows, columns)]
        largest = max(abs(x) for column in columns for x in column.values())
        assert measures(LINE, form, "counts") == Measures(form.dimension, *norms, largest)


def test_a_wrong_proposal_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definite, "_float_root", lambda *_: [[0.0]] * 9)
    assert not definite.surely_definite([[9 if i == j else 2 for j in range(9)] for i in range(9)])
    monkeypatch.setattr(encoding, "product_of", lambda *_: None)
    assert encoding.factored([[Fraction(1)] * 16 for _ in range(16)]) is None
