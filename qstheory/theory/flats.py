"""The search for distributions at which flats leave every cell (`calibration_dimension_below`).

At the middle of a face with e ties the caps of the other predictions are cut out of the face's
flat; a tree over their signs ends where a linear program gives the combination that excludes them.
Faces of fewer than two dimensions always contain a hyperplane through their middle.

The faces of the Bayes risk: where which predictions tie, on which observations.

Over the distributions h(p) = min_z L_z . p is linear on cells; the faces of the cells are the sets
on which given predictions are optimal and given observations have no weight. All distributions in
the middle of a face have the same ties and the same support: what depends on these alone is
searched exactly by one distribution for each face.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import fmpz_mat

from qstheory.certify.arithmetic import Vector, inner, over_common_denominator
from qstheory.certify.hypograph import Ray, Vertex, cut, hypograph
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtLeast
from qstheory.certify.kinds.calibration_dimension_below import Cap, Excluded, NoFlat, Signs, Split
from qstheory.errors import TooLarge, Undecided
from qstheory.exact.integer_matrix import Rows, rank
from qstheory.exact.linear_program import StandardProgram, solve
from qstheory.losses.base import Reference
from qstheory.losses.spaces import Label
from qstheory.theory.findings import Evidence, judged
from qstheory.theory.window import listed_weights

SIDES, VERTICES, FACES = 40, 200, 6_000
"""Most predictions and observations together, vertices of the cells, and faces: each is an answer
of its own that is written, and faces may be as many as sets of vertices."""


@dataclass(frozen=True)
class Face:
    """Its corners, the predictions optimal there, its support, its dimension."""

    corners: tuple[Vector, ...]
    tied: tuple[int, ...]
    support: tuple[int, ...]
    dimension: int

    @property
    def distribution(self) -> Vector:
        """A distribution in its middle."""
        count = len(self.corners)
        return tuple(sum(x, Fraction(0)) / count for x in zip(*self.corners, strict=True))

    @property
    def ties(self) -> int:
        """The rank of the differences of the tied predictions on the support.

        They and the sum of the probabilities are what holds on the face: |support| - 1 - dimension.
        """
        return len(self.support) - 1 - self.dimension


def faces(L: Rows) -> list[Face]:
    """All faces, those with the most ties first; raises TooLarge.

    >>> zero, one = Fraction(0), Fraction(1)
    >>> [(face.tied, face.ties) for face in faces([(zero, one), (one, zero)])]
    [((0, 1), 1), ((0,), 0), ((0,), 0), ((1,), 0), ((1,), 0)]
    """
    if len(L) + len(L[0]) > SIDES:
        raise TooLarge(f"The loss has more than {SIDES} predictions and observations.")
    vertices = hypograph(L).vertices
    if len(vertices) > VERTICES:
        raise TooLarge(f"The cells have more than {VERTICES} vertices.")
    width = len(L[0])
    found = {v.tight for v in vertices}
    new = set(found)
    while new:
        new = {a & v.tight for a in new for v in vertices if (a & v.tight) >> width} - found
        found |= new
        if len(found) > FACES:
            raise TooLarge(f"The cells have more than {FACES:,} faces.")
    corners = [(v, over_common_denominator(v.distribution)[1]) for v in vertices]
    made = [_face(corners, tight, len(L)) for tight in found]
    return sorted(made, key=lambda f: (-f.ties, f.tied, f.support))


def _face(corners: Sequence[tuple[Vertex, list[int]]], tight: int, count: int) -> Face:
    mine = [(v.distribution, integers) for v, integers in corners if v.tight & tight == tight]
    width = len(mine[0][1])
    return Face(
        tuple(p for p, _ in mine),
        tuple(z for z in range(count) if tight >> (width + z) & 1),
        tuple(y for y in range(width) if not tight >> y & 1),
        fmpz_mat([integers for _, integers in mine]).rank() - 1,
    )


ZERO, ONE = Fraction(0), Fraction(1)
PROGRAMS = 60
"""Most linear programs for one face: on 24 losses (seven by name, matrices up to 5 x 6 and
F-score and Jaccard with 3 labels) 6 give the bounds that 120 give, 2 lose one of abstaining."""
TRIED = 40
"""Most faces, of different looks, that are tried: on the same losses 4 give what 80 give, and 1
loses the bound of abstaining; the rest is for losses beyond these."""


@dataclass(frozen=True)
class Part:
    """A loss on some observations, where a distribution is sought: L has all different rows."""

    reference: Reference
    L: Rows
    predictions: Sequence[Label]
    observations: Sequence[Label]


@dataclass(frozen=True)
class _Cap:
    """The corners of the closure of a cap, with the risk of the prediction less the least there."""

    prediction: int
    corners: tuple[tuple[Vector, Fraction], ...]


def no_flat(part: Part, found: Sequence[Face], above: int) -> Evidence | None:
    """A judged lower bound that exceeds `above`, from the first of the faces that gives one."""
    looks = set()
    for face in found:
        if face.dimension < 2 or face.ties + 2 <= above:
            continue
        look = (face.ties, face.dimension, len(face.tied), tuple(sorted(face.distribution)))
        if look in looks:
            continue
        looks.add(look)
        if len(looks) > TRIED:
            return None
        excluded = _excluded(part.L, face)
        if excluded is None:
            continue
        caps, tree = excluded
        certificate = NoFlat(
            listed_weights(part.observations, dict(enumerate(face.distribution))),
            tuple(
                Cap(part.predictions[c.prediction], tuple(x for x, _ in c.corners)) for c in caps
            ),
            tree,
        )
        evidence = judged(CalibrationDimensionAtLeast(part.reference, face.ties + 2), certificate)
        if evidence.proves:
            return evidence
    return None


def _excluded(L: Rows, face: Face) -> tuple[list[_Cap], Signs] | None:
    """Caps and a tree that exclude every flat of one dimension more than there are ties."""
    rows = [tuple(row[y] for y in face.support) for row in L]
    best = rows[face.tied[0]]
    basis: list[Vector] = []
    for z in face.tied[1:]:
        difference = tuple(a - b for a, b in zip(rows[z], best, strict=True))
        if rank([*basis, difference]) > len(basis):
            basis.append(difference)
    caps = []
    for k, row in enumerate(rows):
        if k in face.tied:
            continue
        gain = tuple(a - b for a, b in zip(row, best, strict=True))
        corners = tuple((x, inner(gain, x)) for x in _corners(basis, gain))
        if any(value < 0 for _, value in corners):
            caps.append(_Cap(k, corners))
    p = tuple(face.distribution[y] for y in face.support)
    tree = _Signs(caps, p).tree((1,)) if caps else None
    return None if tree is None else (caps, tree)


def _corners(equal: Sequence[Vector], at_most: Vector) -> list[Vector]:
    """The vertices of {q >= 0 : equal q = 0, at_most . q <= 0, sum 1}."""
    n = len(at_most)
    rays: Sequence[Ray] = [
        Ray(tuple(int(i == j) for i in range(n)), ((1 << n) - 1) ^ (1 << j)) for j in range(n)
    ]
    normals = [tuple(sign * x for x in row) for row in equal for sign in (1, -1)]
    normals.append(tuple(-x for x in at_most))
    for k, normal in enumerate(normals):
        rays = cut(rays, over_common_denominator(normal)[1], 1 << (n + k), n)
    totals = [sum(ray.direction) for ray in rays]
    return [
        tuple(Fraction(x, total) for x in ray.direction)
        for ray, total in zip(rays, totals, strict=True)
    ]


class _Signs:
    """The tree over the signs of caps, with a limit on linear programs."""

    def __init__(self, caps: Sequence[_Cap], p: Vector) -> None:
        self.caps, self.p, self.left = caps, p, PROGRAMS

    def tree(self, signs: tuple[int, ...]) -> Signs | None:
        """What excludes all choices that begin with these signs, or None."""
        self.left -= 1
        if self.left < 0:
            return None
        leaf = self._leaf(signs)
        if leaf is not None or len(signs) == len(self.caps):
            return leaf
        positive = self.tree((*signs, 1))
        negative = self.tree((*signs, -1)) if positive is not None else None
        if positive is None or negative is None:
            return None
        return Split(positive, negative)

    def _leaf(self, signs: tuple[int, ...]) -> Excluded | None:
        """min sum lambda with sum sign lambda x = mu p, weight 1 on points of caps themselves."""
        points = [
            (sign, x, value)
            for sign, cap in zip(signs, self.caps, strict=False)
            for x, value in cap.corners
        ]
        rows = [
            (*(sign * x[y] for sign, x, _ in points), -share, share)
            for y, share in enumerate(self.p)
        ]
        rows.append((*(ONE if value < 0 else ZERO for _, _, value in points), ZERO, ZERO))
        right = (*[ZERO] * len(self.p), ONE)
        costs = (*[ONE] * len(points), ZERO, ZERO)
        try:
            best = solve(StandardProgram(tuple(rows), right, costs)).x
        except Undecided:
            return None
        ends = [0]
        for cap in self.caps[: len(signs)]:
            ends.append(ends[-1] + len(cap.corners))
        weights = tuple(tuple(best[a:b]) for a, b in pairwise(ends))
        return Excluded(weights, best[-2] - best[-1])
