"""A* and gamma_2 that a declared decomposition attains: exact, within what programs find."""

from fractions import Fraction
from itertools import product

import pytest

from qstheory.certify.kinds.best_constants import Shift
from qstheory.losses.catalogue import parse
from qstheory.theory.best_constants.bounds import best_constants
from qstheory.theory.best_constants.wide import attained_constants, widest
from qstheory.theory.card import card
from qstheory.theory.dossier import analyze
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject

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
