"""Jaccard loss on label sets: L(z, y) = 1 - |z & y| / |z | y|."""

from fractions import Fraction

from qstheory.losses.base import DecoderNote, Loss, Undefined
from qstheory.losses.counts import CountStructure
from qstheory.losses.parameters import CountFormula, LossFamily, empty_policy, integer, undefined
from qstheory.losses.shared import relabelling
from qstheory.losses.spaces import LabelSets


def build(m: int, undefined: Undefined) -> Loss:
    """The Jaccard loss on m labels; raises UndefinedLoss for the policy `raise`."""
    empty = empty_policy("jaccard", m, undefined, "the empty prediction and the empty observation")
    predictions = LabelSets(m)

    def entry(a: int, b: int, both: int) -> Fraction:
        return 1 - Fraction(both, a + b - both) if a or b else empty.loss

    counts = CountStructure(m, predictions, empty.observations, entry)
    return Loss(
        reference=FAMILY.reference(m=m, undefined=undefined),
        predictions=predictions,
        observations=empty.observations,
        entry=counts,
        bounds=(Fraction(0), Fraction(1)),
        symmetries=relabelling(m),
        undefined=undefined,
        conventions=(empty.convention,),
        decoder=DecoderNote("enumeration of the predictions", "O(2^m n)"),
    )


FAMILY = LossFamily(
    name="jaccard",
    title="Jaccard",
    definition=r"L(z,y)=1-\frac{|z\cap y|}{|z\cup y|}",
    source="Jaccard 1912",
    parameters=(
        integer("m", "number of labels", 1, maximum=100_000),
        undefined("empty prediction and empty observation"),
    ),
    build=build,
    formula=CountFormula("1 - i/(a + b - i)"),
    examples=tuple(
        {"m": m, "undefined": policy} for m in (1, 3, 4) for policy in ("one", "zero", "drop")
    ),
)
