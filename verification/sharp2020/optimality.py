"""Optimality of r (App. B.2 and Remark 3.3): the theorem used, and what follows from it."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb, gcd

from qstheory import losses
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    FeasibleSubspace,
)
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.certify.kinds.equal_risk import EqualRiskPointExists, SignVector
from qstheory.certify.kinds.rank import Minor, RankAtLeast, RankAtMost
from qstheory.certify.moves import Rows
from qstheory.certify.weights import ListedWeights, UniformWeights
from qstheory.claims import Claimed, Constant, Kind, Reading, Theorem, Verdict, always, refuted
from qstheory.claims.evidence import WHOLE, Bound, Case, Derivation, Evidence, Stance, cases
from qstheory.claims.statements import claim, extension, fails, fails_partly, tried
from qstheory.losses.base import Loss
from qstheory.theory.decompositions import up_to_observation
from qstheory.theory.dimensions import affine_lower, affine_upper
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject

from ._evidence import affine_dimension, equal_risk
from ._ranking import certified_dimension
from ._table import AT_M
from .self_losses import table, unit

PLACE = "Remark 3.3 (p. 7) and App. B.2"
RA = (
    "H. G. Ramaswamy, S. Agarwal, Convex calibration dimension for multiclass loss matrices,"
    " JMLR 17 (2016)"
)
EQUAL, DIMENSION, PAPERS = (
    "equal risk",
    "CCdim is the rank of the differences of predictions",
    "the affine dimension of the paper is at most one more",
)
EVERY_LOSS = "every finite loss with an equal-risk distribution of full support"
EIGHT = {name: loss for name, loss in AT_M.items() if name != "F-score"}
"""The losses of the remark; every one has equal risk at the uniform distribution."""
MENDED = ("01", "block", "prec", "ndcg", "pd", "map")
"""Their rows whose r has to be repaired."""
REPAIRED = tuple(f"{row}.optimal.repaired" for row in MENDED)
PRINTED = {
    "0-1": Constant(lambda m: 2**m, ()),
    "block 0-1": always(2, ()),
    "Hamming": Constant(lambda m: m, ()),
    "Prec@1": Constant(lambda m: m, ()),
    "NDCG": Constant(lambda m: m, ()),
    "PD": Constant(lambda m: comb(m, 2), ()),
    "MAP": Constant(lambda m: comb(m + 1, 2), ()),
}
RIGHT = {
    "0-1": Constant(lambda m: 2**m - 1),
    "block 0-1": always(1, ("plus one", "minus one", "doubled", "halved", "sign")),
    "Hamming": Constant(lambda m: m),
    "Prec@1": Constant(lambda m: m - 1),
    "NDCG": Constant(lambda m: m - 1),
    "PD": Constant(lambda m: m - 1),
    "MAP": Constant(lambda m: comb(m + 1, 2) - 2),
}
KNOWN = {
    "zero-one:m=1": 1,
    "multiclass:classes=3": 2,
    "multiclass:classes=6": 5,
    "zero-one:m=3": 7,
    "block-zero-one:m=3,blocks=parity": 1,
    "hamming:m=2": 2,
    "hamming:m=5": 5,
    "abstain:classes=2": 1,
    "top-k:classes=4,k=2": 3,
    "ordinal-absolute:classes=2": 1,
    "prec-at-k:m=2,k=1": 1,
    "prec-at-k:m=5,k=2": 4,
    "ndcg:m=3,R=2,discount=reciprocal": 2,
    "pairwise-disagreement:m=4,undefined=drop": 3,
    "pd-graded:m=3,R=3,undefined=drop": 3,
    "pd-graph:m=3,undefined=drop": 3,
    "map:m=4,undefined=drop": 8,
}
"""Convex calibration dimensions, from closed forms: classes - 1, m, m - 1, m(m-1)/2, ..."""


def consistent_dimension(loss: Loss, claimed: int, part: str) -> Iterator[Evidence]:
    """CCdim = claimed for a loss with equal risk at the uniform distribution."""
    subject = Subject(loss, DEFAULT)
    minor = subject.minor("prediction-differences")
    factors = up_to_observation(subject)
    return certified_dimension(loss, claimed, minor, factors, part)


def dimensions(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The seven losses of the remark."""
    for part, text in EIGHT.items():
        if part == "PD" and at.integer("m") == 1:
            continue  # One item has no pairs.
        loss = losses.parse(text.format(m=at.integer("m")))
        yield from consistent_dimension(loss, said(part, at), part)


