"""What is declared of a loss beside all of its entries: certain observations, excesses, lines."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.certain import alone, apart, certain
from qstheory.certify.kinds.different_lines import DifferentLines, declared_lines
from qstheory.certify.kinds.finite_instances import Evaluation
from qstheory.certify.kinds.margins import EveryPredictionAlone, Mixture, declared_excess
from qstheory.certify.kinds.margins_by_counts import NoiselessMargins
from qstheory.certify.weights import ListedWeights
from qstheory.losses.base import Loss, matrix_loss
from qstheory.losses.closed_forms import PolynomialEntry
from qstheory.losses.spaces import Classes, Label

ONE, TWO = Fraction(1), Fraction(2)


def nodes(number: int) -> list[str]:
    """Paths of ragged depth, some of which begin others."""
    source, found = Random(5), set()
    while len(found) < number:
        found.add("/".join(f"n{source.randrange(4)}" for _ in range(source.randrange(1, 7))))
    return sorted(found)


LARGE = (
    losses.make("ordinal-absolute", classes=70),
    losses.make("ordinal-squared", classes=70),
    losses.make("tree", classes=nodes(70)),
)
IDS = ("absolute", "squared", "tree")
LISTED = losses.make("multiclass", classes=70)
"""Not less entries, but nothing is declared of them that is looked for here."""


def matrix(loss: Loss) -> list[list[Fraction]]:
    return [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]


@pytest.mark.parametrize("loss", [*LARGE, LISTED], ids=[*IDS, "classes"])
def test_certain_observations_have_the_two_least_entries_of_their_columns(loss: Loss) -> None:
    margins = []
    for y, (first, second, lead) in zip(loss.observations, certain(loss), strict=True):
        column = sorted(loss.entry(z, y) for z in loss.predictions)
        assert first != second
        assert [loss.entry(first, y), loss.entry(second, y)] == column[:2]
        assert lead == column[1] - column[0]
        margins.append(lead)
    claim = NoiselessMargins(loss.reference, "observation", tuple(margins))
    assert decide(claim, Evaluation()).outcome.value == "proves"
    wrong = replace(claim, margins=(*margins[:-1], margins[-1] + 1))
    assert decide(wrong, Evaluation()).outcome.value == "refutes"
    assert decide(EveryPredictionAlone(loss.reference), Evaluation()).outcome.value == "proves"


def test_along_a_line_ties_are_seen() -> None:
    """(2 z - 5)^2 is least at 2 and at 3, whatever y."""
    entry = PolynomialEntry(((Fraction(25),), (Fraction(-20),), (Fraction(4),)))
    loss = replace(losses.make("ordinal-squared", classes=70), entry=entry)
    certain.cache_clear()  # The reference, which the answers are kept by, is that of another loss.
    assert set(certain(loss)) == {(2, 3, Fraction(0))}
    assert alone(loss) == 0
    certain.cache_clear()


def test_sets_that_occur_twice_are_not_alone() -> None:
    loss = losses.make("tree", classes=["a", "b"])
    counts = loss.by_counts
    assert counts is not None
    same = replace(
        loss,
        entry=replace(counts, prediction_set=lambda z: 1, observation_set=lambda z: 1),
    )
    assert (alone(loss), alone(same)) == (2, 0)
    assert declared_lines(same, "predictions") == 1


def test_distances_of_sets_are_counted_together() -> None:
    source = Random(2)
    sets = [source.getrandbits(300) for _ in range(40)] + [0]
    found = list(apart(LARGE[0], sets))
    assert [list(row) for row in found] == [[(x ^ y).bit_count() for y in sets] for x in sets]


@pytest.mark.parametrize("loss", LARGE, ids=IDS)
def test_the_excess_of_a_mixture_is_that_of_all_observations(loss: Loss) -> None:
    source, predictions = Random(3), list(loss.predictions)
    excess = declared_excess(loss)
    assert excess is not None
    for _ in range(20):
        z, first, second = source.sample(predictions, 3)
        weights: list[tuple[Label, Fraction]] = [(first, ONE / 3), (second, TWO / 3)]
        own = excess(z, Mixture(ListedWeights(tuple(weights))))
        assert own == max(
            sum((w * loss.entry(k, y) for k, w in weights), -loss.entry(z, y))
            for y in loss.observations
        )


def test_no_excess_is_declared_of_small_losses_nor_of_higher_powers() -> None:
    cubic = PolynomialEntry(((ONE,), (ONE, ONE, ONE), (ONE,)))
    squared = LARGE[1]
    assert declared_excess(losses.make("ordinal-squared", classes=5)) is None
    assert declared_excess(replace(squared, entry=cubic)) is None
    assert declared_excess(replace(squared, entry=squared.entry.__call__)) is None


@pytest.mark.parametrize("side", ["predictions", "observations"])
@pytest.mark.parametrize("loss", LARGE, ids=IDS)
def test_different_lines_by_what_is_declared(loss: Loss, side: str) -> None:
    rows = matrix(loss)
    lines = rows if side == "predictions" else list(zip(*rows, strict=True))
    different = len(set(map(tuple, lines)))
    claim = DifferentLines(loss.reference, side, different)  # type: ignore[arg-type]
    assert decide(claim, Evaluation()).outcome.value == "proves"
    assert decide(replace(claim, count=different - 1), Evaluation()).outcome.value == "refutes"


def test_polynomials_with_equal_rows() -> None:
    """(z - 1)^2 is the same at 0 and 2; two columns do not tell three powers apart."""
    entry = PolynomialEntry(((ONE, ONE), (-TWO,), (ONE,)))
    loss = replace(LARGE[1], predictions=Classes(3), observations=Classes(2), entry=entry)
    assert len(set(map(tuple, matrix(loss)))) == 2
    assert declared_lines(loss, "predictions") == 2
    assert declared_lines(loss, "observations") == 2
    few = replace(loss, predictions=Classes(2))
    assert declared_lines(few, "observations") is None


def test_nothing_is_declared_of_a_matrix() -> None:
    loss = matrix_loss(((ONE, TWO), (TWO, ONE)))
    decision = decide(DifferentLines(loss.reference, "predictions", 2), Evaluation())
    assert decision.outcome.value == "invalid"
    alone_claim = EveryPredictionAlone(matrix_loss(((ONE, TWO),)).reference)
    assert decide(alone_claim, Evaluation()).outcome.value == "invalid"


def test_places_are_in_order() -> None:
    """So that bisection goes along them."""
    for loss in LARGE[:2]:
        for row in zip(*matrix(loss), strict=True):
            steps = [after - before for before, after in pairwise(row)]
            assert steps == sorted(steps)
