"""The best constants of the pairwise disagreement."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import factorial

from qstheory import losses
from qstheory.certify.arithmetic import inner
from qstheory.certify.kinds.best_constants import (
    BestConstant,
    DiagonalDual,
    RowFactors,
    Shift,
    SignDual,
    WeightedColumns,
)
from qstheory.claims import Bound, Case, Claimed, Constant, Evidence, Stance, Theorem, cases
from qstheory.claims.statements import extension, tried, under
from qstheory.losses.base import Loss

from ._best import A_STAR, GAMMA_2, SCALAR, ZERO, Rows, decided, with_either_shift
from ._evidence import bits

LOWER = "lower bound on A*"
SMALL = 3
"""Most items for which the bound is attained."""


def disagreement(m: int) -> Loss:
    """The loss on the label sets that are neither empty nor full."""
    return losses.make("pairwise-disagreement", m=m, undefined="drop")


def centred_positions(loss: Loss, m: int) -> Rows:
    """sigma - (m + 1)/2 for each permutation."""
    middle = Fraction(m + 1, 2)
    return tuple(tuple(x - middle for x in bits(sigma)) for sigma in loss.predictions)


def factors(m: int) -> RowFactors:
    """L - 1/2 = <sigma - (m + 1)/2, y - |y|/m> / (|y| (m - |y|))."""
    loss = disagreement(m)
    U = tuple(
        tuple((x - Fraction(sum(y), m)) / (sum(y) * (m - sum(y))) for x in y)
        for y in map(bits, loss.observations)
    )
    return RowFactors(centred_positions(loss, m), U, (Fraction(1, 2),) * len(U))


def single_places(loss: Loss) -> list[int]:
    """For each item the place of the observation in which it alone is relevant."""
    observations = [bits(y) for y in loss.observations]
    m = len(observations[0])
    return [observations.index(tuple(int(i == j) for j in range(m))) for i in range(m)]


def on_singles(m: int) -> tuple[Rows, tuple[Fraction, ...], tuple[Fraction, ...]]:
    """B = sigma - (m + 1)/2 on single relevant items, q uniform, d with diag(d) - S >= 0."""
    loss = disagreement(m)
    places, size = single_places(loss), loss.observations.size
    B = []
    for row in centred_positions(loss, m):
        wide = [ZERO] * size
        for place, x in zip(places, row, strict=True):
            wide[place] = x
        B.append(tuple(wide))
    d = [ZERO] * size
    for place in places:
        d[place] = Fraction(m * (m + 1), 12)
    return tuple(B), (Fraction(1, factorial(m)),) * factorial(m), tuple(d)


def norm_squared(m: int) -> Fraction:
    """(m + 1)/12."""
    return Fraction(m + 1, 12)


def signed_squared(m: int) -> Fraction:
    """m^2 / (12 (m - 1)) for odd m, (m + 1)/12 for even m."""
    return Fraction(m * m, 12 * (m - 1)) if m % 2 else norm_squared(m)


def norm(shift: Shift, at: Case, said: Claimed) -> Iterator[Evidence]:
    """gamma_2^2 by the two, and A*^2 from below by all signs of the single items."""
    m = at.integer("m")
    loss, (B, q, d) = disagreement(m).reference, on_singles(m)
    value = norm_squared(m)
    found = Bound(value, DiagonalDual(B, q, d)), Bound(value, factors(m))
    yield from decided(loss, "gamma-2", shift, said("gamma_2^2", at), found)
    least, known = Fraction(said("least A*^2", at)), signed_squared(m)
    if m <= SMALL and least > known:
        excluded = BestConstant(loss, "A", shift, "<=", known)
        yield Evidence(excluded, (balanced(m),), LOWER, Stance.CONTRADICTS)
    else:
        yield Evidence(BestConstant(loss, "A", shift, ">=", least), (SignDual(B, q),), LOWER)


def balanced(m: int) -> WeightedColumns:
    """m = 2, 3: signs e with m // 2 entries -1 on single items, and -e on their complements.

    F_zk = w_k <e_k, g_z> with g_z = C^-1 l_z: C is (1 - rho) I + rho J on single items, where the
    losses sum to 0 after 1/2 is taken off, and the complements repeat them with a minus.
    """
    loss = disagreement(m)
    observations = [bits(y) for y in loss.observations]
    signs = [
        [-1 if i in chosen else 1 for i in range(m)] for chosen in combinations(range(m), m // 2)
    ]
    weight = Fraction(1, len(signs))
    spread = 1 + Fraction(1, m if m % 2 else m - 1)
    U = []
    for y in observations:
        item, flip = (y.index(1), 1) if sum(y) == 1 else (y.index(0), -1)
        U.append(tuple(Fraction(flip * e[item]) for e in signs))
    F = []
    for row in centred_positions(loss, m):
        g = [x / (m - 1) / spread for x in row]
        F.append(tuple(weight * inner(tuple(map(Fraction, e)), g) for e in signs))
    return WeightedColumns(tuple(F), tuple(U), (weight,) * len(signs), (Fraction(1, 2),) * len(U))


def attained(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A*^2 for two and three items."""
    m = at.integer("m")
    B, q, _ = on_singles(m)
    value = signed_squared(m)
    found = Bound(value, SignDual(B, q)), Bound(value, balanced(m))
    yield from decided(disagreement(m).reference, "A", "scalar", said("A*^2", at), found)


