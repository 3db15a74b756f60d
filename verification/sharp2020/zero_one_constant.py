"""The constant of the 0-1 loss: what Table 1 prints, and the least one."""

from collections.abc import Iterator
from fractions import Fraction

from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.claims.cases import Case, cases
from qstheory.claims.claim import Claimed, Constant, Kind, Theorem
from qstheory.claims.evidence import Bound, Evidence
from qstheory.claims.statements import claim, fails, refuted, repair

from ._best import isometry
from ._evidence import constant_is, least_constant
from .zero_one import EVERY_M, size, zero_one


def A(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A^2 = r ||F||^2 U_max^2 for the printed decomposition."""
    yield constant_is(zero_one(at), "printed", "squared-constant", said("A^2", at))


def least(at: Case, said: Claimed) -> Iterator[Evidence]:
    """W = I - J/N from below, the characters from above."""
    loss, each = zero_one(at), Fraction(1, size(at))
    value = (1 - each) ** 2
    W = tuple(tuple((i == j) - each for j in range(size(at))) for i in range(size(at)))
    yield from least_constant(
        loss,
        said("least A^2", at),
        lower=Bound(value, isometry(W, Fraction(1))),
        upper=Bound(value, NamedForm("minimal", "entries")),
    )


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
        evidence=A,
        cases=cases(m=range(1, 11)),
        theorems=(Theorem("LabelSets.A_01"),),
        ranges_over=EVERY_M,
        claimed={"A^2": Constant(lambda m: 2**m)},
        derivation=r"$r=2^m$, and every row of $F$ and $U$ is a unit vector up to sign.",
        uses=("01.decomposition",),
        remark="The constant of this decomposition, not the least one: see 01.sharp.",
    ),
    fails(
        id="01.sharp",
        kind=Kind.EXTENSION,
        source="Table 1; end of Sec. 3.1 and title of Sec. 3.2",
        text="The constant 2^(m/2) is sharp, no decomposition having a smaller A.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=2^{m/2}",
        reading="the least A over all decompositions of any r",
        evidence=least,
        cases=cases(m=range(1, 5)),
        theorems=(refuted("RefutedSets.sharp_01", "every m >= 1"),),
        ranges_over=EVERY_M,
        claimed={"least A^2": Constant(lambda m: Fraction(2**m), ("plus one", "doubled"))},
        remark=WHY_LEAST,
    ),
    repair(
        of="01.sharp",
        source="Table 1; end of Sec. 3.1 and title of Sec. 3.2",
        text="The least A over all decompositions is 1 - 2^-m: it does not grow with m at all.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=1-2^{-m}",
        reading="the least A over all decompositions of any r",
        evidence=least,
        cases=cases(m=range(1, 6)),
        theorems=(Theorem("LabelSets.sharp_01"),),
        ranges_over=EVERY_M,
        claimed={"least A^2": Constant(lambda m: (1 - Fraction(1, 2**m)) ** 2)},
        derivation=WHY_LEAST,
    ),
)
