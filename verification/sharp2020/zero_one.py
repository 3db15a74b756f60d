"""0-1 loss (App. B.3): the claims of the paper about its row of Table 1."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from qstheory import losses
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.rank import Minor
from qstheory.claims.claim import Claimed, Constant, Kind, Reading, Theorem, always, refuted
from qstheory.claims.evidence import Bound, Case, Derivation, Evidence, cases
from qstheory.claims.statements import claim, fails, fails_partly, tried, under
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label

from . import _evidence
from ._best import isometry
from ._table import LEAST_RANK, OVER_ALL, SHARP, constants, decomposition, dimensions, least

EVERY_M = "every m >= 1"
PLACE = "App. B.3, 0-1 loss"
PRIME = 7


def zero_one(at: Case) -> Loss:
    """The 0-1 loss on subsets of the m labels of the case."""
    return losses.make("zero-one", m=at.integer("m"))


def size(at: Case) -> int:
    """N = 2^m."""
    return int(2 ** at.integer("m"))


def nonempty_minor(at: Case) -> Minor:
    """Rows and columns of all non-empty sets against the empty prediction: minus the identity."""
    empty, *others = zero_one(at).predictions
    return Minor(tuple(others), tuple(others), PRIME, base=empty)


def indicators(at: Case) -> _evidence.Features:
    """Which label set it is."""
    return partial(_evidence.which, tuple(zero_one(at).predictions))


MINIMAL = NamedForm("minimal", "entries")
"""The characters of (Z/2)^m."""
DECOMPOSITION = decomposition(zero_one, EVERY_M, indicators, indicators)
AFFINE, DIFFERING, CALIBRATED = dimensions(zero_one, EVERY_M, nonempty_minor, lambda at: MINIMAL)


def weight_of(loss: Loss, z: Label) -> _evidence.Form:
    """w(z), the total weight of the observations equal to z."""
    return _evidence.scores(loss, lambda y: y == z)


def heaviest(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Where w(z) >= w(z') for all z', z is optimal; `orientation` -1 would be the lightest."""
    loss, orientation = zero_one(at), said("orientation", at)
    own = {z: weight_of(loss, z) for z in loss.predictions}
    for z in loss.predictions:
        rivals = tuple(other for other in loss.predictions if other != z)
        conditions = [_evidence.leads(orientation, own[z], own[o]) for o in rivals]
        yield _evidence.picks(loss, z, conditions, partial(_evidence.which, rivals))