ARGUMENT = (
    r"For $|y|=k$, $L-\frac12=\frac1{k(m-k)}\sum_{i\in y}(\sigma_i-\frac{m+1}2)$, since the halved"
    r" signs within $y$ cancel: rows of squared norm $m(m^2-1)/12$ and $1/(mk(m-k))\le1/(m(m-1))$."
    r" Below: $X_{\sigma,\{i\}}=(\sigma_i-\frac{m+1}2)/m!$ has $S=\frac{m(m+1)}{12}(I-J/m)$ and"
    r" $\langle X,L\rangle=m(m+1)/12$; $e^\top Se\le m^2(m+1)/12$, and for odd $m$ the factor"
    r" $m-1/m$ replaces one $m$. $X$ sums to 0 in each column."
)

CLAIMS = (
    extension("x.best.pd", "Table 1, A of PD, over all decompositions")(
        text="For the pairwise disagreement of m items gamma_2^2 = (m+1)/12, so that A* grows as"
        " sqrt(m); A*^2 is at least m^2/(12(m-1)) for odd m.",
        latex=r"\gamma_2^2=\frac{m+1}{12},\qquad"
        r"\mathsf A_*^2\ge\frac{m^2}{12(m-1)}\ (m\text{ odd})",
        readings=under(
            with_either_shift(norm),
            cases=cases(m=range(2, 6)),
            ranges_over="every m >= 2",
            parts=(GAMMA_2, LOWER),
            claimed={
                "gamma_2^2": Constant(norm_squared),
                "least A*^2": Constant(signed_squared, ("plus one", "doubled", "next index")),
            },
            derivation=ARGUMENT,
            theorems=(Theorem("BestPairwise.pairwise"),),
            condition="label sets that are neither empty nor full",
        ),
        remark="By Grothendieck's identity A* is at most sqrt(pi/2) gamma_2.",
    ),
    extension("x.best.pd-small", "Table 1, A of PD, over all decompositions")(
        text="For two items A*^2 = 1/4 and for three A*^2 = 3/8.",
        latex=r"\mathsf A_*^2=\tfrac14\ (m=2),\qquad\mathsf A_*^2=\tfrac38\ (m=3)",
        reading=SCALAR,
        **tried(attained, cases(m=range(2, SMALL + 1)), "m = 2, 3", A_STAR),
        claimed={"A*^2": Constant(signed_squared)},
        condition="label sets that are neither empty nor full",
        uses=("x.best.pd",),
        remark="For four items A* lies above gamma_2: A*^2 is 0.4668 and gamma_2^2 = 5/12.",
    ),
)
