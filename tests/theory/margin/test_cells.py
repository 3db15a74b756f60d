"""Margins by hand, cells against grids, and the share of the band in closed form."""

from fractions import Fraction
from random import Random

import pytest

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.theory.margin.cells import band_share, cell, margins, polygon, share, vertices

Q = Fraction
ZERO_ONE = tuple(tuple(Q(int(i != j)) for j in range(3)) for i in range(3))


def test_margins_of_ties_and_duplicates() -> None:
    tie = margins(ZERO_ONE, (Q(2, 5), Q(2, 5), Q(1, 5)))
    assert (tie.optimal, tie.margin, tie.gap) == ((0, 1), 0, Q(1, 5))
    twice = margins((*ZERO_ONE, ZERO_ONE[0]), (Q(3, 5), Q(1, 5), Q(1, 5)))
    assert (twice.optimal, twice.margin, twice.gap) == ((0, 3), 0, Q(2, 5))
    single = margins(((Q(1), Q(2), Q(3)),), (Q(1), Q(0), Q(0)))
    assert (single.margin, single.gap) == (None, None)
    for wrong in ((Q(1), Q(0)), (Q(1), Q(1), Q(-1)), (Q(1), Q(1), Q(0))):
        with pytest.raises(InvalidParameter):
            margins(ZERO_ONE, wrong)


def test_the_band_of_the_zero_one_loss() -> None:
    # Each cell shrinks by the factor 1 - e towards its vertex.
    for e in (Q(0), Q(1, 10), Q(1, 3), Q(1)):
        assert band_share(ZERO_ONE, e) == 1 - (1 - e) ** 2
    assert band_share(((Q(0), Q(1)), (Q(1), Q(0))), Q(1, 2)) == Q(1, 2)


@pytest.mark.parametrize("seed", range(8))
def test_cells_tile_the_simplex_and_the_band_fits_a_grid(seed: int) -> None:
    random = Random(seed)
    L = tuple(dict.fromkeys(tuple(Q(random.randint(0, 4)) for _ in range(3)) for _ in range(4)))
    cells = [vertices(L, z) for z in range(len(L))]
    assert sum(share(cell(L, z)) for z in range(len(L))) == 1
    for z, found in enumerate(cells):
        assert all(z in margins(L, point).optimal for point in found)
        assert len(polygon(found)) == len(found)
    size, inside, total = 60, 0, 0
    for i in range(size):
        for j in range(size - i):
            Pi = (Q(3 * i + 1, 3 * size), Q(3 * j + 1, 3 * size))
            found = margins(L, (*Pi, 1 - sum(Pi)))
            inside += found.gap is not None and (found.gap <= Q(1, 3) or len(found.optimal) > 1)
            total += 1
    assert abs(float(band_share(L, Q(1, 3))) - inside / total) < 0.03


def test_limits() -> None:
    wide = tuple(tuple(Q(int(i != j)) for j in range(12)) for i in range(12))
    with pytest.raises(TooLarge):
        vertices(wide, 0)
