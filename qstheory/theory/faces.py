"""The faces of the Bayes risk: where which predictions tie, on which observations.

Over the distributions h(p) = min_z L_z . p is linear on cells; the faces of the cells are the sets
on which given predictions are optimal and given observations have no weight. All distributions in
the middle of a face have the same ties and the same support: what depends on these alone is
searched exactly by one distribution for each face.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz_mat

from qstheory.certify.double_description import whole
from qstheory.certify.finite import Vector
from qstheory.certify.hypograph import Vertex, hypograph
from qstheory.errors import TooLarge
from qstheory.exact.rational import Rows

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
    corners = [(v, list(whole(v.distribution))) for v in vertices]
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
