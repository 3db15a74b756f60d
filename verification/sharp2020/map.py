"""Average precision (App. B.3): the claims of the paper about its row of Table 1."""

from fractions import Fraction
from functools import partial

from qstheory.claims import Derivation, Verdict, cases
from qstheory.claims.claim import Constant, Reading, Theorem, always, proved, refuted
from qstheory.claims.statements import Shown, claim, extension, fails, fails_partly, tried, under

from . import _map
from ._evidence import EQUAL_RISK, OPTIMAL, conventions
from ._table import FACTORS, SIZE, U_MAX

PLACE = "App. B.3, MAP"
EVERY_M, FROM_TWO = "every m >= 1", "every m >= 2"
DROPPED = "the empty observation left out"
FILLED = {"drop": DROPPED} | {x: f"the ratio 0/0 taken as {x}" for x in ("zero", "one")}
QUARTER = Fraction(1, 4)

WHY_PAIRS = (
    r"The sum over positions $\ell\le\sigma(j)$ runs over the items $\ell$ not after $j$, so each"
    r" unordered pair of relevant items, $j=\ell$ included, counts once, with"
    r" $1/\max(\sigma(j),\sigma(\ell))$."
)
WHY_DIMENSION = (
    r"$\sum_j1/\sigma(j)=H_m$ and $\sum_{j<\ell}1/\max(\sigma(j),\sigma(\ell))=m-H_m$ do not depend"
    r" on $\sigma$. Exchanging the items at positions $p,p+1$ changes $F$ by a multiple of"
    r" $e_{aa}-e_{bb}+\sum_{j\text{ before}}(e_{aj}-e_{bj})$; these span all but the two sums, and"
    r" the observations of one and two items span all: the row differences have rank"
    r" $m(m+1)/2-2$."
)
WHY_NO_SHIFT = (
    r" One relevant item evenly, less two evenly, has sum 0, and $L$ maps it to"
    r" $(m-H_m)/(m(m-1))\neq0$ for every $\sigma$, so no shift lowers the rank $m(m+1)/2-1$."
)
AT_UNIFORM = (
    r" At the uniform distribution relabelling makes all permutations optimal, so the dimension is"
    r" at least that rank."
)
WHY_SHIFT = (
    r"$U$ may be shifted by a constant on the diagonal and off it, since these coordinates of $F$"
    r" have constant sums: $\|F\|^2=\sum_p\frac1{p^2}+\frac{p-1}{4p^2}=(3H_m^{(2)}+H_m)/4$,"
    r" $U_{\max}=\frac12$. From $m$ to $m+1$ the difference"
    r" $\frac{8m}{m+1}\log(m+1)-3H_m^{(2)}-H_m$ grows."
)

