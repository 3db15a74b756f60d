"""NDCG-type losses (Sec. 3.2 and App. B.3): the claims of the paper about their row of Table 1."""

from fractions import Fraction
from functools import partial

from qstheory.claims import Constant, Derivation, Reading, Theorem, always, cases, refuted
from qstheory.claims.statements import claim, extension, fails, fails_partly, tried, under

from . import _ndcg
from ._evidence import EQUAL_RISK, OPTIMAL, conventions
from ._table import FACTORS, ROW_NORM, SIZE, U_MAX, constants

PLACE = "Sec. 3.2 and App. B.3, NDCG-type"
TABLE = "Table 1"
EVERY = "every m >= 1, all gains >= 0 that grow and all discounts >= 0 that fall"
FROM_TWO = "every m >= 2, gains >= 0 with G(1) < G_max and discounts >= 0 with D_1 > D_m"
POSITIVE = "the gain of every grade is positive"
DROPPED = "observations without gain left out"
FILLED = {
    "drop": DROPPED,
    "zero": "the ratio 0/0 taken as zero",
    "one": "the ratio 0/0 taken as one",
}
RATIONAL = ("reciprocal", "eru")
SMALL = cases(m=range(1, 5), gain=("1;3", "0;1"), discount=RATIONAL)
MORE = cases(m=range(1, 5), gain=("1", "1;3", "0;1", "1;3;7", "0;1/10"), discount=RATIONAL) + cases(
    m=(3,), gain=("1;3", "0;1;5/2"), discount=("2;1;1", "3;2;0")
)
LOGARITHMIC = cases(m=range(2, 5), gain=("1;3", "0;1"), discount=("log",))
LARGER = (
    LOGARITHMIC
    + cases(m=range(2, 6), gain=("1;3", "0;1"), discount=RATIONAL)
    + cases(m=(3,), gain=("1;3;7",), discount=("3;2;0", "2;1;1", "2;2;1"))
)

WHY_FACTORS = (
    r"The definition, with $N(r)$ in $U$. Where all gains are zero it is $0/0$; then $U_r=0$ or"
    r" $1/\sum_jD_j$ throughout gives the loss 1 or 0, since $\sum_jD_{\sigma(j)}$ is constant."
)
WHY_ENTRY = (
    r"$G(r_j)/N(r)$ grows with $r_j$ and falls with the other grades, so it is largest for one item"
    r" of the highest grade among items of the lowest:"
    r" $G_{\max}/(D_1G_{\max}+G(1)\sum_{i\ge2}D_i)\le1/D_1$."
)
WHY_SORTED = (
    r"$\sum_i\alpha_iL(\sigma,r_i)$ is, up to a constant, $-\sum_jD_{\sigma(j)}v_j$; by the"
    r" rearrangement inequality it is least when the largest $v_j$ meets the largest discount."
)
NORMS = constants(_ndcg.ndcg, EVERY, "||F||^2", "U_max")
BOUNDED = constants(_ndcg.ndcg, EVERY, "A^2", relation="<=")
WHY_ONE_LESS = (
    r"$\sum_jD_{\sigma(j)}$ does not depend on $\sigma$, so one of the $m$ numbers is redundant."
    r" Exchanging neighbours at $p,p+1$ changes $F$ by $(D_p-D_{p+1})(e_a-e_b)$, and the"
    r" observations with one item of the highest grade tell these apart: the row differences have"
    r" rank $m-1$."
)
AT_UNIFORM = (
    r" Relabelling the items moves every permutation to every other, so all have the same risk at"
    r" the uniform distribution."
)


