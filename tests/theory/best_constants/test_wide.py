"""Intervals that hold at every size contain those of the programs at small ones."""

from fractions import Fraction
from math import pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.best_constants import HALF_PI, BestConstant, DiagonalDual
from qstheory.certify.kinds.wide_constants import EntryNorms, PartDual
from qstheory.inputs import as_loss
from qstheory.losses.catalogue import parse
from qstheory.losses.matrix import matrix_loss
from qstheory.theory.best_constants.bounds import best_constants
from qstheory.theory.best_constants.structure_bounds import nearest_order
from qstheory.theory.best_constants.wide import wide_intervals
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject


def test_the_rational_is_a_little_more_than_half_pi() -> None:
    assert 0 < float(HALF_PI) - pi / 2 < 1e-6


@pytest.mark.parametrize(
    "name", ["multiclass:classes=4", "top-k:classes=4,k=2", "abstain:classes=3", "hamming:m=2"]
)
def test_named_losses_have_wide_intervals_around_the_narrow_ones(name: str) -> None:
    loss = parse(name)
    wide, narrow = wide_intervals(Subject(loss, DEFAULT), "scalar"), best_constants(loss, "scalar")
    assert wide is not None
    for outer, inner in ((wide.a, narrow.a), (wide.gamma_2, narrow.gamma_2)):
        assert outer.lower.proves
        assert outer.upper.proves
        assert outer.ends[0] <= inner.ends[1]
        assert inner.ends[0] <= outer.ends[1]


@settings(max_examples=15)
@given(
    st.integers(2, 4).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(-3, 3), min_size=n, max_size=n), min_size=2, max_size=4
        )
    )
)
def test_matrices_have_wide_intervals_around_the_narrow_ones(rows: list[list[int]]) -> None:
    loss = matrix_loss([[Fraction(x, 2) for x in row] for row in rows])
    wide = wide_intervals(Subject(loss, DEFAULT), "by-observation")
    narrow = best_constants(loss, "by-observation")
    assert wide is not None
    for outer, inner in ((wide.a, narrow.a), (wide.gamma_2, narrow.gamma_2)):
        assert outer.upper.proves
        assert outer.lower.proves
        assert outer.ends[0] <= inner.ends[1]
        assert inner.ends[0] <= outer.ends[1]


def test_millions_of_entries_are_bounded_by_the_longest_row_or_column() -> None:
    values = np.random.default_rng(2).integers(0, 10, (1500, 1600))
    wide = wide_intervals(Subject(as_loss(values), DEFAULT), "scalar")
    assert wide is not None
    squares = (values - 4.5) ** 2
    row, column = squares.sum(axis=1).max(), squares.sum(axis=0).max()
    for interval, square in ((wide.a, row), (wide.gamma_2, min(row, column))):
        assert interval.lower.proves
        assert interval.upper.proves
        assert square <= interval.ends[1] <= square * (1 + Fraction(1, 10**6))


def test_the_known_constants_of_large_losses_lie_within() -> None:
    """gamma_2 of the 0-1 loss on n classes is 1 - 1/n, that of |z - y| half its range."""
    for name, value in {
        "multiclass:classes=3000": 1 - Fraction(1, 3000),
        "ordinal-absolute:classes=3000": Fraction(2999, 2),
        "hamming:m=60": Fraction(1, 2),
    }.items():
        wide = wide_intervals(Subject(parse(name), DEFAULT), "scalar")
        assert wide is not None
        low, high = wide.gamma_2.ends
        assert low <= value**2 <= high
        assert high <= value**2 * (1 + Fraction(1, 10**6))
        assert low >= value**2 * Fraction(7, 8)


def test_similarities_of_many_labels_have_a_norm_of_at_most_one() -> None:
    """The F-score and the index of Jaccard: A* within sqrt(pi/2), A itself grows without bound."""
    for name in ("f-score:m=12,undefined=one", "jaccard:m=9,undefined=one"):
        wide = wide_intervals(Subject(parse(name), DEFAULT), "scalar")
        assert wide is not None
        assert wide.gamma_2.ends[1] == 1
        assert wide.a.ends[1] - HALF_PI < Fraction(1, 10**9)
        for low in (wide.gamma_2.ends[0], wide.a.ends[0]):
            assert low > Fraction(6, 10)


def test_a_matrix_of_distances_on_a_line_is_bounded_in_any_order() -> None:
    places = np.random.default_rng(4).permutation(200)
    distances = np.abs(np.subtract.outer(places, places))
    for matrix in (distances, distances[:, ::3], distances[::3]):
        wide = wide_intervals(Subject(as_loss(matrix), DEFAULT), "scalar")
        assert wide is not None
        assert wide.a.upper.proves
        assert wide.a.ends[1] == wide.gamma_2.ends[1] <= Fraction(199, 2) ** 2
        assert wide.a.ends[1] > 95**2


def test_lines_go_to_the_nearest_that_is_left() -> None:
    assert nearest_order(np.array([[0, 0], [5, 1], [1, 1], [9, 0]])) == (3, 1, 2, 0)


def test_what_does_not_bound_is_refused() -> None:
    loss = parse("multiclass:classes=3").reference
    Q = Fraction
    above = BestConstant(loss, "gamma-2", "scalar", "<=", Q(1, 4))
    below = BestConstant(loss, "gamma-2", "scalar", ">=", Q(1, 4))
    signs = ((Q(1), Q(-1)), (Q(-1), Q(1)))
    dual = DiagonalDual(signs, (Q(1, 2), Q(1, 2)), (Q(2), Q(2)))
    for proposition, certificate, reason in (
        (above, EntryNorms(Q(1, 2)), "give only"),
        (below, EntryNorms(Q(1, 2)), "from above only"),
        (below, PartDual((0, 0), (0, 1), dual), "repeated"),
        (below, PartDual((0, 1), (0, 9), dual), "none of the loss"),
        (above, PartDual((0, 1), (0, 1), dual), "from below only"),
    ):
        decision = decide(proposition, certificate)
        assert decision.outcome is Outcome.INVALID
        assert reason in decision.reason
