"""Flats, ratios and corners of a cube: what is refused, and hand-made cases."""

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.certify.kinds.calibration_dimension_above import BinaryEncoding, RatioScores
from qstheory.certify.kinds.calibration_dimension_below import (
    Excluded,
    Split,
    ThreeCells,
    unordered,
)
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.rank_by_component import ByComponents
from qstheory.certify.kinds.span import Counted
from qstheory.certify.maxima import Minima
from qstheory.certify.weights import ListedWeights, SizeWeights
from qstheory.losses.base import matrix_loss
from qstheory.losses.catalogue import parse
from tests.certify.samples.calibration_bounds import (
    ABSTAIN_3,
    ABSTAIN_4,
    BY_SIZE,
    CAPS,
    CORNERS,
    INDIFFERENT,
    NO_LINE,
    THIRDS,
    THREE_CLASSES,
    TREE,
)
from tests.certify.samples.embedding import EMBEDDED
from tests.certify.samples.sample import F_SCORE, MULTICLASS, ZERO_ONE, rows
from tests.certify.truths.calibration_dimension import cells_are_a_path
from tests.certify.truths.matrices import matrix

HALF = Fraction(1, 2)
DEEPER = Split(
    Excluded(rows((0, 2, 0), (0, 0, 0), (1, 0, 0)), Fraction(3)), Split(TREE.positive, TREE)
)
TWO = CalibrationDimensionAtLeast(ABSTAIN_3, 2)


def test_lines_through_the_middle_leave_the_cell_of_abstaining():
    assert decide(TWO, NO_LINE).outcome is Outcome.PROVES
    assert "flats give 2" in decide(replace(TWO, d=3), NO_LINE).reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"caps": ()}, "no cap"),
        ({"caps": (replace(CAPS[0], prediction=7), *CAPS[1:])}, "no prediction"),
        ({"caps": (replace(CAPS[0], points=()), *CAPS[1:])}, "closure of a cap"),
        ({"caps": (replace(CAPS[0], points=CORNERS[1:2]), *CAPS[1:])}, "closure of a cap"),
        ({"caps": (replace(CAPS[0], points=rows((1, 0))), *CAPS[1:])}, "on the support"),
        ({"positive": replace(TREE, negative=DEEPER)}, "no further cap"),
        ({"positive": Excluded(rows((1, 0)), Fraction(0))}, "weight >= 0"),
        ({"positive": Excluded(rows((-1, 0, 0)), Fraction(0))}, "weight >= 0"),
        ({"positive": Excluded(rows((0, 0, 0)), Fraction(0))}, "no point of a cap"),
        ({"positive": Excluded(rows((1, 0, 0)), Fraction(3))}, "multiple of the"),
    ],
)
def test_what_excludes_no_flat(changes: dict[str, Any], reason: str) -> None:
    assert reason in decide(TWO, replace(NO_LINE, **changes)).reason


def test_a_point_must_keep_what_ties():
    # Classes 0 and abstaining tie at (1/2, 1/4, 1/4): e = 1, and no corner but 0's keeps that tie.
    tied = ListedWeights(((0, HALF), (1, HALF / 2), (2, HALF / 2)))
    assert "does not tie" in decide(TWO, replace(NO_LINE, distribution=tied)).reason


def test_with_four_classes_a_plane_through_the_middle_stays():
    even = ListedWeights(tuple((k, Fraction(1, 4)) for k in range(4)))
    four = CalibrationDimensionAtLeast(parse("abstain:classes=4").reference, 2)
    assert decide(four, NO_LINE).outcome is Outcome.PROVES
    assert decide(four, replace(NO_LINE, distribution=even)).outcome is Outcome.INVALID
    assert decide(replace(four, d=1), replace(NO_LINE, distribution=THIRDS)).outcome is (
        Outcome.PROVES
    )


@pytest.mark.parametrize(
    ("loss", "d", "holds"),
    [
        ("abstain:classes=8", 3, True),
        ("abstain:classes=9", 3, False),
        ("abstain:classes=9", 10**12, True),
        ("abstain:classes=4,cost=0", 2, True),
        ("abstain:classes=4,cost=3/5", 2, False),
        ("multiclass:classes=4", 2, False),
        ("hamming:m=2", 2, False),
    ],
)
def test_corners_of_a_cube_by_counts(loss, d, holds):
    proposition = CalibrationDimensionAtMost(parse(loss).reference, d)
    assert (decide(proposition, BinaryEncoding()).outcome is Outcome.PROVES) is holds


@pytest.mark.parametrize(
    ("matrix", "holds"),
    [
        (((0, 2, 2), (1, 1, 1), (2, 2, 0), (2, 0, 2)), True),
        (((0, 2, 2), (2, 0, 2), (2, 2, 0), (Fraction(3, 2),) * 3), False),
        (((0, 2, 2), (2, 0, 2), (2, 2, 0)), False),
        (((0, 2, 2), (2, 0, 2), (2, 0, 2), (1, 1, 1)), False),
        (((0, 2, 2), (2, 0, 3), (2, 2, 0), (1, 1, 1)), False),
        (((0, 2, 2), (2, 0, 3), (4, 2, 0), (1, 1, 1)), False),
        (((0, 2, 2), (2, 0, 2), (2, 2, 0), (1, 1, 0)), False),
    ],
)
def test_corners_of_a_cube_by_entries(matrix, holds):
    proposition = CalibrationDimensionAtMost(matrix_loss(rows(*matrix)).reference, 2)
    assert (decide(proposition, BinaryEncoding()).outcome is Outcome.PROVES) is holds
    assert "no score" in decide(replace(proposition, d=0), BinaryEncoding()).reason or not holds


