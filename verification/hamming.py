"""Hamming loss (Sec. 3.2 and App. B.3): the claims of the paper about its row of Table 1.

How a claim is written. A function yields the evidence at one case: a proposition about that case,
with the certificates that might settle it; the engine shows them to `decide`, and nothing else
makes a verdict. The constants come from `said`, so that a wrong one can be planted and must be
refuted. A reading lists the cases, smallest first, and what the statement ranges over. What the
paper says and what repairs it are two claims, with the same evidence and other constants. A
derivation has machine-checked steps and raises `enumerated to m = ...` to `derived`.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from qstheory import losses
from qstheory.certify.algebra.expressions import Number, Variable
from qstheory.certify.kinds.affine_dimension import DifferenceMinor
from qstheory.certify.kinds.calibration_dimension import FeasibleSubspace
from qstheory.certify.kinds.constants import Quantity
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.for_every import Expansion, ForEvery
from qstheory.certify.kinds.least_constant import EntryRange
from qstheory.certify.kinds.rank import Minor
from qstheory.certify.weights import UniformWeights
from qstheory.claims import (
    Bound,
    Case,
    Claim,
    Claimed,
    Constant,
    Derivation,
    Evidence,
    Reading,
    Step,
    Verdict,
    cases,
)
from qstheory.claims.evidence import WHOLE
from qstheory.losses.base import Loss
from verification._evidence import (
    EQUAL_RISK,
    OPTIMAL,
    affine_dimension,
    bits,
    calibration_dimension,
    constant_is,
    decomposes,
    equal_risk,
    least_constant,
    picks,
    scores,
    times,
)

EVERY_M = "every m >= 1"
FEATURES, SHIFT = "F and U, for some c", "c"
PLACE = "Sec. 3.2 and App. B.3, Hamming"
ODD = 10007
"""A modulus for minors whose determinant is a power of 2 up to sign."""


def hamming(at: Case) -> Loss:
    """The Hamming loss on the m labels of the case."""
    return losses.make("hamming", m=at.integer("m"))


def signs(label: tuple[int, ...]) -> list[int]:
    """s_j = 2 bit_j - 1."""
    return [2 * bit - 1 for bit in label]


def decomposition(at: Case, said: Claimed) -> Iterator[Evidence]:
    """F is a multiple of the signs of z and U the signs of y; c on its own, so that F and U can
    survive a wrong c: F U^T + c' = L with the c' that the first entry asks for."""
    loss, weight = hamming(at), said("weight of F", at)

    def F(z: tuple[int, ...]) -> list[Fraction]:
        return [weight * s for s in signs(z)]

    first = next(iter(loss.predictions))
    fitting = loss.entry(first, first) - sum(
        a * b for a, b in zip(F(bits(first)), signs(bits(first)), strict=True)
    )
    yield decomposes(loss, F, signs, fitting, FEATURES)
    yield decomposes(loss, F, signs, said("c", at), SHIFT)


def sign_identity() -> Iterator[Step]:
    """1(a != b) = (1 - s(a) s(b)) / 2 for bits a, b."""
    holds = all(2 * (a != b) == 1 - (2 * a - 1) * (2 * b - 1) for a, b in product((0, 1), repeat=2))
    yield Step("1(a != b) = (1 - s(a)s(b))/2 for the four pairs of bits", holds)


def orthogonal_signs() -> Iterator[Step]:
    """Sums over all label sets factor into sums over one or two bits, times a power of 2."""
    bit = (0, 1)
    yield Step("sum over a bit of s = 0", sum(2 * a - 1 for a in bit) == 0)
    yield Step("sum over a bit of s^2 = 2", sum((2 * a - 1) ** 2 for a in bit) == 2)
    products = sum((2 * a - 1) * (2 * b - 1) for a, b in product(bit, repeat=2))
    yield Step("sum over two bits of s s' = 0", products == 0)


def constants_for_every_m() -> Iterator[Evidence]:
    """||F||^2 = m (1/2m)^2 = 1/(4m), and A^2 = m / (4m) = 1/4."""
    m = Variable("m")
    every = (("m", 1),)
    expanded = (Expansion((1,), "simple", 1),)
    weight = 1 / (2 * m)
    yield Evidence(ForEvery(every, m * weight**2, "=", 1 / (4 * m)), expanded)
    yield Evidence(ForEvery(every, m * (m * weight**2), "=", Number(Fraction(1, 4))), expanded)


def prefix_minor(m: int) -> Minor:
    """Rows {j} against the base {}, columns {1..l} for 0 <= l < m.

    L({j}, y) - L({}, y) = -s_j(y)/m, and the signs of the m prefixes are linearly independent:
    neighbouring columns differ in one coordinate, so the determinant is +-2^(m-1).
    """
    rows = tuple(tuple(int(i == j) for i in range(m)) for j in range(m))
    columns = tuple(tuple(int(i < length) for i in range(m)) for length in range(m))
    return Minor(rows, columns, ODD, base=(0,) * m)


def dimension(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The minor of differences from below, the repaired decomposition from above."""
    m = at.integer("m")
    yield from affine_dimension(
        hamming(at),
        said("dimension", at),
        lower=Bound(m, DifferenceMinor("prediction-differences", prefix_minor(m))),
        upper=Bound(m, NamedForm("repaired", "counts")),
    )


