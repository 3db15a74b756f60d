"""The polyhedral surrogate that every loss has, from the conjugate of its Bayes risk.

    S(v, y) = max_p (p . v + h(p)) - v_y,   h(p) = min_z l(z),   over the vertices p of the cells

embeds L with v = -L(z, .) for z: min_v W(v) = h, since h is its own concave biconjugate. S does not
see a constant that is added to all v, nor need v leave the flat through the -L(z, .): with
v = -(L(z_0, .) + B w) there are as many scores w as the rows L(z, .) - L(z_0, .) have dimensions
apart from the constant ones.

Source: Finocchiaro, Frongillo and Waggoner 2024 (every discrete loss is embedded by a polyhedral
one); the reduction to the flat is as in Ramaswamy and Agarwal 2016.
"""

from collections.abc import Sequence
from fractions import Fraction

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import (
    Vector,
)
from qstheory.certify.hypograph import hypograph
from qstheory.certify.kinds.embedding import CommonPiece, EmbeddedPoint, Embeds, Minima
from qstheory.certify.maxima import (
    Affine,
    matrix,
)
from qstheory.exact.rational import rank, solve
from qstheory.losses.base import Loss
from qstheory.losses.display import label
from qstheory.theory.embedding.representatives import Embedding, alone
from qstheory.theory.findings import Evidence, judged


def conjugate(loss: Loss) -> tuple[Embedding, Evidence]:
    """The surrogate with the scores of the predictions that are alone the best somewhere.

    The proof says that it embeds the loss. Raises TooLarge beyond the limit of vertices.

    >>> from qstheory import losses
    >>> found, proof = conjugate(losses.make("multiclass", classes=3))
    >>> found.dimension, proof.proves
    (2, True)
    """
    L = matrix(loss)
    places = representatives(L)
    rows = [L[z] for z in places]
    cells = hypograph(rows)
    base, basis = rows[0], _basis(rows)
    scores = {_coordinates(row, base, basis): z for row, z in zip(rows, places, strict=True)}
    vertices = [(v.distribution, v.least) for v in cells.vertices]
    tilts = [tuple(inner(b, p) for b in basis) for p, _ in vertices]
    heights = [h - inner(p, base) for p, h in vertices]
    terms = tuple(
        (
            tuple(
                Affine(tuple(b[y] - t for b, t in zip(basis, tilt, strict=True)), base[y] + height)
                for tilt, height in zip(tilts, heights, strict=True)
            ),
        )
        for y in range(len(base))
    )
    points = sorted(scores)
    ordered = hypograph([L[scores[w]] for w in points])
    minima = Minima(tuple(map(CommonPiece, range(len(vertices)))))
    names = tuple(map(label, loss.observations))
    found = Embedding(terms, names, tuple(points), ordered, minima)
    embedded = tuple(EmbeddedPoint(scores[w], w) for w in points)
    return found, judged(Embeds(loss.reference, terms, embedded), minima)


def representatives(L: Sequence[Vector]) -> list[int]:
    """The predictions that are alone the best somewhere, the first of those with equal rows."""
    different = list(dict.fromkeys(L))
    return [L.index(different[i]) for i in alone(different, hypograph(different))]


def _basis(rows: Sequence[Vector]) -> list[Vector]:
    """Differences of rows that are independent of each other and of the constant vector; >= 1."""
    ones = (Fraction(1),) * len(rows[0])
    chosen: list[Vector] = []
    for row in rows[1:]:
        difference = tuple(a - b for a, b in zip(row, rows[0], strict=True))
        if rank([ones, *chosen, difference]) == len(chosen) + 2:
            chosen.append(difference)
    return chosen or [(Fraction(0),) * len(rows[0])]


def _coordinates(row: Vector, base: Vector, basis: Sequence[Vector]) -> Vector:
    """w with row = base + B w + a constant."""
    columns = [*basis, (Fraction(1),) * len(base)]
    found = solve(list(zip(*columns, strict=True)), [a - b for a, b in zip(row, base, strict=True)])
    assert found is not None
    return found[:-1]