def test_ratios_need_positive_means_and_the_rank():
    two = CalibrationDimensionAtMost(F_SCORE, 2)
    good = RatioScores(BY_SIZE, Counted())
    assert decide(two, good).outcome is Outcome.PROVES
    assert "rank at most 3" in decide(replace(two, d=1), good).reason
    assert "no score" in decide(replace(two, d=0), good).reason
    flat = SizeWeights(((1, Fraction(1)), (2, Fraction(-1))))
    assert "not positive everywhere" in decide(two, replace(good, weights=flat)).reason
    assert "sum to 0" in decide(two, replace(good, weights=SizeWeights(((1, HALF),)))).reason
    assert "belongs to none" in decide(two, replace(good, weights=SizeWeights(((7, HALF),)))).reason
    # With three classes all risks are 2/3 in the middle: no weights are positive everywhere.
    three = CalibrationDimensionAtMost(MULTICLASS, 1)
    skew = ListedWeights(((0, Fraction(1)), (1, Fraction(-1))))
    assert "not positive" in decide(three, RatioScores(skew, Counted())).reason


def test_ratios_take_components_and_forms_of_the_differences_only():
    two = CalibrationDimensionAtMost(F_SCORE, 2)
    assert decide(two, RatioScores(BY_SIZE, ByComponents())).outcome is Outcome.PROVES
    form = NamedForm("printed-1", "counts")
    assert "the form fails" in decide(two, RatioScores(BY_SIZE, form)).reason


def test_an_observation_at_which_all_predictions_cost_the_same_does_not_matter():
    one = CalibrationDimensionAtMost(INDIFFERENT, 1)
    listed = ListedWeights((("0", Fraction(-1)), ("2", Fraction(1))))
    assert decide(one, RatioScores(listed, Counted())).outcome is Outcome.PROVES
    zero = parse("f-score:m=2,undefined=zero").reference
    by_size = SizeWeights(((0, Fraction(1)), (2, Fraction(-1))))
    at_two = CalibrationDimensionAtMost(zero, 2)
    assert decide(at_two, RatioScores(by_size, Counted())).outcome is Outcome.PROVES


def test_an_embedding_bounds_by_its_scores():
    one = CalibrationDimensionAtMost(ZERO_ONE, 1)
    assert decide(one, EMBEDDED).outcome is Outcome.PROVES
    assert "1 scores" in decide(replace(one, d=0), EMBEDDED).reason
    assert "minimum" in decide(one, replace(EMBEDDED, minima=Minima(()))).reason


def test_three_cells_in_no_order() -> None:
    """Abstaining is between any two classes; of classes in an order the middle one is."""
    assert (
        decide(CalibrationDimensionAtLeast(ABSTAIN_4, 2), THREE_CLASSES).outcome is Outcome.PROVES
    )
    assert (
        decide(CalibrationDimensionAtLeast(ABSTAIN_4, 1), THREE_CLASSES).outcome is Outcome.PROVES
    )
    more = decide(CalibrationDimensionAtLeast(ABSTAIN_4, 3), THREE_CLASSES)
    assert more.outcome is Outcome.INVALID
    assert "no more" in more.reason
    for name in ("ordinal-absolute:classes=3", "ordinal-squared:classes=5"):
        proposition = CalibrationDimensionAtLeast(parse(name).reference, 2)
        found = decide(proposition, THREE_CLASSES)
        assert found.outcome is Outcome.INVALID
        assert "between the other two" in found.reason


def test_three_cells_need_distributions() -> None:
    proposition = CalibrationDimensionAtLeast(ABSTAIN_4, 2)
    one, two, _ = THREE_CLASSES.distributions
    for bad in (ListedWeights(((2, HALF),)), ListedWeights(((9, Fraction(1)),))):
        assert decide(proposition, ThreeCells((one, two, bad))).outcome is Outcome.INVALID
    # The same cell twice.
    assert decide(proposition, ThreeCells((one, two, two))).outcome is Outcome.INVALID


@pytest.mark.parametrize("seed", range(40))
def test_what_is_between_by_a_grid(seed: int) -> None:
    """Random integers: optimal at t = 0, 1/840, ..., 1, where all ties of small integers are."""
    source = random.Random(seed)
    risks = tuple({z: Fraction(source.randrange(4)) for z in range(3)} for _ in range(3))
    found = True
    for k in range(3):
        own, first, second = risks[k], risks[k - 1], risks[k - 2]
        for t in (Fraction(i, 840) for i in range(841)):
            at = {z: (1 - t) * first[z] + t * second[z] for z in range(3)}
            found &= not any(at[z] == min(at.values()) for z in own if own[z] == min(own.values()))
    assert unordered(risks) == found


def test_losses_whose_cells_are_a_path_have_no_such_three() -> None:
    """Against the neighbours of cells by linear programs, in floats."""
    source, found = random.Random(16), 0
    for _ in range(150):
        classes = [[0 if j == k else source.randint(2, 5) for j in range(3)] for k in range(3)]
        L = rows(*classes, [source.randint(1, 3) for _ in range(3)])
        reference = matrix_loss(L).reference
        corners = tuple(ListedWeights(((str(k), Fraction(1)),)) for k in range(3))
        decision = decide(CalibrationDimensionAtLeast(reference, 2), ThreeCells(corners))
        if decision.outcome is Outcome.PROVES:
            found += 1
            assert not cells_are_a_path(matrix(reference))
    assert found > 5