DECODING = Shown(
    evidence=_map.decoding, ranges_over=EVERY_M, parts=(_map.PAIRS_RULE, _map.MATRIX_RULE)
)
CLAIMS = (
    claim("map.identity", PLACE)(
        text="The three displayed forms of MAP agree.",
        reading=DROPPED,
        **tried(_map.displayed, cases(m=range(1, 6)), EVERY_M, _map.FIRST, _map.THIRD),
        claimed={"weight": always(-1), "c": always(1)},
        theorems=(Theorem("MapRank.identity"),),
        derivation=WHY_PAIRS,
    ),
    claim("map.decomposition", PLACE)(
        text="L = F U^T + 1 with r = m(m+1)/2, F = 1/max(sigma(j), sigma(l)) and"
        " U = -y_j y_l/|y| for j >= l.",
        readings=under(
            conventions(_map.decomposition, FILLED),
            cases=cases(m=range(1, 6)),
            ranges_over=EVERY_M,
            parts=(FACTORS, SIZE),
            claimed={"weight of U": always(-1), "c": always(1), "r": Constant(_map.triangle)},
            derivation=WHY_PAIRS
            + r" All coordinates of $F_\sigma$ sum to $m$, so $U_\emptyset=0$ or"
            r" $-\frac1m$ throughout gives the loss 1 or 0 at $y=\emptyset$.",
            theorems=(Theorem("Map.decompositions"),),
        ),
        uses=("map.identity",),
    ),
    *fails("map.affdim", "Table 1")(
        text="The affine dimension is m(m+1)/2.",
        latex=r"\operatorname{affdim}(L)=\tfrac{m(m+1)}2",
        readings=under(
            conventions(_map.dimension, FILLED),
            cases=cases(m=range(1, 5)),
            theorems=(refuted("RefutedRankings.map_affdim", FROM_TWO),),
            ranges_over=EVERY_M,
            claimed={"dimension": Constant(_map.triangle, ())},
        ),
        uses=("map.decomposition",),
        remark=r"$\sum_j1/\sigma(j)=H_m$ and $\sum_{j<\ell}1/\max(\sigma(j),\sigma(\ell))=m-H_m$ do"
        r" not depend on $\sigma$, so the row differences have rank $m(m+1)/2-2$.",
    ).repaired(
        text="For m >= 2 the affine dimension is m(m+1)/2 - 1.",
        latex=r"\operatorname{affdim}(L)=\tfrac{m(m+1)}2-1",
        readings=tuple(
            Reading(
                name,
                evidence=partial(_map.dimension, undefined),
                cases=cases(m=range(2, 7 if undefined == "drop" else 6)),
                ranges_over=FROM_TWO,
                claimed={"dimension": Constant(lambda m: _map.triangle(m) - 1)},
                theorems=(Theorem("MapRank.dimension"),),
                derivation=WHY_DIMENSION + WHY_NO_SHIFT,
            )
            for undefined, name in FILLED.items()
        ),
    ),
    *fails("map.norms", PLACE)(
        text="||F|| <= sqrt(log(m+1)) and U_max = 1/2.",
        latex=r"\|F\|_\infty\le\sqrt{\log(m+1)},\quad U_{\max}=\tfrac12",
        reading="F and U as printed",
        **tried(_map.norms, cases(m=range(1, 6)), EVERY_M, _map.ROW_NORM, U_MAX),
        theorems=(
            refuted("RefutedRankings.map_norms", EVERY_M, U_MAX),
            refuted(
                "MapLogs.rows",
                EVERY_M,
                _map.ROW_NORM,
                word="rows",
                axioms="reals",
                beside=("U_max",),
            ),
        ),
        claimed={"U_max": always(Fraction(1, 2), ())},
        uses=("map.decomposition",),
        remark=r"$\|F\|^2=\sum_pp/p^2=H_m>\log(m+1)$ for every $m$, and $U=-1$ on the diagonal for"
        r" one relevant item.",
    ).repaired(
        text="||F||^2 = H_m, between log(m+1) and 1 + log m, and U_max = 1.",
        latex=r"\log(m+1)<\|F\|_\infty^2=H_m\le1+\log m,\quad U_{\max}=1",
        **tried(
            _map.exact_norms, cases(m=range(1, 7)), EVERY_M, _map.ROW_SUM, _map.HARMONIC, U_MAX
        ),
        claimed={
            "||F||^2": Constant(_map.harmonic),
            "offset": always(1, ("minus one", "halved", "sign")),
            "U_max": always(1),
        },
        derivation=r"For each position $p$ there are $p$ pairs with $\max=p$, so"
        r" $\|F\|^2=\sum_pp/p^2$; $|U_{j\ell}|\le1/|y|\le1$.",
        theorems=(
            proved("Map.norms", _map.ROW_SUM, U_MAX, beside=("offset",)),
            proved(
                "MapLogs.logarithms",
                _map.HARMONIC,
                word="logarithms",
                axioms="reals",
                beside=("U_max",),
            ),
        ),
        uses=("map.decomposition",),
    ),
    *fails("map.A", f"{PLACE}; Table 1")(
        text="A = m sqrt(log(m+1))/2.",
        latex=r"\mathsf A=\tfrac12m\sqrt{\log(m+1)}",
        readings=(
            Reading(
                "an upper bound for the printed F and U",
                **tried(_map.printed_constant, cases(m=range(1, 6)), EVERY_M),
                theorems=(refuted("MapLogs.printed_constant", EVERY_M, axioms="reals"),),
                claimed={"factor": always(QUARTER, ())},
            ),
            Reading(
                "an upper bound for some decomposition, the ratio 0/0 taken as zero",
                **tried(_map.least_at_one, cases(m=(1,)), EVERY_M),
                claimed={"factor": always(QUARTER, ())},
            ),
        ),
        uses=("map.norms", "map.norms.repaired", "map.decomposition"),
        remark=r"For the printed $F$ and $U$ it is $\mathsf A^2=\frac{m(m+1)}2H_m$. " + WHY_SHIFT,
    ).repaired(
        text="For m >= 2 another decomposition has A <= m sqrt(log(m+1))/2: the printed one with F"
        " halved and U doubled off the diagonal, and then with U shifted by 1/2 throughout.",
        latex=r"\mathsf A^2=\tfrac{m(m+1)}{32}\big(3H^{(2)}_m+H_m\big)\le\tfrac14m^2\log(m+1)",
        reading=DROPPED,
        **tried(_map.shifted, cases(m=range(2, 6)), FROM_TWO, FACTORS, _map.A_SQUARED, _map.BOUND),
        claimed={
            "shift": always(Fraction(1, 2)),
            "A^2": Constant(_map.shifted_square),
            "factor": always(QUARTER, ("halved", "sign", "minus one")),
        },
        derivation=Derivation(WHY_SHIFT, (FACTORS, _map.A_SQUARED)),
        theorems=(
            proved("MapLogs.shifted", FACTORS, _map.A_SQUARED, beside=("factor",)),
            proved("MapLogs.bound", _map.BOUND, word="bound", axioms="reals", beside=("shift",)),
        ),
        uses=("map.decomposition",),
    ),
    *fails_partly("map.inference", f"{PLACE}; Table 1")(
        text="Decoding maximises the printed sum over pairs, which is the quadratic assignment"
        " problem Tr(W^T P D P^T) with the printed triangular W and D.",
        reading=DROPPED,
        **DECODING,
        cases=cases(m=range(1, 4)),
        claimed={"above the diagonal": always(0, ())},
        theorems=(
            proved("MapLogs.by_pairs", _map.PAIRS_RULE, beside=("above the diagonal",)),
            refuted("MapPrinted.decoding", FROM_TWO, _map.MATRIX_RULE),
        ),
        derivation=Derivation(WHY_PAIRS, (_map.PAIRS_RULE,)),
        uses=("map.identity",),
        remark=r"With $W$ and $D$ both lower triangular the term of each pair $j>\ell$ with"
        r" $\sigma(j)<\sigma(\ell)$ is lost. What follows lacks 'unless P = NP'.",
    ).repaired(
        source=PLACE,
        text="Decoding is the quadratic assignment problem Tr(W^T P D P^T) with the printed W and"
        " D_jl = 1/max(j, l) for all j, l.",
        cases=cases(m=range(1, 5)),
        claimed={"above the diagonal": always(1)},
        theorems=(Theorem("MapRank.inference"),),
        derivation=WHY_PAIRS,
        uses=("map.identity",),
    ),
    extension("map.hard", f"repairs {PLACE}")(
        text="Decoding is NP-hard for distributions.",
        assumed="M. R. Garey, D. S. Johnson, L. Stockmeyer, Some simplified NP-complete graph"
        " problems, 1976 (minimum linear arrangement)",
        expected=Verdict.ASSUMED,
        remark="The paper only says that decoding is an instance of quadratic assignment, which"
        r" does not make it hard. Reduction for a graph with $n$ nodes: $W_{j\ell}=1$ on edges and"
        r" $W_{jj}=C-\frac12\deg j$ make the sum over pairs a constant less"
        r" $\frac12\sum_{j\ell\in E}|1/\sigma(j)-1/\sigma(\ell)|$; $t=3n(n-1)|E|$ more items with"
        r" $W_{ii}=|E|t(t+1)$ hold the first positions, and beyond them that is least for a linear"
        r" arrangement of least length. Pairs and single items as observations give these $W$.",
    ),
    *fails_partly("map.optimal", PLACE)(
        text="The uniform distribution meets the equal-risk condition, and r = m(m+1)/2 is"
        " optimal.",
        readings=under(
            conventions(_map.optimality, FILLED),
            cases=cases(m=range(1, 5)),
            theorems=(refuted("RefutedRankings.map_optimal", FROM_TWO, OPTIMAL),),
            ranges_over=EVERY_M,
            parts=(EQUAL_RISK, OPTIMAL),
            claimed={"r": Constant(_map.triangle, ())},
            derivation=Derivation(AT_UNIFORM, (EQUAL_RISK,)),
        ),
        uses=("map.affdim", "map.affdim.repaired", "optimal.ra18"),
        remark="Two sums of the coordinates of F_z are constant (map.affdim).",
    ).repaired(
        text="For m >= 2 no consistent convex surrogate has a dimension below m(m+1)/2 - 2, which"
        " is attained.",
        latex=r"\operatorname{CCdim}(L)=\tfrac{m(m+1)}2-2",
        readings=under(
            conventions(_map.optimality, FILLED),
            cases=cases(m=range(2, 6)),
            ranges_over=FROM_TWO,
            parts=(EQUAL_RISK, OPTIMAL),
            claimed={"r": Constant(lambda m: _map.triangle(m) - 2)},
            theorems=(Theorem("MapRank.optimality", given=("RA16",)),),
            derivation=WHY_DIMENSION + AT_UNIFORM,
        ),
        uses=("map.affdim.repaired", "optimal.ra16"),
    ),
)
