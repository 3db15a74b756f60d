"""Pairwise disagreement: which pairs are charged, and what depends on the reading of sigma."""

from fractions import Fraction

import pytest

from qstheory import losses

RELEVANT_FIRST = (1, 0)


def test_the_printed_formula_charges_the_right_order_when_sigma_is_a_position():
    printed = losses.make("pd", m=2, undefined="drop", orientation="printed")
    corrected = losses.make("pd", m=2, undefined="drop")
    relevant_on_top = (1, 2)
    assert printed.entry(relevant_on_top, RELEVANT_FIRST) == 1
    assert corrected.entry(relevant_on_top, RELEVANT_FIRST) == 0


def test_the_printed_formula_charges_the_wrong_order_when_sigma_is_a_score():
    loss = losses.make("pd", m=2, undefined="drop", sigma="score", orientation="printed")
    higher_score_for_relevant = (2, 1)
    assert loss.entry(higher_score_for_relevant, RELEVANT_FIRST) == 0


@pytest.mark.parametrize("m", [2, 3, 4])
def test_binary_grades_give_the_binary_loss(m):
    binary = losses.make("pd", m=m, undefined="zero")
    graded = losses.make("pd-graded", m=m, low=0, R=1, undefined="zero")
    assert list(binary.observations) == list(graded.observations)
    for sigma in binary.predictions:
        for y in binary.observations:
            assert binary.entry(sigma, y) == graded.entry(sigma, y)


@pytest.mark.parametrize("m", [2, 3])
def test_grades_are_the_preference_graphs_of_weak_orders(m):
    graded = losses.make("pd-graded", m=m, R=m, undefined="drop")
    graphs = losses.make("pd-graph", m=m, undefined="drop")
    for y in graded.observations:
        edges = tuple((y[i] > y[j]) - (y[i] < y[j]) for i in range(m) for j in range(i + 1, m))
        assert edges in graphs.observations
        for sigma in graded.predictions:
            assert graded.entry(sigma, y) == graphs.entry(sigma, edges)


def test_binary_relevance_needs_no_more_than_m_minus_one_dimensions():
    loss = losses.make("pd", m=100, undefined="drop")
    minimal = loss.closed_form("minimal")
    assert minimal.dimension == 99
    sigma = tuple(range(1, 101))
    y = (0,) * 30 + (1,) * 10 + (0,) * 60
    assert minimal.value(sigma, y) == loss.entry(sigma, y) == Fraction(30, 90)
