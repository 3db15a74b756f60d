"""Spaces: sizes without enumeration, order, membership."""

from itertools import combinations, permutations, product
from math import comb, factorial

import pytest

from qstheory.losses.pairwise_disagreement import PreferenceGraphs
from qstheory.losses.shared import Grades
from qstheory.losses.spaces import Classes, Labels, LabelSets, Permutations, binary


@pytest.mark.parametrize("m", range(5))
def test_label_sets_are_the_bit_tuples_of_the_admitted_sizes(m):
    for low in range(m + 1):
        for high in range(low, m + 1):
            space = LabelSets(m, low, high)
            expected = {bits for bits in product((0, 1), repeat=m) if low <= sum(bits) <= high}
            assert set(space) == expected
            assert space.size == len(expected)
            assert all((bits in space) == (bits in expected) for bits in product((0, 1), repeat=m))


def test_label_sets_come_in_binary_order():
    assert [binary(bits) for bits in LabelSets(4)] == list(range(16))
    assert list(LabelSets(4, 2, 2)) == [
        tuple(int(j in chosen) for j in range(4)) for chosen in combinations(range(4), 2)
    ]


def test_large_spaces_know_their_size_and_are_not_enumerated():
    assert LabelSets(1000).size == 2**1000
    assert LabelSets(1000, 1).size == 2**1000 - 1
    assert LabelSets(1000, 3, 4).size == comb(1000, 3) + comb(1000, 4)
    assert Permutations(100).size == factorial(100)
    assert Grades(200, 1, 5, without=(range(1, 2),)).size == 5**200 - 1
    assert next(iter(LabelSets(1000))) == (0,) * 1000


def test_bits_must_be_integers():
    assert (True, False) not in LabelSets(2)
    assert (1.0, 0.0) not in LabelSets(2)
    assert (0, 2) not in LabelSets(2)


def test_permutations_are_positions_from_one():
    assert list(Permutations(3)) == list(permutations((1, 2, 3)))
    assert (0, 1, 2) not in Permutations(3)
    assert (1, 1, 2) not in Permutations(3)
    assert ("1", "2") not in Permutations(2)


def test_grades_leave_out_the_vectors_within_a_range():
    space = Grades(2, 0, 2, without=(range(0, 2), range(2, 3)))
    assert list(space) == [(0, 2), (1, 2), (2, 0), (2, 1)]
    assert space.size == 4
    assert (1, 1) not in space
    assert (2, 2) not in space
    assert (0, 3) not in space


def test_classes_and_labels():
    assert list(Classes(3)) == [0, 1, 2]
    assert True not in Classes(3)
    assert 3 not in Classes(3)
    names = Labels(("a", "b"))
    assert list(names) == ["a", "b"]
    assert names.size == 2
    assert ["a"] not in names


def has_cycle(m, edges):
    """By following edges m times from every item."""
    reach = set(edges)
    for _ in range(m):
        reach |= {(a, d) for a, b in reach for c, d in edges if b == c}
    return any(a == b for a, b in reach)


@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_preference_graphs_are_the_acyclic_ones(m):
    pairs = list(combinations(range(m), 2))
    acyclic = []
    for graph in product((-1, 0, 1), repeat=len(pairs)):
        edges = [
            pair if sign > 0 else pair[::-1]
            for pair, sign in zip(pairs, graph, strict=True)
            if sign
        ]
        if not has_cycle(m, edges):
            acyclic.append(graph)
        assert (graph in PreferenceGraphs(m)) == (not has_cycle(m, edges))
    assert list(PreferenceGraphs(m)) == acyclic
    assert PreferenceGraphs(m, with_empty=False).size == len(acyclic) - 1


def test_number_of_labelled_acyclic_graphs():
    """OEIS A003024."""
    sizes = [PreferenceGraphs(m).size for m in range(7)]
    assert sizes == [1, 1, 3, 25, 543, 29281, 3781503]
