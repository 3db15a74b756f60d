"""Losses on ordered classes 0..n-1: the absolute one, |z - y|, and the squared one, (z - y)^2."""

from fractions import Fraction

from qstheory.losses.base import DecoderNote, Loss
from qstheory.losses.closed_forms import ClosedForm, PolynomialEntry, PolynomialForm
from qstheory.losses.parameters import LossFamily, integer
from qstheory.losses.shared import distances, reached, reversal_of_classes, threshold_form
from qstheory.losses.spaces import Classes


def absolute(classes: int) -> Loss:
    """The absolute loss on that many ordered classes: the number of thresholds between two."""
    space, counts = Classes(classes), distances(classes - 1, reached)
    return Loss(
        reference=ABSOLUTE.reference(classes=classes),
        predictions=space,
        observations=space,
        entry=counts,
        bounds=(Fraction(0), Fraction(classes - 1)),
        closed_forms=(threshold_form(classes),),
        symmetries=(reversal_of_classes(classes),),
        decoder=DecoderNote("least prefix sum", "O(classes)", "Pedregosa, Bach, Gramfort 2017"),
    )


ABSOLUTE = LossFamily(
    name="ordinal-absolute",
    title="Ordinal absolute",
    definition=r"L(z,y)=|z-y|",
    source="Pedregosa, Bach, Gramfort 2017",
    parameters=(integer("classes", "number of ordered classes", 1),),
    build=absolute,
    examples=({"classes": 1}, {"classes": 2}, {"classes": 3}, {"classes": 5}),
)


ZERO, ONE, TWO = Fraction(0), Fraction(1), Fraction(2)
SQUARE = PolynomialEntry(((ZERO, ZERO, ONE), (ZERO, -TWO), (ONE,)))
"""y^2 - 2 z y + z^2."""


def expansion_form(classes: int) -> ClosedForm:
    """F_z = (x^2, -2 s x, s^2), U_y = (1, u/s, u^2/s^2), c = 0, for x = z - s, u = y - s.

    s is the middle of the classes, so that U has entries up to 1 and ||F||^2 is at most 6 s^4.
    """
    s = Fraction(classes - 1, 2)
    square, line = (s * s, -2 * s, ONE), (-s, ONE)
    F = (square, tuple(-2 * s * x for x in line), (s * s,))
    U = ((ONE,), tuple(x / s for x in line), tuple(x / (s * s) for x in square))
    text = "(z - y)^2 = x^2 - 2 x u + u^2 for x = z - s, u = y - s and s the middle of the classes"
    return ClosedForm("minimal", ZERO, PolynomialForm(F, U), text)


def squared(classes: int) -> Loss:
    """The squared loss on that many ordered classes; for two it is the absolute one."""
    space = Classes(classes)
    few = classes <= 2
    return Loss(
        reference=SQUARED.reference(classes=classes),
        predictions=space,
        observations=space,
        entry=distances(classes - 1, reached) if few else SQUARE,
        bounds=(ZERO, Fraction((classes - 1) ** 2)),
        closed_forms=(threshold_form(classes) if few else expansion_form(classes),),
        symmetries=(reversal_of_classes(classes),),
        decoder=DecoderNote("least value of a parabola on the classes", "O(classes)"),
    )


SQUARED = LossFamily(
    name="ordinal-squared",
    title="Ordinal squared",
    definition=r"L(z,y)=(z-y)^2",
    source="Pedregosa, Bach, Gramfort 2017",
    parameters=(integer("classes", "number of ordered classes", 1),),
    build=squared,
    examples=({"classes": 1}, {"classes": 2}, {"classes": 3}, {"classes": 5}),
)
