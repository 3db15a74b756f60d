"""Margins by hand, cells, polytopes and bands against grids, brute force, formulas and sampling."""

from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest

from qstheory import losses
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.exact.integer_matrix import Vector, inner, rank, solve
from qstheory.theory.effort import DEFAULT, affordable
from qstheory.theory.margin.cells import (
    Rows,
    band,
    band_law,
    band_share,
    cell,
    differences,
    margins,
    polygon,
    polynomial_text,
    prism,
    share,
    simplex,
    vertices,
)
from qstheory.theory.margin.findings import margin_findings
from qstheory.theory.subject import Subject

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


@pytest.mark.parametrize(
    "name",
    [
        *(f"multiclass:classes={n}" for n in (2, 3, 4)),
        *(f"top-k:classes={n},k={k}" for n, k in ((3, 1), (3, 2), (4, 2), (4, 3))),
    ],
)
def test_volumes_are_those_of_the_law(name: str) -> None:
    loss = losses.parse(name)
    law = band_law(loss)
    assert law is not None
    L = tuple(tuple(loss.entry(z, y) for y in loss.observations) for z in loss.predictions)
    pieces = band(L)
    assert pieces[-1].high == 1 / law.rate
    for piece in pieces:
        for e in (piece.low, (piece.low + 3 * piece.high) / 4, piece.high):
            assert piece.at(e) == law.at(e)


@pytest.mark.parametrize(("n", "k"), [(9, 1), (9, 4), (30, 3)])
def test_drawn_distributions_follow_the_law(n: int, k: int) -> None:
    """40,000 draws: their share is within 4 standard errors, at most 0.01."""
    law = band_law(losses.make("top-k", classes=n, k=k))
    assert law is not None
    drawn = np.sort(np.random.default_rng(7).dirichlet(np.ones(n), 40_000), axis=1)
    gaps = drawn[:, n - k] - drawn[:, n - k - 1]
    for part in (0.3, 0.7):
        e = float(np.quantile(gaps, part))
        assert abs(float(law.at(Q(e))) - part) < 0.01


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("multiclass:classes=7", "1 - (1 - e)^6 on [0, 1]"),
        ("multiclass:classes=300", "1 - (1 - e)^299 on [0, 1]"),
        ("multiclass:classes=10000", "1 - (1 - e)^9999 on [0, 1]"),
        ("top-k:classes=1000,k=5", "1 - (1 - 5 e)^999 on [0, 1/5]"),
    ],
)
def test_the_band_in_the_dossier(name: str, words: str) -> None:
    budget = affordable(DEFAULT, {"margins": 30.0})
    found = {f.key: f for f in margin_findings(Subject(losses.parse(name), budget))}
    assert found["margin-band"].statement == f"P(gamma+ <= e) = {words}"


@pytest.mark.parametrize(
    "name",
    ["hamming:m=3", "abstain:classes=5", "top-k:classes=3,k=3", "ordinal-absolute:classes=5"],
)
def test_other_losses_have_no_law(name: str) -> None:
    assert band_law(losses.parse(name)) is None
