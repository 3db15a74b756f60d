"""Bounds and links drawn at random for random surrogates: whatever is accepted is true.

Surrogates of one score for two observations, losses, decoders, scores and multipliers are drawn.
The minima at the vertices come from a linear program, as drawn ones would be refused at once, and
the condition of one form takes the slope away that the multipliers leave.
"""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from qstheory.certify import decide
from qstheory.certify.kinds.polyhedral import (
    Bound,
    Form,
    PolyhedralConsistent,
    PolyhedralSurrogate,
    Refined,
    SomeDecoderConsistent,
    Unreached,
    region,
)
from qstheory.certify.maxima import (
    Affine,
    Cells,
    Minima,
    Minimised,
    Multipliers,
    cells_of,
    combined,
)
from qstheory.errors import Undecided
from qstheory.losses.base import matrix_loss
from qstheory.theory.consistency.programs import minimum

from ..truths import truths

TRUTHS = truths()
NUMBERS = tuple(map(Fraction, (-1, -1, 0, 0, 0, 1, 1, 2)))
ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)


class Drawn:
    """A loss of a few predictions, S and D, and certificates about them."""

    def __init__(self, source: Random) -> None:
        self.source = source
        choice = source.choice
        self.L = [tuple(abs(choice(NUMBERS)) for _ in range(2)) for _ in range(choice((2, 2, 3)))]
        self.loss = matrix_loss(self.L).reference
        self.terms = tuple((self.maximum(),) for _ in range(2))
        z = [*range(len(self.L)), source.randrange(len(self.L))][: choice((2, 2, 3))]
        forms = tuple(Form(k, Affine((choice(NUMBERS),), choice(NUMBERS))) for k in z)
        self.surrogate = PolyhedralSurrogate(self.terms, forms)

    def maximum(self) -> tuple[Affine, ...]:
        """Two pieces or three; bounded below for the most part."""
        slopes = [ZERO, self.source.choice((ONE, -ONE)), self.source.choice(NUMBERS)]
        count = self.source.choice((2, 2, 3))
        return tuple(Affine((a,), self.source.choice(NUMBERS)) for a in slopes[:count])

    def minima(self, cells: Cells) -> Minima:
        """Those of a linear program; now and then a wrong one."""
        found = []
        for vertex in cells.vertices:
            try:
                q = minimum(self.terms, vertex.distribution).multipliers
            except Undecided:
                q = self.multipliers(vertex.distribution)
            found.append(Minimised(vertex.distribution, q))
        return Minima(tuple(found))

    def multipliers(self, Pi: tuple[Fraction, ...]) -> Multipliers:
        """Each p_y on one piece or halved between two."""
        found = []
        for p, (maximum,) in zip(Pi, self.terms, strict=True):
            chosen = self.source.choices(range(len(maximum)), k=2)
            found.append((tuple(p * HALF * chosen.count(k) for k in range(len(maximum))),))
        return tuple(found)

    def bound(self, form: int, Pi: tuple[Fraction, ...]) -> Bound:
        """Multipliers, and the condition of one form that makes the slopes 0 if any does."""
        q = self.multipliers(Pi)
        (slope,) = combined(self.terms, Pi, q).slope
        where = [condition.slope[0] for condition in region(self.surrogate, form)]
        conditions = [ZERO] * len(where)
        against = [k for k, a in enumerate(where) if a * slope < 0]
        if against:
            k = self.source.choice(against)
            conditions[k] = -slope / where[k]
        elif not slope:
            conditions[self.source.randrange(len(where))] = self.source.choice((ZERO, ONE))
        return Bound(q, tuple(conditions))

    def given(self) -> tuple[Any, Any]:
        """A decoder with its bounds, or none with a link."""
        count = self.source.choice((1, 2, 2, 3))
        scores = tuple((self.source.choice(NUMBERS),) for _ in range(count))
        cells = cells_of(self.loss, self.terms, scores)
        minima = self.minima(cells)
        if self.source.random() < 0.3:
            link = tuple(self.source.randrange(len(self.L)) for _ in scores)
            given = Refined(scores, link, minima)
            return SomeDecoderConsistent(self.loss, self.terms), given
        bounds = (
            tuple(self.bound(i, v.distribution) for _, v in cells.excess(form.prediction))
            for i, form in enumerate(self.surrogate.decoder)
        )
        proof = Unreached(scores, minima, tuple(bounds))
        return PolyhedralConsistent(self.loss, self.surrogate), proof


def accepted(count: int, seed: int) -> Counter[str]:
    """How many of each are accepted; each is held against its truth."""
    source, found = Random(seed), Counter[str]()
    for _ in range(count):
        proposition, certificate = Drawn(source).given()
        if decide(proposition, certificate).outcome.value == "proves":
            assert TRUTHS[type(proposition)](proposition, certificate), (proposition, certificate)
            found[type(certificate).__name__] += 1
    return found


def test_nothing_false_is_accepted() -> None:
    assert sum(accepted(300, 1).values()) >= 10


@pytest.mark.slow
@pytest.mark.no_cover
def test_nothing_false_of_many_is_accepted() -> None:
    assert min(accepted(3_000, 2).values()) >= 10
