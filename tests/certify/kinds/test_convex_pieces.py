"""Piecewise-linear convex functions at two points."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory.certify import decide
from qstheory.certify.bundle import Item, dumps, loads
from qstheory.certify.kinds.convex_pieces import ConvexComparison
from qstheory.certify.kinds.finite_instances import Evaluation

ZERO, ONE = Fraction(0), Fraction(1)
LINE = ConvexComparison(((ONE, ZERO),), ONE, 2 * ONE, "<=", Fraction(1, 2))
HINGE = replace(LINE, pieces=((ZERO, ZERO), (ONE, ONE)), relation="<")


@pytest.mark.parametrize(
    ("proposition", "outcome"),
    [
        (LINE, "proves"),
        (replace(LINE, relation="<"), "refutes"),
        (replace(LINE, factor=Fraction(1, 3)), "refutes"),
        (HINGE, "proves"),
        (replace(LINE, pieces=()), "invalid"),
        (replace(LINE, pieces=((ONE, ONE),)), "invalid"),
        (replace(LINE, y=3 * ONE), "invalid"),
        (replace(LINE, y=ZERO, x=ZERO), "invalid"),
    ],
)
def test_comparisons(proposition: ConvexComparison, outcome: str) -> None:
    assert decide(proposition, Evaluation()).outcome.value == outcome


def test_a_comparison_survives_the_certificate_file() -> None:
    assert loads(dumps([Item(HINGE, Evaluation())])) == [Item(HINGE, Evaluation())]
