"""Corners and volumes of polytopes in a simplex, against brute force, closed forms and sampling."""

from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest

from qstheory import losses
from qstheory.exact.integer_matrix import Vector, inner, rank, solve
from qstheory.theory.margin.cells import (
    Rows,
    band,
    band_share,
    cell,
    differences,
    polynomial_text,
    prism,
    share,
    simplex,
    vertices,
)

Q = Fraction


def rows(name: str) -> Rows:
    loss = losses.parse(name)
    return tuple(tuple(loss.entry(z, y) for y in loss.observations) for z in loss.predictions)


def by_brute_force(L: Rows, z: int, margin: Fraction) -> set[Vector]:
    """Every choice of |Y| - 1 facets is solved and kept when it satisfies all."""
    width = len(L[0])
    units = [tuple(Q(int(i == j)) for j in range(width)) for i in range(width)]
    facets = [(unit, Q(0)) for unit in units] + [(n, margin) for n in differences(L, z)]
    found = set()
    for chosen in combinations(facets, width - 1):
        lines = [tuple([Q(1)] * width), *(normal for normal, _ in chosen)]
        if len({tuple(line) for line in lines}) < width:
            continue
        point = solve(lines, [Q(1), *(bound for _, bound in chosen)])
        if point is not None and all(inner(n, point) >= b for n, b in facets):
            others = [n for n, b in facets if inner(n, point) == b]
            if _determined(width, others):
                found.add(point)
    return found


def _determined(width: int, normals: list[Vector]) -> bool:
    return rank([tuple([Q(1)] * width), *normals]) == width


@pytest.mark.parametrize("seed", range(6))
def test_corners_against_brute_force(seed: int) -> None:
    random = Random(seed)
    L = tuple(tuple(Q(random.randint(0, 3)) for _ in range(4)) for _ in range(4))
    for z in range(4):
        for margin in (Q(0), Q(1, 3)):
            assert set(vertices(L, z, margin)) == by_brute_force(L, z, margin)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_zero_one_loss_in_closed_form(n: int) -> None:
    L = rows(f"multiclass:classes={n}")
    # A cell has a corner for each set of classes with its own: the uniform law on it.
    assert len(vertices(L, 0)) == 2 ** (n - 1)
    # Shrunk by e it is scaled by 1 - e towards its corner.
    assert [share(cell(L, z, Q(1, 3))) for z in range(n)] == [Q(2, 3) ** (n - 1) / n] * n
    if n < 5:
        (piece,) = band(L)
        assert (piece.low, piece.high) == (0, 1)
        for e in (Q(0), Q(1, 7), Q(1)):
            assert piece.at(e) == 1 - (1 - e) ** (n - 1) == band_share(L, e)


SMALL = (
    "hamming:m=2",
    "f-score:m=2,undefined=one",
    "map:m=2,undefined=drop",
    "ordinal-absolute:classes=4",
    "prec-at-k:m=2,k=1",
)


@pytest.mark.parametrize("name", SMALL)
def test_cells_tile_and_the_band_is_what_sampling_finds(name: str) -> None:
    L = rows(name)
    different = tuple(dict.fromkeys(L))
    assert sum(share(cell(different, z)) for z in range(len(different))) == 1
    pieces = band(L)
    assert pieces[0].low == 0
    assert pieces[-1].at(pieces[-1].high) == 1
    for before, after in pairwise(pieces):
        assert before.high == after.low
        assert before.at(before.high) == after.at(after.low)
    random, inside, total = Random(1), [0] * len(pieces), 3000
    for _ in range(total):
        drawn = [random.expovariate(1) for _ in L[0]]
        risks = sorted(
            sum(float(x) * w for x, w in zip(row, drawn, strict=True)) / sum(drawn)
            for row in different
        )
        for k, piece in enumerate(pieces):
            inside[k] += risks[1] - risks[0] <= float(piece.low + piece.high) / 2
    for count, piece in zip(inside, pieces, strict=True):
        assert abs(count / total - float(piece.at((piece.low + piece.high) / 2))) < 0.04


def test_equal_rows_have_margin_0() -> None:
    L = (*rows("multiclass:classes=3"), rows("multiclass:classes=3")[0])
    assert band_share(L, Q(0), "margin") == Q(1, 3)
    assert band_share(L, Q(0)) == 0
    assert band(L)[0].at(Q(1, 2)) == Q(3, 4)
    # Two of the three cells are left: 1 - 2/3 (1 - e)^2.
    assert band(L, "margin")[0].at(Q(1, 2)) == 1 - Q(2, 3) / 4
    assert band((L[0], L[0]), "margin") == ()
    assert band((L[0], L[0])) == ()
    two = (L[0], L[0], L[1], L[1])
    assert band(two, "margin") == ()


def test_flat_and_empty_polytopes() -> None:
    third = simplex(3).cut((Q(1), Q(0), Q(0)), Q(1))
    assert third.points == ((1, 0, 0),)
    assert share(third) == 0
    assert share(simplex(3).cut((Q(1), Q(0), Q(0)), Q(2))) == 0
    assert share(simplex(4)) == 1
    assert len(prism(3, Q(2)).points) == 6


def test_polynomials_as_text() -> None:
    assert polynomial_text((Q(1, 2), Q(-1), Q(3))) == "3 e^2 - e + 1/2"
    assert polynomial_text((Q(0), Q(0))) == "0"
