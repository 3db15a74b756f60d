"""Pairwise disagreement with graded relevance: the formula of the binary loss for grades.

L(sigma, y) = (1/N(y)) #{(j, l) : y_j < y_l, l wrongly after j}, N(y) = #{(j, l) : y_j < y_l}.
"""

from fractions import Fraction

from qstheory.errors import InvalidParameter
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
from qstheory.losses.shared import Grades, relabelling, reversal
from qstheory.losses.spaces import Permutations


def build(*, m: int, R: int, low: int, sigma: str, orientation: str, undefined: Undefined) -> Loss:
    """Graded pairwise disagreement on m items; raises UndefinedLoss for the policy `raise`."""
    if low >= R:
        raise InvalidParameter(f"R must exceed the lowest grade {low}, not be {R}.")
    if undefined == "raise":
        raise refuse_undefined("pd-graded", "items that all have the same grade")
    if sigma == "score":
        orientation = "corrected"
    drop = undefined == "drop"
    constant = tuple(range(grade, grade + 1) for grade in range(low, R + 1))
    loss = PairLoss(m, signs, charged_sign(sigma, orientation), undefined_value(undefined))
    minimal = (loss.positional_form(),) if low + 1 == R else ()
    return Loss(
        reference=FAMILY.reference(
            m=m, R=R, low=low, sigma=sigma, orientation=orientation, undefined=undefined
        ),
        predictions=Permutations(m),
        observations=Grades(m, low, R, without=constant if drop else ()),
        entry=loss,
        bounds=(Fraction(0), Fraction(1)),
        closed_forms=(loss.repaired_form(), *minimal),
        symmetries=(*relabelling(m), reversal(m, low + R)),
        undefined=undefined,
        conventions=pair_conventions(
            sigma, orientation, loss.at_undefined, "equal grades throughout"
        ),
        decoder=DecoderNote(
            "minimum weight feedback arc set",
            "O(m^2) without cycles, else O(2^m m)",
            "App. B.3, PD",
        ),
    )


FAMILY = LossFamily(
    name="pd-graded",
    title="Pairwise disagreement, graded relevance",
    definition=(
        r"L(\sigma,y)=\frac{1}{N(y)}\sum_{j,\ell}1(y_j<y_\ell)\,1(\sigma(j)>\sigma(\ell)),"
        r"\quad N(y)=\#\{(j,\ell):y_j<y_\ell\}"
    ),
    source="App. B.3, PD, with grades for bits",
    parameters=(
        integer("m", "number of items", 2, maximum=10_000),
        integer("R", "highest grade", 1, maximum=10_000),
        integer("low", "lowest grade", 0, 1),
        SIGMA,
        ORIENTATION,
        undefined("all items of equal grade"),
    ),
    build=build,
    examples=(
        {"m": 2, "R": 3, "undefined": "drop"},
        {"m": 3, "R": 2, "undefined": "drop"},
        {"m": 3, "R": 3, "undefined": "drop"},
        {"m": 3, "R": 2, "low": 0, "undefined": "one"},
        {"m": 3, "R": 2, "undefined": "zero", "orientation": "printed"},
        {"m": 3, "R": 2, "undefined": "zero", "sigma": "score"},
    ),
)
