"""Pairwise disagreement with binary relevance, as printed and with the orientation corrected.

Printed: L(sigma, y) = (1/N(y)) #{(j, l) : y_j < y_l, sigma(j) > sigma(l)}, N(y) = |y| (m - |y|).
Read with sigma(j) a score, it charges the wrongly ordered pairs; read with sigma(j) a position, as
everywhere else in the paper, it charges the rightly ordered ones. `orientation=corrected` charges
the wrongly ordered pairs under either reading.
"""

from fractions import Fraction

from qstheory.losses.base import DecoderNote, Loss, Undefined
from qstheory.losses.pairs import (
    ORIENTATION,
    SIGMA,
    PairLoss,
    charged_sign,
    pair_conventions,
    signs,
    undefined_value,
)
from qstheory.losses.parameters import LossFamily, integer, refuse_undefined, undefined
from qstheory.losses.shared import relabelling, reversal
from qstheory.losses.spaces import LabelSets, Permutations


def build(m: int, sigma: str, orientation: str, undefined: Undefined) -> Loss:
    """Pairwise disagreement on m items; raises UndefinedLoss for the policy `raise`."""
    if undefined == "raise":
        raise refuse_undefined("pairwise-disagreement", "no relevant item and all items relevant")
    if sigma == "score":
        orientation = "corrected"
    drop = undefined == "drop"
    loss = PairLoss(m, signs, charged_sign(sigma, orientation), undefined_value(undefined))
    return Loss(
        reference=FAMILY.reference(m=m, sigma=sigma, orientation=orientation, undefined=undefined),
        predictions=Permutations(m),
        observations=LabelSets(m, 1, m - 1) if drop else LabelSets(m),
        entry=loss,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(loss.printed_form(), loss.repaired_form(), loss.positional_form()),
        symmetries=(*relabelling(m), reversal(m, 1)),
        undefined=undefined,
        conventions=pair_conventions(
            sigma, orientation, loss.at_undefined, "no relevant item or only relevant items"
        ),
        decoder=DecoderNote("sort the items by a score each", "O(m log m)", "minimal form"),
    )


FAMILY = LossFamily(
    name="pairwise-disagreement",
    title="Pairwise disagreement, binary relevance",
    definition=(
        r"L(\sigma,y)=\frac{1}{|y|(m-|y|)}\sum_{j,\ell}1(y_j<y_\ell)\,1(\sigma(j)>\sigma(\ell))"
    ),
    source="Table 1; App. B.3",
    parameters=(
        integer("m", "number of items", 2, maximum=10_000),
        SIGMA,
        ORIENTATION,
        undefined("no relevant item, or all items relevant"),
    ),
    build=build,
    examples=(
        {"m": 2, "undefined": "drop"},
        {"m": 3, "undefined": "drop"},
        {"m": 3, "undefined": "drop", "orientation": "printed"},
        {"m": 3, "undefined": "zero", "sigma": "score"},
        {"m": 3, "undefined": "one"},
        {"m": 4, "undefined": "drop", "sigma": "score", "orientation": "printed"},
        {"m": 4, "undefined": "zero"},
    ),
    aliases=("pd",),
)
