"""The formula for A*: the least constant is a minimum over shifts and the hull of sign matrices."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from qstheory import losses
from qstheory.certify.arithmetic import inner
from qstheory.certify.kinds.best_constants import BestConstant, SignDual, WeightedColumns
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.claims import Bound, Case, Claimed, Evidence, Stance, Theorem, always, cases
from qstheory.claims.statements import extension, tried
from qstheory.exact.integer_matrix import solve
from qstheory.losses.base import Loss

from ._best import Rows, decided
from .best_constants import balanced_columns, centring, least_squared

TO_COLUMNS, TO_HULL = "from c and C to F and U", "from F and U to c and C"


def formula(
    loss: Loss, columns: Rows, weights: Sequence[Fraction], c: Fraction
) -> tuple[Fraction, WeightedColumns]:
    """max_z l_z C^+ l_z for C = sum_k w_k u_k u_k^T, and the decomposition that has it.

    `columns` are the u_k in [-1, 1]; F_zk = w_k <u_k, C^+ l_z> has F U^T = l and the least norm.
    """
    observations = list(loss.observations)
    ell = tuple(tuple(loss.entry(z, y) - c for y in observations) for z in loss.predictions)
    size = len(observations)
    C = tuple(
        tuple(
            sum((w * u[i] * u[j] for w, u in zip(weights, columns, strict=True)), Fraction(0))
            for j in range(size)
        )
        for i in range(size)
    )
    G = []
    for row in ell:
        g = solve(C, row)
        assert g is not None, "the rows lie in the range of C"
        G.append(tuple(g))
    F = tuple(tuple(w * inner(u, g) for w, u in zip(weights, columns, strict=True)) for g in G)
    U = tuple(zip(*columns, strict=True))
    value = max(inner(g, row) for g, row in zip(G, ell, strict=True))
    return value, WeightedColumns(F, U, tuple(weights), (c,) * size)


def classes(n: int) -> Loss:
    """The 0-1 loss on n classes."""
    return losses.make("multiclass", classes=n)


def least(n: int) -> Bound:
    """A*^2 from below."""
    B = tuple(tuple(n * x for x in row) for row in centring(n))
    return Bound(least_squared(n), SignDual(B, (Fraction(1, n),) * n))


def to_columns(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The value of the formula at the balanced signs is that of F and U, and the least of all."""
    n = at.integer("n")
    best, loss = balanced_columns(n), classes(n)
    columns = tuple(zip(*best.U, strict=True))
    value, decomposition = formula(loss, columns, best.weights, best.shift[0])
    found = least(n), Bound(value, decomposition)
    for each in decided(loss.reference, "A", "scalar", said("share", at) * value, found):
        yield replace(each, part=TO_COLUMNS)


def centred_signs(n: int) -> Rows:
    """2 I - J."""
    return tuple(tuple(Fraction(2 * (i == j) - 1) for j in range(n)) for i in range(n))


def drawn(n: int) -> AffineDecomposition:
    """A decomposition of the 0-1 loss on n classes with r = n + 1: U = (2 I - J, 1)."""
    signs = centred_signs(n)
    U = tuple((*row, Fraction(1)) for row in signs)
    F = tuple((*(-(1 + x) / 4 for x in row), Fraction(0)) for row in signs)
    return AffineDecomposition(F, U, Fraction(1, 2))


def to_hull(at: Case, said: Claimed) -> Iterator[Evidence]:
    """C = U U^T / (r U_max^2) is in the hull after diag(1 - u^2), and has no larger a value."""
    n = at.integer("n")
    given, loss = drawn(n), classes(n)
    r = len(given.U[0])
    squared = r * max(inner(row, row) for row in given.F)
    columns = tuple(zip(*given.U, strict=True))
    value, decomposition = formula(loss, columns, (Fraction(1, r),) * r, given.c)
    assert value <= squared
    bound, below = Fraction(said("bound", at) * squared), least(n)
    if bound < below.value:
        excluded = BestConstant(loss.reference, "A", "scalar", ">=", below.value)
        yield Evidence(excluded, (below.certificate,), TO_HULL, Stance.CONTRADICTS)
    else:
        above = BestConstant(loss.reference, "A", "scalar", "<=", bound)
        yield Evidence(above, (decomposition,), TO_HULL)


def evidence(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Both directions."""
    yield from to_columns(at, said)
    yield from to_hull(at, said)


ARGUMENT = (
    r"Scale to $U_{\max}=1$, let $C_U=UU^\top/r$ and $l=L-c=FU^\top$. For every $g$,"
    r" $(l_zg)^2\le\|F_z\|^2\|U^\top g\|^2=\|F_z\|^2\,r\,g^\top C_Ug$, so $r\|F_z\|^2\ge"
    r" l_zC_U^+l_z^\top$. A column $u$ is the mean of independent signs $e$ with $\mathbb"
    r" E\,ee^\top=uu^\top+\mathrm{diag}(1-u^2)\succeq uu^\top$, so some $C$ of the hull lies above"
    r" $C_U$; its range holds that of $C_U$, and $l_zC^+l_z^\top\le l_zC_U^+l_z^\top$. Back: if"
    r" $C=\sum_kw_ke_ke_k^\top$ and $l_z=g_z^\top C$, then $F_{zk}=w_k\langle e_k,g_z\rangle$ has"
    r" $FU^\top=l$ and $\sum_kF_{zk}^2/w_k=g_z^\top Cg_z=l_zC^+l_z^\top$; weights of denominator"
    r" $N$ are $w_kN$ copies of a column, $r=N$, and others are limits. The minimum exists: the"
    r" hull is compact, and the function is lower semicontinuous and grows with $c$."
)
CLAIMS = (
    extension("x.best.formula", "Sec. 3.1, the constant A over all decompositions")(
        text="The square of A* = inf sqrt(r) ||F||_inf U_max over L = F U^T + c is the infimum,"
        " over c and C in the convex hull of the sign matrices e e^T with the rows of l = L - c in"
        " the range of C, of max_z l_z C^+ l_z^T; c may be a scalar or a function of y throughout.",
        latex=r"\mathsf A_*^2=\inf_{c}\ \inf_{C\in\mathrm{conv}\{ee^\top\}}\ \max_z\ "
        r"(L-c)_zC^+(L-c)_z^\top",
        reading="any r, scalar c; the 0-1 loss, where both sides are known",
        **tried(evidence, cases(n=range(2, 9)), "every loss on finite sets", TO_COLUMNS, TO_HULL),
        claimed={
            "share": always(Fraction(1), ("plus one", "doubled", "halved")),
            "bound": always(Fraction(1), ("sign",)),
        },
        derivation=ARGUMENT,
        theorems=(Theorem("BestConstants.formula", arguments=lambda **_: ()),),
        remark="The infimum is attained, as the hull is compact. With C >= 0 and diagonal 1 in"
        " place of the hull the same formula gives gamma_2.",
    ),
)
