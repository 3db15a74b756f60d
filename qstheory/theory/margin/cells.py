"""Margins and the cells of the simplex of distributions, exactly.

    gamma(Pi)  = min over z other than one optimal z* of l(z) - l(z*),   l(z) = sum_y Pi_y L(z, y)
    gamma+(Pi) = min over z that is not optimal of l(z) - min l

gamma is 0 wherever two predictions tie, also when their rows are equal; gamma+ never is. Source:
Section 3.3 of the paper for gamma; gamma+ is the reading that also serves losses with duplicates.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations, pairwise

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.exact.rational import Vector, apply, inner, solve

Rows = tuple[Vector, ...]
SUBSETS = 200_000
"""Most choices of facets that are tried for the vertices of a cell."""


@dataclass(frozen=True)
class Margins:
    """gamma and gamma+ at a distribution; None where the minimum is over no prediction."""

    risks: Vector
    optimal: tuple[int, ...]
    margin: Fraction | None
    gap: Fraction | None


def margins(L: Rows, Pi: Sequence[Fraction]) -> Margins:
    """Both margins at Pi; raises InvalidParameter when Pi is no distribution on the columns.

    >>> Q = Fraction
    >>> found = margins(((Q(0), Q(1)), (Q(1), Q(0))), (Q(1, 4), Q(3, 4)))
    >>> found.optimal, found.margin, found.gap
    ((1,), Fraction(1, 2), Fraction(1, 2))
    """
    if len(Pi) != len(L[0]) or min(Pi) < 0 or sum(Pi) != 1:
        raise InvalidParameter("Give one probability for each observation, with sum 1.")
    risks = apply(L, Pi)
    least = min(risks)
    optimal = tuple(z for z, risk in enumerate(risks) if risk == least)
    others = sorted(risks)[1:]
    return Margins(
        risks,
        optimal,
        others[0] - least if others else None,
        min((risk - least for risk in risks if risk > least), default=None),
    )


def vertices(L: Rows, z: int, margin: Fraction = Fraction(0)) -> tuple[Vector, ...]:
    """The vertices of {Pi : l(z') - l(z) >= margin for every z' whose row is not that of z}.

    Every choice of |Y| - 1 facets is solved exactly; raises TooLarge when there are too many.
    """
    width = len(L[0])
    facets = _facets(L, z, margin)
    count = 1
    for k in range(width - 1):
        count = count * (len(facets) - k) // (k + 1)
    if count > SUBSETS:
        raise TooLarge(f"The vertices of a cell need more than {SUBSETS:,} choices of facets.")
    found: dict[Vector, None] = {}
    ones = tuple([Fraction(1)] * width)
    for chosen in combinations(facets, width - 1):
        rows = [ones, *(normal for normal, _ in chosen)]
        point = solve(rows, [Fraction(1), *(bound for _, bound in chosen)])
        if point is not None and all(inner(n, point) >= b for n, b in facets):
            found.setdefault(point)
    return tuple(found)


def _facets(L: Rows, z: int, margin: Fraction) -> list[tuple[Vector, Fraction]]:
    """Pairs (n, b) with n . Pi >= b on the cell; equal ones once."""
    width = len(L[0])
    units = [tuple(Fraction(int(i == j)) for j in range(width)) for i in range(width)]
    facets = dict.fromkeys((unit, Fraction(0)) for unit in units)
    for row in L:
        normal = tuple(a - b for a, b in zip(row, L[z], strict=True))
        if any(normal):
            facets.setdefault((normal, margin))
    return list(facets)


def polygon(points: Sequence[Vector]) -> tuple[Vector, ...]:
    """Points of a plane face of the simplex in the order around their mean."""
    if len(points) < 3:
        return tuple(points)
    origin = points[0]

    def compared(left: Vector, right: Vector) -> int:
        turn = _turn(origin, left, right)
        return (turn < 0) - (turn > 0)

    return (origin, *sorted(points[1:], key=cmp_to_key(compared)))


def _turn(origin: Vector, left: Vector, right: Vector) -> Fraction:
    """Twice the signed area of a triangle in the first two coordinates."""
    ax, ay = left[0] - origin[0], left[1] - origin[1]
    bx, by = right[0] - origin[0], right[1] - origin[1]
    return ax * by - ay * bx


def share(points: Sequence[Vector]) -> Fraction:
    """The area of a convex polygon of distributions on three observations, in triangles' areas."""
    ordered = polygon(points)
    total = sum(
        (_turn(ordered[0], a, b) for a, b in pairwise(ordered)),
        Fraction(0),
    )
    return abs(total)


def band_share(L: Rows, epsilon: Fraction) -> Fraction:
    """The share of the distributions on three observations with 0 <= gamma+ <= epsilon.

    Complement: the cells shrunk by epsilon, one for each group of predictions with equal rows. Ties
    have measure 0, so gamma+ is the least gap to another row almost everywhere.

    >>> Q = Fraction
    >>> zero_one = tuple(tuple(Q(int(i != j)) for j in range(3)) for i in range(3))
    >>> band_share(zero_one, Q(1, 2))
    Fraction(3, 4)
    """
    if len(L[0]) != 3:
        raise InvalidParameter("The share of the margin band is for three observations.")
    different = tuple(dict.fromkeys(L))
    kept = (share(vertices(different, z, epsilon)) for z in range(len(different)))
    return 1 - sum(kept, Fraction(0))


def face(L: Rows, columns: Sequence[int]) -> Rows:
    """L on the distributions on these observations only."""
    return tuple(tuple(row[y] for y in columns) for row in L)
