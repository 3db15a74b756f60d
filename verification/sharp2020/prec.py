"""Precision at k (App. B.3): the claims of the paper about its row of Table 1."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from operator import itemgetter

from qstheory import losses
from qstheory.certify.kinds.affine_dimension import LevelVector, UnloweredMinor
from qstheory.certify.kinds.decomposition import AffineDecomposition, NamedForm
from qstheory.certify.kinds.rank import Minor
from qstheory.certify.kinds.wide_constants import PartDual
from qstheory.certify.weights import ListedWeights
from qstheory.claims.claim import Claimed, Constant, Kind, Reading, Theorem, always, refuted
from qstheory.claims.evidence import Bound, Case, Derivation, Evidence, cases
from qstheory.claims.statements import Shown, claim, extension, fails_partly, tried
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label

from . import _evidence, _table
from ._best import entry_range, isometry
from ._max_margin import exchanges, units
from ._ranking import difference_factors
from .block import sylvester

PLACE = "App. B.3, Prec@k"
EVERY = "every m >= 1 and 1 <= k <= m"
PRIME = 1_000_003
PROPER, FULL = "1 <= k < m", "k = m"


def up_to(largest: int) -> tuple[Case, ...]:
    """All m up to the largest and k = 1..m."""
    return tuple(case for m in range(1, largest + 1) for case in cases(m=(m,), k=range(1, m + 1)))


def prec(at: Case) -> Loss:
    """Precision at k on the m labels of the case."""
    return losses.make("prec-at-k", m=at.integer("m"), k=at.integer("k"))


def dimension(at: Case, said: Claimed) -> Iterator[Evidence]:
    """All k at once: k < m keeps its dimension m, k = m leaves one prediction."""
    m = at.integer("m")
    for k in range(1, m + 1):
        name = "dimension below" if k < m else "dimension of one prediction"
        (case,) = cases(m=(m,), k=(k,))
        yield from dimension_at(case, said(name, at), PROPER if k < m else FULL)


def dimension_at(at: Case, value: int, part: str) -> Iterator[Evidence]:
    """A minor of L on the exchanges, and a vector that no shift levels; or the one row of k = m."""
    m, k = at.integer("m"), at.integer("k")
    found = m if k < m else 1
    none, every = (0,) * m, (1,) * m
    first, *others = exchanges(k, m)
    rows, columns = ([first, *others], units(m)) if k < m else ([every], [none])
    level = ListedWeights(((every, Fraction(1)), (none, Fraction(-1))))
    minor = Minor(tuple(rows), tuple(columns), PRIME)
    yield from _evidence.affine_dimension(
        prec(at),
        value,
        lower=Bound(found, UnloweredMinor(minor, LevelVector("observations", level))),
        upper=Bound(found, NamedForm("minimal" if k == m > 1 else "printed", "counts")),
        part=part,
    )


def exchange_minor(at: Case) -> Minor:
    """The exchanges against {1..k}, at the sets of one label that they take or give away: m - 1,
    none for k = m."""
    m, k = at.integer("m"), at.integer("k")
    first, *others = exchanges(k, m)
    columns = [units(m)[j] for j in (*range(k, m), *range(1, k))][: len(others)]
    return Minor(tuple(others), tuple(columns), PRIME, base=first)


def top_k(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Where v_j >= v_l for all j in z and l not in z, z is optimal: v_j = sum_{y_j = 1} alpha_y."""
    loss, m, k, orientation = (prec(at), at.integer("m"), at.integer("k"), said("orientation", at))
    v = [_evidence.scores(loss, itemgetter(j)) for j in range(m)]

    def multipliers(
        own: tuple[int, ...], exchanged: Sequence[tuple[int, int]], other: Label
    ) -> list[Fraction]:
        pairs = _evidence.traded(own, _evidence.bits(other))
        return [Fraction(pair in pairs, k) for pair in exchanged]

    for z in loss.predictions:
        own = _evidence.bits(z)
        exchanged = [(j, i) for j, i in product(range(m), repeat=2) if own[j] and not own[i]]
        conditions = [_evidence.leads(orientation, v[j], v[i]) for j, i in exchanged]
        yield _evidence.picks(loss, z, conditions, partial(multipliers, own, exchanged))


