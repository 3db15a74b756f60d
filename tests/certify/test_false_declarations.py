"""What a loss's own file says wrongly of its entries proves nothing."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.decide import _all_counted
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
    PredictionsOnALine,
)
from qstheory.certify.kinds.constants import ConstantIs
from qstheory.certify.kinds.decomposition import ClosedFormHolds, EveryCount, NamedForm
from qstheory.certify.kinds.dimension_bounds import EqualRiskRank
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.rank import Minor, RankAtLeast, RankAtMost
from qstheory.certify.kinds.rank_by_component import ByComponents, ranks_of
from qstheory.certify.ranking_components import ranking_ranks, renames_items
from qstheory.certify.theorems import RENAMED, SIZED
from qstheory.certify.weights import UniformWeights
from qstheory.losses import catalogue
from qstheory.losses.base import Loss
from qstheory.losses.parameters import LossFamily
from qstheory.losses.shared import relabelling
from qstheory.losses.spaces import Label, Labels, binary

UNIFORM = EqualRiskPoint(UniformWeights())


def forget() -> None:
    """What is kept by the reference of a loss is that of the loss of another file."""
    for kept in (catalogue._built, renames_items, ranks_of, _all_counted):
        kept.cache_clear()


class Planted:
    """Files of losses that say something else."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, loss: Loss, **changed: Any) -> Loss:
        """The loss, whose family now builds it with these members."""
        family, other = losses.family(str(loss.name.partition(":")[0])), replace(loss, **changed)
        forget()

        def planted(name: str) -> LossFamily:
            assert name == family.name
            return replace(family, build=lambda **_: other)

        self._monkeypatch.setattr(catalogue, "named", planted)
        assert losses.resolve(loss.reference) is other
        return other


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Planted]:
    yield Planted(monkeypatch)
    forget()


def outcome(claim: object, certificate: object) -> Outcome:
    return decide(claim, certificate).outcome


@pytest.mark.parametrize("entry", ["y[1]*s[1]", "s[1]", "y[1]"])
def test_items_that_are_named_are_not_renamed(planted: Planted, entry: str) -> None:
    """Declared is that the items may be renamed, but the first one is named in the entry."""
    loss = planted(losses.make("ranking-formula", m=3, entry=entry), symmetries=relabelling(3))
    assert not renames_items(loss)
    assert outcome(EqualRiskPointExists(loss.reference), UNIFORM) is (
        Outcome.PROVES if entry == "y[1]" else Outcome.INVALID
    )
    for r in range(9):
        for claim in (
            RankAtLeast(loss.reference, "loss", r),
            RankAtMost(loss.reference, "loss", r),
        ):
            assert outcome(claim, ByComponents()) is Outcome.INVALID


def test_irrational_entries_are_not_renamed_where_their_forms_change(planted: Planted) -> None:
    loss = losses.make("ndcg", m=3, R=1, low=0, undefined="one")
    assert renames_items(loss)
    assert loss.linear is not None
    denominator = loss.linear.denominator

    def named(y: Any) -> Any:
        return {1: Fraction(1 + y[0])} if any(y) else denominator(y)

    other = planted(loss, entry=replace(loss.linear, denominator=named))
    assert not renames_items(other)
    assert outcome(EqualRiskPointExists(loss.reference), UNIFORM) is Outcome.INVALID


def test_observations_that_renaming_leaves_are_not_renamed(planted: Planted) -> None:
    loss = losses.make("map", m=3, undefined="one")
    some = Labels(((0, 0, 1), (1, 0, 0)))
    assert not renames_items(replace(loss, observations=some))
    forget()
    assert not renames_items(replace(loss, observations=Labels(("a", "b"))))
    forget()
    assert not renames_items(planted(loss, observations=Labels(((0, 1), (1, 0)))))


def test_label_sets_that_are_left_out_are_seen(planted: Planted) -> None:
    """The components are those of all sets of a size, of which there are some only."""
    hamming = losses.make("hamming", m=2)
    assert outcome(RankAtLeast(hamming.reference, "loss", 3), ByComponents()) is Outcome.PROVES
    few = Labels(((0, 0), (0, 1)))
    for changed in ({"predictions": few}, {"observations": few}):
        loss = planted(hamming, **changed)
        assert (loss.counts, loss.some_counts) == (None, hamming.counts)
        assert outcome(RankAtLeast(hamming.reference, "loss", 3), ByComponents()) is Outcome.INVALID


