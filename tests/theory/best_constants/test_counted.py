"""A* of losses by counts from below: against the whole program and all sign vectors."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import cvxpy
import numpy as np
import pytest

from qstheory import losses
from qstheory.theory.best_constants.bounds import best_constants
from qstheory.theory.best_constants.counted import counted_bound
from qstheory.theory.best_constants.counted_program import CountedProgram
from qstheory.theory.best_constants.problem import problem_of
from qstheory.theory.effort import as_large_as

SHIFTS = ("scalar", "by-observation")


def moments_of_four(L: np.ndarray, shift: str) -> float:
    """min t with s = 1 over moments of up to four signs, one unknown for each product."""
    rows, n = L.shape
    products = [(), *combinations(range(n), 2)]
    place: dict[tuple[int, ...], int] = {}
    for x in products:
        for y in products:
            place.setdefault(tuple(sorted({*x} ^ {*y})), len(place))
    moments = cvxpy.Variable(len(place))

    def matrix(rows: list[tuple[int, ...]]) -> Any:
        return cvxpy.bmat(
            [[moments[place[tuple(sorted({*x} ^ {*y}))]] for y in rows] for x in rows]
        )

    t = cvxpy.Variable()
    C = matrix([(y,) for y in range(n)])
    c = cvxpy.Variable(n) if shift == "by-observation" else cvxpy.Variable() * np.ones(n)
    kept = [moments[0] == 1, matrix(products) >> 0]
    for z in range(rows):
        row = cvxpy.reshape(L[z] - c, (n, 1), order="C")
        corner = cvxpy.reshape(t, (1, 1), order="C")
        kept.append(cvxpy.bmat([[corner, row.T], [row, C]]) >> 0)
    return float(cvxpy.Problem(cvxpy.Minimize(t), kept).solve("CLARABEL"))


@pytest.mark.parametrize("shift", SHIFTS)
@pytest.mark.parametrize(
    "name", ["f-score:m=2,undefined=one", "prec-at-k:m=3,k=2", "jaccard:m=2,undefined=zero"]
)
def test_one_unknown_for_each_orbit_gives_the_program_without_symmetries(
    name: str, shift: Any
) -> None:
    loss = losses.parse(name)
    assert loss.counts is not None
    solved = CountedProgram(loss.counts).solved(shift)
    assert solved is not None
    L = np.array([[float(loss[z, y]) for y in loss.observations] for z in loss.predictions])
    found = counted_bound(loss, problem_of(loss, shift))
    assert found is not None
    assert found.below.proves
    assert float(found.below.proposition.value) == pytest.approx(
        moments_of_four(L, shift), rel=1e-5
    )


@pytest.mark.parametrize("shift", SHIFTS)
@pytest.mark.parametrize("name", ["f-score:m=3,undefined=one", "jaccard:m=3,undefined=drop"])
def test_an_odd_sum_of_seven_signs_closes_what_four_leave(name: str, shift: Any) -> None:
    loss = losses.parse(name)
    found = counted_bound(loss, problem_of(loss, shift))
    assert found is not None
    assert found.below.proves
    low, high = best_constants(loss, shift).a.ends
    assert found.below.proposition.value <= high
    assert low - found.below.proposition.value <= Fraction(1, 10**6) * low


def test_sign_vectors_are_not_run_through_where_they_are_too_many() -> None:
    loss = losses.parse("prec-at-k:m=5,k=2")
    assert loss.observations.size > 20
    found = best_constants(loss, "by-observation").a
    assert found.lower.proves
    assert found.upper.proves
    low, high = found.ends
    assert high <= low * (1 + Fraction(2, 10**4))


@pytest.mark.slow
@pytest.mark.parametrize("shift", SHIFTS)
def test_the_f_score_of_five_labels_is_known_to_a_ten_thousandth(shift: Any) -> None:
    found = best_constants(losses.parse("f-score:m=5,undefined=one"), shift).a
    assert found.lower.proves
    assert found.upper.proves
    low, high = found.ends
    assert high <= low * (1 + Fraction(1, 10**4)) ** 2


def test_losses_that_are_not_by_counts_of_few_labels_have_no_such_bound() -> None:
    for name in ("multiclass:classes=7", "ordinal-squared:classes=4"):
        loss = losses.parse(name)
        assert as_large_as(loss) == loss.predictions.size * loss.observations.size
        assert counted_bound(loss, problem_of(loss, "scalar")) is None
