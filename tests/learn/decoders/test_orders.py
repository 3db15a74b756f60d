"""Best orders: dynamic programming, CP-SAT and local search against enumeration and each other."""

from itertools import permutations

import numpy as np
import pytest

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.learn.decoders import decoder_for
from qstheory.learn.decoders.arrays import best_orders
from qstheory.learn.decoders.cp_sat import Placement
from qstheory.learn.decoders.preference_pairs import components, merge, topological_orders


def problem(seed: int, m: int) -> Placement:
    rng = np.random.default_rng(seed)
    return Placement(rng.normal(size=(m, m)), rng.normal(size=m), 1.0 / np.arange(1, m + 1))


@pytest.mark.parametrize("m", [1, 2, 5, 6])
def test_dynamic_programming_and_costs_against_enumeration(m):
    problems = [problem(seed, m) for seed in range(5)]
    orders = best_orders(
        np.array([p.pair for p in problems]),
        np.array([p.single for p in problems]),
        problems[0].places,
    )
    for p, order in zip(problems, orders, strict=True):
        costs = []
        for listed in permutations(range(m)):
            placed = [
                p.places[i] * (p.single[listed[i]] + sum(p.pair[listed[i], b] for b in listed[:i]))
                for i in range(m)
            ]
            assert p.cost(np.array(listed)) == pytest.approx(sum(placed))
            costs.append(sum(placed))
        assert p.cost(order) == pytest.approx(min(costs))


def test_dynamic_programming_refuses_what_does_not_fit():
    with pytest.raises(TooLarge, match="over 30 items"):
        best_orders(np.zeros((1, 30, 30)), np.zeros((1, 30)), np.ones(30))


def test_insertion_costs_and_local_optimum():
    p = problem(3, 7)
    others = np.array([4, 1, 6, 0, 3, 2])
    costs = p.insertion_costs(others, 5)
    for place in range(7):
        assert costs[place] == pytest.approx(p.cost(np.insert(others, place, 5)))
    improved = p.improve(np.arange(7))
    assert p.cost(improved) <= p.cost(np.arange(7))
    for item in range(7):
        left = improved[improved != item]
        assert p.insertion_costs(left, item).min() >= p.cost(improved) - 1e-9


def test_topological_orders_and_cycles():
    before = np.zeros((3, 4, 4), dtype=bool)
    before[0, 3, 0] = before[0, 0, 2] = True
    before[1, 0, 1] = before[1, 1, 2] = before[1, 2, 0] = True
    orders, acyclic = topological_orders(before)
    assert acyclic.tolist() == [True, False, True]
    assert orders[0].tolist() == [1, 3, 0, 2]
    assert orders[2].tolist() == [0, 1, 2, 3]
    found = sorted(c.tolist() for c in components(before[1]))
    assert found == [[0, 1, 2], [3]]
    before[1, 3, 1] = True
    assert merge(before[1], [np.array([2, 0, 1]), np.array([3])]).tolist() == [2, 0, 3, 1]


