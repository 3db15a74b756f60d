"""Regions of failure against single distributions, which come by denominator, each once."""

from fractions import Fraction
from itertools import pairwise

import pytest

from qstheory import losses
from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate
from qstheory.certify.limits import matrix
from qstheory.theory.consistency.polyhedral import (
    Failures,
    distributions,
    triangle,
    with_denominator,
)
from qstheory.theory.consistency.surrogates import surrogate
from qstheory.theory.consistency.verdict import (
    CORNERS,
    Polygon,
    best_cells,
    contains,
    failing_regions,
    minimised_at,
    mode_polygons,
)

ZERO, HALF = Fraction(0), Fraction(1, 2)


def inside(polygon: Polygon, point: tuple[Fraction, ...]) -> bool:
    """In the interior: strictly on the same side of every edge."""
    turns = [
        (q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0])
        for p, q in pairwise((*polygon, polygon[0]))
    ]
    return min(turns) > 0 or max(turns) < 0


@pytest.mark.parametrize(
    ("loss", "name"),
    [
        ("multiclass:classes=3", "crammer-singer"),
        ("multiclass:classes=3", "one-vs-all-hinge"),
        ("ordinal-squared:classes=3", "crammer-singer"),
        ("abstain:classes=3,cost=1/3", "crammer-singer-abstain"),
    ],
)
def test_a_surrogate_fails_in_its_regions_only(loss: str, name: str) -> None:
    given = losses.parse(loss)
    L, model = matrix(given), surrogate(name).build(given)
    assert isinstance(model, PolyhedralSurrogate)
    regions = failing_regions(L, model, range(3), 12)
    assert regions
    failures = Failures(L, model)
    for Pi in triangle(7):
        fails = failures.at(Pi) is not None
        if any(inside(region, Pi) for region in regions):
            assert fails
        if not any(contains(region, Pi) for region in regions):
            assert not fails


def test_what_the_origin_minimises_for_three_classes() -> None:
    loss = losses.parse("multiclass:classes=3")
    model = surrogate("crammer-singer").build(loss)
    assert isinstance(model, PolyhedralSurrogate)
    found = minimised_at(model.terms, (ZERO,) * 3)
    assert set(found) == {(ZERO, HALF, HALF), (HALF, ZERO, HALF), (HALF, HALF, ZERO)}


def test_a_region_may_be_a_segment_or_a_point() -> None:
    loss = losses.parse("multiclass:classes=3")
    model = surrogate("crammer-singer").build(loss)
    assert isinstance(model, PolyhedralSurrogate)
    far = minimised_at(model.terms, (Fraction(5), ZERO, ZERO))
    assert far == (CORNERS[0],)
    assert not contains(far, CORNERS[0])


def test_modes_are_wrong_where_the_middle_class_is_best() -> None:
    L = matrix(losses.parse("ordinal-absolute:classes=3"))
    regions = mode_polygons(L)
    for Pi in triangle(9):
        risks = [sum(p * x for p, x in zip(Pi, row, strict=True)) for row in L]
        wrong = any(p == max(Pi) and risks[z] > min(risks) for z, p in enumerate(Pi))
        if any(inside(region, Pi) for region in regions):
            assert wrong
        if not any(contains(region, Pi) for region in regions):
            assert not wrong
    model = surrogate("crf-mode").build(losses.parse("ordinal-absolute:classes=3"))
    assert failing_regions(L, model, range(3), 6) == regions
    quadratic = surrogate("quadratic").build(losses.parse("ordinal-absolute:classes=3"))
    assert failing_regions(L, quadratic, range(3), 6) == ()


def test_cells_cover_the_triangle() -> None:
    L = matrix(losses.parse("abstain:classes=3,cost=1/2"))
    cells = best_cells(L)
    for Pi in triangle(8):
        assert any(contains(cell, Pi) for cell in cells)


def test_distributions_are_listed_once_by_denominator() -> None:
    listed = [Pi for denominator in range(1, 5) for Pi in with_denominator(3, denominator)]
    assert len(listed) == len(set(listed))
    grid = {
        (Fraction(i, d), Fraction(j, d), Fraction(d - i - j, d))
        for d in range(1, 5)
        for i in range(d + 1)
        for j in range(d + 1 - i)
    }
    assert set(listed) == grid
    assert list(distributions(3, len(listed))) == listed


def test_positive_distributions_start_with_the_uniform_one() -> None:
    listed = list(distributions(3, 10, least=1))
    assert listed[0] == (Fraction(1, 3),) * 3
    assert all(min(Pi) > 0 and sum(Pi) == 1 for Pi in listed)


def test_one_observation_has_one_distribution() -> None:
    assert list(distributions(1, 5)) == [(Fraction(1),)]
    assert list(distributions(1, 0)) == []
