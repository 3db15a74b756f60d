"""F-score (App. B.3): how many parameters are needed, and the shift that saves one more."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import comb

from qstheory.certify.algebra.expressions import Sum
from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    DifferenceMinor,
)
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.rank import Minor
from qstheory.claims.cases import Case, cases
from qstheory.claims.claim import Claimed, Constant, Reading, Theorem, always
from qstheory.claims.evidence import Bound, Evidence, Stance
from qstheory.claims.statements import Shown, claim, extension, tried, under

from ._algebra import compared, number
from ._evidence import affine_dimension
from ._f_score import EVERY_M, PLACE, f_score
from ._max_margin import exchanges

PRIME = 2**31 - 1
POLICIES = (
    ("F(empty, empty) = 1", "one"),
    ("F(empty, empty) = 0", "zero"),
    ("the empty observation left out", "drop"),
)


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
CLAIMS = (
    claim(
        id="fscore.rank",
        source=PLACE,
        text="No more than r = m^2 + 1 parameters are needed.",
        latex=r"\operatorname{affdim}(L)\le m^2+1",
        readings=under(
            {name: Shown(evidence=partial(enough, policy)) for name, policy in POLICIES},
            cases=cases(m=(*range(1, 9), 12)),
            ranges_over=EVERY_M,
            claimed={"r": Constant(lambda m: m * m + 1, ("halved", "sign"))},
            theorems=(Theorem("FScoreRank.ranks"),),
            derivation=WHY_RANK,
        ),
        uses=("fscore.dec1", "fscore.dec1.repaired"),
        remark="Not the least number: see fscore.affdim.",
    ),
    extension(
        id="fscore.affdim",
        source="App. B.3, F-score, and Table 1 (column r)",
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
            for name, policy in POLICIES
        ),
        uses=("fscore.shift",),
    ),
    extension(
        id="fscore.shift",
        source="used for fscore.affdim",
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
)
