"""Cones cut by half-spaces, against their rays found by hand."""

from itertools import product

from qstheory.certify.double_description import Ray, cut

EVERYWHERE = 1 << 4
"""A constraint on which the whole cone lies, so that any two rays have one in common."""


def test_opposite_edges_of_a_pyramid_are_no_neighbours() -> None:
    """A cone over a square is halved: two edges stay, two faces are cut, no diagonal is."""
    square = tuple(
        Ray((x, y, 1), EVERYWHERE | 1 << (x > 0) | 1 << (2 + (y > 0)))
        for x, y in product((-1, 1), repeat=2)
    )
    half = cut(square, (1, 0, 0), 1 << 5, 3)
    assert {ray.direction for ray in half} == {(1, 1, 1), (1, -1, 1), (0, 1, 1), (0, -1, 1)}
    assert len(half) == 4
