"""Max-margin surrogates: single distributions, lines, trees, and random losses by another way."""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from qstheory import losses
from qstheory.certify import Outcome
from qstheory.certify.kinds.max_margin import MaxMarginConsistent
from qstheory.certify.kinds.polyhedral import PolyhedralConsistent
from qstheory.certify.limits import matrix
from qstheory.errors import InvalidParameter
from qstheory.losses.base import Loss, matrix_loss
from qstheory.theory.consistency import polyhedral
from qstheory.theory.consistency.findings import (
    MAX_MARGIN,
    failure_at_distribution,
    is_line,
    max_margin_verdict,
    triples,
)
from qstheory.theory.consistency.polyhedral import Failures, with_denominator
from qstheory.theory.consistency.surrogates import max_margin, surrogate, unit_rows
from qstheory.theory.findings import judged


@pytest.mark.parametrize("classes", [2, 3])
def test_the_zero_one_loss_fails_exactly_without_a_majority(classes: int) -> None:
    loss = losses.make("multiclass", classes=classes)
    for denominator in range(1, 8):
        for Pi in with_denominator(classes, denominator):
            found = failure_at_distribution(loss, Pi)
            assert (found is None) is (max(Pi) > Fraction(1, 2) or len(set(Pi)) == 1)
            if found is not None:
                evidence = judged(MaxMarginConsistent(loss.reference), found)
                assert evidence.decision.outcome is Outcome.REFUTES


def test_it_agrees_with_the_surrogate_at_all_distributions() -> None:
    """The failures of the polyhedral surrogate, one distribution at a time."""
    loss = losses.parse("ordinal-squared:classes=3")
    failures = Failures(matrix(loss), max_margin(loss, unit_rows(3)))
    for denominator in range(1, 7):
        for Pi in with_denominator(3, denominator):
            found = failure_at_distribution(loss, Pi)
            assert (found is None) is (failures.at(Pi) is None)


def test_predictions_are_observations() -> None:
    with pytest.raises(InvalidParameter):
        failure_at_distribution(losses.parse("prec-at-k:m=2,k=1"), ())


def by_integers(rows: list[list[int]]) -> Loss:
    return matrix_loss([[Fraction(x) for x in row] for row in rows])


def on_a_line(places: list[int]) -> Loss:
    return by_integers([[abs(a - b) for b in places] for a in places])


@pytest.mark.parametrize("places", [[0, 1, 2], [5, 0, 3, 1], [2, 7, 0, 3]], ids=str)
def test_points_on_a_line_agree_with_the_search_of_polyhedral_surrogates(places: list[int]) -> None:
    loss = on_a_line(places)
    assert max_margin_verdict(loss, surrogate(MAX_MARGIN)).status == "consistent"
    assert polyhedral.decided(loss, max_margin(loss, unit_rows(len(places)))).proves


@pytest.mark.parametrize("seed", range(6))
def test_three_labels_are_consistent_exactly_on_a_line(seed: int) -> None:
    """The theorem of the ledger on three labels."""
    random = Random(seed)
    a, b = random.randint(1, 4), random.randint(1, 4)
    for c in (a + b, a + b + 1, max(a, b)):
        found = max_margin_verdict(
            by_integers([[0, a, b], [a, 0, c], [b, c, 0]]), surrogate(MAX_MARGIN)
        )
        assert found.status == ("consistent" if c == a + b else "inconsistent")
        assert found.evidence is not None
        assert not found.evidence.decision.reason


def test_large_losses_fail_at_equal_shares_of_three_labels() -> None:
    """The leaves of a star of 29 edges: its centre is optimal at three of them."""
    size = 30
    rows = [[0 if i == j else 1 if 0 in (i, j) else 2 for j in range(size)] for i in range(size)]
    found = max_margin_verdict(by_integers(rows), surrogate(MAX_MARGIN))
    assert found.status == "inconsistent"
    assert found.evidence is not None
    assert isinstance(found.evidence.proposition, MaxMarginConsistent)
    assert found.failure is not None
    assert found.failure.optimal == (0,)


def leaves_of_two_levels() -> Loss:
    """Five groups of six leaves: 2 within a group, 4 otherwise."""
    size = 30
    return by_integers(
        [[0 if i == j else 2 if i % 5 == j % 5 else 4 for j in range(size)] for i in range(size)]
    )


def uneven_grades() -> Loss:
    """Too high costs twice as much as too low."""
    return by_integers([[max(2 * (z - y), y - z) for y in range(30)] for z in range(30)])


@pytest.mark.parametrize("loss", [leaves_of_two_levels(), uneven_grades()], ids=["tree", "uneven"])
def test_trees_and_uneven_grades_fail_where_few_labels_are_observed(loss: Loss) -> None:
    """Confirmed by the surrogate's risk in floats, minimised over all scores."""
    found = max_margin_verdict(loss, surrogate(MAX_MARGIN))
    assert found.status == "inconsistent"
    assert found.failure is not None
    Pi = np.array([float(p) for p in found.failure.distribution])
    L = np.array([[float(loss.entry(z, y)) for y in loss.observations] for z in loss.predictions])
    v = np.array([float(x) for x in found.failure.scores])
    risks = L @ Pi
    assert risks[found.failure.wrong] > risks.min() + 1e-9
    assert v[found.failure.wrong] == v.max()
    assert Pi @ ((L + v[:, None]).max(axis=0) - v) == pytest.approx(least_risk(L, Pi))


def least_risk(L: Any, Pi: Any) -> float:
    """min over v of sum_y Pi_y (max_y' L(y', y) + v_y' - v_y), by a linear program."""
    n = len(L)
    seen = np.flatnonzero(Pi)
    rows, right = [], []
    for k, y in enumerate(seen):
        for other in range(n):
            row = np.zeros(n + len(seen))
            row[other] += 1
            row[y] -= 1
            row[n + k] = -1
            rows.append(row)
            right.append(-L[other, y])
    costs = np.concatenate([np.zeros(n), Pi[seen]])
    return float(linprog(costs, A_ub=rows, b_ub=right, bounds=(None, None)).fun)


def test_small_losses_that_are_no_distances_are_decided() -> None:
    found = max_margin_verdict(
        by_integers([[0, 1, 2], [3, 0, 1], [1, 4, 0]]), surrogate(MAX_MARGIN)
    )
    assert found.status in ("consistent", "inconsistent")
    assert found.evidence is not None
    assert isinstance(found.evidence.proposition, PolyhedralConsistent)
    other = max_margin_verdict(losses.parse("prec-at-k:m=3,k=1"), surrogate(MAX_MARGIN))
    assert other.status == "not applicable"


@pytest.mark.parametrize("seed", range(10))
def test_lines_and_triples_from_their_definitions(seed: int) -> None:
    random = Random(seed)
    places = random.sample(range(20), 5)
    L = np.array([[abs(a - b) for b in places] for a in places])
    assert is_line(L)
    assert not list(triples(L))
    L[1, 3] = L[3, 1] = L[1, 3] + random.randint(1, 3)
    assert not is_line(L)
    expected = [
        t
        for t in combinations(range(5), 3)
        if not any(
            L[x, y] + L[y, z] == L[x, z] for x, y, z in (t, (t[1], t[0], t[2]), (t[0], t[2], t[1]))
        )
    ]
    assert list(triples(L)) == expected
