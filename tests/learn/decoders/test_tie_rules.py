"""The stated tie rules, where the arithmetic is exact, against the first of all minimisers."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory.learn.decoders import decoder_for
from qstheory.learn.decoders.arrays import all_label_sets

from .strategies import items, observations

FEW = settings(max_examples=60)
QUARTERS = st.integers(-3, 3).map(lambda a: a / 4)
FIRST_OF_PREDICTIONS = [
    ("hamming", {}),
    ("prec-at-k", {"k": 2}),
    ("top-k", {"classes": 4, "k": 2}),
    ("multiclass", {"classes": 4}),
    ("abstain", {"classes": 3}),
    ("ordinal-absolute", {"classes": 4}),
    ("ordinal-squared", {"classes": 4}),
    ("matrix", {"matrix": ((0, 2.5, 1), (1, 0, 1), (1, 0, 1))}),
]


@pytest.mark.parametrize(("name", "parameters"), FIRST_OF_PREDICTIONS)
@FEW
@given(data=st.data())
def test_first_minimiser_in_the_order_of_the_predictions(name, parameters, data):
    decoder = decoder_for(name, **parameters)
    m = data.draw(items(parameters))
    Y = data.draw(observations(decoder.observes, m, 4, parameters))
    alpha = np.array(data.draw(st.lists(QUARTERS, min_size=4, max_size=4)))
    score = alpha @ decoder.observation_features(Y)
    minimisers = decoder.argmin_set(score, m)
    np.testing.assert_array_equal(decoder.decode(score[None])[0], minimisers[0])


@FEW
@given(data=st.data())
def test_zero_one_prefers_observed_then_small_numbers(data):
    m = data.draw(st.integers(1, 3))
    Y = data.draw(observations("label-sets", m, 5, {}))
    alpha = np.array(data.draw(st.lists(QUARTERS, min_size=5, max_size=5)))
    decoder = decoder_for("zero-one").fit(Y)
    everything = all_label_sets(m)
    weight = {tuple(z): alpha[(z == Y).all(axis=1)].sum() for z in everything}
    unobserved = {tuple(z): not (z == Y).all(axis=1).any() for z in everything}
    expected = min(weight, key=lambda z: (-weight[z], unobserved[z], z))
    decoded = decoder.decode((alpha @ decoder.observation_features(Y))[None])[0]
    assert tuple(decoded) == expected


def test_block_takes_the_earliest_block_and_its_smallest_number():
    decoder = decoder_for("block-zero-one", blocks=("b", "a", "b", "c"))
    Y = np.array([[0, 1], [1, 1]])
    scores = np.array([[1.0, 1.0], [0.0, 0.0], [-1.0, -1.0]]) @ decoder.observation_features(Y)
    np.testing.assert_array_equal(decoder.decode(scores), [[0, 1], [0, 0], [0, 0]])


@pytest.mark.parametrize("name", ["f-score", "f-score-columns", "jaccard"])
def test_the_empty_set_among_equal_ones(name):
    Y = np.array([[0, 0, 0], [1, 1, 0]])
    decoder = decoder_for(name, undefined="zero").fit(Y)
    scores = 0 * decoder.observation_features(Y)
    np.testing.assert_array_equal(decoder.decode(scores), np.zeros((2, 3)))


def test_jaccard_smallest_size_then_earliest_label():
    Y = np.array([[0, 1, 0], [0, 0, 1]])
    decoder = decoder_for("jaccard").fit(Y)
    scores = decoder.observation_features(Y).sum(axis=0, keepdims=True)
    assert len(decoder.argmin_set(scores[0], 3)) == 3
    np.testing.assert_array_equal(decoder.decode(scores), [[0, 1, 0]])


def test_f_score_smallest_size_then_earliest_labels():
    size_one = [[0, 0, 0], [2, 0, 0], [2, 0, 0]]
    one_or_two = [[0, 1, 0], [2, 1, 0], [0, 0, 0]]
    scores = np.array(
        [
            [*np.ravel(size_one), 0],
            [*np.ravel(one_or_two), 0],
            [*np.ravel(one_or_two), 2],
        ],
        dtype=float,
    )
    decoded = decoder_for("f-score-columns").decode(scores)
    np.testing.assert_array_equal(decoded, [[0, 1, 0], [0, 1, 0], [0, 0, 0]])


@pytest.mark.parametrize("name", ["ndcg", "pairwise-disagreement"])
def test_equal_scores_keep_the_order_of_the_items(name):
    scores = np.array([[1.0, 2, 1, 2, 0], [0, 0, 0, 0, 0], [-0.0, 0.0, -1, 3, 3]])
    expected = [[3, 1, 4, 2, 5], [1, 2, 3, 4, 5], [3, 4, 5, 1, 2]]
    np.testing.assert_array_equal(decoder_for(name).decode(scores), expected)


@FEW
@given(st.data())
def test_reciprocal_rank_takes_the_smallest_list(data):
    m = data.draw(st.integers(1, 4))
    Y = data.draw(observations("label-sets", m, 4, {}))
    alpha = 12.0 * np.array(data.draw(st.lists(st.integers(-2, 2), min_size=4, max_size=4)))
    decoder = decoder_for("reciprocal-rank", undefined="one").fit(Y)
    score = alpha @ decoder.observation_features(Y)
    order = np.argsort(decoder.decode(score[None])[0])
    minimisers = decoder.argmin_set(score, m)
    assert tuple(order) == min(tuple(np.argsort(sigma)) for sigma in minimisers)


def smallest_orders(costs: dict[tuple[int, ...], float]) -> list[tuple[int, ...]]:
    least = min(costs.values())
    return sorted(order for order, cost in costs.items() if cost == least)


@FEW
@given(st.data())
def test_feedback_arc_set_takes_the_smallest_list(data):
    m = data.draw(st.integers(2, 5))
    scores = np.array(
        data.draw(
            st.lists(st.integers(-2, 2), min_size=m * (m - 1) // 2, max_size=m * (m - 1) // 2)
        ),
        dtype=float,
    )
    decoder = decoder_for("pd-graded", undefined="one")
    order = np.argsort(decoder.decode(scores[None])[0])
    first, second = np.triu_indices(m, 1)
    cost = np.zeros((m, m))
    cost[first, second] = scores
    costs = {
        listed: sum(cost[listed[b], listed[a]] for b in range(m) for a in range(b))
        for listed in permutations(range(m))
    }
    assert tuple(order) == smallest_orders(costs)[0]


@FEW
@given(st.data())
def test_average_precision_takes_the_smallest_list(data):
    m = data.draw(st.integers(1, 4))
    r = m * (m + 1) // 2
    scores = 12.0 * np.array(data.draw(st.lists(st.integers(-2, 2), min_size=r, max_size=r)))
    decoder = decoder_for("map", undefined="one")
    order = np.argsort(decoder.decode(scores[None])[0])
    pair = np.zeros((m, m))
    pair[np.tril_indices(m)] = scores
    costs = {
        listed: sum(
            pair[max(listed[p], listed[q]), min(listed[p], listed[q])] / (p + 1)
            for p in range(m)
            for q in range(p + 1)
        )
        for listed in permutations(range(m))
    }
    assert tuple(order) == smallest_orders(costs)[0]