def without_last(at: Case) -> AffineDecomposition:
    """L(z, .) - L(z0, .) = -(1/k) sum_{j<m} (z - z0)_j (y_j - y_m), as |z| = |z0|."""
    k = at.integer("k")
    return difference_factors(
        prec(at),
        lambda z: [Fraction(-bit, k) for bit in z[:-1]],
        lambda y: [b - y[-1] for b in y[:-1]],
    )


AFFINE = Shown(evidence=dimension, ranges_over="every m >= 2", parts=(PROPER, FULL))


def chosen(at: Case) -> _evidence.Features:
    """The label set as its bits."""
    return _evidence.bits


DECOMPOSITION = _table.decomposition(prec, EVERY, chosen, chosen)
_, DIFFERING, CALIBRATED = _table.dimensions(prec, EVERY, exchange_minor, without_last)
_, DIFFERING_FROM_TWO, _ = _table.dimensions(
    prec, "every m >= 2 and 1 <= k <= m", exchange_minor, without_last
)


WHY_DIMENSION = (
    r"The differences of predictions span the vectors $v$ with $\sum_jv_j=0$: exchanges of one"
    r" label are the edges of a spanning tree, so all rows $-z/k$ span $m$ dimensions. As"
    r" $L(\delta_{1^m}-\delta_0)=-1$ with weights that sum to $0$: no $c$ lowers the rank $m$."
    r" For $k=m$ there is one prediction, so one row."
)
WHY_OPTIMAL = (
    r"As $\sum_jz_j=k$, $L(z,y)-L(z_0,y)=-\frac1k\sum_{j<m}(z-z_0)_j(y_j-y_m)$: predicting the"
    r" $m-1$ differences $\mathbb E[y_j-y_m]$ is enough, and for $k<m$ these have rank $m-1$."
)

CENTRED = NamedForm("centred", "counts")


def ratio(m: int, k: int) -> Fraction:
    """m/k."""
    return Fraction(m, k)


def between(at: Case) -> tuple[Bound, Bound]:
    """The entries 0 and 1 from below, U - 1/2 from above."""
    m, k = at.integer("m"), at.integer("k")
    first, none, every = (1,) * k + (0,) * (m - k), (0,) * m, (1,) * m
    corner = entry_range((first, none), (first, every))
    return Bound(Fraction(1, 4), corner), Bound(Fraction(m, 4 * k), CENTRED)


def attained(at: Case) -> tuple[Bound, Bound]:
    """k = 1: W has the row of signs s_j(y) for the set {j}, and W W^T is a multiple of I.

    On all observations the multiple is 2^m; d of them, d the power of two above m, do as well.
    """
    loss, m = prec(at), at.integer("m")
    labels = [_evidence.bits(z).index(1) for z in loss.predictions]
    d = 1 << m.bit_length()
    signs = sylvester(d)
    W = tuple(tuple(Fraction(row[j]) for row in signs) for j in labels)
    observations = tuple(tuple(int(row[j] == 1) for j in range(m)) for row in signs)
    part = PartDual(tuple(loss.predictions), observations, isometry(W, Fraction(d)))
    return Bound(Fraction(m, 4), part), Bound(Fraction(m, 4), CENTRED)


