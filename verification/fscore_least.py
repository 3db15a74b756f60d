"""F-score: bounds on the least constant over all decompositions."""

from collections.abc import Iterator
from fractions import Fraction

from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.least_constant import EntryRange
from qstheory.claims import (
    Bound,
    Case,
    Claim,
    Claimed,
    Constant,
    Derivation,
    Evidence,
    Reading,
    cases,
)
from verification._evidence import least_constant_between
from verification._f_score import EVERY_M, f_score
from verification.fscore_constants import WHY_BALANCED, row_of_balanced

LOWER, UPPER = "lower bound", "upper bound"


def order(m: int) -> int:
    """d, the least power of two above m."""
    return int(1 << m.bit_length())


def between(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The entries 0 and 1 from below, signs and codes from above."""
    m = at.integer("m")
    none, full = (0,) * m, (1,) * m
    yield from least_constant_between(
        f_score(at),
        (said("lower A^2", at), said("upper A^2", at)),
        (
            Bound(Fraction(1, 4), EntryRange((full, full), (none, full))),
            Bound(Fraction(m * m + order(m)), NamedForm("balanced", "counts")),
        ),
        (LOWER, UPPER),
    )


CLAIMS = (
    Claim(
        id="fscore.least",
        source="Table 1 (F-score)",
        text="The least A^2 lies between 1/4 and m^2 + d, d the least power of 2 above m.",
        latex=r"\tfrac14\le\min_{L=FU^\top+c}\mathsf A^2\le m^2+d\le m^2+2m",
        readings=(
            Reading(
                "over all decompositions of any r, F(empty, empty) = 1",
                evidence=between,
                cases=cases(m=range(1, 13)),
                ranges_over=EVERY_M,
                parts=(LOWER, UPPER),
                claimed={
                    "lower A^2": Constant(lambda m: Fraction(1, 4), ()),
                    "upper A^2": Constant(lambda m: m * m + order(m), ("sign",)),
                },
                derivation=Derivation(WHY_BALANCED, row_of_balanced),
            ),
        ),
        uses=("fscore.A",),
        remark="Between these bounds the least constant of the F-score is not decided here; both"
        " are below the sqrt(2) m of Table 1 from m = 3 on.",
    ),
)
