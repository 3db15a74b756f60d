"""Discounts of NDCG-type losses (App. B.3): NDCG, ERU, and how the constant depends on decay."""

from fractions import Fraction
from functools import partial

from qstheory.claims import (
    Case,
    Constant,
    Derivation,
    Reading,
    Theorem,
    always,
    cases,
    proved,
    refuted,
)
from qstheory.claims.statements import (
    Shown,
    Tried,
    claim,
    extension,
    fails,
    fails_partly,
    repair,
    tried,
)
from qstheory.proofs.binding import Argument

from . import _ndcg_discounts
from ._ndcg_discounts import (
    CONSTANT,
    EASIER,
    FAST,
    FASTER,
    LOG_BOUND,
    LOG_FACTOR,
    LOG_SIZES,
    NORM,
    ORDER,
    SLOW,
)

NDCG = "App. B.3, NDCG"
ERU = "App. B.3, ERU"
EVERY_M, FROM_TWO = "every m >= 1", "every m >= 2"
LOG = cases(m=LOG_SIZES)
FOUR_THIRDS = Fraction(4, 3)
DROPPED = "observations without gain left out"
TOO_SMALL = ("minus one", "halved", "sign")
UNIT = "D_1 = 1, U_max = G_max = 1"

WHY_LOG = (
    r"All terms are at least the last: $\|D\|^2\ge m/\log^2(m+1)$. With $x=m+1$ the step of"
    r" $3x/\log^2x$ covers the next term when $x((1+\frac1{x\log x})^2-1)\le\frac23$, which holds"
    r" at $x=21$ and from there on; $m\le20$ one by one. So $\|D\|^2$ is of the order"
    r" $m/\log^2m$, and $\|D\|/\sqrt{m/\log m}\to0$. The integral that the paper uses is of that"
    r" order as well."
)
WHY_ERU = (
    r"$\|D\|^2=\sum_j4^{1-j}=\frac43(1-4^{-m})$. $U_{\max}$ is $1/D_1=1$ at most, whatever the"
    r" gain; $G_{\max}$ may be smaller than that, and then the printed bound is below half the"
    r" range of $L$, which bounds $\mathsf A$ for every decomposition."
)
WHY_DECAY = (
    r"For $D_1=1$ the constant $\sqrt m\|D\|G_{\max}$ grows with each $D_j$:"
    r" $1/\log_2(j+1)\ge1/j\ge2^{1-j}$, strictly for $j=2$. The remark in Sec. 3.2, $\sqrt m$ for"
    r" fast and $m$ for slow decay, says the opposite of this sentence."
)

WHY_EXTREMES = (
    r"$\mathsf A^2=m\|D\|^2U_{\max}^2$, where $1/U_{\max}=1+\frac{G(1)}{G_{\max}}\sum_{i\ge2}D_i$"
    r" is between $1$ and $1+\frac{m-1}n$ for $D_i=\frac1n$; for $D_i=1-\frac1n$ it is between"
    r" $1-\frac1n$ and $1$ times its value at $D_i=1$, and $m\|D\|^2$ between"
    r" $m^2(1-\frac1n)^2$ and $m^2$."
)


def sizes_and_gains(m: int, n: int, gains: tuple[int, ...]) -> tuple[Argument, ...]:
    """The constants of a case as the theorem takes them."""
    return m, n, gains


def printed_eru(m: int, R: int, neutral: str) -> Fraction:
    """(4/3) m G_max^2."""
    return FOUR_THIRDS * m * _ndcg_discounts.top_gain(R, neutral) ** 2


AS_PRINTED = {"||D||^2 bound": always(FOUR_THIRDS, ()), "A^2": Constant(printed_eru, ())}

DECAY = Shown(evidence=_ndcg_discounts.decay, ranges_over=FROM_TWO, parts=(FASTER, EASIER))


def eru(undefined: str, given: tuple[Case, ...], *, of_the_form: bool) -> Tried:
    """The norm of the discount, and A of the printed form or of some decomposition."""
    evidence = partial(_ndcg_discounts.eru_constant, undefined, of_the_form=of_the_form)
    return tried(evidence, given, EVERY_M, NORM, CONSTANT)


