"""The best constants of precision at k."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from qstheory.certify.kinds.best_constants import (
    DiagonalDual,
    Quantity,
    Shift,
    WeightedColumns,
)
from qstheory.claims import (
    Bound,
    Case,
    Claim,
    Claimed,
    Constant,
    Derivation,
    Evidence,
    Kind,
    Reading,
    Step,
    cases,
)

from ._algebra import equals
from ._best import A_STAR, GAMMA_2, ZERO, Rows, decided, inner
from ._evidence import bits
from ._numbers import compared, number
from .prec import prec

QUANTITIES: tuple[Quantity, ...] = ("A", "gamma-2")


def signs(at: Case) -> Rows:
    """2 y - 1 for each observation."""
    loss = prec(at)
    return tuple(tuple(Fraction(2 * bit - 1) for bit in bits(y)) for y in loss.observations)


def eigenvalues(m: int, k: int) -> tuple[Fraction, Fraction]:
    """Of the mean of z z^T over the sets of size k: on (1, ..., 1) and orthogonal to it."""
    return Fraction(k * k, m), Fraction(k * (m - k), m * (m - 1))


def dual(at: Case, *, level: bool) -> DiagonalDual:
    """B_z(y) = nu(y) <2 y - 1, M^-1 z> on the full and empty sets and those of half of the labels.

    M is the mean of z z^T. Without `level` the full and empty sets and the part of z on (1, ..., 1)
    are left out, so that the columns sum to 0.
    """
    m, k = at.integer("m"), at.integer("k")
    loss, rows = prec(at), signs(at)
    along, across = eigenvalues(m, k)
    odd = m % 2
    spread = (m - Fraction(odd, m)) / (m - 1)
    rest = along - odd * across / (m * spread)
    ends = rest / m if level else ZERO
    shares = {m: ends / (ends + across / spread), odd: across / spread / (ends + across / spread)}
    costs = {m: shares[m] * m / rest, odd: shares[odd] * spread / across}
    sizes = [abs(int(sum(s))) for s in rows]
    nu, d = [], []
    for size in sizes:
        share = shares.get(size, ZERO) / sizes.count(size)
        nu.append(share)
        d.append(share * costs.get(size, ZERO))
    B = []
    for z in loss.predictions:
        mean = Fraction(sum(bits(z)), m)
        h = [(mean / along if level else ZERO) + (x - mean) / across for x in bits(z)]
        B.append(tuple(n * inner(s, h) for n, s in zip(nu, rows, strict=True)))
    count = len(B)
    return DiagonalDual(tuple(B), (Fraction(1, count),) * count, tuple(d))


def columns(at: Case, *, level: bool) -> WeightedColumns:
    """The signs 2 y - 1 with weights 1/m, F = -z/(2 k), or its part orthogonal to (1, ..., 1)."""
    m, k = at.integer("m"), at.integer("k")
    loss, U = prec(at), signs(at)
    mean = ZERO if level else Fraction(k, m)
    F = tuple(tuple((mean - bit) / (2 * k) for bit in bits(z)) for z in loss.predictions)
    shift = tuple(Fraction(1, 2) - mean / (2 * k) * sum(s) for s in U)
    return WeightedColumns(F, U, (Fraction(1, m),) * m, shift)


def bounded(
    shift: Shift, value: Fraction, at: Case, said: Claimed, *, level: bool
) -> Iterator[Evidence]:
    """Both constants have that square."""
    found = Bound(value, dual(at, level=level)), Bound(value, columns(at, level=level))
    for quantity in QUANTITIES:
        claimed = said(f"{quantity} squared", at)
        yield from decided(prec(at).reference, quantity, shift, claimed, found)


def scalar(at: Case, said: Claimed) -> Iterator[Evidence]:
    """With a scalar c: m/(4 k)."""
    return bounded("scalar", with_scalar(at.integer("m"), at.integer("k")), at, said, level=True)


def by_observation(at: Case, said: Claimed) -> Iterator[Evidence]:
    """With c a function of y: (m - k)/(4 k)."""
    return bounded(
        "by-observation", with_function(at.integer("m"), at.integer("k")), at, said, level=False
    )


def with_scalar(m: int, k: int) -> Fraction:
    """m/(4 k)."""
    return Fraction(m, 4 * k)


def with_function(m: int, k: int) -> Fraction:
    """(m - k)/(4 k)."""
    return Fraction(m - k, 4 * k)


def moments() -> Iterator[Step | Evidence]:
    """The moments of z and of balanced signs, and the values of the dual."""
    for m, k in product(range(2, 6), range(1, 5)):
        if k < m:
            sets = [z for z in product((0, 1), repeat=m) if sum(z) == k]
            along, across = eigenvalues(m, k)
            own, other = (Fraction(sum(z[0] * z[j] for z in sets), len(sets)) for j in (0, 1))
            yield equals(f"M on (1, ..., 1), m = {m}, k = {k}", own + (m - 1) * other, along)
            yield equals(f"M across, m = {m}, k = {k}", own - other, across)
    for n, h in product(map(number, range(2, 6)), map(number, range(1, 5))):
        level, rest_of = h**2 / n, h * (n - h) / (n * (n - 1))
        for odd in (0, 1):
            spread = (n - odd / n) / (n - 1) if odd else n / (n - 1)
            rest = level - odd * rest_of / (n * spread) if odd else level
            value = (n / (2 * h)) ** 2 * (rest / n + rest_of / spread)
            yield compared(value, "=", n / (4 * h))
        half = (n / (2 * h)) ** 2 * rest_of * (n - 1) / n
        yield compared(half, "=", (n - h) / (4 * h))
        yield compared(n * h / (2 * h) ** 2, "=", n / (4 * h))
        norm = h * (n - h) / n / (2 * h) ** 2
        yield compared(n * norm, "=", (n - h) / (4 * h))


ARGUMENT = (
    r"With $s=2y-1$, $L-\frac12=-\frac1{2k}\langle z,s\rangle$ and $U=s$ is a sign matrix of $m$"
    r" columns. Below: let $M$ be the mean of $zz^\top$ over $|z|=k$, with eigenvalues $k^2/m$ on"
    r" $\mathbf1$ and $k(m-k)/(m(m-1))$ across, $\nu$ a distribution on the full and empty sets"
    r" and on those with $|\sum_js_j|\le1$, and $X_z(y)=\nu(y)\langle s,M^{-1}z\rangle$, so that"
    r" $S=\mathrm{diag}(\nu)\,sM^{-1}s^\top\mathrm{diag}(\nu)$. It is dominated by $d=\lambda\nu$,"
    r" one $\lambda$ on each kind of sets, when $\sum_y\nu\lambda^{-1}ss^\top\preceq M$: the full"
    r" and empty sets give $m$ on $\mathbf1$ alone, the others $[m\text{ odd}]/m$ on $\mathbf1$"
    r" and the rest of $m$ across, so both eigenvalues can be met. $\langle X,L\rangle=-m/(2k)$"
    r" whatever $\nu$, and the best shares of the two kinds give $m/(4k)$."
)


def pairs(largest: int, step: int = 1) -> tuple[Case, ...]:
    """m = 2, ... and 1 <= k < m."""
    return tuple(case for m in range(2, largest + 1, step) for case in cases(m=(m,), k=range(1, m)))


def reading(name: str, shift: Shift, largest: int) -> Reading:
    """The two readings differ in the shift and in what m they speak of."""
    with_c = shift == "scalar"
    return Reading(
        name,
        evidence=scalar if with_c else by_observation,
        cases=pairs(largest, 1 if with_c else 2),
        ranges_over="every m >= 2 and 1 <= k < m" if with_c else "every even m and 1 <= k < m",
        parts=(A_STAR, GAMMA_2),
        claimed={
            f"{quantity} squared": Constant(with_scalar if with_c else with_function)
            for quantity in QUANTITIES
        },
        derivation=Derivation(ARGUMENT, moments),
        condition="" if with_c else "m is even",
    )


CLAIMS = (
    Claim(
        id="x.best.prec",
        kind=Kind.EXTENSION,
        source="Table 1, A of Prec@k, over all decompositions",
        text="For precision at k on m > k labels A* = gamma_2 = sqrt(m/k)/2: half of the printed"
        " constant, attained by U = y - 1/2.",
        latex=r"\mathsf A_*=\gamma_2=\tfrac12\sqrt{m/k}",
        readings=(
            reading("L = F U^T + c with a scalar c", "scalar", 5),
            reading(
                "c may be a function of y: A* = gamma_2 = sqrt((m-k)/k)/2", "by-observation", 6
            ),
        ),
        remark="It closes the gap of prec.sharp.repaired between 1/2 and sqrt(m/k)/2.",
    ),
)
