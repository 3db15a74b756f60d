"""Sharper constants for ranking losses: turning F and U by characters makes U even.

Table 1 is printed under the heading of sharp constants; here are decompositions that beat it.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from qstheory.certify.kinds.best_constants import BestConstant, WeightedColumns
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.claims.claim import Claimed, Constant, Kind, Theorem, always, refuted
from qstheory.claims.evidence import WHOLE, Case, Evidence, Stance, cases
from qstheory.claims.statements import extension, fails, tried
from qstheory.losses.base import Loss

from . import _ndcg
from ._algebra import compared, number, total
from ._best import a_star, from_above
from ._evidence import Features, constant_is, explicit
from ._ndcg_discounts import log_discount, squares
from ._pd import binary, preferred
from .best_pd import SMALL, balanced, signed_squared

Turned = Callable[[Case], tuple[Loss, AffineDecomposition]]
"""The loss of a case and its turned form."""
SOME, THIS = "some decomposition", "this one"
EVERY_PD = "every m >= 2"
EVERY_NDCG = "every m >= 1, all gains >= 0 that grow and all discounts >= 0 that fall"
MORE_NDCG = EVERY_NDCG.replace("1", "2")
"""Of one item the loss is 0."""
PAIRS = "relevance 0 or 1, observations without a pair left out"
DROPPED = "observations without gain left out"


def characters(m: int) -> list[list[int]]:
    """m rows of the Walsh matrix of the least order d >= m, a power of 2: H H^T = d."""
    d = 1 << (m - 1).bit_length()
    return [[(-1) ** (j & t).bit_count() for t in range(d)] for j in range(m)]


def turned(loss: Loss, F: Features, U: Features, c: Fraction, m: int) -> AffineDecomposition:
    """F H / d and U H in place of F and U of m columns, less the columns where F H is zero."""
    H = characters(m)
    columns = list(zip(*H, strict=True))

    def row(given: Features, label: tuple[int, ...]) -> list[Fraction]:
        values = list(map(Fraction, given(label)))
        return [
            sum((x * h for x, h in zip(values, column, strict=True)), Fraction(0))
            for column in columns
        ]

    found = explicit(loss, lambda z: [x / len(columns) for x in row(F, z)], lambda y: row(U, y), c)
    kept = [t for t in range(len(columns)) if any(F_z[t] for F_z in found.F)]
    left, right = (
        tuple(tuple(values[t] for t in kept) for values in matrix) for matrix in (found.F, found.U)
    )
    return AffineDecomposition(left, right, found.c)


def pd_form(at: Case) -> tuple[Loss, AffineDecomposition]:
    """F = (m+1)/2 - sigma(j) and U = (|y|/m - y_j)/N, turned; c = 1/2."""
    m = at.integer("m")
    loss = binary(m)
    form = turned(
        loss,
        lambda sigma: [Fraction(m + 1, 2) - position for position in sigma],
        lambda y: [(bit - Fraction(sum(y), m)) / preferred(y) for bit in y],
        Fraction(1, 2),
        m,
    )
    return loss, form


def ndcg_form(at: Case) -> tuple[Loss, AffineDecomposition]:
    """F = -(D_sigma(j)) and U = G(r_j)/N(r), turned; c = 1."""
    loss = _ndcg.ndcg(at)
    form = turned(loss, _ndcg.negated_discounts(at), _ndcg.shares(at), Fraction(1), at.integer("m"))
    return loss, form


def bounded(turned_form: Turned, at: Case, said: Claimed) -> Iterator[Evidence]:
    """The turned form decomposes L with an A^2 of at most the value."""
    (loss, form), bound = turned_form(at), Fraction(said("A^2", at))
    yield constant_is(loss, form, "squared-constant", bound, part=THIS, relation="<=")
    yield Evidence(a_star(loss, "<=", bound), (from_above(form),), SOME)


def beaten(loss: Loss, form: AffineDecomposition, value: Fraction) -> Iterator[Evidence]:
    """The form has an A^2 below the value, which is then not the least."""
    F, U = form.F, form.U
    norm = max(sum((x * x for x in row), Fraction(0)) for row in F)
    square = len(F[0]) * norm * max(abs(x) for row in U for x in row) ** 2
    if square < value:
        below = a_star(loss, "<=", square)
        yield Evidence(below, (from_above(form),), WHOLE, Stance.CONTRADICTS)


def pd_least(at: Case, said: Claimed) -> Iterator[Evidence]:
    """No decomposition of PD has a smaller A^2 than the value: the range of L, or a smaller one."""
    m = at.integer("m")
    loss, form = pd_form(at)
    value, (bound, certificate) = Fraction(said("least A^2", at)), _ndcg.range_of(loss)
    if value <= bound:
        yield Evidence(a_star(loss, ">=", value), (certificate,))
    elif m <= SMALL:
        yield from beaten_by_signs(loss, m, value)
    else:
        yield from beaten(loss, form, value)


def beaten_by_signs(loss: Loss, m: int, value: Fraction) -> Iterator[Evidence]:
    """The best columns of signs, with the sign of F as the printed loss has it."""
    best = balanced(m)
    F = tuple(tuple(-x for x in row) for row in best.F)
    columns = WeightedColumns(F, best.U, best.weights, best.shift)
    below = BestConstant(loss.reference, "A", "scalar", "<=", signed_squared(m))
    if signed_squared(m) < value:
        yield Evidence(below, (columns,), WHOLE, Stance.CONTRADICTS)


def ndcg_least(at: Case, said: Claimed) -> Iterator[Evidence]:
    """No decomposition of NDCG has a smaller A^2 than the value."""
    yield from beaten(*ndcg_form(at), Fraction(said("least A^2", at)))


def smaller(at: Case, _: Claimed) -> Iterator[Evidence]:
    """(m^2 - 1)/(3m) < m^2/16."""
    m = number(at.integer("m"))
    yield compared((m * m - 1) / (3 * m), "<", m * m / 16)


def log_ratio(at: Case, said: Claimed) -> Iterator[Evidence]:
    """(m ||D||_2 / sum D)^2 <= factor (m + 1) for D_j = 1/log(j+1)."""
    m = at.integer("m")
    even = number(m) ** 2 * squares(m, log_discount)
    bound = Fraction(said("factor", at)) * (m + 1)
    yield compared(even / total(log_discount, 1, m) ** 2, "<=", bound)


def pd_square(m: int) -> Fraction:
    """(m^2 - 1)/(3m)."""
    return Fraction(m * m - 1, 3 * m)


def ndcg_square(m: int, gain: str, discount: str) -> Fraction:
    """(m ||D||_2 / sum D)^2."""
    return m**2 * _ndcg.squared_norm(m, discount) / sum(_ndcg.discounts(discount, m)) ** 2


WHY_TURNED = (
    r"$H$: $m$ rows of a Walsh matrix of order $d\ge m$, so $HH^\top=d$ and $FU^\top="
    r"\frac1d(FH)(UH)^\top$; $\|F_\sigma H\|^2/d=\|F_\sigma\|^2$, and entries of $U_yH$ are at most"
    r" $\|U_y\|_1$. So $\mathsf A\le\max_\sigma\|F_\sigma\|_2\max_y\|U_y\|_1$."
)
WHY_PD = WHY_TURNED + (
    r" Here $\|F\|^2=\sum_p(\frac{m+1}2-p)^2=m(m^2-1)/12$ and"
    r" $\|U_y\|_1=\frac2m$ for $U_y=(y-|y|/m)/N(y)$."
)
WHY_NDCG = WHY_TURNED + (
    r" Here $\|F\|=\|D\|_2$ and $\|U_r\|_1=\sum_jG(r_j)/N(r)\le m/\sum_jD_j$ by Chebyshev's sum"
    r" inequality, with equality for equal grades."
)


CLAIMS = (
    *fails("pd.sharp", "Table 1 and Sec. 3.2 (sharp constants)")(
        kind=Kind.EXTENSION,
        text="For relevance 0 or 1 the constant m/4 of PD is sharp: no decomposition has a smaller"
        " A.",
        latex=r"\min_{L=FU^\top+c}\mathsf A=\tfrac m4",
        reading=PAIRS,
        **tried(pd_least, cases(m=range(2, 7)), EVERY_PD),
        theorems=(refuted("RefutedRankings.pd_sharp", "every m >= 6"),),
        claimed={"least A^2": Constant(lambda m: Fraction(m * m, 16), ())},
        uses=("pd.A",),
        remark=WHY_PD + r" It is below $m/4$ from $m=6$ on, and the exact constant of the turned"
        r" form for $m=4$ and $m=5$ too. For $m=3$ three columns of signs have"
        r" $\mathsf A^2=\frac38<\frac9{16}$. For $m=2$ the constant is sharp.",
    ).repaired(
        text="For relevance 0 or 1 PD has A <= sqrt((m^2 - 1)/(3m)), of the order of sqrt(m) and"
        " not of m.",
        latex=r"\mathsf A\le\sqrt{(m^2-1)/(3m)}",
        **tried(partial(bounded, pd_form), cases(m=range(2, 7)), EVERY_PD, THIS, SOME),
        claimed={"A^2": Constant(pd_square, ("sign", "minus one", "halved"))},
        derivation=WHY_PD,
        theorems=(Theorem("Pairwise.sharp"),),
        uses=("pd.affdim.repaired",),
    ),
    extension("pd.sharp.order", "Table 1")(
        text="sqrt((m^2 - 1)/(3m)) is smaller than m/4 for every m >= 6.",
        latex=r"\frac{m^2-1}{3m}<\frac{m^2}{16}",
        reading="as stated",
        **tried(smaller, cases(m=range(6, 31)), "every m >= 6"),
        theorems=(Theorem("PairwiseOrder.smaller"),),
        uses=("pd.sharp.repaired",),
    ),
    *fails("ndcg.sharp", "after Remark 3.3 (p. 7); Table 1 (sharp constants)")(
        kind=Kind.EXTENSION,
        text="The constant sqrt(m) ||D||_2 G_max of NDCG-type losses is sharp, so that slowly"
        " decaying discounts need A close to m.",
        reading="gains 0 and 1, D_1 = 1",
        evidence=ndcg_least,
        cases=(
            *cases(m=(2,), gain=("0;1",), discount=("1;9/10",)),
            *cases(m=(3,), gain=("0;1",), discount=("1;9/10;8/10",)),
        ),
        theorems=(
            refuted(
                "RefutedRankings.ndcg_sharp",
                f"{MORE_NDCG}, G_max = 1 and D_1 = 1",
                arguments=_ndcg.gains_and_discounts,
            ),
        ),
        ranges_over=MORE_NDCG,
        claimed={"least A^2": Constant(_ndcg.printed_square, ())},
        uses=("ndcg.A", "ndcg.A.repaired", "ndcg.extremes"),
        remark=WHY_NDCG,
    ).repaired(
        source="Table 1 (sharp constants)",
        text="NDCG-type losses have A <= m ||D||_2 / sum_j D_j, which tends to sqrt(m) for slowly"
        " decaying discounts.",
        latex=r"\mathsf A\le m\|D\|_2/\|D\|_1",
        reading=DROPPED,
        evidence=partial(bounded, ndcg_form),
        cases=cases(m=range(1, 5), gain=("0;1", "1;3"), discount=("reciprocal", "eru"))
        + cases(m=(3,), gain=("0;1", "1;3;7"), discount=("1;9/10;8/10", "3;2;0")),
        ranges_over=EVERY_NDCG,
        parts=(THIS, SOME),
        claimed={"A^2": Constant(ndcg_square, ("sign", "minus one", "halved"))},
        derivation=WHY_NDCG,
        theorems=(Theorem("Ndcg.sharp", arguments=_ndcg.gains_and_discounts),),
        uses=("ndcg.decomposition",),
    ),
    extension("ndcg.sharp.log", "App. B.3, NDCG")(
        text="For D_j = 1/log(j+1) this is at most sqrt(3(m+1)): A is of the order of sqrt(m) and"
        " not of m/sqrt(log m).",
        latex=r"\mathsf A\le m\|D\|_2/\|D\|_1\le\sqrt{3(m+1)}",
        reading="natural logarithm",
        **tried(log_ratio, cases(m=(*range(1, 31), 50, 100)), "every m >= 1"),
        theorems=(Theorem("NdcgDecay.sharp_log", axioms="reals"),),
        claimed={"factor": always(3, ("sign",))},
        derivation=r"$\|D\|_2^2\le3(m+1)/\log^2(m+1)$ and $\|D\|_1\ge m/\log(m+1)$.",
        uses=("ndcg.sharp.repaired", "ndcg.log-discount.repaired"),
    ),
)
