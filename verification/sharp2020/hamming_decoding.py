"""Hamming loss (Sec. 3.2 and App. B.3): its rule decides label by label."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from qstheory.claims import (
    Case,
    Claim,
    Claimed,
    Constant,
    Derivation,
    Evidence,
    Reading,
    Theorem,
    cases,
)
from qstheory.losses.spaces import Label

from ._evidence import (
    bits,
    picks,
    scores,
)
from .hamming import EVERY_M, hamming, sign


def signed(weight: int, label: int, y: tuple[int, ...]) -> int:
    """A multiple of s_j(y)."""
    return weight * sign(y[label])


def differing(z: tuple[int, ...], other: Label) -> list[Fraction]:
    """1/m for each label on which two predictions differ."""
    return [Fraction(a != b, len(z)) for a, b in zip(bits(other), z, strict=True)]


def coordinatewise(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Where s_j(z) g_j >= 0 for all j, z is optimal: a label may be either where g_j = 0."""
    loss, orientation = hamming(at), said("orientation", at)
    for z in map(bits, loss.predictions):
        conditions = [
            scores(loss, partial(signed, orientation * sign(bit), j)) for j, bit in enumerate(z)
        ]
        yield picks(loss, z, conditions, partial(differing, z))


CLAIMS = (
    Claim(
        id="hamming.inference",
        source="Sec. 3.2",
        text="Decoding is the coordinatewise sign of g-hat, in O(m).",
        latex=r"\widehat f_j(x)=\tfrac12(\operatorname{sign}(\widehat g_j(x))+1)",
        readings=(
            Reading(
                "a label may take either value where its g-hat is 0",
                evidence=coordinatewise,
                cases=cases(m=range(1, 5)),
                theorems=(Theorem("LabelSets.hamming_inference"),),
                ranges_over=EVERY_M,
                claimed={"orientation": Constant(lambda m: 1, ("sign",))},
                derivation=Derivation(
                    r"$\sum_i\alpha_iL(z,y_i)=\frac12\sum_i\alpha_i-\frac1{2m}\sum_js_j(z)\widehat"
                    r" g_j$, and each term is least on its own for $s_j(z)=\operatorname{sign}"
                    r"(\widehat g_j)$: one comparison a label.",
                ),
            ),
        ),
        uses=("hamming.decomposition", "hamming.decomposition.repaired"),
        remark="Where g-hat_j = 0 the printed formula gives 1/2, which is no label: both labels are"
        " optimal there, so any rule for ties will do.",
    ),
)
