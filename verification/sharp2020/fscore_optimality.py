"""F-score (App. B.3): the equal-risk condition, and what holds without it."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
    FeasibleSubspace,
)
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.equal_risk import EqualRiskPointExists, SignVector
from qstheory.certify.kinds.rank import Minor
from qstheory.certify.weights import ListedWeights, SizeWeights
from qstheory.claims import (
    Case,
    Claim,
    Claimed,
    Constant,
    Derivation,
    Evidence,
    Kind,
    Reading,
    Stance,
    Theorem,
    cases,
)
from qstheory.claims.evidence import WHOLE

from ._evidence import equal_risk
from ._f_score import PLACE, f_score
from ._numbers import SMALL, compared, number

ONE = Fraction(1)
TIE = tuple(Fraction(n, 26) for n in (11, 3, 9, 3))
"""Probabilities of 00, 01, 10, 11: the predictions 00, 10 and 11 have the risk 15/26."""
LOWER, UPPER = "at least 2 = affdim - 1", "at most 3 = affdim"


def no_equal_risk(policy: str) -> Callable[[Case, Claimed], Iterator[Evidence]]:
    """The sets of one label, averaged, less the full set: never better, and worse at some y."""

    def evidence(at: Case, said: Claimed) -> Iterator[Evidence]:
        m = at.integer("m")
        vector = SignVector(SizeWeights(((1, ONE), (m, -ONE))))
        proposition = EqualRiskPointExists(f_score(at, policy).reference)
        yield Evidence(proposition, (vector,), stance=Stance.DENIES)

    return evidence


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
    yield Evidence(
        CalibrationDimensionAtMost(reference, said("upper", at)),
        (NamedForm("minimal", "counts"),),
        UPPER,
    )


def mean_difference() -> Iterator[Evidence]:
    """2l/(m+l) - 2l/(m(1+l)) = 2 l^2 (m-1)/(m (m+l)(1+l)) > 0 for l >= 1 and m >= 2."""
    for m, size in product(map(number, range(2, 8)), map(number, SMALL)):
        left = 2 * size / (m + size) - 2 * size / (m * (1 + size))
        right = 2 * size**2 * (m - 1) / (m * (m + size) * (1 + size))
        yield compared(left, "=", right)
        yield compared(left, ">", 0)


WHY = (
    r"The sets of one label have the mean score $\frac{2l}{m(1+l)}$ at $|y|=l$, the full set has"
    r" $\frac{2l}{m+l}$, which is larger by $\frac{2l^2(m-1)}{m(m+l)(1+l)}>0$ for $l\ge1$. With all"
    r" $\Pi_y>0$ the full set is strictly better than one of them."
)
READINGS = (
    ("F(empty, empty) = 1", "one"),
    ("F(empty, empty) = 0", "zero"),
    ("the empty observation left out", "drop"),
)
CLAIMS = (
    Claim(
        id="fscore.optimal",
        source=f"{PLACE}, optimality of r",
        text="The equal-risk condition holds for no distribution, already for m = 2.",
        latex=r"\nexists\,\Pi\in\operatorname{relint}\Delta_{\mathcal Y},c:\ L\Pi=c1\quad(m\ge2)",
        readings=tuple(
            Reading(
                name,
                evidence=no_equal_risk(policy),
                cases=cases(m=(*range(2, 13), 20, 50)),
                ranges_over="every m >= 2",
                theorems=(Theorem("FScoreForms.no_equal_risk"),),
                derivation=Derivation(WHY, mean_difference),
            )
            for name, policy in READINGS
        ),
        uses=("fscore.identity",),
    ),
    Claim(
        id="fscore.optimal-single",
        kind=Kind.EXTENSION,
        source=f"{PLACE}, optimality of r",
        text="For m = 1 the uniform distribution does meet the equal-risk condition.",
        readings=(Reading("F(empty, empty) = 1", evidence=single_label, cases=cases(m=(1,))),),
        remark="There the F-score is the 0-1 loss. Hence m >= 2 in fscore.optimal.",
    ),
    Claim(
        id="fscore.lower-bound",
        kind=Kind.EXTENSION,
        source=f"{PLACE}, 'We can't say anything about ... affdim(L) - 1'",
        text="For m = 2 no consistent convex surrogate has dimension below affdim - 1 = 2.",
        latex=r"2\le\operatorname{CCdim}(L)\le3\quad(m=2)",
        readings=(
            Reading(
                "at a tie of three predictions",
                evidence=tied,
                cases=cases(m=(2,)),
                parts=(LOWER, UPPER),
                claimed={
                    "lower": Constant(lambda m: 2, ()),
                    "upper": Constant(lambda m: 3, ()),
                },
            ),
        ),
        uses=("fscore.affdim", "optimal.ra16"),
        remark="Something can be said without an equal-risk point: the bound holds at any"
        " distribution of full support with enough ties.",
    ),
)
