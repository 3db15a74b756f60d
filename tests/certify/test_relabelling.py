"""Orbits of products of signs against all relabellings; symmetrizers by their definition."""

from collections import Counter
from itertools import combinations, permutations
from math import factorial

import pytest

from qstheory.certify.relabelling import (
    Product,
    Symmetrizer,
    multiplied,
    orbit_of,
    partitions,
    summed,
)


def images(x: Product, m: int) -> set[Product]:
    """All that relabelling makes of a product."""
    return {
        tuple(sorted(sum(1 << order[j] for j in range(m) if y >> j & 1) for y in x))
        for order in permutations(range(m))
    }


@pytest.mark.parametrize("size", [0, 2, 4])
def test_an_orbit_is_what_relabelling_reaches(size: int) -> None:
    m = 3
    products = list(combinations(range(1 << m), size))
    by_key: dict[Product, set[Product]] = {}
    for x in products:
        by_key.setdefault(orbit_of(x), set()).add(x)
    for group in by_key.values():
        assert group == images(min(group), m)


def test_squares_of_signs_are_one() -> None:
    assert multiplied((1, 2), (1, 2)) == ()
    assert multiplied((), (3, 4)) == (3, 4)
    assert multiplied((0, 5), (2, 5)) == (0, 2)


def test_partitions_number_the_conjugacy_classes() -> None:
    assert [len(partitions(m)) for m in range(7)] == [1, 1, 2, 3, 5, 7, 11]


@pytest.mark.parametrize("m", [2, 3, 4])
def test_multiplicities_and_dimensions_make_up_the_space(m: int) -> None:
    """c^2 = (m! / d) c for the dimension d, whose squares sum to m!."""
    total = 0
    for shape in partitions(m):
        symmetrizer = Symmetrizer(shape)
        labels = tuple(1 << j for j in range(m))
        # On products of chains {1}, {1,2}, ... S_m acts freely: it is the regular representation.
        chain = tuple(sorted(sum(labels[:k]) for k in range(1, m)))
        once = symmetrizer.applied(chain)
        twice = Counter[Product]()
        for x, k in once.items():
            for y, n in symmetrizer.applied(x).items():
                twice[y] += k * n
        factor = twice[chain] // once[chain]
        assert {x: k for x, k in twice.items() if k} == {x: factor * k for x, k in once.items()}
        dimension = factorial(m) // factor
        total += dimension**2
    assert total == factorial(m)


def test_the_square_is_the_transpose_times_the_symmetrizer() -> None:
    symmetrizer = Symmetrizer((2, 1))
    products = list(combinations(range(8), 2))
    applied = {x: symmetrizer.applied(x) for x in products}
    for x in products:
        squared = symmetrizer.squared(x)
        for y in products:
            inner = sum(k * applied[y].get(z, 0) for z, k in applied[x].items())
            assert squared.get(y, 0) == inner


def test_images_with_opposite_signs_cancel() -> None:
    assert summed(((1, (0, 1)), (-1, (0, 1))), {(0, 1): 3}) == {}
