"""The constant of precision at k: what Table 1 prints, and whether it is the least one."""

from fractions import Fraction

from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.wide_constants import PartDual
from qstheory.claims import Bound, Case, Constant, Derivation, Kind, Theorem, cases
from qstheory.claims.statements import always, claim, extension, fails_partly, refuted, repair

from ._best import entry_range, isometry
from ._evidence import bits
from ._table import LOWER, OVER_ALL, SHARP, UPPER, constants, least, least_between
from .block_sharp import sylvester
from .prec import EVERY, prec, up_to

CENTRED = NamedForm("centred", "counts")


def ratio(m: int, k: int) -> Fraction:
    """m/k."""
    return Fraction(m, k)


def between(at: Case) -> tuple[Bound, Bound]:
    """The entries 0 and 1 from below, U - 1/2 from above."""
    m, k = at.integer("m"), at.integer("k")
    first, none, every = (1,) * k + (0,) * (m - k), (0,) * m, (1,) * m
    corner = entry_range((first, none), (first, every))
    return Bound(Fraction(1, 4), corner), Bound(Fraction(m, 4 * k), CENTRED)


def attained(at: Case) -> tuple[Bound, Bound]:
    """k = 1: W has the row of signs s_j(y) for the set {j}, and W W^T is a multiple of I.

    On all observations the multiple is 2^m; d of them, d the power of two above m, do as well.
    """
    loss, m = prec(at), at.integer("m")
    labels = [bits(z).index(1) for z in loss.predictions]
    d = 1 << m.bit_length()
    signs = sylvester(d)
    W = tuple(tuple(Fraction(row[j]) for row in signs) for j in labels)
    observations = tuple(tuple(int(row[j] == 1) for j in range(m)) for row in signs)
    part = PartDual(tuple(loss.predictions), observations, isometry(W, Fraction(d)))
    return Bound(Fraction(m, 4), part), Bound(Fraction(m, 4), CENTRED)


BETWEEN = least_between(prec, EVERY, between)
CLAIMS = (
    claim(
        id="prec.A",
        source="Table 1",
        text="A = sqrt(m/k).",
        latex=r"\mathsf A=\sqrt{m/k}",
        reading="F and U as printed",
        **constants(prec, EVERY, "A^2"),
        cases=(*up_to(8), *cases(m=(20, 50), k=(1, 10, 20))),
        theorems=(Theorem("LabelSets.prec_A"),),
        claimed={"A^2": Constant(ratio)},
        derivation=r"$\|F_z\|^2=k\cdot k^{-2}$ and $U_{\max}=1$.",
        uses=("prec.decomposition",),
        remark="Not the least constant: see prec.sharp.",
    ),
    fails_partly(
        id="prec.sharp",
        kind=Kind.EXTENSION,
        source=SHARP,
        text="The constant sqrt(m/k) is sharp: no decomposition has a smaller A.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=\sqrt{m/k}",
        reading=OVER_ALL,
        **BETWEEN,
        cases=up_to(4),
        theorems=(
            refuted(
                "RefutedSets.prec_sharp",
                "every m >= 1 and 1 <= k <= m",
                LOWER,
                beside=("upper A^2",),
            ),
        ),
        claimed={
            "lower A^2": Constant(ratio, ("plus one", "doubled")),
            "upper A^2": Constant(ratio, ()),
        },
        derivation=Derivation(r"The printed decomposition has this constant.", (UPPER,)),
        uses=("prec.A",),
        remark=r"$\sum_jz_j=k$ allows $U=y-\frac12$, $c=\frac12$: half of the printed constant.",
    ),
    repair(
        of="prec.sharp",
        source=SHARP,
        text="The least A lies between 1/2 and sqrt(m/k)/2.",
        latex=r"\tfrac12\le\min_{L=FU^\top+c}\mathsf A\le\tfrac12\sqrt{m/k}",
        reading="over all decompositions of any r",
        **BETWEEN,
        cases=(*up_to(8), *cases(m=(20, 50), k=(1, 10, 20))),
        theorems=(Theorem("LabelSets.prec_sharp"),),
        claimed={
            "lower A^2": always(Fraction(1, 4), ("plus one", "doubled")),
            "upper A^2": Constant(lambda m, k: Fraction(m, 4 * k), ("minus one", "halved", "sign")),
        },
        derivation=r"$F_z=-z/k$, $U_y=y-\frac12$, $c=\frac12$ is a decomposition because"
        r" $\sum_jz_j=k$. The entries $0$ and $1$ give $\mathsf A\ge\frac12$.",
    ),
    extension(
        id="prec.least-at-one",
        source=SHARP,
        text="For k = 1 the least A over all decompositions is sqrt(m)/2, half of what is printed.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=\tfrac12\sqrt m\quad(k=1)",
        reading="over all decompositions of any r",
        **least(prec, "every m >= 1, k = 1", attained),
        cases=cases(m=range(1, 9), k=(1,)),
        theorems=(Theorem("LabelSets.prec_least_at_one"),),
        claimed={"least A^2": Constant(lambda m, k: Fraction(m, 4))},
        derivation=r"Take $W_{\{j\},y}=s_j(y)$: $WW^\top=2^mI$, $W$ sums to $0$ and"
        r" $\langle W,L\rangle=-m2^{m-1}$, so $\mathsf A^2\ge\frac{(m2^{m-1})^2}"
        r"{2^m\cdot m\cdot2^m}=\frac m4$ for every decomposition.",
        uses=("prec.sharp.repaired",),
        remark="So the growth with m is real here, unlike that of the 0-1 loss.",
    ),
)