def test_classes_that_stand_for_other_sets_are_seen(planted: Planted) -> None:
    """Two classes for the same set have equal columns: the rank is 2, not 3."""
    classes = losses.make("multiclass", classes=3)
    assert classes.counts is not None
    claim = RankAtLeast(classes.reference, "loss", 3)
    assert outcome(claim, ByComponents()) is Outcome.PROVES
    same = replace(classes.counts, observation_set=lambda y: 1 << (y == 0))
    planted(classes, entry=same)
    assert outcome(claim, ByComponents()) is Outcome.INVALID


def test_a_form_of_other_sets_is_seen(planted: Planted) -> None:
    """By counts it agrees; its features are those of the complements of the predictions."""
    hamming = losses.make("hamming", m=2)
    form = hamming.closed_form("repaired")
    assert form.counts is not None
    holds = ClosedFormHolds(hamming.reference, "repaired")
    constant = ConstantIs(hamming.reference, "repaired", "dimension", "=", Fraction(2))
    named, counted = NamedForm("repaired", "counts"), EveryCount()
    assert outcome(holds, named) is outcome(constant, counted) is Outcome.PROVES
    other = replace(form.counts, prediction_set=lambda z: 3 - binary(z))
    false = replace(form, features=other)
    planted(hamming, closed_forms=(false,))
    assert false.value((0, 0), (0, 0)) != 0 == hamming.entry((0, 0), (0, 0))
    assert outcome(holds, named) is outcome(constant, counted) is Outcome.INVALID


@dataclass(frozen=True)
class Some:
    """Labels that say to be that many."""

    items: tuple[Label, ...]
    size: int

    def __iter__(self) -> Iterator[Label]:
        return iter(self.items)

    def __contains__(self, label: object) -> bool:
        return label in self.items


def test_a_space_that_says_to_have_fewer_elements_is_seen(planted: Planted) -> None:
    """Two of three classes lie on a line; the dimension of the 0-1 loss of three is 2."""
    loss = losses.make("multiclass", classes=3)
    claim = CalibrationDimensionAtMost(loss.reference, 1)
    line = PredictionsOnALine(((0, Fraction(0)), (1, Fraction(1))))
    assert "without a position" in decide(claim, line).reason
    planted(loss, predictions=Some((0, 1, 2), 2))
    decision = decide(claim, line)
    assert decision.outcome is Outcome.INVALID
    assert "as many elements as it says" in decision.reason


@pytest.mark.parametrize("false", [Some((0, 1), 3), Some((0, 1), 1), Some((0, 0), 2), Some((), 1)])
@pytest.mark.parametrize("side", ["predictions", "observations"])
def test_spaces_that_say_another_size_prove_nothing(
    planted: Planted, side: str, false: Some
) -> None:
    loss = losses.make("multiclass", classes=2)
    entry = RankAtLeast(loss.reference, "loss", 1), Minor((0,), (1,), 7)
    assert outcome(*entry) is Outcome.PROVES
    planted(loss, **{side: false})
    assert outcome(*entry) is Outcome.INVALID


def test_spaces_that_are_too_large_to_count_are_named(planted: Planted) -> None:
    loss = losses.make("multiclass", classes=2)
    claim, minor = RankAtLeast(loss.reference, "loss", 2), Minor((0, 1), (0, 1), 7)
    for space, named in ((Some((0, 1), 2), False), (Some((0, 1), 1 << 18), True)):
        planted(loss, observations=space)
        decision = decide(claim, minor)
        assert decision.outcome is Outcome.PROVES
        assert (SIZED.name in decision.modulo) is named


def test_where_there_are_too_many_rankings_the_answer_names_the_declaration() -> None:
    few, many = (losses.make("map", m=m, undefined="one").reference for m in (4, 12))
    for reference, named in ((few, False), (many, True)):
        below = RankAtLeast(reference, "loss", 1)
        bound = CalibrationDimensionAtLeast(reference, 1)
        for claim, certificate in (
            (EqualRiskPointExists(reference), UNIFORM),
            (below, ByComponents()),
            (bound, EqualRiskRank(UNIFORM, ByComponents())),
        ):
            decision = decide(claim, certificate)
            assert decision.outcome is Outcome.PROVES
            assert (RENAMED.name in decision.modulo) is named
    assert ranking_ranks(losses.resolve(few)).loss == 4 * 5 // 2 - 1
