"""The best constants A* and gamma_2 over all decompositions, and what turning F and U does."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

from qstheory import losses
from qstheory.certify.arithmetic import inner
from qstheory.certify.expressions import Number
from qstheory.certify.kinds.best_constants import (
    DiagonalDual,
    RowFactors,
    Shift,
    SignDual,
    WeightedColumns,
)
from qstheory.certify.kinds.constants import ConstantIs
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    DecompositionHolds,
    EveryEntry,
    NamedForm,
)
from qstheory.certify.kinds.values import Comparison, Exactly
from qstheory.claims import Bound, Case, Evidence, Stance, Verdict, cases
from qstheory.claims.claim import Claimed, Constant, Theorem, always, proved, refuted
from qstheory.claims.statements import extension, tried, under
from qstheory.losses.base import Loss
from qstheory.theory.best_constants.bounds import SquaredInterval, best_constants
from qstheory.theory.decompositions import of_form

from . import _best
from ._evidence import bits, shown
from ._table import AT_M

A, AQ, NORMS = "A", "A Q", "||F||_inf ||g*||_G"
LOSS = losses.make("hamming", m=2)
QUARTER = Fraction(1, 4)


def turned(cosine: Fraction, sine: Fraction) -> AffineDecomposition:
    """F R and U R for F = -s/4 and U = s = 2 y - 1: the Hamming loss on two labels."""
    signs = [tuple(Fraction(2 * b - 1) for b in bits(y)) for y in LOSS.observations]
    U = tuple((cosine * a - sine * b, sine * a + cosine * b) for a, b in signs)
    return AffineDecomposition(tuple((-a / 4, -b / 4) for a, b in U), U, Fraction(1, 2))


def moved(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The decomposition, A^2, (A Q)^2 and (||F|| ||g*||)^2 where y = (1, 1) whatever x is.

    Then g*_j is a constant, U_yj, of norm |U_yj| where constants of norm 1 are in the space.
    """
    given = turned(Fraction(at["cosine"]), Fraction(at["sine"]))
    g = given.U[-1]
    largest = max(abs(x) for row in given.U for x in row)
    Q2 = max(x * x for x in g) / largest**2
    norm = max(inner(row, row) for row in given.F)
    everywhere = (EveryEntry(),)
    yield Evidence(DecompositionHolds(LOSS.reference, given), everywhere, A)

    def constant(value: Fraction, part: str) -> Evidence:
        proposition = ConstantIs(LOSS.reference, given, "squared-constant", "=", value)
        return Evidence(proposition, everywhere, part)

    yield constant(Fraction(said("A^2", at)), A)
    yield constant(Fraction(said("(A Q)^2", at)) / Q2, AQ)
    product = Number(norm * inner(g, g))
    claimed = Number(Fraction(said("(||F|| ||g*||)^2", at)))
    yield Evidence(Comparison(product, "=", claimed), (Exactly(),), NORMS)


def largest_squared(cosine: Fraction, sine: Fraction) -> Fraction:
    """(cosine + sine)^2 / 4."""
    return (cosine + sine) ** 2 / 4


WRONG = ("plus one", "doubled", "halved")


def centring(n: int) -> _best.Rows:
    """I - J/n, which is c - L for c = 1 - 1/n."""
    return tuple(tuple((i == j) - Fraction(1, n) for j in range(n)) for i in range(n))


def least_squared(n: int) -> Fraction:
    """((n - 1)/n)^2 for even n, (n - 1)/(n + 1) for odd n."""
    return Fraction(n - 1, n) ** 2 if n % 2 == 0 else Fraction(n - 1, n + 1)


