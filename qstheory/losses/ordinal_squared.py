"""Squared loss on ordered classes: L(z, y) = (z - y)^2 for classes 0..n-1."""

from fractions import Fraction

from qstheory.losses.base import DecoderNote, Loss, LossFamily
from qstheory.losses.closed_forms import ClosedForm, Sparse
from qstheory.losses.ordinal import reversal_of_classes, threshold_form
from qstheory.losses.parameters import integer
from qstheory.losses.spaces import Classes, Label


def expansion_form() -> ClosedForm:
    """F_z = (z^2, -2 z, 1), U_y = (1, y, y^2), c = 0."""

    def prediction(z: Label) -> Sparse:
        assert isinstance(z, int)
        return {0: Fraction(z * z), 1: Fraction(-2 * z), 2: Fraction(1)}

    def observation(y: Label) -> Sparse:
        assert isinstance(y, int)
        return {0: Fraction(1), 1: Fraction(y), 2: Fraction(y * y)}

    return ClosedForm(
        "minimal", 3, Fraction(0), prediction, observation, "(z - y)^2 = z^2 - 2 z y + y^2"
    )


def _entry(z: Label, y: Label) -> Fraction:
    assert isinstance(z, int)
    assert isinstance(y, int)
    return Fraction((z - y) ** 2)


def build(classes: int) -> Loss:
    """The squared loss on that many ordered classes."""
    space = Classes(classes)
    return Loss(
        reference=FAMILY.reference(classes=classes),
        predictions=space,
        observations=space,
        entry=_entry,
        bounds=(Fraction(0), Fraction((classes - 1) ** 2)),
        closed_forms=(expansion_form() if classes > 2 else threshold_form(classes),),
        symmetries=(reversal_of_classes(classes),),
        decoder=DecoderNote("least value of a parabola on the classes", "O(classes)"),
    )


FAMILY = LossFamily(
    name="ordinal-squared",
    title="Ordinal squared",
    definition=r"L(z,y)=(z-y)^2",
    source="Pedregosa, Bach, Gramfort 2017",
    parameters=(integer("classes", "number of ordered classes", 1),),
    build=build,
    examples=({"classes": 1}, {"classes": 2}, {"classes": 3}, {"classes": 5}),
)
