"""Pairwise disagreement (App. B.3): its decoder, its orientation, and whether r is optimal."""

from functools import partial

from qstheory.claims import Constant, Derivation, Reading, Theorem, Verdict, always, cases, refuted
from qstheory.claims.statements import extension, fails, fails_partly, tried, under

from . import _pd
from ._evidence import EQUAL_RISK, OPTIMAL, conventions
from .pd import BINARY, EVERY_M, FILLED, GRADED, GRADES, PLACE, WHY_LINEAR, pairs

WHY_SORTED = (
    r"$\sum_i\alpha_iL(\sigma,y_i)$ is, up to a constant, a multiple of $\sum_j\sigma(j)v_j$ with"
    r" $v_j=\sum_i\alpha_i[y_i]_j/N(y_i)$, since $L$ is linear in $y/N(y)$; by the rearrangement"
    r" inequality sorting the $m$ scores $v_j$ minimises it, whatever the signs of the $\alpha_i$."
)
AT_UNIFORM = (
    r" Relabelling the items moves every permutation to every other, so all have the same risk at"
    r" the uniform distribution, and the dimension is at least the rank of the row differences."
)

CLAIMS = (
    *fails_partly("pd.inference", f"{PLACE}; Table 1")(
        text="Decoding is a minimum weight feedback arc set problem, NP-hard: unless P = NP there"
        " is no polynomial consistent method, and none that sorts an estimated vector of scores.",
        latex=r"\widehat f(x)\in\arg\min_\sigma\sum_{j\neq\ell}\gamma_{j\ell}(x)"
        r"1(\sigma(j)>\sigma(\ell))",
        readings=(
            Reading(
                BINARY,
                **tried(_pd.decoding, cases(m=range(2, 5)), EVERY_M, _pd.OBJECTIVE, _pd.UNSORTED),
                theorems=(refuted("RefutedNoise.sorting", EVERY_M, _pd.UNSORTED),),
                derivation=Derivation(
                    r"The definition, with $\gamma_{j\ell}=\sum_i\alpha_i1([y_i]_j<[y_i]_\ell)"
                    r"/N(y_i)$.",
                    (_pd.OBJECTIVE,),
                ),
            ),
            Reading(
                GRADED,
                evidence=_pd.graded_decoding,
                cases=cases(m=(4,), R=(3,)),
                ranges_over="every m >= 4 and R >= 3",
                parts=(_pd.OBJECTIVE, _pd.NO_SCORES),
                claimed={"scores": Constant(lambda m, R: m, ())},
            ),
        ),
        uses=("pd.affdim", "pd.affdim.repaired", "optimal.ra16"),
        remark=WHY_SORTED
        + " Being an instance of a hard problem does not make a problem hard. For grades it is"
        " hard: pd.hard.",
    ).repaired(
        text="For relevance 0 or 1 sorting v_j = sum_i alpha_i y_ij / N(y_i) decodes, in"
        " O(m log m): the item of the largest score comes first (orientation corrected).",
        latex=r"\widehat f(x)=\operatorname{argsort}(v),\quad"
        r" v_j=\sum_i\alpha_i(x)\frac{[y_i]_j}{N(y_i)}",
        reading=BINARY,
        **tried(_pd.sorted_decoding, cases(m=range(2, 6)), EVERY_M),
        claimed={"orientation": always(1, ("sign",))},
        derivation=WHY_SORTED,
        theorems=(Theorem("Pairwise.inference", beside=("orientation",)),),
        uses=("pd.orientation", "pd.orientation.repaired"),
    ),
    extension("pd.hard", f"repairs {PLACE}")(
        text="For grades 1..3 decoding is NP-hard: every feedback arc set problem is one of"
        " decoding with weights >= 0.",
        reading=GRADED,
        **tried(_pd.reduction, cases(m=range(2, 5)), EVERY_M, _pd.REDUCTION, _pd.HARD),
        claimed={"constant": Constant(lambda m: 2 * m - 3)},
        derivation=Derivation(
            r"For the arc charged when $\sigma(a)>\sigma(b)$: weight $m-1$ on $b$ alone"
            r" of grade 3 among grades 2, $m-1$ on $a$ alone of grade 1, $2m-3$ on $a$ of"
            r" grade 3 with $b$ of grade 1. The other pairs cancel up to $2m-3$.",
            (_pd.REDUCTION,),
        ),
        assumed="R. M. Karp, Reducibility among combinatorial problems, 1972 (feedback arc set)",
        expected=Verdict.ASSUMED,
        remark="That no polynomial surrogate method is consistent does not follow: consistency has"
        " no rate, and a method may decode approximately.",
    ),
    *fails("pd.orientation", f"{PLACE}; Table 1")(
        text="With sigma(j) the position of item j, as for NDCG and MAP, the printed loss charges"
        " the wrongly ordered pairs.",
        readings=(
            Reading(
                "sigma(j) the position of item j",
                **tried(partial(_pd.charges, "printed", "position"), cases(m=range(2, 5)), EVERY_M),
                theorems=(refuted("RefutedRankings.pd_orientation", EVERY_M),),
                claimed={"weight": always(1, ())},
            ),
            Reading(
                "sigma(j) the score of item j, larger is better",
                **tried(partial(_pd.charges, "printed", "score"), cases(m=range(2, 6)), EVERY_M),
                theorems=(Theorem("PairwiseOrder.orientation_scores", "scores"),),
                claimed={"weight": always(1)},
                derivation=r"$y_j<y_\ell$ and $\sigma(j)>\sigma(\ell)$: the less relevant item has"
                r" the larger score.",
            ),
        ),
        remark=r"$\sigma(j)>\sigma(\ell)$ says that $j$ comes after $\ell$; where $y_j<y_\ell$"
        r" that is right. The printed loss is $1-L$ of the right one, which changes $F$ to $-F$ and"
        r" none of the constants.",
    ).repaired(
        text="With sigma(j) the position of item j the loss that charges the wrongly ordered pairs"
        " has 1(sigma(j) < sigma(l)).",
        latex=r"L(\sigma,y)=\frac1{N(y)}\sum_{j\neq\ell}1(y_j<y_\ell)1(\sigma(j)<\sigma(\ell))",
        reading="sigma(j) the position of item j",
        **tried(partial(_pd.charges, "corrected", "position"), cases(m=range(2, 6)), EVERY_M),
        theorems=(Theorem("PairwiseOrder.orientation_positions"),),
        claimed={"weight": always(1)},
        derivation=r"$y_j<y_\ell$ and $\sigma(j)<\sigma(\ell)$: the less relevant item comes"
        r" first.",
    ),
    *fails_partly("pd.optimal", PLACE)(
        text="The uniform distribution meets the equal-risk condition, and r = m(m-1)/2 is"
        " optimal.",
        readings=(
            Reading(
                BINARY,
                evidence=partial(_pd.optimality, "drop"),
                cases=cases(m=range(2, 6)),
                theorems=(refuted("RefutedRankings.pd_optimal", "every m >= 3", OPTIMAL),),
                ranges_over=EVERY_M,
                parts=(EQUAL_RISK, OPTIMAL),
                claimed={"r": Constant(pairs, ())},
                derivation=Derivation(AT_UNIFORM, (EQUAL_RISK,)),
            ),
            Reading(
                GRADED,
                **tried(
                    _pd.graded_optimality, GRADES, "every m >= 2 and R >= 3", EQUAL_RISK, OPTIMAL
                ),
                claimed={"r": Constant(pairs)},
                derivation=(
                    r"The row differences have rank $m(m-1)/2$ as in pd.affdim." + AT_UNIFORM
                ),
            ),
        ),
        uses=("pd.affdim", "pd.affdim.repaired", "optimal.ra16", "optimal.ra18"),
        remark="L is linear in a relevance of 0 or 1 (pd.affdim). What the paper refers to is about"
        " preference graphs.",
    ).repaired(
        text="For relevance 0 or 1 no consistent convex surrogate has a dimension below m - 1,"
        " which is attained.",
        latex=r"\operatorname{CCdim}(L)=m-1",
        readings=under(
            conventions(_pd.optimality, FILLED),
            cases=cases(m=range(2, 7)),
            ranges_over=EVERY_M,
            parts=(EQUAL_RISK, OPTIMAL),
            claimed={"r": Constant(lambda m: m - 1)},
            derivation=WHY_LINEAR + AT_UNIFORM,
            theorems=(Theorem("Pairwise.optimality", given=("RA16",)),),
        ),
        uses=("pd.affdim.repaired", "optimal.ra16"),
    ),
)
