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

from qstheory.errors import InvalidParameter, TooLarge
from qstheory.exact.rational import Vector, apply
from qstheory.losses.base import Loss
from qstheory.theory.margin.polytope import Polytope, simplex

Rows = tuple[Vector, ...]


ENTRIES = 1 << 20
"""Most entries of a loss whose margins are computed."""


def require_small(loss: Loss) -> None:
    """Raise TooLarge when there are more than ENTRIES entries."""
    if loss.predictions.size * loss.observations.size > ENTRIES:
        raise TooLarge(f"{loss.title} has more than {ENTRIES:,} entries; take a smaller size.")


def matrix_of(loss: Loss) -> Rows:
    """L, row by row; raises TooLarge."""
    require_small(loss)
    observations = list(loss.observations)
    return tuple(tuple(loss.entry(z, y) for y in observations) for z in loss.predictions)


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


def cell(L: Rows, z: int, margin: Fraction = Fraction(0)) -> Polytope:
    """{Pi : l(z') - l(z) >= margin for every z' whose row is not that of z}; raises TooLarge."""
    found = simplex(len(L[0]))
    for normal in differences(L, z):
        found = found.cut(normal, margin)
    return found


def differences(L: Rows, z: int) -> tuple[Vector, ...]:
    """L(z', .) - L(z, .) for the rows that are not that of z, each once."""
    normals = (tuple(a - b for a, b in zip(row, L[z], strict=True)) for row in L)
    return tuple(dict.fromkeys(normal for normal in normals if any(normal)))


def vertices(L: Rows, z: int, margin: Fraction = Fraction(0)) -> tuple[Vector, ...]:
    """The vertices of that cell; raises TooLarge when there are too many."""
    return cell(L, z, margin).points


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
