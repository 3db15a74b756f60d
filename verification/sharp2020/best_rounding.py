"""A* is at most sqrt(pi/2) times gamma_2, given Grothendieck's identity."""

from collections.abc import Iterator
from fractions import Fraction

from qstheory import losses
from qstheory.certify.kinds.best_constants import HALF_PI, RowFactors
from qstheory.claims import Bound, Case, Claimed, Evidence, Stance, cases
from qstheory.claims.claim import Theorem, always
from qstheory.claims.statements import extension, tried
from qstheory.losses.base import Loss

from ._best import a_star
from .best_constants import centring
from .best_formula import classes, least
from .best_sets import disjoint, vectors

ONE = Fraction(1)
EVERY_LOSS, F_SCORE = "every loss", "the F-score"


def zero_one_vectors(n: int) -> Bound:
    """gamma_2^2 of the 0-1 loss on n classes: c - L = I - J/n is a projection."""
    P = centring(n)
    c = 1 - Fraction(1, n)
    F = tuple(tuple(-x for x in row) for row in P)
    return Bound(c**2, RowFactors(F, P, (c,) * n))


def within(loss: Loss, claimed: Fraction, found: tuple[Bound, Bound], part: str) -> Evidence:
    """A*^2 is at most the claimed value, by vectors, unless a bound from below excludes that."""
    lower, factors = found
    if claimed < lower.value:
        excluded = a_star(loss, ">=", lower.value)
        return Evidence(excluded, (lower.certificate,), part, Stance.CONTRADICTS)
    return Evidence(a_star(loss, "<=", claimed), (factors.certificate,), part)


def rounded(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The 0-1 loss on m + 1 classes, and the F-score on m labels."""
    m, share = at.integer("m"), Fraction(said("share", at))
    f_score = losses.make("f-score", m=m, undefined="one")
    for loss, found, part in (
        (classes(m + 1), (least(m + 1), zero_one_vectors(m + 1)), EVERY_LOSS),
        (f_score, (disjoint(f_score, m), vectors(f_score, m)), F_SCORE),
    ):
        yield within(loss, share * HALF_PI * Fraction(found[1].value), found, part)


CLAIMS = (
    extension("x.best.rounding", "Table 1, A of the F-score, over all decompositions")(
        text="A* <= sqrt(pi/2) gamma_2 for every loss, and A* <= sqrt(pi/2) for the F-score with"
        " F(empty, empty) = 1 on any number of labels.",
        latex=r"\mathsf A_*\le\sqrt{\pi/2}\,\gamma_2",
        reading="A* as an infimum, pi/2 as the constant of Grothendieck's identity",
        **tried(rounded, cases(m=range(1, 5)), "every loss; every m >= 1", EVERY_LOSS, F_SCORE),
        claimed={"share": always(ONE, ("halved", "sign"))},
        theorems=(Theorem("Rounding.rounding", given=("Grothendieck",), arguments=lambda m: ()),),
        derivation=r"For $L-c=FU^\top$ with $\|U_y\|\le1$ let $C=UU^\top$ with its diagonal raised"
        r" to $1$. The signs of Gaussian vectors of covariance $C$ have the mean matrix"
        r" $C'=\frac2\pi\arcsin C\succeq\frac2\pi C$, which is in the hull of the sign matrices:"
        r" so $l_zC'^+l_z^\top\le\frac\pi2\|F_z\|^2$ (x.best.formula). For the F-score"
        r" $\gamma_2\le1$.",
        uses=("x.best.formula", "x.best.fscore"),
        remark=r"$\sqrt{\pi/2}=1.2533$. Without Grothendieck's identity $\sqrt2$ is shown"
        " (x.best.fscore).",
    ),
)