def heaviest_observed(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The empty set is the only one observed: then it is the heaviest observed one."""
    loss = zero_one(at)
    empty, *others = loss.predictions
    unseen = [weight_of(loss, other) for other in others]
    conditions = [*unseen, *(_evidence.times(-1, form) for form in unseen)]
    yield _evidence.picks(loss, empty, conditions, lambda other: [0] * len(conditions))


WHY_DIMENSION = (
    r"Rows $z\neq\emptyset$ minus row $\emptyset$, columns $y\neq\emptyset$, are $-I$, so every"
    r" $L-c$ has rank at least $2^m-1$. For $c=1-2^{-m}$ the matrix $L-c=2^{-m}J-I$ maps $1$ to"
    r" $0$, so its rank is $2^m-1$."
)


def found(at: Case) -> tuple[Bound, Bound]:
    """W = I - J/N from below, the characters from above."""
    each = Fraction(1, size(at))
    value = (1 - each) ** 2
    W = tuple(tuple((i == j) - each for j in range(size(at))) for i in range(size(at)))
    return Bound(value, isometry(W, Fraction(1))), Bound(value, MINIMAL)


LEAST = least(zero_one, EVERY_M, found)
WHY_LEAST = (
    r"$L-c=2^{-m}J-I$ for $c=1-2^{-m}$; the $2^m-1$ non-constant characters give"
    r" $F_z=-2^{-m}(\chi_S(z))_S$, $U_y=(\chi_S(y))_S$ and $\mathsf A=1-2^{-m}$. For any"
    r" decomposition take $W=I-2^{-m}J$: $|\langle W,L\rangle|=2^m-1\le\|W\|\,2^m\mathsf A$."
)

CLAIMS = (
    claim("01.decomposition", PLACE)(
        text="L = F U^T + 1 with F = -(indicators), U = indicators, r = 2^m.",
        latex=r"L(z,y)=1-\sum_{z'}1(z=z')\,1(y=z')",
        reading="as printed",
        **DECOMPOSITION,
        cases=cases(m=range(1, 6)),
        theorems=(Theorem("LabelSets.decomposition_01"),),
        claimed={"weight of F": always(-1), "c": always(1), "r": Constant(lambda m: 2**m)},
        derivation=r"$1(z\neq y)=1-1(z=y)$ and $1(z=y)=\sum_t 1(z=t)1(y=t)$, one $t$ for each"
        r" of the $2^m$ label sets.",
    ),
    *fails("01.affdim", f"{PLACE}; Table 1")(
        text="The affine dimension is 2^m.",
        latex=r"\operatorname{affdim}(L)=2^m",
        readings=under(
            {LEAST_RANK: AFFINE, _evidence.DIFFERENCES: DIFFERING},
            cases=cases(m=range(1, 6)),
            theorems=(refuted("RefutedSets.affdim_01", EVERY_M),),
            claimed={"dimension": Constant(lambda m: 2**m, ("plus one", "doubled", "sign"))},
        ),
        uses=("01.decomposition",),
        remark=WHY_DIMENSION,
    ).repaired(
        text="The affine dimension is 2^m - 1, attained at c = 1 - 2^-m.",
        latex=r"\operatorname{affdim}(L)=2^m-1",
        readings=under(
            {LEAST_RANK: AFFINE, _evidence.DIFFERENCES: DIFFERING},
            cases=cases(m=range(1, 7)),
            theorems=(Theorem("LabelSets.affdim_01"),),
            claimed={"dimension": Constant(lambda m: 2**m - 1)},
            derivation=WHY_DIMENSION,
        ),
    ),
    claim("01.inference", "Table 1; App. B.3")(
        text="Decoding takes the label set of largest total weight, in O(n min 2^m).",
        latex=r"\widehat f(x)\in\arg\max_{z}\sum_{i:y_i=z}\alpha_i(x)",
        readings=(
            Reading(
                "the maximum over all label sets, unobserved ones having weight 0",
                **tried(heaviest, cases(m=range(1, 4)), EVERY_M),
                theorems=(Theorem("LabelSets.inference_01"),),
                claimed={"orientation": always(1, ("sign",))},
                derivation=r"$\sum_i\alpha_iL(z,y_i)=\sum_i\alpha_i-\sum_{i:y_i=z}\alpha_i$; one"
                r" pass over the sample gives the weights.",
            ),
            Reading(
                "the maximum over the observed label sets only",
                **tried(heaviest_observed, cases(m=range(1, 3)), EVERY_M),
            ),
        ),
        uses=("01.decomposition",),
        remark="Weights of kernel ridge regression may be negative; when all observed label sets"
        " have negative weight an unobserved one wins, so it must compete with weight 0."
        " The cost leaves out the one pass over the sample that sums the weights.",
    ),
    *fails_partly("01.optimal", PLACE)(
        text="The uniform distribution meets the equal-risk condition, and r = 2^m is optimal.",
        reading="no calibrated convex surrogate of dimension below 2^m",
        **CALIBRATED,
        cases=cases(m=range(1, 6)),
        theorems=(refuted("RefutedSets.optimal_01", EVERY_M, _evidence.OPTIMAL),),
        claimed={"r": Constant(lambda m: 2**m, ("plus one", "doubled"))},
        derivation=Derivation(
            r"Each prediction errs on all but one of $2^m$ equally likely label sets.",
            (_evidence.EQUAL_RISK,),
        ),
        uses=("01.affdim", "01.affdim.repaired", "optimal.ra18"),
        remark="Probabilities of all but one label set determine the rest.",
    ).repaired(
        text="The uniform distribution meets the equal-risk condition, and no consistent convex"
        " surrogate has a dimension below 2^m - 1, which is attained.",
        latex=r"\operatorname{CCdim}(L)=2^m-1",
        reading="the convex calibration dimension",
        cases=cases(m=range(1, 8)),
        theorems=(Theorem("LabelSets.optimal_01", given=("RA16",)),),
        claimed={"r": Constant(lambda m: 2**m - 1)},
        derivation=r"At the uniform distribution all predictions are optimal, so the dimension"
        r" is at least the rank of the row differences, which contain $-I$ of order"
        r" $2^m-1$; it is at most $|\mathcal Y|-1$.",
        uses=("01.affdim.repaired", "optimal.ra16"),
    ),
    claim("01.A", "Table 1")(
        text="A = 2^(m/2).",
        latex=r"\mathsf A=2^{m/2}",
        reading="F and U as printed",
        **constants(zero_one, EVERY_M, "A^2"),
        cases=cases(m=range(1, 11)),
        theorems=(Theorem("LabelSets.A_01"),),
        claimed={"A^2": Constant(lambda m: 2**m)},
        derivation=r"$r=2^m$, and every row of $F$ and $U$ is a unit vector up to sign.",
        uses=("01.decomposition",),
        remark="The constant of this decomposition, not the least one: see 01.sharp.",
    ),
    *fails("01.sharp", SHARP)(
        kind=Kind.EXTENSION,
        text="The constant 2^(m/2) is sharp, no decomposition having a smaller A.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=2^{m/2}",
        reading=OVER_ALL,
        **LEAST,
        cases=cases(m=range(1, 5)),
        theorems=(refuted("RefutedSets.sharp_01", EVERY_M),),
        claimed={"least A^2": Constant(lambda m: Fraction(2**m), ("plus one", "doubled"))},
        remark=WHY_LEAST,
    ).repaired(
        text="The least A over all decompositions is 1 - 2^-m: it does not grow with m at all.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=1-2^{-m}",
        cases=cases(m=range(1, 6)),
        theorems=(Theorem("LabelSets.sharp_01"),),
        claimed={"least A^2": Constant(lambda m: (1 - Fraction(1, 2**m)) ** 2)},
        derivation=WHY_LEAST,
    ),
)
