"""Whether another decoder would do, for distances on graphs and for what is known."""

from fractions import Fraction
from itertools import product

import pytest

from qstheory import losses
from qstheory.certify import Outcome
from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate
from qstheory.losses.base import Loss
from qstheory.losses.matrix import matrix_loss
from qstheory.theory.consistency.polyhedral import decided, some_decoder
from qstheory.theory.consistency.surrogates import max_margin, surrogate, unit_rows
from qstheory.theory.consistency.verdict import consistency


def distances(size: int, *edges: tuple[int, int, int]) -> Loss:
    """Lengths of shortest paths."""
    D = [[0 if i == j else 99 for j in range(size)] for i in range(size)]
    for a, b, length in edges:
        D[a][b] = D[b][a] = length
    for k, i, j in product(range(size), repeat=3):
        D[i][j] = min(D[i][j], D[i][k] + D[k][j])
    return matrix_loss([[Fraction(x) for x in row] for row in D])


@pytest.mark.parametrize(
    ("size", "edges", "highest_score", "some"),
    [
        (4, ((0, 1, 1), (1, 2, 3), (2, 3, 2)), True, True),
        (4, ((0, 1, 1), (0, 2, 1), (0, 3, 1)), False, True),
        (4, ((0, 1, 1), (0, 2, 1), (0, 3, 2)), False, True),
        (4, ((0, 1, 1), (1, 2, 2), (2, 3, 1), (3, 0, 2)), True, True),
        (3, ((0, 1, 1), (1, 2, 1), (2, 0, 1)), False, False),
        (5, ((0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1), (4, 0, 1)), False, False),
    ],
)
def test_max_margin_for_distances(
    size: int, edges: tuple[tuple[int, int, int], ...], highest_score: bool, some: bool
) -> None:
    """Paths and rectangles by the highest score, stars by another decoder, odd cycles by none."""
    loss = distances(size, *edges)
    model = max_margin(loss, unit_rows(size))
    assert decided(loss, model).proves is highest_score
    found = some_decoder(loss, model.terms, (Fraction(0),) * size)
    assert not found.decision.reason
    assert found.proves is some


@pytest.mark.parametrize("name", ["crammer-singer-abstain", "one-vs-all-abstain"])
def test_the_threshold_matters_and_the_cost_does(name: str) -> None:
    half = losses.make("abstain", classes=3, cost=Fraction(1, 2))
    model = surrogate(name).build(half)
    assert isinstance(model, PolyhedralSurrogate)
    origin = (Fraction(0),) * 3
    assert some_decoder(half, model.terms, origin).proves
    third = losses.make("abstain", classes=3, cost=Fraction(1, 3))
    assert some_decoder(third, model.terms, origin).decision.outcome is Outcome.REFUTES


def test_the_verdict_tells_of_other_decoders() -> None:
    found = consistency(losses.parse("ordinal-absolute:classes=3"), surrogate("one-vs-all-hinge"))
    assert found.some_decoder is not None
    assert found.some_decoder.proves
    large = consistency(losses.parse("hamming:m=3"), surrogate("crammer-singer"))
    assert large.status == "inconsistent"
    assert large.some_decoder is None
