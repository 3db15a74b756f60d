"""A* and gamma_2 at every size, attained or of exchangeable losses, against the programs."""

from fractions import Fraction
from itertools import product
from math import pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.best_constants import HALF_PI, BestConstant, DiagonalDual, Shift
from qstheory.certify.kinds.wide_constants import EntryNorms, PartDual
from qstheory.inputs import as_loss
from qstheory.losses.base import matrix_loss
from qstheory.losses.catalogue import parse
from qstheory.theory.best_constants.bounds import best_constants
from qstheory.theory.best_constants.findings import (
    attained_constants,
    exchangeable_constants,
    root_text,
    widest,
)
from qstheory.theory.best_constants.wide import nearest_order, wide_intervals
from qstheory.theory.card import card
from qstheory.theory.dossier import analyze
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
        (above, EntryNorms(Q(1, 2)), "from above is larger"),
        (below, EntryNorms(Q(1, 2)), "from above is not smaller"),
        (below, PartDual((0, 0), (0, 1), dual), "repeated"),
        (below, PartDual((0, 1), (0, 9), dual), "none of the loss"),
        (above, PartDual((0, 1), (0, 1), dual), "from below is not larger"),
    ):
        decision = decide(proposition, certificate)
        assert decision.outcome is Outcome.INVALID
        assert reason in decision.reason


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6, 7, 300, 9999])
def test_the_zero_one_loss_has_closed_forms(k: int) -> None:
    """C = (1 - p) I + p J has 1 - p at most k/(k - 1), or for k odd (k + 1)/k: the mean of e e^T.

    The rows of L less 1 - 1/k are 1/k - e_z, of square 1 - 1/k, which is divided by 1 - p.
    """
    found = exchangeable_constants(parse(f"multiclass:classes={k}"), "scalar")
    assert found is not None
    gamma = (1 - Fraction(1, k)) ** 2
    assert found.gamma_2.ends == (gamma, gamma)
    best = Fraction(k - 1, k + 1) if k % 2 else gamma
    assert found.a.ends == (best, best)
    for bound in (found.a.lower, found.a.upper, found.gamma_2.lower, found.gamma_2.upper):
        assert bound.proves


@pytest.mark.parametrize(
    "name",
    [
        "multiclass:classes=5",
        "abstain:classes=3",
        "abstain:classes=4,cost=2",
        "abstain:classes=3,cost=2/3",
        "abstain:classes=4,cost=0",
        "top-k:classes=5,k=2",
    ],
)
def test_the_general_programs_find_the_same(name: str) -> None:
    loss = parse(name)
    found, general = exchangeable_constants(loss, "scalar"), best_constants(loss, "scalar")
    assert found is not None
    for narrow, other in ((found.a, general.a), (found.gamma_2, general.gamma_2)):
        low, high = narrow.ends
        assert narrow.lower.proves
        assert narrow.upper.proves
        assert high - low <= Fraction(1, 10**6) * high
        assert other.ends[0] <= high
        assert low <= other.ends[1]


@pytest.mark.parametrize("name", ["hamming:m=3", "ordinal-absolute:classes=4"])
def test_other_losses_are_left_to_the_programs(name: str) -> None:
    assert exchangeable_constants(parse(name), "scalar") is None


def test_roots_are_written_exactly() -> None:
    assert [root_text(Fraction(x)) for x in (0, 4, 2)] == ["0", "2", "sqrt(2)"]


SHIFTS: tuple[Shift, ...] = ("scalar", "by-observation")


@pytest.mark.parametrize("shift", SHIFTS)
@pytest.mark.parametrize("m", [1, 2, 3, 4, 20, 200])
def test_half_is_attained_by_hamming(m: int, shift: Shift) -> None:
    """L(z, y) = 1/2 - sum_j s_j s_j / (2m): A = sqrt(m) * sqrt(m)/(2m) = 1/2, and L has 0 and 1."""
    found = attained_constants(Subject(parse(f"hamming:m={m}"), DEFAULT), shift)
    assert found is not None
    for interval in (found.a, found.gamma_2):
        assert interval.ends == (Fraction(1, 4), Fraction(1, 4))
        assert interval.lower.proves
        assert interval.upper.proves


@pytest.mark.parametrize("n", [2, 3, 7])
def test_half_the_range_is_attained_by_absolute_errors(n: int) -> None:
    """|i - j| = (n - 1)/2 - sum_k s_k(i) s_k(j) / 2 with the signs s_k of i > k, n - 1 of them."""
    found = attained_constants(Subject(parse(f"ordinal-absolute:classes={n}"), DEFAULT), "scalar")
    assert found is not None
    assert found.a.ends == (Fraction(n - 1, 2) ** 2,) * 2
    assert found.a.upper.proves


@pytest.mark.parametrize("name", ["hamming:m=2", "block-zero-one:m=2,blocks=parity"])
def test_the_programs_enclose_it(name: str) -> None:
    loss = parse(name)
    found, general = (
        attained_constants(Subject(loss, DEFAULT), "scalar"),
        best_constants(loss, "scalar"),
    )
    assert found is not None
    assert general.a.ends[0] <= found.a.ends[0] <= general.a.ends[1]
    assert general.gamma_2.ends[0] <= found.gamma_2.ends[0] <= general.gamma_2.ends[1]


@pytest.mark.parametrize("name", ["f-score:m=2,undefined=one", "prec-at-k:m=3,k=1", "zero-one:m=2"])
def test_others_are_left_to_the_programs(name: str) -> None:
    assert attained_constants(Subject(parse(name), DEFAULT), "scalar") is None


@pytest.mark.parametrize("shift", SHIFTS)
@pytest.mark.parametrize("name", ["hamming:m=3", "jaccard:m=2,undefined=one", "map:m=3"])
def test_the_widest_range_of_a_small_loss(name: str, shift: Shift) -> None:
    """By running through all pairs of entries."""
    if name.startswith("map"):
        name += ",undefined=drop"
    loss = parse(name)
    high, low = widest(Subject(loss, DEFAULT), shift)
    entries = list(product(loss.predictions, loss.observations))
    most = max(
        loss.entry(*a) - loss.entry(*b)
        for a, b in product(entries, repeat=2)
        if shift == "scalar" or a[1] == b[1]
    )
    assert loss.entry(*high) - loss.entry(*low) == most


def test_the_card_says_one_half() -> None:
    assert "best possible A* = 1/2; gamma_2 = 1/2" in "\n".join(card(analyze("hamming", m=4)))