def balanced_columns(n: int) -> WeightedColumns:
    """All sign vectors with n // 2 entries -1, of equal weight.

    Their mean matrix C is (1 - rho) I + rho J with rho = -1/(n - 1) for even and -1/n for odd n, so
    that C^+ divides the rows of L - c, which sum to 0, by 1 - rho.
    """
    signs = [
        tuple(Fraction(-1 if i in chosen else 1) for i in range(n))
        for chosen in combinations(range(n), n // 2)
    ]
    weight = Fraction(1, len(signs))
    spread = 1 + Fraction(1, n - 1 if n % 2 == 0 else n)
    F = tuple(tuple(-weight * inner(row, e) / spread for e in signs) for row in centring(n))
    U = tuple(zip(*signs, strict=True))
    return WeightedColumns(F, U, (weight,) * len(signs), (1 - Fraction(1, n),) * n)


def multiclass(shift: Shift, at: Case, said: Claimed) -> Iterator[Evidence]:
    """X = I - J/n from below; balanced signs and centred indicators from above."""
    n = at.integer("n")
    loss = losses.make("multiclass", classes=n).reference
    q, P = (Fraction(1, n),) * n, centring(n)
    B = tuple(tuple(n * x for x in row) for row in P)
    value = least_squared(n)
    found = Bound(value, SignDual(B, q)), Bound(value, balanced_columns(n))
    yield from _best.decided(loss, "A", shift, said("A*^2", at), found)
    c = 1 - Fraction(1, n)
    factors = RowFactors(tuple(tuple(-x for x in row) for row in P), P, (c,) * n)
    found = Bound(c**2, DiagonalDual(B, q, (Fraction(n),) * n)), Bound(c**2, factors)
    yield from _best.decided(loss, "gamma-2", shift, said("gamma_2^2", at), found)


TABLE = {name: loss for name, loss in AT_M.items() if name not in ("PD", "F-score")}
"""The losses of Table 1 whose printed F and U have the printed A."""


def sharp(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A*^2 = share A^2: the range of the entries below, certified columns above."""
    for part, name in TABLE.items():
        loss = losses.parse(name.format(**at))
        square = said("share", at) * of_form(loss, loss.closed_form("printed")).squared_constant
        found = _interval(loss.name)
        low, high = found.ends
        if high < square:
            yield shown(found.upper, part, Stance.CONTRADICTS)
        elif low > square:
            yield shown(found.lower, part, Stance.CONTRADICTS)
        else:
            yield from _exactly(loss, Fraction(square), part)


@cache
def _interval(name: str) -> SquaredInterval:
    return best_constants(losses.parse(name), "scalar").a


def _exactly(loss: Loss, square: Fraction, part: str) -> Iterator[Evidence]:
    """Two entries that differ by 2 A below, the repaired decomposition above."""
    entries = {(z, y): loss.entry(z, y) for z in loss.predictions for y in loss.observations}
    ends = _best.entry_range(
        min(entries, key=entries.__getitem__), max(entries, key=entries.__getitem__)
    )
    yield Evidence(_best.a_star(loss, ">=", square), (ends,), part)
    forms = tuple(_best.from_above(NamedForm(form.name, "entries")) for form in loss.closed_forms)
    yield Evidence(_best.a_star(loss, "<=", square), forms, part)


CLAIMED = {
    "A*^2": Constant(least_squared),
    "gamma_2^2": Constant(lambda n: (1 - Fraction(1, n)) ** 2),
}
DERIVATION = (
    r"Below: $X=I-J/n$, $q=1/n$ give $S=n(I-J/n)$ and $e^\top Se=n^2-(\sum_i e_i)^2$, at most $n^2$"
    r" for even and $n^2-1$ for odd $n$, and $\langle X,L\rangle^2=(n-1)^2$; $S\preceq nI$ gives"
    r" $\gamma_2$. Above: balanced signs, averaged over the symmetric group, have the off-diagonal"
    r" mean $\rho=((n-2\lfloor n/2\rfloor)^2-n)/(n(n-1))$, and the rows of $L-1+1/n$ have the"
    r" squared norm $1-1/n$ and sum 0, so $A^2=(1-1/n)/(1-\rho)$."
)


CLAIMS = (
    extension("x.best.basis", "Theorem 3.1 (p. 5), A and Q as measures of how hard a loss is")(
        text="Turning the coordinates of F and U, which changes neither the surrogate nor the"
        " decoder, changes A and A Q, but not ||F||_inf ||g*||_G.",
        latex=r"\mathsf A(FR,UR)\,Q(FR,UR)\ne\mathsf A(F,U)\,Q(F,U),\qquad"
        r"\|FR\|_\infty\|R^\top g^*\|_{\mathcal G}=\|F\|_\infty\|g^*\|_{\mathcal G}",
        reading="the Hamming loss on two labels, both present whatever x is",
        evidence=moved,
        cases=(
            *cases(cosine=(Fraction(1),), sine=(Fraction(0),)),
            *cases(cosine=(Fraction(4, 5),), sine=(Fraction(3, 5),)),
            *cases(cosine=(Fraction(12, 13),), sine=(Fraction(5, 13),)),
        ),
        ranges_over="every rotation by an angle in [0, 90] degrees",
        parts=(A, AQ, NORMS),
        claimed={
            "A^2": Constant(largest_squared, WRONG),
            "(A Q)^2": Constant(largest_squared, WRONG),
            "(||F|| ||g*||)^2": always(QUARTER, WRONG),
        },
        derivation=r"$U_{\max}=c+s$ at $y=(1,1)$, where $g^*=(c-s,c+s)$ has its largest entry"
        r" too, so $Q=1$; a rotation keeps the norms of rows and of $g^*$.",
        theorems=(
            Theorem("LabelSets.turned_coordinates", arguments=lambda cosine, sine: (cosine, sine)),
        ),
        uses=("x.affine.A-depends-on-decomposition",),
        remark="A from 1/2 to 7/10 at the angle of the (3, 4, 5) triangle: the learner is the same,"
        " its bound is not. Compare losses by A*, or keep ||F||_inf ||g*||_G in the bound.",
    ),
    extension("x.best.zero-one", "Table 1, A of the 0-1 loss, over all decompositions")(
        text="On n classes the infimum A* of A over all decompositions of the 0-1 loss is 1 - 1/n"
        " for even n and sqrt((n-1)/(n+1)) for odd n, while gamma_2 = 1 - 1/n for every n.",
        latex=r"\mathsf A_*^2=\begin{cases}(1-1/n)^2&n\text{ even}\\(n-1)/(n+1)&n\text{ odd}"
        r"\end{cases},\qquad\gamma_2=1-\tfrac1n",
        readings=under(
            _best.with_either_shift(multiclass),
            cases=cases(n=range(2, 9)),
            ranges_over="every n >= 2",
            parts=(_best.A_STAR, _best.GAMMA_2),
            claimed=CLAIMED,
            derivation=DERIVATION,
            theorems=(Theorem("BestConstants.zero_one"),),
        ),
        remark="So A* can lie above gamma_2; with 2^m label sets both are 1 - 2^-m.",
    ),
    extension("x.best.table", "Table 1, the column A read as a property of the loss")(
        text="The A of the printed decompositions is the least over all decompositions.",
        latex=r"\mathsf A=\mathsf A_*",
        reading="the losses whose printed F and U have the printed A",
        **tried(sharp, cases(m=(2, 3)), "every m >= 2", *TABLE),
        claimed={"share": always(Fraction(1), ())},
        theorems=(
            proved("LabelSets.table_hamming", "Hamming", word="Hamming"),
            refuted(
                "RefutedRankings.table",
                "every m >= 2; any blocks, k, gains and discounts",
                *tuple(part for part in TABLE if part != "Hamming"),
            ),
        ),
        expected=Verdict.PARTLY_REFUTED,
        remark="Only Hamming's is; for m = 3 A* is below 0.27 for NDCG and 0.52 for MAP, where the"
        " printed A are 6.06 and 1.77. So A alone does not compare losses: it is a number of the"
        " decomposition, and Q moves with the basis.",
    ),
)