def extremes(gain: str, given: tuple[Case, ...]) -> Tried:
    """Both limits for these gains."""
    evidence = partial(_ndcg_discounts.extremes, gain)
    return tried(evidence, given, "every m and n >= 2", FAST, SLOW)


CLAIMS = (
    *fails_partly("ndcg.log-discount", NDCG)(
        text="For D_j = 1/log(j+1) the norm ||D|| is of the order of sqrt(m/log m), so that A is at"
        " most c G_max m/sqrt(log m).",
        latex=r"\|D\|_2\sim\sqrt{m/\log m},\quad\mathsf A\le cG_{\max}m/\sqrt{\log m}",
        reading="natural logarithm, within factors 1/2 and 6",
        **tried(_ndcg_discounts.printed_log, LOG, FROM_TWO, ORDER, LOG_BOUND),
        claimed={"exponent of log": always(1, ())},
        derivation=Derivation(
            r"$U_{\max}\le1/D_1=\log2\le G_{\max}$ for $G(t)=2^t-1$, so"
            r" $\mathsf A^2\le m\|D\|^2\le\frac{3m(m+1)}{\log^2(m+1)}"
            r"\le\frac92\frac{m^2}{\log m}$.",
            (LOG_BOUND,),
        ),
        theorems=(
            proved(
                "NdcgDecay.log_discount_bound",
                LOG_BOUND,
                axioms="reals",
                beside=("exponent of log",),
            ),
            refuted(
                "NdcgDecay.log_discount_order",
                "every constant factor, from some m on",
                ORDER,
                axioms="reals",
            ),
        ),
        uses=("ndcg.A", "ndcg.A.repaired"),
        remark=r"All terms are at least the last, and $\|D\|^2$ is of the order $m/\log^2m$, as is"
        r" the integral that the paper uses. The bound on $\mathsf A$ follows and is not sharp.",
    ).repaired(
        text="For D_j = 1/log(j+1) the norm ||D|| is of the order of sqrt(m)/log m:"
        " m/log(m+1)^2 <= ||D||^2 <= 3(m+1)/log(m+1)^2, so A is at most of the order m/log m.",
        latex=r"\frac m{\log^2(m+1)}\le\|D\|_2^2\le\frac{3(m+1)}{\log^2(m+1)}",
        reading="natural logarithm",
        **tried(_ndcg_discounts.right_order, LOG + cases(m=(500,)), EVERY_M, ORDER, LOG_FACTOR),
        theorems=(Theorem("NdcgDecay.log_discount", axioms="reals"),),
        claimed={"exponent of log": always(2), "factor": always(Fraction(3), TOO_SMALL)},
        uses=("ndcg.A.repaired",),
        remark=WHY_LOG,
    ),
    extension("ndcg.first-discount", f"Table 1; {NDCG}")(
        text="D_j = 1/log(j+1) has D_1 = 1, as Table 1 assumes.",
        readings=tuple(
            Reading(
                f"logarithm {base}",
                **tried(_ndcg_discounts.starts_at_one, cases(logarithm=(base,))),
                claimed={"D_1": always(1, wrong)},
            )
            for base, wrong in (("to base 2", ("plus one", *TOO_SMALL[:2])), ("natural", ()))
        ),
        remark="The binary logarithm, as is usual for NDCG, has D_1 = 1; with the natural one D_1 ="
        " 1/log 2, and the form without that assumption is needed (ndcg.A.repaired).",
    ),
    *fails_partly("ndcg.eru", ERU)(
        text="For D_j = 2^(1-j): ||D|| <= 2/sqrt(3) and A <= (2/sqrt(3)) G_max sqrt(m).",
        latex=r"\|D\|_2\le\tfrac2{\sqrt3},\quad\mathsf A\le\tfrac2{\sqrt3}G_{\max}\sqrt m",
        readings=(
            Reading(
                f"any neutral grade, {DROPPED}, A of some decomposition",
                **eru("drop", cases(m=(1, 2, 3), R=(2,), neutral=("15/8",)), of_the_form=False),
                claimed=AS_PRINTED,
            ),
            Reading(
                "any neutral grade, the ratio 0/0 taken as zero, A of some decomposition",
                **eru("zero", cases(m=(1, 2), R=(2,), neutral=("7/4",)), of_the_form=False),
                claimed=AS_PRINTED,
            ),
            Reading(
                f"printed F and U, {DROPPED}",
                **eru("drop", cases(m=range(1, 5), R=(2, 3), neutral=("0", "1")), of_the_form=True),
                condition="G_max >= 1",
                claimed={
                    "||D||^2 bound": always(FOUR_THIRDS, TOO_SMALL),
                    "A^2": Constant(printed_eru, ("sign",)),
                },
                derivation=Derivation(WHY_ERU, (CONSTANT,)),
            ),
        ),
        uses=("ndcg.A", "ndcg.A.repaired", "ndcg.norms.repaired"),
        remark=WHY_ERU + r" The gain is $\max(t-\bar r,0)$; it is printed without the 0. Where no"
        r" grade exceeds $\bar r$ the loss is $0/0$.",
    ).repaired(
        text="For D_j = 2^(1-j): ||D||^2 = (4/3)(1 - 4^-m) <= 4/3 and A <= (2/sqrt(3)) sqrt(m),"
        " whatever the gain.",
        latex=r"\|D\|_2^2=\tfrac43(1-4^{-m}),\quad\mathsf A\le\tfrac2{\sqrt3}\sqrt m",
        reading=f"printed F and U, {DROPPED}",
        **eru(
            "drop",
            cases(m=range(1, 6), R=(2,), neutral=("1", "7/4", "15/8"))
            + cases(m=(3,), R=(3,), neutral=("0", "1", "5/2")),
            of_the_form=True,
        ),
        claimed={
            "||D||^2 bound": always(FOUR_THIRDS, TOO_SMALL),
            "A^2": Constant(lambda m, R, neutral: FOUR_THIRDS * m, TOO_SMALL),
        },
        derivation=Derivation(WHY_ERU, (CONSTANT,)),
        theorems=(Theorem("Ndcg.eru", arguments=lambda m, R, neutral: (m,)),),
        uses=("ndcg.A.repaired",),
    ),
    *fails("ndcg.faster-decay", "App. B.3, last paragraph of NDCG-type")(
        text="The faster the discount decays, the more samples are needed; NDCG is statistically"
        " easier than ERU.",
        readings=(
            Reading(
                f"by the printed constant, {UNIT}",
                **DECAY,
                cases=cases(m=range(2, 5)),
                claimed={"direction": always(1, ())},
            ),
            Reading(
                "by the exact constant of the printed F and U, gains 1 and 3",
                **tried(_ndcg_discounts.exact_decay, cases(m=(2, 3, 10)), FROM_TWO),
                claimed={"direction": always(1, ())},
            ),
        ),
        uses=("ndcg.A", "ndcg.A.repaired"),
        remark=WHY_DECAY + " With the exact U_max and G(1) > 0 it depends on m: ndcg.decay-exact.",
    ).repaired(
        text="For D_1 = 1 the printed constant falls with faster decay, and ERU's is smaller than"
        " NDCG's (binary logarithm).",
        latex=r"\|D^{\mathrm{ERU}}\|_2\le\|D^{\mathrm{NDCG}}\|_2",
        reading=f"by the printed constant, {UNIT}",
        **DECAY,
        cases=cases(m=range(2, 6)),
        claimed={"direction": always(-1, ("sign", "plus one"))},
        derivation=WHY_DECAY,
        theorems=(
            proved("NdcgDecay.faster", FASTER, beside=("direction",)),
            proved("NdcgDecay.eru", EASIER, word="eru", axioms="reals", beside=("direction",)),
        ),
        uses=("ndcg.A.repaired",),
    ),
    extension("ndcg.decay-exact", "App. B.3, last paragraph of NDCG-type")(
        text="By the exact constant for the gains 1 and 3, ERU's discount gives a smaller A than"
        " NDCG's for m = 2, 3 and a larger one for m = 4..12.",
        reading="the exact constant of the printed F and U",
        **tried(_ndcg_discounts.exact_decay, cases(m=range(2, 13)), "m = 2..12"),
        claimed={"direction": Constant(lambda m: -1 if m < 4 else 1, ("sign",))},
        uses=("ndcg.norms.repaired",),
    ),
    claim("ndcg.extremes", "after Remark 3.3 (p. 7)")(
        text="A tends to sqrt(m) for fast decaying D and to m for slowly decaying D.",
        latex=r"\mathsf A\to\sqrt m,\quad\mathsf A\to m",
        readings=(
            Reading(
                "D = (1, 1/n, ...) and D = (1, 1 - 1/n, ...) as n grows, gains 0 and 1",
                **extremes("0;1", cases(m=range(1, 4), n=(2, 10, 100)) + cases(m=(4,), n=(100,))),
                claimed={
                    "fast limit": Constant(lambda m, n: m),
                    "slow limit": Constant(lambda m, n: m * m),
                },
                derivation=r"$\mathsf A^2=m\|D\|^2$ as $U_{\max}=1/D_1=1$; $m\le m\|D\|^2\le"
                r" m(1+m/n^2)$ for the fast, $m^2(1-1/n)^2\le m\|D\|^2\le m^2$ for the slow ones.",
                theorems=(Theorem("NdcgDecay.extremes_zero"),),
            ),
            Reading(
                "gains 1 and 3, which are 2^t - 1 for the printed grades 1 and 2",
                **extremes("1;3", cases(m=(2, 3), n=(100,))),
                claimed={
                    "fast limit": Constant(lambda m, n: m, ()),
                    "slow limit": Constant(lambda m, n: m * m, ()),
                },
                theorems=(
                    proved("NdcgDecay.extremes_fast", FAST, word="fast", beside=("slow limit",)),
                    refuted(
                        "NdcgDecay.extremes_slow",
                        "every m >= 2 and n >= 4; G_max <= 3 G(1)",
                        SLOW,
                        beside=("fast limit",),
                    ),
                ),
            ),
        ),
        uses=("ndcg.A.repaired",),
        repaired_by="ndcg.extremes.repaired",
        remark=r"$m\le m\|D\|^2\le m^2$ for every $D$ with $1=D_1\ge D_j\ge0$, and these discounts"
        r" come close to both ends. For a constant discount the loss itself is 0 (ndcg.flat), so"
        r" the slow limit is one of the decomposition, not of the loss. It needs a grade of gain 0;"
        r" the printed $\mathsf A$ has the factor $G_{\max}$ in both limits.",
    ),
    repair("ndcg.extremes", "the remark on decay after Remark 3.3 (p. 7)")(
        text="A tends to sqrt(m) for fast decaying D and to m G_max/(G_max + (m - 1) G(1)) for"
        " slowly decaying D: m when G(1) = 0, and else at most G_max/G(1) whatever m is.",
        latex=r"\mathsf A\to\sqrt m,\quad\mathsf A\to\frac{m\,G_{\max}}{G_{\max}+(m-1)G(1)}",
        readings=tuple(
            Reading(
                f"D = (1, 1/n, ...) and D = (1, 1 - 1/n, ...) as n grows, gains {first} and {last}",
                **extremes(f"{first};{last}", cases(m=range(1, 5), n=(2, 10, 100))),
                claimed={
                    "fast limit": Constant(lambda m, n: m),
                    "slow limit": Constant(
                        partial(_ndcg_discounts.slow_limit, gain=f"{first};{last}")
                    ),
                },
                derivation=WHY_EXTREMES,
                theorems=(
                    Theorem(
                        "NdcgDecay.extremes",
                        arguments=partial(sizes_and_gains, gains=(first, last)),
                    ),
                ),
            )
            for first, last in ((1, 3), (0, 1), (2, 2))
        ),
        uses=("ndcg.norms.repaired",),
    ),
)
