"""F-score: an inner product of unit vectors, and bounds on the least constant of decompositions."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

from qstheory.certify.kinds.best_constants import BestConstant, RowFactors
from qstheory.certify.kinds.decomposition import AffineDecomposition, NamedForm
from qstheory.claims.claim import Claimed, Constant, Kind, Theorem, always, refuted
from qstheory.claims.evidence import Bound, Case, Derivation, Evidence, cases
from qstheory.claims.statements import extension, fails_partly, tried

from ._best import entry_range
from ._evidence import bits
from ._f_score import EVERY_M, f_score
from ._table import LOWER, SHARP, UPPER, least_between
from .fscore_constants import WHY_BALANCED


def term(n: int, a: int) -> Fraction:
    """g_n(a) = (a - 1) ... (a - n + 1) / ((a + 1) ... (a + n)).

    1/(a + b) = sum over n = 1..m of 2 n g_n(a) g_n(b) for a, b = 1..m.
    """
    return prod((Fraction(a - i, a + i) for i in range(1, n)), start=Fraction(1, a + n))


def vector(label: tuple[int, ...]) -> tuple[Fraction, ...]:
    """z_j g_n(|z|), 4 n times for each label j and n = 1..m, and 1(z empty)."""
    m, size = len(label), sum(label)
    shares = ((n, bit * term(n, size)) for bit, n in product(label, range(1, m + 1)))
    return (*(value for n, value in shares for _ in range(4 * n)), Fraction(size == 0))


def within(at: Case, said: Claimed) -> Iterator[Evidence]:
    """L = 1 - G G^T with the rows of G of norm 1, so that gamma_2^2 is at most 1."""
    loss = f_score(at)
    U = tuple(vector(bits(y)) for y in loss.observations)
    F = tuple(tuple(-x for x in vector(bits(z))) for z in loss.predictions)
    proposition = BestConstant(
        loss.reference, "gamma-2", "scalar", "<=", Fraction(said("gamma_2^2", at))
    )
    yield Evidence(proposition, (RowFactors(F, U, (Fraction(1),) * len(U)),))


HALF = Fraction(1, 2)
SINGLE = Bound(
    Fraction(1, 4),
    AffineDecomposition(((HALF,), (-HALF,)), ((-Fraction(1),), (Fraction(1),)), HALF),
)
"""For one label, the loss of one bit: F = 1/2 and -1/2, U = -1 and 1, c = 1/2."""


def found(at: Case) -> tuple[Bound, Bound]:
    """The entries 0 and 1 from below, signs and codes from above."""
    m = at.integer("m")
    none, full = (0,) * m, (1,) * m
    upper = SINGLE if m == 1 else Bound(Fraction(2 * m), NamedForm("balanced", "counts"))
    return Bound(Fraction(1, 4), entry_range((full, full), (none, full))), upper


BETWEEN = least_between(f_score, EVERY_M, found)
READ = "over all decompositions of any r, F(empty, empty) = 1"
WHY = WHY_BALANCED + r" The entries $0$ and $1$ give $\mathsf A\ge\frac12$."
CLAIMS = (
    extension("x.fscore.kernel", "Table 1, A of the F-score, over all decompositions")(
        text="With F(empty, empty) = 1 the matrix of F-scores is positive semidefinite with unit"
        " diagonal, so gamma_2 <= 1 for every m, against the sqrt(2) m of Table 1.",
        latex=r"\Bigl(\tfrac{2|z\cap y|}{|z|+|y|}\Bigr)_{z,y}\succeq0,\qquad\gamma_2\le1",
        reading="L = F U^T + 1",
        **tried(within, cases(m=range(1, 5)), EVERY_M),
        claimed={"gamma_2^2": always(1, ())},
        theorems=(Theorem("FScoreForms.kernel"),),
        remark=r"$\frac1{a+b}=\frac{2n}{(a+n)(b+n)}+\frac{(a-n)(b-n)}{(a+n)(b+n)}\frac1{a+b}$ for"
        r" $n=1,2,\dots,m$ in turn leaves no rest at sizes up to $m$:"
        r" $\frac1{a+b}=\sum_n2n\,g_n(a)g_n(b)$ with"
        r" $g_n(a)=\frac1{a+n}\prod_{i<n}\frac{a-i}{a+i}$."
        r" So $\mathsf A_*$ is bounded: x.best.fscore, x.best.rounding.",
    ),
    *fails_partly("fscore.sharp", SHARP)(
        kind=Kind.EXTENSION,
        text="The constant sqrt(2) m is sharp: A <= sqrt(2) m, and no decomposition is below.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=\sqrt2\,m",
        reading=READ,
        **BETWEEN,
        cases=cases(m=range(1, 7)),
        claimed={
            "lower A^2": Constant(lambda m: 2 * m * m, ("plus one", "doubled")),
            "upper A^2": Constant(lambda m: 2 * m * m, ()),
        },
        theorems=(
            refuted("RefutedSets.fscore_sharp", "every m >= 2", LOWER, beside=("upper A^2",)),
        ),
        derivation=Derivation(WHY, (UPPER,)),
        uses=("fscore.A",),
        remark=r"There is a decomposition with $\mathsf A\le\sqrt{2m}$: even the order in $m$ is"
        r" too large. For one label $\frac12$ is the least, not $\sqrt2$.",
    ).repaired(
        text="The least A lies between 1/2 and sqrt(2m).",
        latex=r"\tfrac12\le\min_{L=FU^\top+c}\mathsf A\le\sqrt{2m}",
        cases=cases(m=range(1, 11)),
        claimed={
            "lower A^2": always(Fraction(1, 4), ()),
            "upper A^2": Constant(lambda m: 2 * m, ("sign",)),
        },
        theorems=(Theorem("FScoreBalanced.sharp"),),
        derivation=WHY,
        uses=("fscore.A",),
        remark="It does not grow with m: x.best.fscore has it between m/(m+1) and sqrt(2).",
    ),
)
