"""Hamming loss (Sec. 3.2 and App. B.3): the claims of the paper about its row of Table 1.

How a claim is written. A function yields the evidence at one case: a proposition about that case,
with the certificates that might settle it; the engine shows them to `decide`, and nothing else
makes a verdict. The constants come from `said`, so that a wrong one can be planted and must be
refuted. A reading lists the cases, smallest first, and what the statement ranges over. What the
paper says and what repairs it are two claims, `fails` and `.repaired`, with the same evidence and
other constants. The first call has the id and the source of a claim, the second all that it says.
A theorem in Coq proves the statement; a derivation says in words why it holds.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from qstheory import losses
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.rank import Minor
from qstheory.claims.claim import Claimed, Constant, Theorem, always, refuted
from qstheory.claims.evidence import Bound, Case, Derivation, Evidence, cases
from qstheory.claims.statements import Shown, claim, extension, fails_partly, tried, under
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label

from ._best import entry_range
from ._evidence import DIFFERENCES, bits, decomposes, picks, scores
from ._table import LEAST_RANK, OVER_ALL, constants, dimensions, least

EVERY_M = "every m >= 1"
PLACE = "Sec. 3.2 and App. B.3, Hamming"
FEATURES, SHIFT = "F and U, with a c that fits", "the printed c"
ODD = 10007
"""A modulus for minors whose determinant is a power of 2 up to sign."""
REPAIRED = NamedForm("repaired", "counts")


def hamming(at: Case) -> Loss:
    """The Hamming loss on the m labels of the case."""
    return losses.make("hamming", m=at.integer("m"))


def sign(bit: int) -> int:
    """s = 2 bit - 1."""
    return 2 * bit - 1


def decomposition(at: Case, said: Claimed) -> Iterator[Evidence]:
    """L = F U^T + c entry by entry, F being a multiple of the signs of z and U the signs of y.

    F and U are judged apart, with the c that the first entry asks for: they may survive a wrong c.
    """
    loss, weight = hamming(at), said("weight of F", at)

    def F(z: tuple[int, ...]) -> list[Fraction]:
        return [weight * sign(bit) for bit in z]

    def U(y: tuple[int, ...]) -> list[int]:
        return [sign(bit) for bit in y]

    first = bits(next(iter(loss.predictions)))
    fitting = loss.entry(first, first) - sum(a * b for a, b in zip(F(first), U(first), strict=True))
    yield decomposes(loss, F, U, fitting, FEATURES)
    yield decomposes(loss, F, U, said("c", at), SHIFT)


def prefix_minor(at: Case) -> Minor:
    """Rows {j} against the base {}, columns {1..l} for 0 <= l < m.

    L({j}, y) - L({}, y) = -s_j(y)/m, and the signs of the m prefixes are linearly independent:
    neighbouring columns differ in one coordinate, so the determinant is +-2^(m-1).
    """
    m = at.integer("m")
    rows = tuple(tuple(int(i == j) for i in range(m)) for j in range(m))
    columns = tuple(tuple(int(i < length) for i in range(m)) for length in range(m))
    return Minor(rows, columns, ODD, base=(0,) * m)


def found(at: Case) -> tuple[Bound, Bound]:
    """Entries 0 and 1 in one column from below, the repaired decomposition from above."""
    empty, *_, full = hamming(at).predictions
    corner = entry_range((full, empty), (empty, empty))
    return Bound(Fraction(1, 4), corner), Bound(Fraction(1, 4), REPAIRED)


AFFINE, DIFFERING, CALIBRATED = dimensions(hamming, EVERY_M, prefix_minor, lambda at: REPAIRED)


WHY_ORTHOGONAL = (
    r"$L-\frac12=FU^\top$ with $U^\top U=2^mI$, $F=-U/2m$ and $U^\top1=0$, as the signs of each"
    r" label sum to $0$ independently of the others: rank $m$, and $m+1$ for every other shift."
    r" The differences of rows have rank $m$ as well."
)
WHY_SIGNS = r"$1(a\neq b)=\frac12(1-s(a)s(b))$ for bits $a,b$; average over the labels."


def signed(weight: int, label: int, y: tuple[int, ...]) -> int:
    """A multiple of s_j(y)."""
    return weight * sign(y[label])


def differing(z: tuple[int, ...], other: Label) -> list[Fraction]:
    """1/m for each label on which two predictions differ."""
    return [Fraction(a != b, len(z)) for a, b in zip(bits(other), z, strict=True)]


def coordinatewise(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Where s_j(z) g_j >= 0 for all j, z is optimal: a label may be either where g_j = 0."""
    loss, orientation = hamming(at), said("orientation", at)
    for z in map(bits, loss.predictions):
        conditions = [
            scores(loss, partial(signed, orientation * sign(bit), j)) for j, bit in enumerate(z)
        ]
        yield picks(loss, z, conditions, partial(differing, z))


