"""Absolute loss on ordered classes: L(z, y) = |z - y| for classes 0..n-1."""

from fractions import Fraction

from qstheory.losses.base import DecoderNote, Loss
from qstheory.losses.parameters import LossFamily, integer
from qstheory.losses.shared import distances, reached, reversal_of_classes, threshold_form
from qstheory.losses.spaces import Classes


def build(classes: int) -> Loss:
    """The absolute loss on that many ordered classes: the number of thresholds between two."""
    space, counts = Classes(classes), distances(classes - 1, reached)
    return Loss(
        reference=FAMILY.reference(classes=classes),
        predictions=space,
        observations=space,
        entry=counts,
        bounds=(Fraction(0), Fraction(classes - 1)),
        closed_forms=(threshold_form(classes),),
        symmetries=(reversal_of_classes(classes),),
        decoder=DecoderNote("least prefix sum", "O(classes)", "Pedregosa, Bach, Gramfort 2017"),
    )


FAMILY = LossFamily(
    name="ordinal-absolute",
    title="Ordinal absolute",
    definition=r"L(z,y)=|z-y|",
    source="Pedregosa, Bach, Gramfort 2017",
    parameters=(integer("classes", "number of ordered classes", 1),),
    build=build,
    examples=({"classes": 1}, {"classes": 2}, {"classes": 3}, {"classes": 5}),
)
