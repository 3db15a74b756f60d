"""NDCG-type losses (Sec. 3.2 and App. B.3): how many numbers suffice, and that fewer do not."""

from functools import partial

from qstheory.claims import Constant, Derivation, Theorem, always, cases, refuted
from qstheory.claims.statements import Shown, extension, fails_partly, repair, under

from ._evidence import EQUAL_RISK, OPTIMAL
from ._ndcg import dimension, flat, optimality
from .ndcg import DROPPED, EVERY, FILLED, FROM_TWO, LARGER, PLACE, POSITIVE, RATIONAL, TABLE

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
    extension(
        id="ndcg.affdim",
        source=f"{PLACE}, r = m",
        text="For m >= 2 no scalar c makes the rank of L - c smaller than m.",
        latex=r"\operatorname{affdim}(L)=m",
        readings=under(
            {
                name: Shown(evidence=partial(dimension, undefined))
                for undefined, name in FILLED.items()
            },
            cases=LARGER,
            ranges_over=FROM_TWO,
            claimed={"dimension": Constant(lambda m, gain, discount: m)},
            derivation=WHY_ONE_LESS
            + r" One item of the highest grade, evenly, less all of it: sum 0, and $L$ maps"
            r" this to one constant other than 0, so no shift lowers the rank $m$.",
            theorems=(Theorem("Ndcg.affdim"),),
        ),
    ),
    extension(
        id="ndcg.flat",
        source=f"after Remark 3.3 (p. 7); {TABLE}",
        text="For one item, one grade or a constant discount the loss is 0: no number is needed,"
        " not m.",
        reading=POSITIVE,
        evidence=flat,
        cases=cases(m=(1,), gain=("1;3",), discount=("eru",))
        + cases(m=(2, 3, 4), gain=("1",), discount=("eru",))
        + cases(m=(2,), gain=("1;3",), discount=("1;1",))
        + cases(m=(3,), gain=("1;3",), discount=("1;1;1",)),
        ranges_over="every m, R = 1 or m = 1 or a constant discount",
        claimed={"dimension": always(0, ())},
        derivation=r"Then $\sum_jG(r_j)D_{\sigma(j)}$ is the same for all $\sigma$, hence $N(r)$.",
        theorems=(Theorem("Ndcg.flat"),),
    ),
    fails_partly(
        id="ndcg.optimal",
        source=PLACE,
        text="The barycentre of the simplex meets the equal-risk condition, and r = m is optimal.",
        reading=DROPPED,
        evidence=partial(optimality, "drop"),
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
    ),
    repair(
        of="ndcg.optimal",
        source=PLACE,
        text="The barycentre meets the equal-risk condition, and no consistent convex surrogate has"
        " a dimension below m - 1, which is attained.",
        latex=r"\operatorname{CCdim}(L)=m-1",
        readings=under(
            {
                name: Shown(evidence=partial(optimality, undefined))
                for undefined, name in FILLED.items()
            },
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
