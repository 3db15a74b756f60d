"""The best constants of precision at k."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from qstheory.certify.arithmetic import inner
from qstheory.certify.kinds.best_constants import DiagonalDual, Quantity, Shift, WeightedColumns
from qstheory.claims import Bound, Case, Claimed, Constant, Evidence, Reading, Theorem, cases
from qstheory.claims.statements import extension

from ._best import A_STAR, GAMMA_2, SCALAR, ZERO, Rows, decided
from ._evidence import bits
from .prec import prec

QUANTITIES: tuple[Quantity, ...] = ("A", "gamma-2")


def names(shift: Shift) -> tuple[str, ...]:
    """The two constants with that shift."""
    beside = "" if shift == "scalar" else " by observation"
    return tuple(f"{quantity} squared{beside}" for quantity in QUANTITIES)


def signs(at: Case) -> Rows:
    """2 y - 1 for each observation."""
    loss = prec(at)
    return tuple(tuple(Fraction(2 * bit - 1) for bit in bits(y)) for y in loss.observations)


def shares(at: Case, *, level: bool) -> tuple[Fraction, ...]:
    """A distribution nu on the observations: on all, with a share (k - 1)/(m - 1) on the full and
    the empty set; without `level` on those of half of the labels."""
    m, k = at.integer("m"), at.integer("k")
    sums = [abs(int(sum(s))) for s in signs(at)]
    if not level:
        return tuple(Fraction(total == 0, sums.count(0)) for total in sums)
    ends = Fraction(k - 1, m - 1)
    return tuple((1 - ends) / len(sums) + ends / 2 * (total == m) for total in sums)


def scaled(m: int, k: int, *, level: bool) -> tuple[Fraction, Fraction, Fraction]:
    """a, b and K: with p_z = a z - b, P the mean of p p^T and T that of s s^T, P T P = K P."""
    if level:
        return Fraction(m - 1), Fraction(k - 1), Fraction(k * (m - k) ** 2, m)
    return Fraction(1), Fraction(k, m), Fraction(k * (m - k), (m - 1) ** 2)


def dual(at: Case, *, level: bool) -> DiagonalDual:
    """B_z(y) = nu(y) <2 y - 1, p_z>; without `level` the columns sum to 0."""
    loss, rows, nu = prec(at), signs(at), shares(at, level=level)
    a, b, K = scaled(at.integer("m"), at.integer("k"), level=level)
    B = []
    for z in loss.predictions:
        p = [a * bit - b for bit in bits(z)]
        B.append(tuple(n * inner(s, p) for n, s in zip(nu, rows, strict=True)))
    count = len(B)
    return DiagonalDual(tuple(B), (Fraction(1, count),) * count, tuple(K * n for n in nu))


def columns(at: Case, *, level: bool) -> WeightedColumns:
    """The signs 2 y - 1 with weights 1/m, F = -z/(2 k), or its part orthogonal to (1, ..., 1)."""
    m, k = at.integer("m"), at.integer("k")
    loss, U = prec(at), signs(at)
    mean = ZERO if level else Fraction(k, m)
    F = tuple(tuple((mean - bit) / (2 * k) for bit in bits(z)) for z in loss.predictions)
    shift = tuple(Fraction(1, 2) - mean / (2 * k) * sum(s) for s in U)
    return WeightedColumns(F, U, (Fraction(1, m),) * m, shift)


def bounded(shift: Shift, at: Case, said: Claimed) -> Iterator[Evidence]:
    """Both constants have the square m/(4 k), with c a function of y (m - k)/(4 k)."""
    level, value = shift == "scalar", SQUARES[shift](at.integer("m"), at.integer("k"))
    found = Bound(value, dual(at, level=level)), Bound(value, columns(at, level=level))
    for quantity, name in zip(QUANTITIES, names(shift), strict=True):
        yield from decided(prec(at).reference, quantity, shift, said(name, at), found)


SQUARES: dict[Shift, Callable[[int, int], Fraction]] = {
    "scalar": lambda m, k: Fraction(m, 4 * k),
    "by-observation": lambda m, k: Fraction(m - k, 4 * k),
}


ARGUMENT = (
    r"With $s=2y-1$, $L-\frac12=-\frac1{2k}\langle z,s\rangle$ and $U=s$ is a sign matrix of $m$"
    r" columns. Below: take $X_z(y)=\nu(y)\langle s,p_z\rangle$ with $p_z=(m-1)z-(k-1)\mathbf1$ and"
    r" $\nu$ uniform but for a share $\frac{k-1}{m-1}$ on the full and the empty set, so that"
    r" $T=\sum_y\nu ss^\top=\frac{m-k}{m-1}I+\frac{k-1}{m-1}J$ and the mean $P$ of $pp^\top$ has"
    r" $PTP=KP$, $K=k(m-k)^2/m$; then $S\preceq K\,\mathrm{diag}(\nu)$,"
    r" $\langle X,L\rangle=-(m-k)/2$, and the quotient $(m-k)^2/(4K)$ is $m/(4k)$. With $c$ a"
    r" function of $y$: $\nu$ on the sets of half of the labels and $p_z=z-\frac km\mathbf1$."
)


def pairs(largest: int, step: int = 1) -> tuple[Case, ...]:
    """m = 2, ... and 1 <= k < m."""
    return tuple(case for m in range(2, largest + 1, step) for case in cases(m=(m,), k=range(1, m)))


def reading(name: str, shift: Shift, largest: int) -> Reading:
    """The two readings differ in the shift and in what m they speak of."""
    with_c = shift == "scalar"
    return Reading(
        name,
        evidence=partial(bounded, shift),
        cases=pairs(largest, 1 if with_c else 2),
        ranges_over="every m >= 2 and 1 <= k < m" if with_c else "every even m and 1 <= k < m",
        parts=(A_STAR, GAMMA_2),
        claimed={name: Constant(SQUARES[shift]) for name in names(shift)},
        derivation=ARGUMENT,
        theorems=(Theorem("BestPrec.prec") if with_c else Theorem("BestPrec.prec_even", "even"),),
        condition="" if with_c else "m is even",
    )


CLAIMS = (
    extension("x.best.prec", "Table 1, A of Prec@k, over all decompositions")(
        text="For precision at k on m > k labels A* = gamma_2 = sqrt(m/k)/2: half of the printed"
        " constant, attained by U = y - 1/2.",
        latex=r"\mathsf A_*=\gamma_2=\tfrac12\sqrt{m/k}",
        readings=(
            reading(SCALAR, "scalar", 5),
            reading(
                "c may be a function of y: A* = gamma_2 = sqrt((m-k)/k)/2", "by-observation", 6
            ),
        ),
        remark="It closes the gap of prec.sharp.repaired between 1/2 and sqrt(m/k)/2.",
    ),
)
