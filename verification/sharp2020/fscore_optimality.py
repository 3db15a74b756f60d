"""F-score (App. B.3): the equal-risk condition, and what holds without it."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

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
from qstheory.claims import Case, Claimed, Constant, Evidence, Stance, Theorem, always, cases
from qstheory.claims.evidence import WHOLE
from qstheory.claims.statements import Shown, claim, extension, tried, under

from ._evidence import equal_risk
from ._f_score import PLACE, f_score

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
READINGS = (
    ("F(empty, empty) = 1", "one"),
    ("F(empty, empty) = 0", "zero"),
    ("the empty observation left out", "drop"),
)
CLAIMS = (
    claim(
        id="fscore.optimal",
        source=f"{PLACE}, optimality of r",
        text="The equal-risk condition holds for no distribution, already for m = 2.",
        latex=r"\nexists\,\Pi\in\operatorname{relint}\Delta_{\mathcal Y},c:\ L\Pi=c1\quad(m\ge2)",
        readings=under(
            {name: Shown(evidence=partial(no_equal_risk, policy)) for name, policy in READINGS},
            cases=cases(m=(*range(2, 13), 20, 50)),
            ranges_over="every m >= 2",
            theorems=(Theorem("FScoreForms.no_equal_risk"),),
            derivation=WHY,
        ),
        uses=("fscore.identity",),
    ),
    extension(
        id="fscore.optimal-single",
        source=f"{PLACE}, optimality of r",
        text="For m = 1 the uniform distribution does meet the equal-risk condition.",
        reading="F(empty, empty) = 1",
        **tried(single_label, cases(m=(1,))),
        remark="There the F-score is the 0-1 loss. Hence m >= 2 in fscore.optimal.",
    ),
    extension(
        id="fscore.lower-bound",
        source=f"{PLACE}, 'We can't say anything about ... affdim(L) - 1'",
        text="For m = 2 the least dimension of a consistent convex surrogate is affdim - 1 = 2.",
        latex=r"\operatorname{CCdim}(L)=2\quad(m=2)",
        reading="at a tie of three predictions",
        **tried(tied, cases(m=(2,)), "", LOWER, UPPER),
        claimed={"lower": always(2, ()), "upper": always(2, ())},
        uses=("fscore.affdim", "optimal.ra16"),
        remark="Two scores suffice by the surrogate of ratios; fewer do not, though no equal-risk"
        " point is there: the bound holds at any distribution of full support with enough ties.",
    ),
    extension(
        id="fscore.ratios",
        source=f"{PLACE}, optimality of r",
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
