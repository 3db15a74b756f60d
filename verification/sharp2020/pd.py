"""Pairwise disagreement (App. B.3): the claims of the paper about its row of Table 1."""

from fractions import Fraction
from functools import partial
from math import comb

from qstheory.claims import Constant, Derivation, Reading, Theorem, always, cases, refuted
from qstheory.claims.statements import Shown, claim, fails, fails_partly, tried, under

from . import _pd
from ._evidence import conventions
from ._table import FACTORS, SIZE, constants

PLACE = "App. B.3, PD"
EVERY_M = "every m >= 2"
BINARY = "relevance 0 or 1, observations without a pair left out"
VALUED = {x: f"relevance 0 or 1, the ratio 0/0 taken as {x}" for x in ("zero", "one")}
FILLED = {"drop": BINARY} | VALUED
GRADED = "grades 1..R, R >= 3, observations without a pair left out"
GRADES = cases(m=(2, 3), R=(3, 4)) + cases(m=(4,), R=(3,))


def pairs(m: int, **_: object) -> int:
    """m(m-1)/2."""
    return comb(m, 2)


WHY_LINEAR = (
    r"For bits $\operatorname{sign}(y_\ell-y_j)=y_\ell-y_j$, and"
    r" $\sum_\ell\operatorname{sign}(\sigma(j)-\sigma(\ell))=2\sigma(j)-m-1$, so $L$ is"
    r" $\frac12$ plus a multiple of $\frac1{N(y)}\sum_jy_j(2\sigma(j)-m-1)$."
    r" One more coordinate is saved by $\sum_j(2\sigma(j)-m-1)=0$; exchanges of neighbours against"
    r" the observations $e_j$ give a regular minor of order $m-1$."
)
WHY_HALF = (
    r"$1(ps=\pm1)=(1\pm ps)/2$ where $p,s\in\{-1,1\}$; summed over the $N(y)$ pairs with"
    r" $y_j\ne y_\ell$ the constant is $\frac12$, and each unordered pair occurs twice in the sum"
    r" over $j\ne\ell$."
)
BY_LINEARITY = WHY_LINEAR
BY_SIGNS = WHY_HALF

