"""F-score (App. B.3): how many parameters are needed, and the equal-risk condition."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import comb

from qstheory.certify.expressions import Sum
from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    DifferenceMinor,
)
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
    FeasibleSubspace,
)
from qstheory.certify.kinds.calibration_dimension_above import RatioScores
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.equal_risk import EqualRiskPointExists, SignVector
from qstheory.certify.kinds.rank import Minor
from qstheory.certify.weights import ListedWeights, SizeWeights
from qstheory.claims.claim import Claimed, Constant, Reading, Theorem, always
from qstheory.claims.evidence import WHOLE, Bound, Case, Evidence, Stance, cases
from qstheory.claims.statements import claim, extension, tried, under

from ._algebra import compared, number
from ._evidence import affine_dimension, conventions, equal_risk
from ._f_score import EVERY_M, PLACE, POLICIES, f_score
from ._max_margin import exchanges

PRIME = 2**31 - 1


def minor(labels: int) -> Minor:
    """Bases of all sizes 1..m as rows and as columns, against the empty prediction.

    There L(z, y) - L(empty, y) = -2 |z & y| / (|z| + |y|) whatever the policy.
    """
    sets = tuple(z for size in range(1, labels + 1) for z in exchanges(size, labels))
    return Minor(sets, sets, PRIME, base=(0,) * labels)


def found(labels: int) -> tuple[Bound, Bound]:
    """m^2 - m + 1 from below and above."""
    value = labels**2 - labels + 1
    return (
        Bound(value, DifferenceMinor("prediction-differences", minor(labels))),
        Bound(value, NamedForm("minimal", "counts")),
    )


def dimension(policy: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """The affine dimension is the claimed one."""
    lower, upper = found(at.integer("m"))
    yield from affine_dimension(f_score(at, policy), said("dimension", at), lower, upper)


def enough(policy: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """The affine dimension is at most the claimed number of parameters."""
    reference, (lower, upper) = f_score(at, policy).reference, found(at.integer("m"))
    if said("r", at) >= upper.value:
        yield Evidence(AffineDimensionAtMost(reference, upper.value), (upper.certificate,))
    else:
        proposition = AffineDimensionAtLeast(reference, lower.value)
        yield Evidence(proposition, (lower.certificate,), stance=Stance.CONTRADICTS)


def telescoped(at: Case, said: Claimed) -> Iterator[Evidence]:
    """sum_{k=1}^{m+1} t_k = -1 for t_k = (-1)^k C(m+1, k) C(m+k, k).

    Gosper's antidifference is -k^2 t_k/(m+1)^2.
    """
    m = at.integer("m")
    terms = [(-1) ** k * comb(m + 1, k) * comb(m + k, k) for k in range(1, m + 2)]
    yield compared(Sum(tuple(map(number, terms))), "=", said("sum", at))
    for k, t in enumerate(terms, start=1):
        after = Fraction((k + 1) ** 2 * terms[k], (m + 1) ** 2) if k <= m else Fraction(0)
        yield compared(Fraction(k * k * t, (m + 1) ** 2) - after, "=", t)


WHY_RANK = (
    r"$1-L=\sum_{k,\ell}\frac2{k+\ell}\langle z1(|z|=k),y1(|y|=\ell)\rangle$ off the empty sets."
    r" Sets of size $k<m$ span $\mathbb R^m$, the full set spans $1$; Cauchy's matrix is regular"
    r" on the $m-1$ sizes for $\sum_jv_j=0$ and on $m$ sizes for $1$: rank $(m-1)^2+m=m^2-m+1$."
    r" It is regular as the numerator of $\sum_{\ell\le n}x_\ell/(k+\ell)$ has a degree below $n$"
    r" in $k$ and cannot vanish at $n$ sizes."
)
WHY_SHIFT = (
    r" With $F(\emptyset,\emptyset)=1$ the rank of $L-1$ is one more; $1=Sw$ with"
    r" $w_\emptyset=1$, $w_z=\frac{-m}{2k}(-1)^k\binom{m+k}k$ for $|z|=k$, and $1^\top w=1+mH_m$,"
    r" so $c=1-1/(1+mH_m)$ lowers it by one. $Sw=1$ says that"
    r" $S_\ell(m)=\sum_k(-1)^k\binom mk\binom{m+k}k\frac1{k+\ell}$ is $0$ for $1\le\ell\le m$,"
    r" which follows from $(m+1+\ell)S_\ell(m+1)=(m+1-\ell)S_\ell(m)$."
)
ONE = Fraction(1)
TIE = tuple(Fraction(n, 26) for n in (11, 3, 9, 3))
"""Probabilities of 00, 01, 10, 11: the predictions 00, 10 and 11 have the risk 15/26."""
LOWER, UPPER = "at least 2 = affdim - 1", "at most 2"
QUARTER = Fraction(1, 4)


def no_equal_risk(policy: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """The sets of one label, averaged, less the full set: never better, and worse at some y."""
    m = at.integer("m")
    vector = SignVector(SizeWeights(((1, ONE), (m, -ONE))))
    proposition = EqualRiskPointExists(f_score(at, policy).reference)
    yield Evidence(proposition, (vector,), stance=Stance.DENIES)


def single_label(at: Case, said: Claimed) -> Iterator[Evidence]:
    """m = 1, where the set {1} is the full set: the uniform distribution."""
    yield equal_risk(f_score(at), part=WHOLE)


def tied(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A distribution of full support for m = 2 at which three of the four predictions tie."""
    reference = f_score(at).reference
    point = ListedWeights(tuple(zip(((0, 0), (0, 1), (1, 0), (1, 1)), TIE, strict=True)))
    minor = Minor(((1, 0), (1, 1)), ((0, 0), (0, 1)), 10007, base=(0, 0))
    certificate = FeasibleSubspace(point, minor)
    yield Evidence(CalibrationDimensionAtLeast(reference, said("lower", at)), (certificate,), LOWER)
    yield Evidence(CalibrationDimensionAtMost(reference, said("upper", at)), (ratios(2),), UPPER)


