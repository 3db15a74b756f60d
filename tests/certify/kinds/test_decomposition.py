"""Forms whose declared dimension or features are wrong do not hold, however they are compared."""

from dataclasses import replace
from fractions import Fraction

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
from qstheory.losses.catalogue import parse
from qstheory.losses.closed_forms import CountForm
from qstheory.losses.linear import Sparse
from qstheory.losses.spaces import Label

ONE = Fraction(1)
HAMMING = parse("hamming:m=2")
FORM = HAMMING.closed_form("repaired")


@pytest.mark.parametrize("by", ["entries", "counts"])
def test_the_declared_dimension_is_not_trusted(by: By) -> None:
    assert form_fault(HAMMING, FORM, by) == ""
    assert "dimension" in form_fault(HAMMING, replace(FORM, dimension=1), by)


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
    wrong = replace(form, observation_features=changed)
    assert form_fault(loss, wrong, "entries") == f"the form fails at {first!r}, {chosen!r}"
    shifted = replace(form, constant=form.constant + 1)
    assert form_fault(loss, shifted, "entries") == f"the form fails at {first!r}, {first!r}"


def test_features_by_count_stay_within_their_blocks() -> None:
    assert isinstance(FORM.counts, CountForm)
    beyond = replace(FORM.counts, observation=lambda bit, size: {1: ONE})
    assert "beyond the dimension" in form_fault(HAMMING, replace(FORM, counts=beyond), "counts")
    extra = replace(FORM.counts, observation_extra=lambda size: {0: ONE})
    assert "beyond the dimension" in form_fault(HAMMING, replace(FORM, counts=extra), "counts")


def test_a_form_that_depends_on_sizes_is_compared_at_every_count() -> None:
    assert isinstance(FORM.counts, CountForm)
    # Right at |z| <= 1, so that the four triples of an affine form would not tell.
    wrong = replace(
        FORM.counts,
        prediction=lambda bit, size: FORM.counts.prediction(bit, size) if size < 2 else {},  # type: ignore[union-attr]
    )
    fault = form_fault(HAMMING, replace(FORM, counts=wrong), "counts")
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
