"""Multiclass 0-1 loss: L(z, y) = 1(z != y) for classes 0..n-1."""

from fractions import Fraction

from qstheory.losses.base import DecoderNote, Loss, LossFamily
from qstheory.losses.indicators import centred_form, indicator_form
from qstheory.losses.parameters import integer
from qstheory.losses.spaces import Classes, Label
from qstheory.losses.symmetries import class_permutations


def itself(label: Label) -> int:
    """A class is its own number."""
    assert isinstance(label, int)
    return label


def build(classes: int) -> Loss:
    """The 0-1 loss on that many classes."""
    space = Classes(classes)
    return Loss(
        reference=FAMILY.reference(classes=classes),
        predictions=space,
        observations=space,
        entry=lambda z, y: Fraction(z != y),
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(
            indicator_form(
                "indicators", classes, itself, "1(z != y) = 1 - sum_k 1(z = k) 1(y = k)"
            ),
            centred_form(classes, itself),
        ),
        symmetries=class_permutations(classes),
        decoder=DecoderNote("largest class score", "O(classes)", "Example multiclass"),
    )


FAMILY = LossFamily(
    name="multiclass",
    title="Multiclass 0-1",
    definition=r"L(z,y)=1(z\neq y)",
    source="Sec. 3.3, Example 3.4",
    parameters=(integer("classes", "number of classes", 1),),
    build=build,
    examples=({"classes": 1}, {"classes": 2}, {"classes": 3}, {"classes": 5}),
)