def ratios(m: int) -> RatioScores:
    """The sets of one label, averaged, less the full set, and a quarter of the empty set moved.

    The quarter makes the weighted loss positive at the empty observation too.
    """
    weights = ((0, -QUARTER), (1, 1 + QUARTER), (m, -ONE))
    return RatioScores(SizeWeights(weights), NamedForm("minimal", "counts"))


def one_score_less(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The surrogate of ratios, whose dimension is one less than the rank of the differences."""
    m = at.integer("m")
    proposition = CalibrationDimensionAtMost(f_score(at).reference, said("dimension", at))
    yield Evidence(proposition, (ratios(m),))


WHY = (
    r"The sets of one label have the mean score $\frac{2l}{m(1+l)}$ at $|y|=l$, the full set has"
    r" $\frac{2l}{m+l}$, which is larger by $\frac{2l^2(m-1)}{m(m+l)(1+l)}>0$ for $l\ge1$. With all"
    r" $\Pi_y>0$ the full set is strictly better than one of them."
)
WHY_RATIOS = (
    r"Let $w$ be $\frac54$ spread evenly over the sets of one label, $-1$ on the full set and"
    r" $-\frac14$ on the empty set: its sum is $0$, and $a_y=\sum_zw_zL(z,y)$ is $\frac14$ at"
    r" $y=\emptyset$ and, with $l=|y|\ge1$,"
    r" $\frac{2l^2(m-1)}{m(m+l)(1+l)}-\frac14\cdot\frac{2l}{m(1+l)}>0$ elsewhere. As $a$ is a"
    r" combination of differences of rows, the $m^2-m+1$ dimensions of these have a basis"
    r" $a,U_1,\dots,U_d$ with $d=m^2-m$. Then $S(v,y)=\frac12a_y|v|^2-U_y\cdot v$ is convex with"
    r" the minimiser $v^*=EU/Ea$, and differences of risks are $Ea(\alpha_z+F_z\cdot v^*)$."
)
CLAIMS = (
    claim("fscore.rank", PLACE)(
        text="No more than r = m^2 + 1 parameters are needed.",
        latex=r"\operatorname{affdim}(L)\le m^2+1",
        readings=under(
            conventions(enough, POLICIES),
            cases=cases(m=(*range(1, 9), 12)),
            ranges_over=EVERY_M,
            claimed={"r": Constant(lambda m: m * m + 1, ("halved", "sign"))},
            theorems=(Theorem("FScoreRank.ranks"),),
            derivation=WHY_RANK,
        ),
        uses=("fscore.dec1", "fscore.dec1.repaired"),
        remark="Not the least number: see fscore.affdim.",
    ),
    extension("fscore.affdim", "App. B.3, F-score, and Table 1 (column r)")(
        text="The affine dimension is m^2 - m + 1, so the r of Table 1 exceeds it by m.",
        latex=r"\operatorname{affdim}(L)=m^2-m+1",
        readings=tuple(
            Reading(
                name,
                **tried(partial(dimension, policy), cases(m=(*range(1, 11), 12)), EVERY_M),
                claimed={"dimension": Constant(lambda m: m * m - m + 1)},
                theorems=(Theorem("FScoreRank.dimension"),),
                derivation=WHY_RANK
                + (WHY_SHIFT if policy == "one" else r" It is attained at $c=1$."),
            )
            for policy, name in POLICIES.items()
        ),
        uses=("fscore.shift",),
    ),
    extension("fscore.shift", "used for fscore.affdim")(
        text="sum over k = 1..m+1 of (-1)^k C(m+1, k) C(m+k, k) is -1 for every m.",
        latex=r"\sum_{k=1}^{m+1}(-1)^k\binom{m+1}k\binom{m+k}k=-1",
        reading="as stated",
        **tried(telescoped, cases(m=range(1, 13)), EVERY_M),
        claimed={"sum": always(-1)},
        theorems=(Theorem("FScoreRank.shift"),),
        remark=r"Gosper's antidifference is $-k^2t_k/(m+1)^2$. It gives"
        r" $\sum_{k=1}^m\frac{(-1)^k}k\binom mk\binom{m+k}k=-2H_m$ by induction, hence the shift"
        r" $c=1-1/(1+mH_m)$ that lowers the rank of the F-score by one.",
    ),
    claim("fscore.optimal", f"{PLACE}, optimality of r")(
        text="The equal-risk condition holds for no distribution, already for m = 2.",
        latex=r"\nexists\,\Pi\in\operatorname{relint}\Delta_{\mathcal Y},c:\ L\Pi=c1\quad(m\ge2)",
        readings=under(
            conventions(no_equal_risk, POLICIES),
            cases=cases(m=(*range(2, 13), 20, 50)),
            ranges_over="every m >= 2",
            theorems=(Theorem("FScoreForms.no_equal_risk"),),
            derivation=WHY,
        ),
        uses=("fscore.identity",),
    ),
    extension("fscore.optimal-single", f"{PLACE}, optimality of r")(
        text="For m = 1 the uniform distribution does meet the equal-risk condition.",
        reading="F(empty, empty) = 1",
        **tried(single_label, cases(m=(1,))),
        remark="There the F-score is the 0-1 loss. Hence m >= 2 in fscore.optimal.",
    ),
    extension("fscore.lower-bound", f"{PLACE}, 'We can't say anything about ... affdim(L) - 1'")(
        text="For m = 2 the least dimension of a consistent convex surrogate is affdim - 1 = 2.",
        latex=r"\operatorname{CCdim}(L)=2\quad(m=2)",
        reading="at a tie of three predictions",
        **tried(tied, cases(m=(2,)), "", LOWER, UPPER),
        claimed={"lower": always(2, ()), "upper": always(2, ())},
        uses=("fscore.affdim", "optimal.ra16"),
        remark="Two scores suffice by the surrogate of ratios; fewer do not, though no equal-risk"
        " point is there: the bound holds at any distribution of full support with enough ties.",
    ),
    extension("fscore.ratios", f"{PLACE}, optimality of r")(
        text="m^2 - m scores, one less than the affine dimension, have a consistent convex"
        " surrogate.",
        latex=r"\operatorname{CCdim}(L)\le m^2-m\quad(m\ge2)",
        reading="F(empty, empty) = 1",
        **tried(one_score_less, cases(m=range(2, 9)), "every m >= 2"),
        theorems=(Theorem("Ratios.fscore"),),
        claimed={"dimension": Constant(lambda m: m * m - m, ())},
        derivation=WHY_RATIOS,
        uses=("fscore.affdim", "fscore.optimal"),
    ),
)
