"""Reciprocal rank: L(sigma, y) = 1 - 1 / min {sigma(j) : y_j = 1}, 1-based positions."""

from fractions import Fraction

from qstheory.losses.base import Loss, LossFamily, Undefined, refuse_undefined
from qstheory.losses.parameters import integer, undefined
from qstheory.losses.spaces import Label, LabelSets, Permutations
from qstheory.losses.symmetries import relabelling


def build(m: int, undefined: Undefined) -> Loss:
    """The reciprocal rank loss on m items; raises UndefinedLoss for the policy `raise`."""
    if undefined == "raise":
        raise refuse_undefined("reciprocal-rank", "no relevant item")
    empty = Fraction(0 if undefined == "one" else 1)

    def entry(sigma: Label, y: Label) -> Fraction:
        assert isinstance(sigma, tuple)
        assert isinstance(y, tuple)
        positions = [position for position, bit in zip(sigma, y, strict=True) if bit]
        return 1 - Fraction(1, min(positions)) if positions else empty

    return Loss(
        reference=FAMILY.reference(m=m, undefined=undefined),
        predictions=Permutations(m),
        observations=LabelSets(m, minimum=1) if undefined == "drop" else LabelSets(m),
        entry=entry,
        bounds=(Fraction(0), Fraction(1)),
        symmetries=relabelling(m),
        undefined=undefined,
        conventions=(
            "sigma(j) is the position of item j",
            "the observation with no relevant item is left out"
            if undefined == "drop"
            else f"the loss is {empty} with no relevant item",
        ),
    )


FAMILY = LossFamily(
    name="reciprocal-rank",
    title="Reciprocal rank",
    definition=r"L(\sigma,y)=1-\frac{1}{\min\{\sigma(j):y_j=1\}}",
    source="Voorhees 1999",
    parameters=(
        integer("m", "number of items", 1, maximum=10_000),
        undefined("no relevant item"),
    ),
    build=build,
    examples=tuple(
        {"m": m, "undefined": policy} for m in (1, 3, 4) for policy in ("drop", "zero", "one")
    ),
    aliases=("mrr",),
)
