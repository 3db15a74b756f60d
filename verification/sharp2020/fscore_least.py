"""F-score: bounds on the least constant over all decompositions."""

from collections.abc import Iterator
from fractions import Fraction

from qstheory.certify.kinds.decomposition import AffineDecomposition, NamedForm
from qstheory.claims import (
    Bound,
    Case,
    Claim,
    Claimed,
    Constant,
    Derivation,
    Evidence,
    Kind,
    Reading,
    Theorem,
    Verdict,
    cases,
)

from ._best import entry_range
from ._evidence import least_constant_between
from ._f_score import f_score
from .fscore_constants import WHY_BALANCED, row_of_balanced

HALF = Fraction(1, 2)
SINGLE = Bound(
    Fraction(1, 4),
    AffineDecomposition(((HALF,), (-HALF,)), ((-Fraction(1),), (Fraction(1),)), HALF),
)
"""For one label, the loss of one bit: F = 1/2 and -1/2, U = -1 and 1, c = 1/2."""
LOWER, UPPER = "lower bound", "upper bound"


def between(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The entries 0 and 1 from below, signs and codes from above."""
    m = at.integer("m")
    none, full = (0,) * m, (1,) * m
    upper = SINGLE if m == 1 else Bound(Fraction(2 * m), NamedForm("balanced", "counts"))
    yield from least_constant_between(
        f_score(at),
        (said("lower A^2", at), said("upper A^2", at)),
        (
            Bound(Fraction(1, 4), entry_range((full, full), (none, full))),
            upper,
        ),
        (LOWER, UPPER),
    )


def reading(
    claimed: dict[str, Constant],
    first: int,
    last: int,
    parts: tuple[str, ...],
    theorems: tuple[Theorem, ...] = (),
) -> Reading:
    """The bounds for these m; the derivation covers the parts."""
    return Reading(
        "over all decompositions of any r, F(empty, empty) = 1",
        evidence=between,
        cases=cases(m=range(first, last + 1)),
        ranges_over=f"every m >= {first}",
        parts=(LOWER, UPPER),
        claimed=claimed,
        theorems=theorems,
        derivation=Derivation(
            WHY_BALANCED + r" The entries $0$ and $1$ give $\mathsf A\ge\frac12$.",
            row_of_balanced,
            parts,
        ),
    )


CLAIMS = (
    Claim(
        id="fscore.sharp",
        kind=Kind.EXTENSION,
        source="Table 1; end of Sec. 3.1 and title of Sec. 3.2",
        text="The constant sqrt(2) m is sharp: A <= sqrt(2) m, and no decomposition is below.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=\sqrt2\,m",
        readings=(
            reading(
                {
                    "lower A^2": Constant(lambda m: 2 * m * m, ("plus one", "doubled")),
                    "upper A^2": Constant(lambda m: 2 * m * m, ()),
                },
                1,
                6,
                (UPPER,),
                (
                    Theorem(
                        "RefutedFScore.sharp",
                        parts=(LOWER,),
                        beside=("upper A^2",),
                        refutes="every m >= 2",
                    ),
                ),
            ),
        ),
        uses=("fscore.A",),
        repaired_by="fscore.sharp.repaired",
        expected=Verdict.PARTLY_REFUTED,
        remark=r"There is a decomposition with $\mathsf A\le\sqrt{2m}$: even the order in $m$ is"
        r" too large. For one label $\frac12$ is the least, not $\sqrt2$.",
    ),
    Claim(
        id="fscore.sharp.repaired",
        kind=Kind.REPAIR,
        source="repairs Table 1; end of Sec. 3.1 and title of Sec. 3.2",
        text="The least A lies between 1/2 and sqrt(2m).",
        latex=r"\tfrac12\le\min_{L=FU^\top+c}\mathsf A\le\sqrt{2m}",
        readings=(
            reading(
                {
                    "lower A^2": Constant(lambda m: Fraction(1, 4), ()),
                    "upper A^2": Constant(lambda m: 2 * m, ("sign",)),
                },
                1,
                10,
                (LOWER, UPPER),
                (Theorem("FScoreBalanced.sharp"),),
            ),
        ),
        uses=("fscore.A",),
        remark="Between these bounds the least constant of the F-score is not decided here.",
    ),
)