def examples(at: Case, said: Claimed) -> Iterator[Evidence]:
    """An equal-risk distribution, and no consistent surrogate of a dimension below affdim - 1."""
    loss = losses.parse(str(at["loss"]))
    subject = Subject(loss, DEFAULT)
    minor = subject.minor("prediction-differences")
    yield equal_risk(loss, part=WHOLE)
    yield from affine_dimension(
        loss,
        subject.affine_dimension,
        Bound(subject.affine_dimension, affine_lower(subject).certificate),
        Bound(subject.affine_dimension, getattr(affine_upper(subject), "certificate", None)),
        WHOLE,
    )
    if len(minor.predictions) >= subject.affine_dimension - 1:
        below = CalibrationDimensionAtLeast(loss.reference, len(minor.predictions))
        yield Evidence(below, (FeasibleSubspace(UniformWeights(), minor),))


def sharp(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Equal risk, the convex calibration dimension, and the paper's affine dimension beside it."""
    loss, d = losses.parse(str(at["loss"])), said("CCdim", at)
    subject = Subject(loss, DEFAULT)
    yield equal_risk(loss, part=EQUAL)
    yield from consistent_dimension(loss, d, DIMENSION)
    affine = Subject(loss, DEFAULT).affine_dimension
    lower, upper = affine_lower(subject), affine_upper(subject)
    if d <= affine <= d + 1 and upper is not None:
        found = Bound(affine, lower.certificate), Bound(affine, upper.certificate)
        yield from affine_dimension(loss, affine, *found, PAPERS)


def without_shift(at: Case, said: Claimed) -> Iterator[Evidence]:
    """CCdim against the paper's affine dimension of Prec@1."""
    loss = losses.make("prec-at-k", m=at.integer("m"), k=1)
    yield from consistent_dimension(loss, said("affdim", at), WHOLE)


def no_equal_risk(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The second difference of three neighbouring predictions has one sign on all observations."""
    loss = losses.parse(str(at["loss"]))
    second = ((0, Fraction(1)), (1, Fraction(-2)), (2, Fraction(1)))
    certificate = SignVector(ListedWeights(second))
    yield Evidence(EqualRiskPointExists(loss.reference), (certificate,), stance=Stance.DENIES)


WHY_RANK = (
    r"Let $D$ be the row differences, $R$ their rank, $L\Pi=c1$ with $\Pi>0$: $D\Pi=0$ and"
    r" $1^\top\Pi=1$, so $1$ is not in the row space of $D$ and the directions $v$ with $Dv=0$,"
    r" $1^\top v=0$ have dimension $|\mathcal Y|-R-1$. All predictions are optimal at $\Pi$, so"
    r" this is the feasible subspace of each cell and Theorem 16 of Ramaswamy and Agarwal gives"
    r" $\operatorname{CCdim}\ge R$. The surrogate that estimates $R$ coordinates of $D$ attains it."
    r" Since $L-c$ is $D$ plus a matrix of rank one, $\operatorname{affdim}\le R+1$."
)
WHY_REMARK = (
    r"0-1: $2^m-1$ probabilities determine the last. Block: likewise $b-1$. Prec@k and NDCG: the"
    r" coordinates of $F_z$ have a constant sum. MAP: two such sums. PD: $L$ is linear in the $m$"
    r" relevances. Beyond that, the theorem quoted gives only affdim - 1."
)

PRIMES = (10007, 10009)


def ordinal(kind: str, at: Case) -> Loss:
    """|z - y| or (z - y)^2 on n classes."""
    return losses.make(f"ordinal-{kind}", classes=at.integer("n"))


def rank_is(loss: Loss, rank: int, prime: int, F: Rows, U: Rows) -> Evidence:
    """A minor of the first classes, or L = F U^T where its columns are fewer than the rank."""
    found, first = len(F[0]), tuple(range(rank))
    if rank <= found:
        minor = Minor(first, first, prime)
        return Evidence(RankAtLeast(loss.reference, "loss", rank), (minor,))
    factors = AffineDecomposition(F, U, Fraction(0))
    at_most = RankAtMost(loss.reference, "loss", found)
    return Evidence(at_most, (factors,), stance=Stance.CONTRADICTS)


def absolute(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The whole matrix as a minor: its determinant is +-(n - 1) 2^(n - 2)."""
    n, loss = at.integer("n"), ordinal("absolute", at)
    prime = next(p for p in PRIMES if gcd(n - 1, p) == 1)
    yield rank_is(loss, said("rank", at), prime, table(loss), unit(n))


def squared(at: Case, said: Claimed) -> Iterator[Evidence]:
    """(z - y)^2 = z^2 - 2 z y + y^2: rank 3 whatever n is."""
    classes = [Fraction(z) for z in range(at.integer("n"))]
    F = tuple((z * z, -2 * z, Fraction(1)) for z in classes)
    U = tuple((Fraction(1), y, y * y) for y in classes)
    yield rank_is(ordinal("squared", at), said("rank", at), PRIMES[0], F, U)


CLAIMS = (
    *fails_partly("optimal.remark", PLACE)(
        text="For 0-1, block 0-1, Hamming, Prec@k, NDCG, PD and MAP no consistent convex surrogate"
        " has a dimension lower than r of Table 1.",
        reading="blocks by parity, k = 1, relevance 0 or 1 for PD and MAP",
        **tried(dimensions, cases(m=range(1, 5)), "every m >= 1", *EIGHT),
        theorems=(
            refuted(
                "RefutedRankings.remark",
                "every m >= 3",
                *tuple(name for name in EIGHT if name != "Hamming"),
                beside=("Hamming",),
            ),
        ),
        claimed=PRINTED,
        derivation=Derivation(WHY_RANK, ("Hamming",)),
        uses=("optimal.ra18", *(f"{row}.optimal" for row in (*MENDED, "hamming")), *REPAIRED),
        remark=WHY_REMARK,
    ).repaired(
        text="The least dimensions are 2^m - 1 (0-1), b - 1 (block 0-1), m (Hamming), m - 1"
        " (Prec@k for k < m, NDCG, and PD for relevance 0 or 1) and m(m+1)/2 - 2 (MAP).",
        reading="any blocks and any k < m, in the examples by parity and k = 1; relevance 0 or 1"
        " for PD and MAP",
        **tried(dimensions, cases(m=range(2, 6)), "every m >= 2", *EIGHT),
        claimed=RIGHT,
        theorems=(Theorem("Table.least_dimensions", given=("RA16",)),),
        derivation=WHY_REMARK + " " + WHY_RANK,
        uses=("optimal.ra16", "hamming.optimal", *REPAIRED),
    ),
    extension("optimal.ra16", PLACE)(
        text="CCdim >= |supp p| - mu - 1 for every distribution p and prediction z optimal at it,"
        " mu being the dimension of the feasible subspace at p of the cell of z.",
        assumed=f"{RA}, Theorem 16 and Lemma 14",
        expected=Verdict.ASSUMED,
        remark="Every lower bound on the dimension of a consistent convex surrogate in this ledger"
        " rests on it; the hypotheses are checked exactly.",
    ),
    claim("optimal.ra18", "Theorem B.1 (p. 20)")(
        text="With an equal-risk distribution in the relative interior of the simplex no consistent"
        " convex surrogate has a dimension below affdim(L) - 1.",
        reading="affdim(L) the least rank of L - c",
        **tried(examples, cases(loss=tuple(KNOWN)), EVERY_LOSS),
        theorems=(Theorem("Table.below_affdim", given=("RA16",)),),
        derivation=WHY_RANK,
        uses=("optimal.ra16",),
        remark="Theorem 18 of Ramaswamy and Agarwal. It follows from their Theorem 16, see"
        " optimal.sharp, which gives more.",
    ),
    claim("optimal.sharp", "sharpens Theorem B.1 (p. 20)")(
        kind=Kind.REPAIR,
        text="With an equal-risk distribution of full support the least dimension of a consistent"
        " convex surrogate is exactly the rank R of the differences of predictions; the least rank"
        " of L - c is R or R + 1.",
        latex=r"\operatorname{CCdim}(L)=\operatorname{rank}(L_z-L_{z_0})_z\ge"
        r"\operatorname{affdim}(L)-1",
        reading="examples of known dimension",
        **tried(sharp, cases(loss=tuple(KNOWN)), EVERY_LOSS, EQUAL, DIMENSION, PAPERS),
        claimed={
            "CCdim": Constant(
                lambda loss: KNOWN[loss], ("plus one", "minus one", "sign", "doubled")
            )
        },
        derivation=WHY_RANK,
        theorems=(Theorem("Surrogates.sharp", given=("RA16",), beside=("CCdim",)),),
        uses=("optimal.ra16",),
    ),
    fails("optimal.paper-affdim", "App. B.2, after Theorem B.1 (p. 20)")(
        kind=Kind.EXTENSION,
        text="The quadratic surrogate, which estimates affdim(L) numbers, is optimal, and not only"
        " 'essentially': no consistent convex surrogate estimates fewer when there is an equal-risk"
        " distribution of full support.",
        reading="affdim(L) the least rank of L - c over scalars c, at Prec@1",
        **tried(without_shift, cases(m=range(2, 5)), EVERY_LOSS),
        theorems=(refuted("RefutedRankings.paper_affdim", "Prec@1 with every m >= 2"),),
        claimed={"affdim": Constant(lambda m: m, ())},
        uses=("prec.affdim", "prec.affdim.repaired"),
        repaired_by="optimal.sharp",
        remark="A scalar c is not all that may be subtracted: a function of y changes no decoder,"
        " and saves one number for Prec@k, NDCG and MAP: what 'essentially' leaves open.",
    ),
    extension("optimal.ordinal", "App. B.2, after Theorem B.1 (p. 20)")(
        text="Ordinal regression, where consistent surrogates of dimension 1 exist, has no"
        " equal-risk distribution of full support.",
        readings=tuple(
            Reading(
                f"{name} loss",
                evidence=no_equal_risk,
                cases=cases(loss=tuple(f"ordinal-{name}:classes={n}" for n in range(3, 8))),
                ranges_over="at least 3 classes",
                derivation=r"$|2-y|-2|1-y|+|y|=2\cdot1(y=1)$ and $(2-y)^2-2(1-y)^2+y^2=2$.",
                theorems=(Theorem("Ordinal.no_equal_risk"),),
            )
            for name in ("absolute", "squared")
        ),
    ),
    extension("optimal.ordinal-rank", "App. B.2, after Theorem B.1 (p. 20)")(
        text="The loss matrix of ordinal regression on n classes has full rank.",
        latex=r"\operatorname{rank}(|z-y|)_{z,y}=n",
        readings=(
            Reading(
                "absolute loss",
                **tried(absolute, cases(n=range(2, 13)), "every n >= 2"),
                claimed={"rank": Constant(lambda n: n, ("plus one", "doubled"))},
                derivation=r"The second difference of the rows $z-1,z,z+1$ is $2e_z$, for"
                r" $0<z<n-1$. The"
                r" first and the last row are $0,n-1$ and $n-1,0$ at the two other columns.",
                theorems=(Theorem("Ordinal.absolute_rank"),),
            ),
            Reading(
                "squared loss",
                **tried(squared, cases(n=range(3, 6)), "every n >= 3"),
                claimed={"rank": Constant(lambda n: n, ())},
            ),
        ),
        remark="The squared loss has rank 3 for every n >= 3.",
    ),
)
