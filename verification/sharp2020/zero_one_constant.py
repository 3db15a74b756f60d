"""The constant of the 0-1 loss: what Table 1 prints, and the least one."""

from fractions import Fraction

from qstheory.claims import Bound, Case, Constant, Kind, Theorem, cases
from qstheory.claims.statements import claim, fails, refuted, repair

from ._best import isometry
from ._table import OVER_ALL, SHARP, constants, least
from .zero_one import EVERY_M, MINIMAL, size, zero_one


def found(at: Case) -> tuple[Bound, Bound]:
    """W = I - J/N from below, the characters from above."""
    each = Fraction(1, size(at))
    value = (1 - each) ** 2
    W = tuple(tuple((i == j) - each for j in range(size(at))) for i in range(size(at)))
    return Bound(value, isometry(W, Fraction(1))), Bound(value, MINIMAL)


LEAST = least(zero_one, EVERY_M, found)
WHY_LEAST = (
    r"$L-c=2^{-m}J-I$ for $c=1-2^{-m}$; the $2^m-1$ non-constant characters give"
    r" $F_z=-2^{-m}(\chi_S(z))_S$, $U_y=(\chi_S(y))_S$ and $\mathsf A=1-2^{-m}$. For any"
    r" decomposition take $W=I-2^{-m}J$: $|\langle W,L\rangle|=2^m-1\le\|W\|\,2^m\mathsf A$."
)

CLAIMS = (
    claim(
        id="01.A",
        source="Table 1",
        text="A = 2^(m/2).",
        latex=r"\mathsf A=2^{m/2}",
        reading="F and U as printed",
        **constants(zero_one, EVERY_M, "A^2"),
        cases=cases(m=range(1, 11)),
        theorems=(Theorem("LabelSets.A_01"),),
        claimed={"A^2": Constant(lambda m: 2**m)},
        derivation=r"$r=2^m$, and every row of $F$ and $U$ is a unit vector up to sign.",
        uses=("01.decomposition",),
        remark="The constant of this decomposition, not the least one: see 01.sharp.",
    ),
    fails(
        id="01.sharp",
        kind=Kind.EXTENSION,
        source=SHARP,
        text="The constant 2^(m/2) is sharp, no decomposition having a smaller A.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=2^{m/2}",
        reading=OVER_ALL,
        **LEAST,
        cases=cases(m=range(1, 5)),
        theorems=(refuted("RefutedSets.sharp_01", "every m >= 1"),),
        claimed={"least A^2": Constant(lambda m: Fraction(2**m), ("plus one", "doubled"))},
        remark=WHY_LEAST,
    ),
    repair(
        of="01.sharp",
        source=SHARP,
        text="The least A over all decompositions is 1 - 2^-m: it does not grow with m at all.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=1-2^{-m}",
        reading=OVER_ALL,
        **LEAST,
        cases=cases(m=range(1, 6)),
        theorems=(Theorem("LabelSets.sharp_01"),),
        claimed={"least A^2": Constant(lambda m: (1 - Fraction(1, 2**m)) ** 2)},
        derivation=WHY_LEAST,
    ),
)