def constant(at: Case, quantity: Quantity, value: Fraction, part: str = WHOLE) -> Evidence:
    """A constant of the printed F and U, which the wrong c does not touch."""
    return constant_is(hamming(at), "printed", quantity, value, part=part)


def norms(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The two norms."""
    yield constant(at, "squared-row-norm", said("||F||^2", at), "||F||")
    yield constant(at, "largest-entry", said("U_max", at), "U_max")


def A(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A^2 = r ||F||^2 U_max^2."""
    yield constant(at, "squared-constant", said("A^2", at))


def sharp(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The entries 0 and 1 from below, the repaired decomposition from above."""
    m = at.integer("m")
    none, every = (0,) * m, (1,) * m
    yield from least_constant(
        hamming(at),
        said("least A^2", at),
        lower=Bound(Fraction(1, 4), EntryRange((none, none), (none, every))),
        upper=Bound(Fraction(1, 4), NamedForm("repaired", "counts")),
    )


def sign_rule(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Where s_j(z) g_j >= 0 for all j, z is optimal: g_j = sum_y s_j(y) alpha_y."""
    loss, m, orientation = hamming(at), at.integer("m"), said("orientation", at)
    g = [scores(loss, lambda y, j=j: 2 * y[j] - 1) for j in range(m)]
    for z in loss.predictions:
        own = bits(z)
        yield picks(
            loss,
            z,
            [times(orientation * (2 * own[j] - 1), g[j]) for j in range(m)],
            lambda other, own=own: [
                Fraction(a != b, m) for a, b in zip(own, bits(other), strict=True)
            ],
        )


def optimality(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The uniform distribution, and the bounds on the convex calibration dimension at it."""
    loss, m = hamming(at), at.integer("m")
    yield equal_risk(loss)
    yield from calibration_dimension(
        loss,
        said("r", at),
        lower=Bound(m, FeasibleSubspace(UniformWeights(), prefix_minor(m))),
        upper=Bound(m, NamedForm("repaired", "counts")),
    )


WHY_DECOMPOSITION = (
    r"$1(a\neq b)=\frac12(1-s(a)s(b))$ for bits $a,b$; averaged over the labels this is"
    r" $\frac12-\frac1{2m}\sum_js_j(z)s_j(y)$."
)
WHY_DIMENSION = (
    r"$\sum_ys_j(y)s_l(y)=2^m1(j=l)$ and $\sum_ys_j(y)=0$, so $[U,1]$ and $[F,1]$ have full column"
    r" rank, and $L-c=FU^\top+(\frac12-c)11^\top$ has rank $m$ for $c=\frac12$ and $m+1$ otherwise."
)

CLAIMS = (
    Claim(
        id="hamming.decomposition",
        source=PLACE,
        text="L = F U^T + c with F_z = -s(z)/(2m), U_y = s(y), c = 1/(2m).",
        latex=r"L(z,y)=\frac1{2m}-\frac1{2m}\sum_{j=1}^m s_j(z)s_j(y)",
        readings=(
            Reading(
                "as printed",
                evidence=decomposition,
                cases=cases(m=range(1, 7)),
                ranges_over=EVERY_M,
                parts=(FEATURES, SHIFT),
                claimed={
                    "weight of F": Constant(lambda m: Fraction(-1, 2 * m)),
                    "c": Constant(lambda m: Fraction(1, 2 * m), ("plus one", "sign")),
                },
                derivation=Derivation(WHY_DECOMPOSITION, sign_identity, (FEATURES,)),
            ),
        ),
        repaired_by="hamming.decomposition.repaired",
        expected=Verdict.PARTLY_REFUTED,
        remark=r"$\frac1m\sum_j\frac12=\frac12$: only for $m=1$ is the printed $c$ right. The last"
        r" step drops the sum over $j$; decoding, norms and $\mathsf A$ do not use $c$.",
    ),
    Claim(
        id="hamming.decomposition.repaired",
        source=f"repairs {PLACE}",
        text="L = F U^T + c with F_z = -s(z)/(2m), U_y = s(y), c = 1/2.",
        latex=r"L(z,y)=\frac12-\frac1{2m}\sum_{j=1}^m s_j(z)s_j(y)",
        readings=(
            Reading(
                "as repaired",
                evidence=decomposition,
                cases=cases(m=range(1, 8)),
                ranges_over=EVERY_M,
                parts=(FEATURES, SHIFT),
                claimed={
                    "weight of F": Constant(lambda m: Fraction(-1, 2 * m)),
                    "c": Constant(lambda m: Fraction(1, 2)),
                },
                derivation=Derivation(WHY_DECOMPOSITION, sign_identity),
            ),
        ),
    ),
    Claim(
        id="hamming.affdim",
        source=PLACE,
        text="The affine dimension is m.",
        latex=r"\operatorname{affdim}(L)=m",
        readings=(
            Reading(
                "the least rank of L - c over scalars c",
                evidence=dimension,
                cases=cases(m=(*range(1, 11), 20, 50)),
                ranges_over=EVERY_M,
                claimed={"dimension": Constant(lambda m: m)},
                derivation=Derivation(WHY_DIMENSION, orthogonal_signs),
            ),
        ),
        uses=("hamming.decomposition", "hamming.decomposition.repaired"),
    ),
    Claim(
        id="hamming.norms",
        source="Sec. 3.2",
        text="||F||_inf = 1/(2 sqrt m) and U_max = 1.",
        latex=r"\|F\|_\infty=\frac1{2\sqrt m},\quad U_{\max}=1",
        readings=(
            Reading(
                "F and U as printed",
                evidence=norms,
                cases=cases(m=(*range(1, 11), 100)),
                ranges_over=EVERY_M,
                parts=("||F||", "U_max"),
                claimed={
                    "||F||^2": Constant(lambda m: Fraction(1, 4 * m)),
                    "U_max": Constant(lambda m: Fraction(1)),
                },
                derivation=Derivation(
                    r"All entries of $F$ are $\pm\frac1{2m}$, those of $U$ are $\pm1$.",
                    constants_for_every_m,
                ),
            ),
        ),
    ),
    Claim(
        id="hamming.A",
        source="Table 1",
        text="A = 1/2.",
        latex=r"\mathsf A=\tfrac12",
        readings=(
            Reading(
                "F and U as printed",
                evidence=A,
                cases=cases(m=(*range(1, 11), 100)),
                ranges_over=EVERY_M,
                claimed={"A^2": Constant(lambda m: Fraction(1, 4))},
                derivation=Derivation(
                    r"$\mathsf A^2=r\|F\|_\infty^2U_{\max}^2=m\cdot\frac1{4m}\cdot1$.",
                    constants_for_every_m,
                ),
            ),
        ),
        uses=("hamming.decomposition", "hamming.decomposition.repaired", "hamming.norms"),
    ),
    Claim(
        id="hamming.sharp",
        source="Sec. 3.2 (sharp constants)",
        text="The constant 1/2 is sharp: no decomposition has a smaller A.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=\tfrac12",
        readings=(
            Reading(
                "the least A over all decompositions of any r",
                evidence=sharp,
                cases=cases(m=(*range(1, 11), 20)),
                ranges_over=EVERY_M,
                claimed={"least A^2": Constant(lambda m: Fraction(1, 4))},
                derivation=Derivation(
                    r"$|L(z,y)-c|\le\|F_z\|\|U_y\|\le\mathsf A$ for every entry, and $L$ takes the"
                    r" values $0$ and $1$, one of which differs from $c$ by at least $\frac12$.",
                    constants_for_every_m,
                ),
            ),
        ),
        uses=("hamming.A", "hamming.decomposition.repaired"),
        remark="Of the losses of Table 1 only here is the printed constant the least one.",
    ),
    Claim(
        id="hamming.inference",
        source="Sec. 3.2",
        text="Decoding is the coordinatewise sign of g-hat, in O(m).",
        latex=r"\widehat f_j(x)=\tfrac12(\operatorname{sign}\widehat g_j(x)+1),\quad"
        r"\widehat g_j(x)=\sum_i s_j(y_i)\alpha_i(x)",
        readings=(
            Reading(
                "either label where g-hat is 0",
                evidence=sign_rule,
                cases=cases(m=range(1, 5)),
                ranges_over=EVERY_M,
                claimed={"orientation": Constant(lambda m: 1, ("sign",))},
                derivation=Derivation(
                    r"$\sum_i\alpha_iL(z,y_i)=\frac12\sum_i\alpha_i"
                    r"-\frac1{2m}\sum_js_j(z)\widehat g_j$ is minimal where each"
                    r" $s_j(z)\widehat g_j\ge0$: $m$ comparisons.",
                    sign_identity,
                ),
            ),
        ),
        uses=("hamming.decomposition", "hamming.decomposition.repaired"),
        remark="Taken literally sign(0) = 0 gives the half label 1/2; then both labels are optimal"
        " and a rule must choose one. The wrong c does not matter for decoding.",
    ),
    Claim(
        id="hamming.optimal",
        source="App. B.3, Hamming",
        text="The uniform distribution meets the equal-risk condition, and r = m is optimal.",
        latex=r"\operatorname{CCdim}(L)=m",
        readings=(
            Reading(
                "no calibrated convex surrogate of dimension below m",
                evidence=optimality,
                cases=cases(m=(*range(1, 9), 20)),
                ranges_over=EVERY_M,
                parts=(EQUAL_RISK, OPTIMAL),
                claimed={"r": Constant(lambda m: m)},
                derivation=Derivation(
                    r"At the uniform distribution each label errs with probability $\frac12$. All"
                    r" predictions are optimal there, so the dimension is at least the rank $m$ of"
                    r" the row differences.",
                    orthogonal_signs,
                ),
            ),
        ),
        uses=("hamming.affdim",),
        remark="The theorem quoted gives only affdim - 1 = m - 1; the bound m needs the whole"
        " feasible subspace at the uniform distribution.",
    ),
)