DECOMPOSITION = Shown(evidence=decomposition, ranges_over=EVERY_M, parts=(FEATURES, SHIFT))
CLAIMS = (
    *fails_partly("hamming.decomposition", PLACE)(
        text="L = F U^T + c with F_z = -s(z)/(2m), U_y = s(y), c = 1/(2m).",
        latex=r"L(z,y)=\frac1{2m}-\frac1{2m}\sum_{j=1}^m s_j(z)s_j(y)",
        reading="as printed",
        **DECOMPOSITION,
        cases=cases(m=range(1, 6)),
        theorems=(refuted("RefutedSets.hamming_c", "every m >= 2", SHIFT),),
        claimed={
            "weight of F": Constant(lambda m: Fraction(-1, 2 * m)),
            "c": Constant(lambda m: Fraction(1, 2 * m)),
        },
        derivation=Derivation(WHY_SIGNS, (FEATURES,)),
        remark=r"$\frac1m\sum_j\frac12=\frac12$: the printed $c$ is right for $m=1$ only. Decoding,"
        r" the norms and $\mathsf A$ do not use $c$.",
    ).repaired(
        text="L = F U^T + c with F_z = -s(z)/(2m), U_y = s(y), c = 1/2.",
        latex=r"L(z,y)=\frac12-\frac1{2m}\sum_{j=1}^m s_j(z)s_j(y)",
        reading="as repaired",
        cases=cases(m=range(1, 7)),
        theorems=(Theorem("LabelSets.hamming_decomposition"),),
        claimed={
            "weight of F": Constant(lambda m: Fraction(-1, 2 * m)),
            "c": always(Fraction(1, 2)),
        },
        derivation=WHY_SIGNS,
    ),
    claim("hamming.affdim", PLACE)(
        text="The affine dimension is m.",
        latex=r"\operatorname{affdim}(L)=m",
        readings=under(
            {LEAST_RANK: AFFINE, DIFFERENCES: DIFFERING},
            cases=cases(m=(*range(1, 11), 20, 50)),
            claimed={"dimension": Constant(lambda m: m)},
            theorems=(Theorem("Hamming.hamming_dimension"),),
            derivation=WHY_ORTHOGONAL,
        ),
        uses=("hamming.decomposition", "hamming.decomposition.repaired"),
        remark="Attained at c = 1/2 only; at the printed c = 1/(2m) the rank is m + 1 for m >= 2.",
    ),
    claim("hamming.norms", "Sec. 3.2")(
        text="||F||_inf = 1/(2 sqrt m) and U_max = 1.",
        latex=r"\|F\|_\infty=\frac1{2\sqrt m},\quad U_{\max}=1",
        reading="F and U as printed",
        **constants(hamming, EVERY_M, "||F||^2", "U_max"),
        cases=cases(m=(*range(1, 11), 100)),
        theorems=(Theorem("LabelSets.hamming_norms"),),
        claimed={"||F||^2": Constant(lambda m: Fraction(1, 4 * m)), "U_max": always(Fraction(1))},
        derivation=r"The entries of $U$ are $\pm1$ and those of $F$ are $\pm1/2m$: a row of $F$"
        r" has the squared norm $m(1/2m)^2$.",
    ),
    claim("hamming.A", "Table 1")(
        text="A = 1/2.",
        latex=r"\mathsf A=\tfrac12",
        reading="F and U as printed",
        **constants(hamming, EVERY_M, "A^2"),
        cases=cases(m=(*range(1, 11), 100)),
        theorems=(Theorem("LabelSets.hamming_A"),),
        claimed={"A^2": always(Fraction(1, 4))},
        derivation=r"$\mathsf A^2=r\,\|F\|_\infty^2U_{\max}^2=m\cdot\frac1{4m}\cdot1$.",
        uses=("hamming.decomposition", "hamming.decomposition.repaired", "hamming.norms"),
    ),
    extension("hamming.sharp", "Sec. 3.2 (sharp constants)")(
        text="The constant 1/2 is sharp: no decomposition has a smaller A.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=\tfrac12",
        reading=OVER_ALL,
        **least(hamming, EVERY_M, found),
        cases=cases(m=(*range(1, 9),)),
        theorems=(Theorem("LabelSets.hamming_sharp"),),
        claimed={"least A^2": always(Fraction(1, 4))},
        derivation=r"$L(\bar y,y)-L(y,y)=1=(F_{\bar y}-F_y)\cdot U_y\le2\|F\|_\infty\sqrt r\,"
        r"U_{\max}=2\mathsf A$, and the repaired decomposition attains $\frac12$.",
        uses=("hamming.decomposition.repaired", "hamming.A"),
    ),
    claim("hamming.optimal", "App. B.3, Hamming")(
        text="The uniform distribution meets the equal-risk condition, and r = m is optimal.",
        latex=r"\operatorname{CCdim}(L)=m",
        reading="no consistent convex surrogate of dimension below m",
        **CALIBRATED,
        cases=cases(m=(*range(1, 9), 20)),
        theorems=(Theorem("LabelSets.hamming_optimal", given=("RA16",)),),
        claimed={"r": Constant(lambda m: m)},
        derivation="Under the uniform distribution every label is wrong with probability"
        r" $\frac12$, so all predictions are optimal and the dimension is at least the rank of the"
        " differences of rows, which is $m$; the repaired decomposition attains it.",
        uses=("hamming.affdim", "hamming.decomposition.repaired", "optimal.ra16"),
        remark="The theorem that the paper quotes gives m - 1 only; the bound by the rank of the"
        " differences of rows at an equal-risk point is needed.",
    ),
    claim("hamming.inference", "Sec. 3.2")(
        text="Decoding is the coordinatewise sign of g-hat, in O(m).",
        latex=r"\widehat f_j(x)=\tfrac12(\operatorname{sign}(\widehat g_j(x))+1)",
        reading="a label may take either value where its g-hat is 0",
        **tried(coordinatewise, cases(m=range(1, 5)), EVERY_M),
        theorems=(Theorem("LabelSets.hamming_inference"),),
        claimed={"orientation": always(1, ("sign",))},
        derivation=r"$\sum_i\alpha_iL(z,y_i)=\frac12\sum_i\alpha_i-\frac1{2m}\sum_js_j(z)"
        r"\widehat g_j$, and each term is least on its own for $s_j(z)=\operatorname{sign}"
        r"(\widehat g_j)$: one comparison a label.",
        uses=("hamming.decomposition", "hamming.decomposition.repaired"),
        remark="Where g-hat_j = 0 the printed formula gives 1/2, which is no label: both labels are"
        " optimal there, so any rule for ties will do.",
    ),
)