BETWEEN = _table.least_between(prec, EVERY, between)
CLAIMS = (
    claim("prec.decomposition", PLACE)(
        text="L = F U^T + 1 with F_z = -z/k, U_y = y, r = m.",
        latex=r"L(z,y)=1-\tfrac1k\sum_{j=1}^mz_jy_j",
        reading="as printed",
        **DECOMPOSITION,
        cases=up_to(6),
        theorems=(Theorem("LabelSets.prec_decomposition"),),
        claimed={
            "weight of F": Constant(lambda m, k: Fraction(-1, k)),
            "c": always(1),
            "r": Constant(lambda m, k: m),
        },
        derivation=r"$|z\cap y|=\sum_jz_jy_j$.",
    ),
    *fails_partly("prec.affdim", PLACE)(
        text="The affine dimension is m.",
        latex=r"\operatorname{affdim}(L)=m",
        readings=(
            Reading(
                _table.LEAST_RANK,
                **AFFINE,
                cases=cases(m=range(2, 8)),
                theorems=(
                    refuted(
                        "RefutedSets.prec_affdim", "every m >= 2", FULL, beside=("dimension below",)
                    ),
                ),
                claimed={
                    "dimension below": Constant(lambda m: m),
                    "dimension of one prediction": Constant(lambda m: m, ("plus one", "doubled")),
                },
                derivation=Derivation(WHY_DIMENSION, (PROPER,)),
            ),
            Reading(
                _evidence.DIFFERENCES,
                **DIFFERING_FROM_TWO,
                cases=up_to(4)[1:],
                theorems=(refuted("RefutedSets.prec_differences", EVERY, word="differences"),),
                claimed={"dimension": Constant(lambda m, k: m, ("plus one", "doubled"))},
            ),
        ),
        uses=("prec.decomposition",),
        remark="For k = m there is a single prediction, hence a single row.",
    ).repaired(
        text="The affine dimension is m for k < m, and 1 for k = m.",
        latex=r"\operatorname{affdim}(L)=m\ (k<m),\quad 1\ (k=m)",
        readings=(
            Reading(
                _table.LEAST_RANK,
                **AFFINE,
                cases=cases(m=range(2, 11)),
                theorems=(Theorem("LabelSets.prec_affdim"),),
                claimed={
                    "dimension below": Constant(lambda m: m),
                    "dimension of one prediction": always(1),
                },
                derivation=WHY_DIMENSION,
            ),
            Reading(
                f"{_evidence.DIFFERENCES}: m - 1 for k < m and 0 for k = m",
                **DIFFERING,
                cases=up_to(6),
                theorems=(Theorem("LabelSets.prec_differences", "differences"),),
                claimed={"dimension": Constant(lambda m, k: m - 1 if k < m else 0)},
                derivation=WHY_OPTIMAL,
            ),
        ),
        uses=("prec.decomposition",),
        remark="Up to a function of y, which decoding does not see, the dimension is m - 1 for"
        " k < m and 0 for k = m: see prec.optimal.repaired.",
    ),
    claim("prec.inference", "Table 1; App. B.3")(
        text="Decoding takes the k labels of largest total weight, in O(m log k).",
        latex=r"\widehat f(x)\in\operatorname{arg\,top}_k"
        r"\Bigl(\sum_{i:[y_i]_j=1}\alpha_i(x)\Bigr)_j",
        reading="any k labels of largest weight",
        **tried(top_k, up_to(4), EVERY),
        theorems=(Theorem("LabelSets.prec_inference"),),
        claimed={"orientation": always(1, ("sign",))},
        derivation=r"$\sum_i\alpha_iL(z,y_i)=\sum_i\alpha_i-\frac1k\sum_{j\in z}v_j$; a heap of"
        r" $k$ labels takes $O(m(1+\log k))$.",
        uses=("prec.decomposition",),
        remark="Read O(m(1 + log k)): for k = 1 the printed m log k is 0. Selection needs O(m).",
    ),
    *fails_partly("prec.optimal", PLACE)(
        text="The uniform distribution meets the equal-risk condition, and r = m is optimal.",
        reading="no calibrated convex surrogate of dimension below m",
        **CALIBRATED,
        cases=up_to(4),
        theorems=(refuted("RefutedSets.prec_optimal", EVERY, _evidence.OPTIMAL),),
        claimed={"r": Constant(lambda m, k: m, ("plus one", "doubled"))},
        derivation=Derivation(
            r"Each label is relevant with probability $\frac12$: the risk is $\frac12$.",
            (_evidence.EQUAL_RISK,),
        ),
        uses=("prec.affdim", "prec.affdim.repaired", "optimal.ra18"),
        remark=WHY_OPTIMAL,
    ).repaired(
        text="The uniform distribution meets the equal-risk condition, and the least dimension of a"
        " consistent convex surrogate is m - 1 for k < m and 0 for k = m.",
        latex=r"\operatorname{CCdim}(L)=m-1\ (k<m),\quad 0\ (k=m)",
        reading="the convex calibration dimension",
        cases=up_to(6),
        theorems=(Theorem("LabelSets.prec_optimal", given=("RA16",)),),
        claimed={"r": Constant(lambda m, k: m - 1 if k < m else 0)},
        derivation=WHY_OPTIMAL,
        uses=("prec.affdim.repaired", "optimal.ra16"),
    ),
    claim("prec.A", "Table 1")(
        text="A = sqrt(m/k).",
        latex=r"\mathsf A=\sqrt{m/k}",
        reading="F and U as printed",
        **_table.constants(prec, EVERY, "A^2"),
        cases=(*up_to(8), *cases(m=(20, 50), k=(1, 10, 20))),
        theorems=(Theorem("LabelSets.prec_A"),),
        claimed={"A^2": Constant(ratio)},
        derivation=r"$\|F_z\|^2=k\cdot k^{-2}$ and $U_{\max}=1$.",
        uses=("prec.decomposition",),
        remark="Not the least constant: see prec.sharp.",
    ),
    *fails_partly("prec.sharp", _table.SHARP)(
        kind=Kind.EXTENSION,
        text="The constant sqrt(m/k) is sharp: no decomposition has a smaller A.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=\sqrt{m/k}",
        reading=_table.OVER_ALL,
        **BETWEEN,
        cases=up_to(4),
        theorems=(refuted("RefutedSets.prec_sharp", EVERY, _table.LOWER, beside=("upper A^2",)),),
        claimed={
            "lower A^2": Constant(ratio, ("plus one", "doubled")),
            "upper A^2": Constant(ratio, ()),
        },
        derivation=Derivation(r"The printed decomposition has this constant.", (_table.UPPER,)),
        uses=("prec.A",),
        remark=r"$\sum_jz_j=k$ allows $U=y-\frac12$, $c=\frac12$: half of the printed constant.",
    ).repaired(
        text="The least A lies between 1/2 and sqrt(m/k)/2.",
        latex=r"\tfrac12\le\min_{L=FU^\top+c}\mathsf A\le\tfrac12\sqrt{m/k}",
        reading="over all decompositions of any r",
        cases=(*up_to(8), *cases(m=(20, 50), k=(1, 10, 20))),
        theorems=(Theorem("LabelSets.prec_sharp"),),
        claimed={
            "lower A^2": always(Fraction(1, 4), ("plus one", "doubled")),
            "upper A^2": Constant(lambda m, k: Fraction(m, 4 * k), ("minus one", "halved", "sign")),
        },
        derivation=r"$F_z=-z/k$, $U_y=y-\frac12$, $c=\frac12$ is a decomposition because"
        r" $\sum_jz_j=k$. The entries $0$ and $1$ give $\mathsf A\ge\frac12$.",
    ),
    extension("prec.least-at-one", _table.SHARP)(
        text="For k = 1 the least A over all decompositions is sqrt(m)/2, half of what is printed.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=\tfrac12\sqrt m\quad(k=1)",
        reading="over all decompositions of any r",
        **_table.least(prec, "every m >= 1, k = 1", attained),
        cases=cases(m=range(1, 9), k=(1,)),
        theorems=(Theorem("LabelSets.prec_least_at_one"),),
        claimed={"least A^2": Constant(lambda m, k: Fraction(m, 4))},
        derivation=r"Take $W_{\{j\},y}=s_j(y)$: $WW^\top=2^mI$, $W$ sums to $0$ and"
        r" $\langle W,L\rangle=-m2^{m-1}$, so $\mathsf A^2\ge\frac{(m2^{m-1})^2}"
        r"{2^m\cdot m\cdot2^m}=\frac m4$ for every decomposition.",
        uses=("prec.sharp.repaired",),
        remark="So the growth with m is real here, unlike that of the 0-1 loss.",
    ),
)