FOLDED = Shown(evidence=_pd.folded, ranges_over=EVERY_M, parts=(FACTORS, SIZE))
CLAIMS = (
    claim("pd.normaliser", PLACE)(
        text="N(y), the largest number of pairs a permutation can be charged, is |y|(m - |y|).",
        latex=r"N(y)=|y|(m-|y|)",
        readings=(
            Reading(
                "relevance 0 or 1, as in App. B.3",
                evidence=_pd.normaliser,
                cases=tuple(case for m in range(2, 8) for case in cases(m=(m,), size=range(1, m))),
                ranges_over="every m >= 2 and every |y|",
                claimed={"N": Constant(lambda m, size: size * (m - size))},
                derivation=r"There are $|y|(m-|y|)$ pairs with $y_j<y_\ell$, and the order with all"
                r" relevant items first is charged for each as printed.",
                theorems=(Theorem("Pairwise.normaliser"),),
            ),
            Reading(
                "grades 1..R, as in Table 1 and Sec. 3.2",
                evidence=_pd.graded_normaliser,
                cases=cases(m=range(2, 5), R=range(2, 4)),
                ranges_over="every m >= 2 and R >= 2",
                claimed={"N": Constant(lambda m, R: (m - 1 + R) * (1 - R), ())},
            ),
        ),
        remark="For grades N(y) is the number of pairs of items with different grades; the printed"
        " formula is not even positive there.",
    ),
    *fails_partly("pd.identity", PLACE)(
        text="Both indicators are (sign + 1)/2, and L is 1/4 plus the printed double sum.",
        latex=r"L=\tfrac14+\tfrac1{4N(y)}\sum_{j\neq\ell}\operatorname{sign}(y_\ell-y_j)"
        r"\operatorname{sign}(\sigma(j)-\sigma(\ell))",
        reading=BINARY,
        **tried(
            _pd.identities, cases(m=range(2, 6)), EVERY_M, _pd.SIGN_Y, _pd.SIGN_SIGMA, _pd.FORM
        ),
        theorems=(
            refuted("RefutedRankings.pd_identity", EVERY_M, _pd.FORM, beside=("half",)),
            refuted(
                "RefutedRankings.pd_half",
                "every m >= 1",
                _pd.SIGN_Y,
                word="ties",
                beside=("weight of the sum", "c"),
            ),
        ),
        claimed={
            "half": always(Fraction(1, 2), ()),
            "weight of the sum": always(Fraction(1, 4), ()),
            "c": always(Fraction(1, 4), ()),
        },
        derivation=Derivation(
            r"$\sigma(j)\neq\sigma(\ell)$, so the sign is $\pm1$.", (_pd.SIGN_SIGMA,)
        ),
        remark=r"$1(y_j<y_\ell)$ is $0$, not $\frac12$, for ties; and the mean of the indicator"
        r" over the $N(y)$ pairs is $\frac12$, not $\frac14$.",
    ).repaired(
        text="L is 1/2 plus the printed double sum.",
        latex=r"L=\tfrac12+\tfrac1{4N(y)}\sum_{j\neq\ell}\operatorname{sign}(y_\ell-y_j)"
        r"\operatorname{sign}(\sigma(j)-\sigma(\ell))",
        **tried(_pd.double_sum, cases(m=range(2, 7)), EVERY_M, _pd.FORM),
        claimed={"weight of the sum": always(Fraction(1, 4)), "c": always(Fraction(1, 2))},
        derivation=BY_SIGNS,
        theorems=(Theorem("Pairwise.identity"),),
    ),
    *fails_partly("pd.decomposition", PLACE)(
        text="L = F U^T + 1/4 with r = m(m-1)/2, F = sign/4 and U = sign/N over the pairs j < l.",
        reading=BINARY,
        **FOLDED,
        cases=cases(m=range(2, 6)),
        theorems=(refuted("RefutedRankings.pd_decomposition", EVERY_M, FACTORS, beside=("r",)),),
        claimed={
            "weight of F": always(Fraction(1, 4), ()),
            "weight of U": always(1, ()),
            "c": always(Fraction(1, 4), ()),
            "r": Constant(pairs, ()),
        },
        derivation=BY_SIGNS,
        uses=("pd.identity", "pd.identity.repaired"),
        remark=WHY_HALF + r" Folding $j\neq\ell$ onto $j<\ell$ needs a factor 2 in $F$ or $U$.",
    ).repaired(
        text="L = F U^T + 1/2 with r = m(m-1)/2, F = sign/4 and U = 2 sign/N over the pairs j < l.",
        cases=cases(m=range(2, 7)),
        claimed={
            "weight of F": always(Fraction(1, 4)),
            "weight of U": always(2),
            "c": always(Fraction(1, 2)),
            "r": Constant(pairs),
        },
        derivation=BY_SIGNS,
        theorems=(Theorem("Pairwise.decomposition_repaired"),),
        uses=("pd.identity.repaired",),
    ),
    *fails("pd.affdim", "Table 1")(
        text="The affine dimension is m(m-1)/2.",
        latex=r"\operatorname{affdim}(L)=\tfrac{m(m-1)}2",
        readings=(
            Reading(
                BINARY,
                **tried(partial(_pd.dimension, "drop"), cases(m=range(2, 6)), EVERY_M),
                theorems=(refuted("RefutedRankings.pd_affdim", "every m >= 3"),),
                claimed={"dimension": Constant(pairs, ())},
            ),
            *under(
                conventions(_pd.dimension, VALUED),
                cases=cases(m=range(2, 6)),
                ranges_over=EVERY_M,
                theorems=(
                    refuted("RefutedRankings.pd_affdim_valued", "every m >= 4", word="valued"),
                ),
                claimed={"dimension": Constant(pairs, ())},
            ),
            Reading(
                GRADED,
                **tried(partial(_pd.graded_dimension, "drop"), GRADES, "every m >= 2 and R >= 3"),
                claimed={"dimension": Constant(pairs)},
                derivation=(
                    WHY_HALF
                    + r" $e_{ab}$ is the signs of $y$ with $b$ alone highest plus those with $a$"
                    r" alone lowest, less those with both; an exchange of neighbours in $\sigma$"
                    r" changes one coordinate of $F$."
                ),
            ),
            Reading(
                "grades 1..R, R >= 3, the ratio 0/0 taken as zero",
                **tried(partial(_pd.graded_dimension, "zero"), GRADES, "every m >= 2 and R >= 3"),
                claimed={"dimension": Constant(pairs, ())},
            ),
            Reading(
                "acyclic preference graphs with an edge, N their number of edges",
                **tried(_pd.graph_dimension, cases(m=range(2, 5)), EVERY_M),
                claimed={"dimension": Constant(pairs)},
                derivation=(r"Graphs of one edge give each coordinate alone; " + WHY_HALF),
            ),
        ),
        uses=("pd.decomposition", "pd.decomposition.repaired"),
        remark=WHY_LINEAR,
    ).repaired(
        text="For relevance 0 or 1 the affine dimension is m - 1; it is m when the loss has a value"
        " where there is no pair.",
        latex=r"\operatorname{affdim}(L)=m-1",
        readings=(
            Reading(
                BINARY,
                **tried(partial(_pd.dimension, "drop"), cases(m=range(2, 7)), EVERY_M),
                claimed={"dimension": Constant(lambda m: m - 1)},
                derivation=BY_LINEARITY,
                theorems=(Theorem("Pairwise.affdim", arguments=lambda m: (m, 0)),),
            ),
            *under(
                conventions(_pd.dimension, VALUED),
                cases=cases(m=range(2, 7)),
                ranges_over=EVERY_M,
                claimed={"dimension": Constant(lambda m: m)},
                derivation=WHY_LINEAR + r" The uniform weights on the $e_j$ less $e_\emptyset$ have"
                r" sum 0 and $L$ maps them to $\pm\frac12$, so no shift lowers the rank.",
                theorems=(Theorem("Pairwise.affdim", arguments=lambda m: (m, 1)),),
            ),
        ),
    ),
    claim("pd.norms", PLACE)(
        text="||F|| = sqrt(m(m-1)/2)/4 and U_max = 2/(m-1).",
        latex=r"\|F\|_\infty=\tfrac14\sqrt{m(m-1)/2},\quad U_{\max}=\tfrac2{m-1}",
        readings=(
            Reading(
                "U = 2 sign/N over the pairs j < l, which makes it a decomposition",
                **constants(_pd.at_case, EVERY_M, "||F||^2", "U_max", form=partial(_pd.halves, 2)),
                cases=cases(m=range(2, 7)),
                claimed={
                    "||F||^2": Constant(lambda m: Fraction(m * (m - 1), 32)),
                    "U_max": Constant(lambda m: Fraction(2, m - 1)),
                },
                derivation=r"$F$ has $m(m-1)/2$ entries $\pm\frac14$; $N(y)=|y|(m-|y|)\ge m-1$,"
                r" with equality for $|y|=1$.",
                theorems=(Theorem("Pairwise.norms"),),
            ),
            Reading(
                "U = sign/N as displayed",
                **constants(_pd.at_case, EVERY_M, "||F||^2", "U_max", form=partial(_pd.halves, 1)),
                cases=cases(m=range(2, 5)),
                claimed={
                    "||F||^2": Constant(lambda m: Fraction(m * (m - 1), 32), ()),
                    "U_max": Constant(lambda m: Fraction(2, m - 1), ()),
                },
            ),
        ),
        uses=("pd.decomposition", "pd.decomposition.repaired", "pd.normaliser"),
    ),
    claim("pd.A", "Table 1")(
        text="A = m/4.",
        latex=r"\mathsf A=\tfrac m4",
        reading="U = 2 sign/N over the pairs j < l, which makes it a decomposition",
        **constants(_pd.at_case, EVERY_M, "A^2", form=partial(_pd.halves, 2)),
        cases=cases(m=range(2, 7)),
        claimed={"A^2": Constant(lambda m: Fraction(m * m, 16))},
        derivation=r"$\mathsf A^2=\frac{m(m-1)}2\cdot\frac{m(m-1)}{32}\cdot\frac4{(m-1)^2}$.",
        theorems=(Theorem("Pairwise.constant"),),
        uses=("pd.norms", "pd.decomposition", "pd.decomposition.repaired"),
        remark="The decomposition with m - 1 coordinates has the larger constant"
        " sqrt((m^2 - 1)/12) when it is written with m of them.",
    ),
)
