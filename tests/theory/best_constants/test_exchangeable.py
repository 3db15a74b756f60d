"""A* and gamma_2 of exchangeable losses: closed forms, the programs, and losses that are none."""

from fractions import Fraction

import pytest

from qstheory.losses.catalogue import parse
from qstheory.theory.best_constants.bounds import best_constants
from qstheory.theory.best_constants.findings import root_text
from qstheory.theory.best_constants.wide import exchangeable_constants


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
