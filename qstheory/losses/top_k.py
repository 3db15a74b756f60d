"""Top-k error: L(z, y) = 1(y not in z) for a class y and a set z of k of the classes."""

from fractions import Fraction

from qstheory.errors import InvalidParameter
from qstheory.losses.base import DecoderNote, Loss, Symmetry
from qstheory.losses.closed_forms import ClosedForm, Features, none
from qstheory.losses.counts import CountStructure
from qstheory.losses.parameters import CountFormula, LossFamily, integer
from qstheory.losses.shared import (
    OUTSIDE,
    balanced_form,
    dropped_form,
    membership_form,
    relabelling,
)
from qstheory.losses.spaces import Classes, Label, LabelSets, binary, singleton


def centred_form(classes: int, k: int) -> ClosedForm:
    """F_z = k/n - z without its last coordinate, c = 1 - k/n; nothing is left for k = n."""
    if k == classes:
        return ClosedForm("minimal", Fraction(0), Features(0, none, none), "L = 0")

    return dropped_form(classes, k, binary)


def build(classes: int, k: int) -> Loss:
    """The top-k error on that many classes."""
    if k > classes:
        raise InvalidParameter(f"k must be at most the number of classes {classes}, not {k}.")
    sets, alone = LabelSets(classes, k, k), singleton(classes)
    counts = CountStructure(classes, sets, LabelSets(classes, 1, 1), OUTSIDE, observation_set=alone)
    return Loss(
        reference=FAMILY.reference(classes=classes, k=k),
        predictions=sets,
        observations=Classes(classes),
        entry=counts,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(
            membership_form(classes, "1(y not in z) = 1 - z_y", binary),
            centred_form(classes, k),
            balanced_form(classes, k, binary),
        ),
        symmetries=_class_permutations(classes),
        decoder=DecoderNote("k classes of largest score", "O(classes)"),
    )


def _class_permutations(classes: int) -> tuple[Symmetry, ...]:
    """The swap and the cycle of the classes, where class j + 1 becomes class j."""
    if classes < 2:
        return ()
    swap, cycle = relabelling(classes)

    def swap_class(y: Label) -> Label:
        assert isinstance(y, int)
        return 1 - y if y < 2 else y

    def cycle_class(y: Label) -> Label:
        assert isinstance(y, int)
        return (y - 1) % classes

    return (
        Symmetry("swap of the first two classes", swap.prediction, swap_class),
        Symmetry("cycle of the classes", cycle.prediction, cycle_class),
    )


FAMILY = LossFamily(
    name="top-k",
    title="Top-k error",
    definition=r"L(z,y)=1(y\notin z),\quad |z|=k",
    source="Lapin, Hein, Schiele 2015",
    parameters=(
        integer("classes", "number of classes", 1, maximum=100_000),
        integer("k", "number of classes predicted", 1),
    ),
    build=build,
    formula=CountFormula("1 - i", predicted="k", observed="1"),
    examples=(
        {"classes": 1, "k": 1},
        {"classes": 3, "k": 1},
        {"classes": 4, "k": 2},
        {"classes": 3, "k": 3},
    ),
    aliases=("top-k-error",),
)
