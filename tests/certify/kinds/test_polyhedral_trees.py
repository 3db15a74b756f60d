"""Trees of decisions drawn by their grammar alone: whatever is accepted is true.

Surrogates of one score for two observations, losses and trees are drawn at random. Only lengths are
made to fit, and levels to what the gains allow: a tree drawn without that is refused at once.
"""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from qstheory.certify import decide
from qstheory.certify.kinds.polyhedral import (
    Choice,
    Decided,
    Decisions,
    Descents,
    Form,
    PolyhedralConsistent,
    PolyhedralSurrogate,
    SomeDecoderConsistent,
    Step,
    Unreachable,
    activity,
    region,
    steep,
)
from qstheory.certify.maxima import Affine, Multipliers, Piece
from qstheory.losses.matrix import matrix_loss

from ..truths import truths

TRUTHS = truths()
NUMBERS = tuple(map(Fraction, (-1, -1, 0, 0, 0, 1, 1, 2)))
ZERO, ONE = Fraction(0), Fraction(1)


class Drawn:
    """A loss of a few predictions, S and D, and trees about them."""

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

    def bounds(self) -> Multipliers:
        """All on the flat piece, which comes first."""
        return tuple(((ONE, *[ZERO] * (len(maximum) - 1)),) for (maximum,) in self.terms)

    def unreachable(self, where: list[Affine], active: tuple[Piece, ...]) -> Unreachable:
        known = [*where, *(c for piece in active for c in activity(self.terms, piece))]
        return Unreachable(tuple(max(ZERO, self.source.choice(NUMBERS)) for _ in known))

    def step(self, z: int, other: int) -> Step:
        gains = (a - b for a, b in zip(self.L[other], self.L[z], strict=True))
        slack = self.source.choice((0, 0, 0, 1, -1))
        return Step((self.source.choice(NUMBERS),), tuple((gain - slack,) for gain in gains))

    def tree(
        self,
        where: list[Affine],
        pair: tuple[int, int] | None = None,
        active: tuple[Piece, ...] = (),
    ) -> Choice:
        """For a pair z against z', or for any z against all others."""
        if active and (len(active) > 2 or self.source.random() < 0.6):
            return self.unreachable(where, active)
        z = self.source.randrange(len(self.L)) if pair is None else pair[0]
        others = [k for k in range(len(self.L)) if k != z] if pair is None else [pair[1]]
        steps = tuple(self.step(z, other) for other in others)
        failing = {p for s in steps for p in steep(self.terms, s.direction, s.levels)}
        branches = (self.tree(where, pair, (*active, piece)) for piece in sorted(failing))
        return Decided(z, steps, tuple(branches))

    def given(self) -> tuple[Any, Any]:
        """A decoder with its trees, or none with one tree."""
        if self.source.random() < 0.5:
            tree = self.tree([])
            return SomeDecoderConsistent(self.loss, self.terms), Decisions(self.bounds(), tree)
        trees = []
        for i, form in enumerate(self.surrogate.decoder):
            z, where = form.prediction, region(self.surrogate, i)
            others = [k for k in range(len(self.L)) if k != z]
            trees.append(tuple(self.tree(where, (z, other)) for other in others))
        proof = Descents(self.bounds(), tuple(trees))
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


def test_no_false_tree_is_accepted() -> None:
    assert sum(accepted(300, 1).values()) >= 10


@pytest.mark.slow
def test_no_false_tree_of_many_is_accepted() -> None:
    assert min(accepted(4_000, 2).values()) >= 10
