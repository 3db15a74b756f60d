"""Reciprocal rank: L(sigma, y) = 1 - 1 / min {sigma(j) : y_j = 1}, 1-based positions."""

from fractions import Fraction

from qstheory.losses.base import DecoderNote, Loss, Undefined
from qstheory.losses.parameters import LossFamily, empty_policy, integer, undefined
from qstheory.losses.shared import relabelling
from qstheory.losses.spaces import Label, Permutations


def build(m: int, undefined: Undefined) -> Loss:
    """The reciprocal rank loss on m items; raises UndefinedLoss for the policy `raise`."""
    empty = empty_policy("reciprocal-rank", m, undefined, "no relevant item")

    def entry(sigma: Label, y: Label) -> Fraction:
        assert isinstance(sigma, tuple)
        assert isinstance(y, tuple)
        positions = [position for position, bit in zip(sigma, y, strict=True) if bit]
        return 1 - Fraction(1, min(positions)) if positions else empty.loss

    return Loss(
        reference=FAMILY.reference(m=m, undefined=undefined),
        predictions=Permutations(m),
        observations=empty.observations,
        entry=entry,
        bounds=(Fraction(0), Fraction(1)),
        symmetries=relabelling(m),
        undefined=undefined,
        conventions=("sigma(j) is the position of item j", empty.convention),
        decoder=DecoderNote("dynamic programming over subsets of items", "O(2^m m)"),
    )


FAMILY = LossFamily(
    name="reciprocal-rank",
    title="Reciprocal rank",
    definition=r"L(\sigma,y)=1-\frac{1}{\min\{\sigma(j):y_j=1\}}",
    source="Voorhees 1999",
    parameters=(integer("m", "number of items", 1, maximum=10_000), undefined("no relevant item")),
    build=build,
    examples=tuple(
        {"m": m, "undefined": policy} for m in (1, 3, 4) for policy in ("drop", "zero", "one")
    ),
    aliases=("mrr",),
)