@pytest.mark.parametrize("m", [6, 9, 13])
def test_feedback_arc_set_by_cp_sat_equals_dynamic_programming(m):
    scores = np.random.default_rng(m).normal(size=(2, m * (m - 1) // 2))
    exact = decoder_for("pd-graded", undefined="one")
    solver = decoder_for("pd-graded", undefined="one", dp_limit=0)
    decoded, gaps = solver.decode_with_gap(scores)
    np.testing.assert_allclose(
        solver.risk(decoded, scores), exact.risk(exact.decode(scores), scores)
    )
    assert (gaps < 1e-9).all()


@pytest.mark.parametrize("m", [3, 6, 8])
def test_average_precision_by_cp_sat_equals_dynamic_programming(m):
    scores = np.random.default_rng(m).normal(size=(2, m * (m + 1) // 2))
    exact = decoder_for("map", undefined="one")
    solver = decoder_for("map", undefined="one", dp_limit=0)
    decoded, gaps = solver.decode_with_gap(scores)
    np.testing.assert_allclose(
        solver.risk(decoded, scores), exact.risk(exact.decode(scores), scores)
    )
    assert (gaps < 1e-9).all()


@pytest.mark.parametrize(("name", "extra"), [("pd-graded", -1), ("map", 1)])
@pytest.mark.parametrize("effort", [1e-9, 1e-3])
def test_stopped_early_the_gap_still_bounds_what_is_lost(name, extra, effort):
    m = 10
    scores = np.random.default_rng(7).normal(size=(2, m * (m + extra) // 2))
    exact = decoder_for(name, undefined="one")
    hurried = decoder_for(name, undefined="one", dp_limit=0, effort=effort)
    decoded, gaps = hurried.decode_with_gap(scores)
    lost = hurried.risk(decoded, scores) - exact.risk(exact.decode(scores), scores)
    assert (lost >= -1e-9).all()
    assert (gaps >= lost - 1e-9).all()
    if effort < 1e-6:
        assert gaps.max() > 1e-3, "a limit this small should not suffice"


@pytest.mark.parametrize(("name", "extra"), [("pd-graded", -1), ("map", 1)])
@pytest.mark.parametrize("scale", [0.0, 1e-307, 1e300])
def test_cp_sat_at_the_ends_of_the_range(name, extra, scale):
    scores = scale * np.random.default_rng(7).normal(size=(1, 5 * (5 + extra) // 2))
    exact = decoder_for(name, undefined="one")
    solver = decoder_for(name, undefined="one", dp_limit=0)
    decoded, gaps = solver.decode_with_gap(scores)
    assert gaps[0] <= 1e-9 * scale
    np.testing.assert_allclose(
        solver.risk(decoded, scores), exact.risk(exact.decode(scores), scores), rtol=1e-9
    )


def test_heuristic_says_how_far_it_may_be_off():
    m = 12
    scores = np.random.default_rng(1).normal(size=(20, m * (m + 1) // 2))
    exact = decoder_for("map", undefined="one")
    heuristic = decoder_for("map-heuristic", undefined="one")
    decoded, gaps = heuristic.decode_with_gap(scores)
    lost = heuristic.risk(decoded, scores) - exact.risk(exact.decode(scores), scores)
    assert (gaps >= lost - 1e-9).all()
    assert lost.max() > 0, "with no loss at all the name would be too modest"


def test_many_items_without_cycles_need_only_a_sort():
    rng = np.random.default_rng(0)
    worth = rng.normal(size=(3, 60))
    first, second = np.triu_indices(60, 1)
    scores = worth[:, first] - worth[:, second]
    decoder = decoder_for("pd-graded", undefined="one", dp_limit=0, effort=1e-9)
    decoded, gaps = decoder.decode_with_gap(scores)
    assert (gaps == 0).all()
    np.testing.assert_array_equal(decoded, np.argsort(np.argsort(-worth, axis=1), axis=1) + 1)


def test_two_cycles_apart_are_solved_one_by_one():
    m = 24
    rng = np.random.default_rng(5)
    cost = np.zeros((m, m))
    for part in (range(12), range(12, 24)):
        cost[np.ix_(part, part)] = rng.normal(size=(12, 12))
    cost[:12, 12:] += 100.0  # the first half comes first
    first, second = np.triu_indices(m, 1)
    scores = (cost[first, second] - cost[second, first])[None]
    decoder = decoder_for("pd-graded", undefined="one", effort=1e-9)
    decoded, gaps = decoder.decode_with_gap(scores)
    assert gaps[0] == 0
    assert decoded[0, :12].max() == 12


def test_binary_relevance_is_a_sort_with_the_same_risk_as_the_graph_form():
    rng = np.random.default_rng(2)
    Y = rng.integers(0, 2, size=(9, 6))
    alpha = rng.normal(size=(30, 9))
    by_sort = decoder_for("pairwise-disagreement", undefined="zero")
    by_graph = decoder_for("pd-graded", undefined="zero")
    graph_scores = alpha @ by_graph.observation_features(Y)
    decoded = by_sort.decode(alpha @ by_sort.observation_features(Y))
    np.testing.assert_allclose(
        by_graph.risk(decoded, graph_scores),
        by_graph.risk(by_graph.decode(graph_scores), graph_scores),
    )


def test_three_grades_can_form_a_cycle():
    Y = np.array([[2, 1, 0], [0, 2, 1], [1, 0, 2]])
    decoder = decoder_for("pd-graded")
    scores = np.ones((1, 3)) @ decoder.observation_features(Y)
    cost = np.zeros((3, 3))
    cost[np.triu_indices(3, 1)] = scores[0]
    assert len(components(cost > cost.T)) == 1


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("pd-graded", {"dp_limit": 21}, "dp_limit must be from 0 to 20"),
        ("pd-graded", {"effort": 0}, "effort must be positive"),
        ("map", {"dp_limit": -1}, "dp_limit"),
        ("map", {"effort": -1}, "effort"),
        ("map", {"undefined": "two"}, "undefined must be one of"),
        ("pd-graph", {"normaliser": "some"}, "normaliser must be edges or none"),
    ],
)
def test_bad_parameters(name, parameters, message):
    with pytest.raises(InvalidParameter, match=message):
        decoder_for(name, **parameters)


@pytest.mark.parametrize("name", ["pd-graded", "map"])
def test_scores_of_an_impossible_width(name):
    with pytest.raises(InvalidParameter, match="columns, not 5"):
        decoder_for(name).decode(np.zeros((1, 5)))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0, 1]], "entries, not 2"),
        ([0, 1, 1], "rows of finite"),
        ([[0, np.nan, 0]], "rows of finite"),
    ],
)
def test_bad_preference_graphs(rows, message):
    with pytest.raises(InvalidParameter, match=message):
        decoder_for("pd-graph").observation_features(np.array(rows))