CLAIMS = (
    claim("ndcg.decomposition", PLACE)(
        text="L = F U^T + 1 with F = -(D_sigma(j)), U = G(r_j)/N(r) and r = m.",
        latex=r"F_\sigma=-(D_{\sigma(j)})_j,\quad U_r=\Big(\frac{G([r]_j)}{N(r)}\Big)_j,\quad c=1",
        readings=under(
            conventions(_ndcg.decomposition, FILLED),
            cases=cases(m=range(1, 5), gain=("1;3", "0;1;3"), discount=("reciprocal", "log")),
            ranges_over=EVERY,
            parts=(FACTORS, SIZE),
            claimed={
                "weight of F": always(-1),
                "c": always(1),
                "r": Constant(lambda m, gain, discount: m),
            },
            derivation=WHY_FACTORS,
            theorems=(Theorem("Ndcg.decompositions"),),
        ),
        remark="For the log discount the coefficients of all discounts are compared, so that these"
        " cases hold for every discount.",
    ),
    *fails_partly("ndcg.norms", PLACE)(
        text="||F|| = ||D||_2 and U_max = G_max D_max.",
        latex=r"\|F\|_\infty=\|D\|_2,\quad U_{\max}=G_{\max}D_{\max}",
        reading=DROPPED,
        **NORMS,
        cases=MORE,
        theorems=(
            refuted(
                "RefutedRankings.ndcg_norms",
                f"{EVERY}, G_max > 1 and D_1 = 1",
                U_MAX,
                beside=("||F||^2",),
                arguments=_ndcg.gains_and_discounts,
            ),
        ),
        claimed={
            "||F||^2": Constant(_ndcg.squared_norm, ()),
            "U_max": Constant(_ndcg.printed_entry, ()),
        },
        derivation=Derivation(r"Each $F_\sigma$ is a rearrangement of $-D$.", (ROW_NORM,)),
        uses=("ndcg.decomposition",),
        remark=WHY_ENTRY,
    ).repaired(
        text="U_max = G_max / (D_1 G_max + G(1) sum_{i >= 2} D_i), which is at most 1/D_1, and"
        " ||F|| = ||D||_2.",
        latex=r"U_{\max}=\frac{G_{\max}}{D_1G_{\max}+G(1)\sum_{i\ge2}D_i}\le\frac1{D_1}",
        cases=MORE,
        claimed={
            "||F||^2": Constant(
                _ndcg.squared_norm, ("plus one", "minus one", "doubled", "halved", "sign")
            ),
            "U_max": Constant(
                _ndcg.largest_entry,
                ("plus one", "minus one", "doubled", "halved", "sign", "squared"),
            ),
        },
        derivation=WHY_ENTRY,
        theorems=(Theorem("Ndcg.norms", arguments=_ndcg.gains_and_discounts),),
        uses=("ndcg.decomposition",),
    ),
    *fails("ndcg.A", f"{PLACE}; {TABLE}")(
        text="A = sqrt(m) ||D||_2 G_max, with D_1 = 1.",
        latex=r"\mathsf A=\sqrt m\,\Big(\sum_jD_j^2\Big)^{1/2}G_{\max}",
        readings=(
            Reading(
                "the constant of the printed F and U",
                **constants(_ndcg.ndcg, EVERY, "A^2"),
                cases=cases(m=range(1, 4), gain=("1", "1;3", "0;1/10"), discount=RATIONAL),
                theorems=(
                    refuted(
                        "RefutedRankings.ndcg_A",
                        f"{EVERY}, G_max > 1 and D_1 = 1",
                        arguments=_ndcg.gains_and_discounts,
                    ),
                ),
                claimed={"A^2": Constant(_ndcg.printed_square, ())},
            ),
            Reading(
                "an upper bound on A of some decomposition",
                evidence=partial(_ndcg.some_at_most, "drop"),
                cases=cases(m=(2,), gain=("0;1/10",), discount=RATIONAL),
                ranges_over=EVERY,
                claimed={"A^2": Constant(_ndcg.printed_square, ())},
            ),
            Reading(
                "an upper bound for the printed F and U",
                **BOUNDED,
                cases=cases(m=range(1, 5), gain=("0;1", "1;3", "1;2"), discount=RATIONAL),
                condition="G_max >= 1 and D_1 = 1",
                claimed={"A^2": Constant(_ndcg.printed_square, ("minus one", "halved", "sign"))},
                derivation=WHY_ENTRY + r" With $D_1=1\le G_{\max}$ this is at most $G_{\max}$.",
                theorems=(
                    Theorem("Ndcg.constant_printed", "bound", arguments=_ndcg.gains_and_discounts),
                ),
            ),
        ),
        uses=("ndcg.norms", "ndcg.norms.repaired", "ndcg.decomposition"),
        remark=WHY_ENTRY
        + r" The printed value changes with the unit of the gain, $L$ does not: for"
        r" $G=(0,\frac1{10})$, $D=(1,\frac12)$ and $m=2$ it is $0.16$, below half the range of $L$,"
        r" $\frac14$, which bounds $\mathsf A$ for every decomposition: no upper bound either.",
    ).repaired(
        text="A <= sqrt(m) ||D||_2 / D_1 whatever the gain.",
        latex=r"\mathsf A\le\sqrt m\,\|D\|_2/D_1",
        reading=DROPPED,
        **BOUNDED,
        cases=SMALL + cases(m=(3,), gain=("0;1;5/2",), discount=("3;2;0",)),
        claimed={
            "A^2": Constant(_ndcg.square_bound, ("minus one", "halved", "sign")),
        },
        derivation=WHY_ENTRY,
        theorems=(Theorem("Ndcg.constant_bound", arguments=_ndcg.gains_and_discounts),),
        uses=("ndcg.norms.repaired", "ndcg.decomposition"),
    ),
    extension("ndcg.half", f"sharpens {TABLE}")(
        text="Another decomposition has half that constant: U shifted by 1/(2 D_1).",
        latex=r"\mathsf A\le\tfrac12\sqrt m\,\|D\|_2/D_1",
        reading=DROPPED,
        **tried(_ndcg.halved, SMALL, EVERY, "some decomposition", "this one"),
        claimed={
            "shift": Constant(
                lambda m, gain, discount: Fraction(1, 2) / _ndcg.discounts(discount, m)[0],
                ("plus one", "doubled", "sign"),
            ),
            "A^2": Constant(
                lambda m, gain, discount: _ndcg.square_bound(m, gain, discount) / 4,
                ("minus one", "halved", "sign"),
            ),
        },
        derivation=r"$\sum_jD_{\sigma(j)}$ is constant, so $U-u$ with $c=1-u\sum_jD_j$"
        r" decomposes $L$ as well; $0\le U\le1/D_1$, so $|U-u|\le u$ for $u=1/(2D_1)$.",
        theorems=(Theorem("Ndcg.half", arguments=_ndcg.gains_and_discounts),),
        uses=("ndcg.norms.repaired",),
    ),
    claim("ndcg.inference", f"{PLACE}; {TABLE}")(
        text="Decoding sorts v_j = sum_i alpha_i G(r_ij)/N(r_i), in O(m log m).",
        latex=r"\widehat f(x)=\operatorname{argsort}_\sigma(v)",
        readings=(
            Reading(
                "sigma(j) is the position of item j when the scores fall",
                evidence=partial(_ndcg.sorts, _ndcg.positions),
                cases=cases(m=range(1, 5), gain=("1;3", "0;1"), discount=RATIONAL),
                ranges_over=EVERY,
                claimed={"orientation": always(1, ("sign",))},
                derivation=WHY_SORTED,
                theorems=(Theorem("Ndcg.inference", beside=("orientation",)),),
            ),
            Reading(
                "sigma(p) is the item in position p when the scores fall, as argsort returns it",
                evidence=partial(_ndcg.sorts, _ndcg.items),
                cases=cases(m=range(2, 4), gain=("1;3",), discount=("reciprocal",)),
                ranges_over=EVERY,
                claimed={"orientation": always(1, ())},
            ),
            Reading(
                "sigma(j) is the position of item j when the scores rise, as argsort sorts",
                evidence=partial(_ndcg.sorts, _ndcg.positions),
                cases=cases(m=(2,), gain=("1;3",), discount=("reciprocal",)),
                ranges_over=EVERY,
                claimed={"orientation": always(-1, ())},
            ),
        ),
        uses=("ndcg.decomposition",),
        remark="What argsort returns is the inverse of the positions, and in rising order.",
    ),
    extension("ndcg.affdim", f"{PLACE}, r = m")(
        text="For m >= 2 no scalar c makes the rank of L - c smaller than m.",
        latex=r"\operatorname{affdim}(L)=m",
        readings=under(
            conventions(_ndcg.dimension, FILLED),
            cases=LARGER,
            ranges_over=FROM_TWO,
            claimed={"dimension": Constant(lambda m, gain, discount: m)},
            derivation=WHY_ONE_LESS
            + r" One item of the highest grade, evenly, less all of it: sum 0, and $L$ maps"
            r" this to one constant other than 0, so no shift lowers the rank $m$.",
            theorems=(Theorem("Ndcg.affdim"),),
        ),
    ),
    extension("ndcg.flat", f"after Remark 3.3 (p. 7); {TABLE}")(
        text="For one item, one grade or a constant discount the loss is 0: no number is needed,"
        " not m.",
        reading=POSITIVE,
        evidence=_ndcg.flat,
        cases=cases(m=(1,), gain=("1;3",), discount=("eru",))
        + cases(m=(2, 3, 4), gain=("1",), discount=("eru",))
        + cases(m=(2,), gain=("1;3",), discount=("1;1",))
        + cases(m=(3,), gain=("1;3",), discount=("1;1;1",)),
        ranges_over="every m, R = 1 or m = 1 or a constant discount",
        claimed={"dimension": always(0, ())},
        derivation=r"Then $\sum_jG(r_j)D_{\sigma(j)}$ is the same for all $\sigma$, hence $N(r)$.",
        theorems=(Theorem("Ndcg.flat"),),
    ),
    *fails_partly("ndcg.optimal", PLACE)(
        text="The barycentre of the simplex meets the equal-risk condition, and r = m is optimal.",
        reading=DROPPED,
        evidence=partial(_ndcg.optimality, "drop"),
        cases=cases(m=range(1, 4), gain=("1;3", "0;1"), discount=RATIONAL),
        theorems=(
            refuted(
                "RefutedRankings.ndcg_optimal", f"{EVERY}, G(1) < G_max and D_1 > D_m", OPTIMAL
            ),
        ),
        ranges_over=EVERY,
        parts=(EQUAL_RISK, OPTIMAL),
        claimed={"r": Constant(lambda m, gain, discount: m, ())},
        derivation=Derivation(AT_UNIFORM.strip(), (EQUAL_RISK,)),
        uses=("ndcg.decomposition", "optimal.ra18"),
        remark=r"$\sum_jD_{\sigma(j)}$ does not depend on $\sigma$, so one of the $m$ numbers is"
        " redundant.",
    ).repaired(
        text="The barycentre meets the equal-risk condition, and no consistent convex surrogate has"
        " a dimension below m - 1, which is attained.",
        latex=r"\operatorname{CCdim}(L)=m-1",
        readings=under(
            conventions(_ndcg.optimality, FILLED),
            cases=LARGER,
            ranges_over=FROM_TWO,
            parts=(EQUAL_RISK, OPTIMAL),
            claimed={"r": Constant(lambda m, gain, discount: m - 1)},
            derivation=WHY_ONE_LESS + AT_UNIFORM,
            theorems=(Theorem("Ndcg.optimal_repaired", given=("RA16",)),),
        ),
        uses=("ndcg.decomposition", "optimal.ra16"),
    ),
)
