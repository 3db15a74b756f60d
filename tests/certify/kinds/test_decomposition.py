"""Forms whose declared dimension or features are wrong do not hold, however they are compared."""

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    BadEntry,
    By,
    ClosedFormHolds,
    DecompositionHolds,
    EveryEntry,
    NamedForm,
    form_fault,
)
from qstheory.certify.kinds.rank import RankAtMost
from qstheory.errors import InvalidParameter
from qstheory.losses.catalogue import parse
from qstheory.losses.closed_forms import ClosedForm, CountForm, Features
from qstheory.losses.linear import Sparse
from qstheory.losses.spaces import Label, binary

ONE = Fraction(1)
HAMMING = parse("hamming:m=2")
FORM = HAMMING.closed_form("repaired")


def with_counts(**changed: Any) -> ClosedForm:
    assert isinstance(FORM.counts, CountForm)
    return replace(FORM, features=replace(FORM.counts, **changed))


@pytest.mark.parametrize("by", ["entries", "counts"])
def test_the_dimension_is_not_trusted(by: By) -> None:
    """A block or a coordinate fewer than there are values for."""
    assert form_fault(HAMMING, FORM, by) == ""
    assert "beyond the dimension" in form_fault(HAMMING, with_counts(blocks=0), by)


@pytest.mark.parametrize("form", ["repaired", "printed"])
def test_features_of_other_sets_do_not_hold_by_counts(form: str) -> None:
    """The three counts agree where the features are those of the complement of one of the sets."""
    given = HAMMING.closed_form(form)
    assert isinstance(given.counts, CountForm)
    sides: tuple[dict[str, Any], ...] = (
        {"prediction_set": lambda z: 3 - binary(z)},
        {"observation_set": lambda y: 3 - binary(y)},
        {"m": 3},
    )
    for side in sides:
        false = replace(given, features=replace(given.counts, **side))
        assert any(
            false.value(z, y) != HAMMING.entry(z, y)
            for z in HAMMING.predictions
            for y in HAMMING.observations
        )
        with pytest.raises(InvalidParameter, match="other sets"):
            form_fault(HAMMING, false, "counts")


def test_nothing_is_said_of_features_beside_what_makes_them() -> None:
    """No member tells of counts, weights or powers: each is seen from the features."""
    said = {"counts", "linear", "polynomial", "dimension"}
    assert not said & {member.name for member in fields(ClosedForm)}
    plain = Features(2, FORM.prediction_features, FORM.observation_features)
    with pytest.raises(InvalidParameter, match="counts alone"):
        form_fault(HAMMING, replace(FORM, features=plain), "counts")


@pytest.mark.parametrize("leaves", [5, 40])
def test_every_entry_of_few_and_of_many_coordinates_is_compared(leaves: int) -> None:
    names = ";".join(f"a{i % 3}/b{i % 7}/c{i}" for i in range(leaves))
    loss = parse(f"tree:classes={names}")
    form = loss.closed_form("edges")
    assert max(len(form.observation_features(y)) for y in loss.observations) >= leaves
    assert form_fault(loss, form, "entries") == ""
    chosen = list(loss.observations)[leaves - 2]

    def changed(y: Label) -> Sparse:
        features = dict(form.observation_features(y))
        return {**features, 2: features[2] + Fraction(1, 3)} if y == chosen else features

    first = next(iter(loss.predictions))
    features = Features(form.dimension, form.prediction_features, changed)
    wrong = replace(form, features=features)
    assert form_fault(loss, wrong, "entries") == f"the form fails at {first!r}, {chosen!r}"
    shifted = replace(form, constant=form.constant + 1)
    assert form_fault(loss, shifted, "entries") == f"the form fails at {first!r}, {first!r}"


def test_features_by_count_stay_within_their_blocks() -> None:
    beyond = with_counts(observation=lambda bit, size: {1: ONE})
    assert "beyond the dimension" in form_fault(HAMMING, beyond, "counts")
    extra = with_counts(observation_extra=lambda size: {0: ONE})
    assert "beyond the dimension" in form_fault(HAMMING, extra, "counts")


def test_a_form_that_depends_on_sizes_is_compared_at_every_count() -> None:
    assert isinstance(FORM.counts, CountForm)
    # Right at |z| <= 1, so that the four triples of an affine form would not tell.
    wrong = with_counts(
        prediction=lambda bit, size: FORM.counts.prediction(bit, size) if size < 2 else {},  # type: ignore[union-attr]
    )
    fault = form_fault(HAMMING, wrong, "counts")
    assert fault == "the form fails for |z|=2, |y|=0, |z & y|=0"


def test_the_rank_bound_of_a_form_counts_its_constant() -> None:
    reference = HAMMING.reference
    for view, bound in (("loss", 3), ("prediction-differences", 2)):
        proposition = RankAtMost(reference, view, bound - 1)  # type: ignore[arg-type]
        reason = decide(proposition, NamedForm("repaired", "counts")).reason
        assert reason == f"the bound is {bound}, more than r"


def test_pairs_and_shapes_that_do_not_belong_are_invalid() -> None:
    reference = parse("hamming:m=1").reference
    wrong = AffineDecomposition(((ONE,), (ONE,)), ((ONE,), (ONE,)), ONE)
    short = replace(wrong, F=((ONE,),))
    for proposition, certificate in (
        (DecompositionHolds(reference, wrong), EveryEntry()),
        (DecompositionHolds(reference, wrong), BadEntry((2,), (0,))),
        (DecompositionHolds(reference, short), BadEntry((0,), (0,))),
        (ClosedFormHolds(reference, "printed"), BadEntry((0,), (2,))),
        (ClosedFormHolds(reference, "no-such-form"), NamedForm("no-such-form", "entries")),
        (ClosedFormHolds(reference, "printed"), NamedForm("repaired", "entries")),
    ):
        assert decide(proposition, certificate).outcome is Outcome.INVALID
