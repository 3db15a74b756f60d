"""Multiclass 0-1 loss: L(z, y) = 1(z != y) for classes 0..n-1."""

from fractions import Fraction

from qstheory.losses.base import DecoderNote, Loss
from qstheory.losses.counts import CountStructure
from qstheory.losses.parameters import LossFamily, integer
from qstheory.losses.shared import (
    OUTSIDE,
    balanced_form,
    centred_form,
    class_permutations,
    dropped_form,
    itself,
    membership_form,
)
from qstheory.losses.spaces import Classes, LabelSets, singleton


def build(classes: int) -> Loss:
    """The 0-1 loss on that many classes: 1 - |{z} & {y}|."""
    space, sets, itself_alone = Classes(classes), LabelSets(classes, 1, 1), singleton(classes)
    counts = CountStructure(classes, sets, sets, OUTSIDE, itself_alone, itself_alone)
    return Loss(
        reference=FAMILY.reference(classes=classes),
        predictions=space,
        observations=space,
        entry=counts,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(
            membership_form(classes, "1(z != y) = 1 - sum_k 1(z = k) 1(y = k)"),
            dropped_form(classes, 1, expressions=centred_form(classes, itself).expressions),
            balanced_form(classes, 1),
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
