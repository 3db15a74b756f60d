"""Margins and the cells of the simplex of distributions, exactly.

    gamma(Pi)  = min over z other than one optimal z* of l(z) - l(z*),   l(z) = sum_y Pi_y L(z, y)
    gamma+(Pi) = min over z that is not optimal of l(z) - min l

gamma is 0 wherever two predictions tie, also when their rows are equal; gamma+ never is. Source:
Section 3.3 of the paper for gamma; gamma+ is the reading that also serves losses with duplicates.

Cells are polytopes cut out of a simplex: corners by double description, and volumes. They give the
measure of the margin band: P(gamma(Pi) <= e) for Pi uniform on the simplex, exactly.

The complement is made of the cells shrunk by e, one for each group of equal rows:
{Pi : l(z') - l(z) >= e for every other row}. Where e passes no corner of
{(Pi, e) : l(z') - l(z) >= e >= 0} the volume of the slice is a polynomial of degree |Y| - 1 in e,
which its values at |Y| places determine. Ties have measure 0, so gamma+ is the least gap to
another row almost everywhere; gamma is 0 on the cells of rows that occur twice.

Where k of n classes are predicted and one is observed the band has a formula, at every size. If z
costs s less if it contains y, the best z has the k largest probabilities and the next best
exchanges the smallest of these for the next one: gamma = s (p_(k) - p_(k+1)). Uniform on the
simplex p is E / (E_1 + ... + E_n) for independent exponential E, and by Renyi the differences
j (E_(j) - E_(j+1)), with E_(n+1) = 0, are independent and exponential again, of the same sum. So
k (p_(k) - p_(k+1)) is distributed as a single probability, which exceeds t with probability
(1 - t)^(n-1):

    P(gamma <= e) = 1 - (1 - k e/s)^(n-1)    for 0 <= e <= s/k.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, cmp_to_key
from itertools import pairwise
from typing import Literal

from qstheory.certify.arithmetic import over_common_denominator
from qstheory.certify.hypograph import Ray, cut
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.exact.integer_matrix import Vector, apply, rank, solve, to_flint, to_fraction
from qstheory.losses.base import Loss
from qstheory.losses.views import number_text

CORNERS = 512
"""Most corners of a polytope: cutting compares all pairs of them, a quarter of a million here."""


@dataclass(frozen=True)
class Corner:
    """A point, and the constraints it lies on as the bits of a number."""

    point: Vector
    tight: int


@dataclass(frozen=True)
class Polytope:
    """The corners of a polytope of at most that dimension, and how many constraints made it.

    They are kept as the rays (x, 1) of the cone above it, in lowest terms.
    """

    rays: tuple[Ray, ...]
    constraints: int
    dimension: int

    def cut(self, normal: Sequence[Fraction], bound: Fraction) -> "Polytope":
        """The part with normal . x >= bound; raises TooLarge."""
        bit = 1 << self.constraints
        _, whole = over_common_denominator([*normal, -bound])
        kept = cut(self.rays, whole, bit, self.dimension + 1)
        if len(kept) > CORNERS:
            raise TooLarge(f"A polytope has more than {CORNERS} corners.")
        return Polytope(kept, self.constraints + 1, self.dimension)

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """The corners."""
        return tuple(
            Corner(tuple(Fraction(x, ray.direction[-1]) for x in ray.direction[:-1]), ray.tight)
            for ray in self.rays
        )

    @property
    def has_interior(self) -> bool:
        """Whether it has its full dimension."""
        return len(self.corners) > self.dimension and rank(self.points) > self.dimension

    @property
    def points(self) -> tuple[Vector, ...]:
        """The corners without their constraints."""
        return tuple(corner.point for corner in self.corners)


def simplex(width: int) -> Polytope:
    """All distributions on `width` outcomes."""
    every = (1 << width) - 1
    rays = tuple(
        Ray((*(int(i == j) for j in range(width)), 1), every ^ (1 << i)) for i in range(width)
    )
    return Polytope(rays, width, width - 1)


def prism(width: int, height: Fraction) -> Polytope:
    """All pairs of a distribution and a number from 0 to height > 0."""
    top, one = height.as_integer_ratio()
    low, high = 1 << width, 1 << (width + 1)
    base = simplex(width).rays
    bottom = (Ray((*r.direction[:-1], 0, 1), r.tight | low) for r in base)
    above = (Ray((*(one * x for x in r.direction[:-1]), top, one), r.tight | high) for r in base)
    return Polytope((*bottom, *above), width + 2, width)


def share(polytope: Polytope) -> Fraction:
    """The volume of a polytope of distributions, as a part of that of the simplex.

    Barycentric coordinates: a simplex with the corners v_i has the share |det(v_0, ..., v_d)|.

    >>> half = simplex(3).cut((Fraction(1), Fraction(-1), Fraction(0)), Fraction(0))
    >>> share(half)
    Fraction(1, 2)
    """
    corners, d = polytope.corners, polytope.dimension
    if not polytope.has_interior:
        return Fraction(0)
    volumes = (
        abs(to_fraction(to_flint(points, d + 1).det()))
        for points in _simplices(corners, d, polytope.constraints)
    )
    return sum(volumes, Fraction(0))


def _simplices(
    corners: Sequence[Corner], dimension: int, constraints: int
) -> Iterator[list[Vector]]:
    """A triangulation of a face: the first corner joined with the facets that miss it."""
    first = corners[0]
    if len(corners) == dimension + 1:
        yield [corner.point for corner in corners]
        return
    seen = set()
    for k in range(constraints):
        bit = 1 << k
        if first.tight & bit:
            continue
        facet = [corner for corner in corners if corner.tight & bit]
        key = tuple(id(corner) for corner in facet)
        if len(facet) < dimension or key in seen:
            continue
        seen.add(key)
        if rank([corner.point for corner in facet]) == dimension:
            for points in _simplices(facet, dimension - 1, constraints):
                yield [first.point, *points]


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


@dataclass(frozen=True)
class BandLaw:
    """P(gamma <= e) = 1 - (1 - rate e)^power for e <= 1/rate."""

    rate: Fraction
    power: int

    def at(self, e: Fraction) -> Fraction:
        """The value at e >= 0."""
        return 1 - max(Fraction(0), 1 - self.rate * e) ** self.power

    def __str__(self) -> str:
        """The formula and where it holds.

        >>> print(BandLaw(Fraction(5), 999))
        1 - (1 - 5 e)^999 on [0, 1/5]
        """
        rate = "" if self.rate == 1 else f"{number_text(self.rate)} "
        return f"1 - (1 - {rate}e)^{self.power} on [0, {number_text(1 / self.rate)}]"


def band_law(loss: Loss) -> BandLaw | None:
    """The law of a loss by counts that predicts k of n classes, k < n, for one that is observed.

    >>> from qstheory import losses
    >>> print(band_law(losses.make("multiclass", classes=300)))
    1 - (1 - e)^299 on [0, 1]
    """
    counts = loss.counts
    if counts is None or counts.observations.sizes != range(1, 2):
        return None
    k = counts.predictions.sizes[0]
    if len(counts.predictions.sizes) > 1 or not 0 < k < counts.m:
        return None
    saved = counts.value(k, 1, 0) - counts.value(k, 1, 1)
    return BandLaw(k / saved, counts.m - 1) if saved > 0 else None


Measure = Literal["margin", "gap"]


@dataclass(frozen=True)
class BandPiece:
    """P(gamma <= e) = sum_k coefficients[k] e^k for low <= e <= high."""

    low: Fraction
    high: Fraction
    coefficients: tuple[Fraction, ...]

    def at(self, e: Fraction) -> Fraction:
        """The value at e."""
        return sum((c * e**k for k, c in enumerate(self.coefficients)), Fraction(0))


def band_share(L: Rows, epsilon: Fraction, measure: Measure = "gap") -> Fraction:
    """The share of the distributions with gamma+ (or gamma) at most epsilon; raises TooLarge.

    >>> Q = Fraction
    >>> zero_one = tuple(tuple(Q(int(i != j)) for j in range(3)) for i in range(3))
    >>> band_share(zero_one, Q(1, 2))
    Fraction(3, 4)
    """
    rows = _kept(L, measure)
    different = tuple(dict.fromkeys(L))
    kept = (share(cell(different, z, epsilon)) for z in range(len(different)) if rows[different[z]])
    return 1 - sum(kept, Fraction(0))


def _kept(L: Rows, measure: Measure) -> dict[tuple[Fraction, ...], bool]:
    """Whether the cell of a row can have a margin above 0."""
    return {row: measure == "gap" or count == 1 for row, count in Counter(L).items()}


def band(L: Rows, measure: Measure = "gap") -> tuple[BandPiece, ...]:
    """P(gamma+ <= e), or with gamma, from 0 up to the largest margin, beyond which it is 1.

    No piece when there is no margin at all: one row only, or for gamma none that occurs once.
    Raises TooLarge.
    """
    different = tuple(dict.fromkeys(L))
    if len(different) < 2:
        return ()
    rows = _kept(L, measure)
    top = max(map(max, L)) - min(map(min, L))
    heights = {Fraction(0)}
    for z in range(len(different)):
        if rows[different[z]]:
            heights |= _heights(different, z, top + 1)
    pieces: list[BandPiece] = []
    for low, high in pairwise(sorted(heights)):
        found = _polynomial(L, measure, low, high)
        if pieces and pieces[-1].coefficients == found:
            pieces[-1] = BandPiece(pieces[-1].low, high, found)
        else:
            pieces.append(BandPiece(low, high, found))
    return tuple(pieces)


def _heights(L: Rows, z: int, top: Fraction) -> set[Fraction]:
    """The margins at which the shrinking cell of z changes its shape."""
    lifted = prism(len(L[0]), top)
    for normal in differences(L, z):
        lifted = lifted.cut((*normal, Fraction(-1)), Fraction(0))
    return {point[-1] for point in lifted.points}


def _polynomial(L: Rows, measure: Measure, low: Fraction, high: Fraction) -> tuple[Fraction, ...]:
    degree = len(L[0]) - 1
    places = [low + (high - low) * Fraction(k, max(degree, 1)) for k in range(degree + 1)]
    powers = [[e**k for k in range(degree + 1)] for e in places]
    found = solve(powers, [band_share(L, e, measure) for e in places])
    assert found is not None
    return found


def polynomial_text(coefficients: Sequence[Fraction], variable: str = "e") -> str:
    """A polynomial, highest power first.

    >>> polynomial_text((Fraction(0), Fraction(2), Fraction(-1)))
    '-e^2 + 2 e'
    """
    terms = []
    for k, c in reversed(list(enumerate(coefficients))):
        if c:
            power = "" if k == 0 else variable if k == 1 else f"{variable}^{k}"
            factor = "" if power and abs(c) == 1 else f"{abs(c)} " if power else f"{abs(c)}"
            terms.append(("-" if c < 0 else "+", factor + power))
    if not terms:
        return "0"
    (sign, first), *others = terms
    lead = "-" if sign == "-" else ""
    return lead + first + "".join(f" {sign} {term}" for sign, term in others)
