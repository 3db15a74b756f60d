"""Evidence about particular discounts of NDCG-type losses, and about fast and slow decay."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Literal

from qstheory import losses
from qstheory.certify.expressions import Expression, Log, Number
from qstheory.claims import Case, Claimed, Evidence
from qstheory.losses.base import Loss

from ._algebra import compared, number, total
from ._evidence import constant_is
from ._ndcg import least_at_most, squared_norm

ORDER, LOG_BOUND = "the order of ||D||", "A <= c G_max m / sqrt(log m)"
LOG_FACTOR = "||D||^2 <= 3 (m+1)/log(m+1)^2"
Bounding = Literal["=", "<=", ">="]
NORM, CONSTANT = "||D|| <= 2/sqrt(3)", "A"
FASTER, EASIER = "how A depends on the decay", "NDCG against ERU"
FAST, SLOW = "fast decay", "slow decay"
LOG_SIZES = (*range(2, 13), 20, 50, 100, 300)
"""Values of m at which sums of logarithms are enclosed."""


def squares(m: int, term: Callable[[Number], Expression]) -> Expression:
    """sum_{j=1}^m term(j)^2."""
    return total(lambda j: term(j) ** 2, 1, m)


def log_discount(j: Number) -> Expression:
    """1/log(j + 1)."""
    return 1 / Log(j + 1)


def binary_log(j: Number) -> Expression:
    """1/log2(j + 1)."""
    return Log(number(2)) / Log(j + 1)


def halving(j: Number) -> Expression:
    """2^(1-j)."""
    return 2 * number(2) ** -j.value


def log_order(m: int, exponent: int) -> Iterator[Evidence]:
    """m/(2 log(m+1)^e) <= sum_j 1/log(j+1)^2 <= 6 m/log(m+1)^e."""
    size = number(m) / Log(number(m + 1)) ** exponent
    yield compared(squares(m, log_discount), ">=", size / 2, ORDER)
    yield compared(squares(m, log_discount), "<=", 6 * size, ORDER)


def log_bound(m: int, factor: Fraction, part: str) -> Evidence:
    """sum_j 1/log(j+1)^2 <= factor (m+1)/log(m+1)^2."""
    bound = factor * number(m + 1) / Log(number(m + 1)) ** 2
    return compared(squares(m, log_discount), "<=", bound, part)


def printed_log(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The order of ||D||^2, and what gives the bound on A: m ||D||^2 <= 3 m (m+1)/log(m+1)^2."""
    m = at.integer("m")
    yield from log_order(m, said("exponent of log", at))
    yield log_bound(m, Fraction(3), LOG_BOUND)


def right_order(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The order of ||D||^2 and the constant of the upper bound."""
    m = at.integer("m")
    yield from log_order(m, said("exponent of log", at))
    yield log_bound(m, said("factor", at), LOG_FACTOR)


def starts_at_one(at: Case, said: Claimed) -> Iterator[Evidence]:
    """D_1 = 1/log 2, to the natural base or to base 2."""
    claimed = Fraction(said("D_1", at))
    if at["logarithm"] == "natural":
        yield compared(1 / Log(number(2)), "=", claimed)
    else:
        loss = losses.make("ndcg", m=1, R=2, discount="log")
        yield constant_is(loss, "printed", "squared-row-norm", claimed**2)


def eru(at: Case, undefined: str) -> Loss:
    """The ERU loss with the neutral grade of the case."""
    return losses.make(
        "ndcg",
        m=at.integer("m"),
        R=at.integer("R"),
        low=1,
        gain="eru",
        neutral=str(at["neutral"]),
        discount="eru",
        undefined=undefined,
    )


def top_gain(R: int, neutral: str, **_: object) -> Fraction:
    """G_max = R - neutral."""
    return R - Fraction(neutral)


def eru_constant(
    undefined: str, at: Case, said: Claimed, *, of_the_form: bool
) -> Iterator[Evidence]:
    """A^2 <= factor m G_max^2, for the printed form or for some decomposition."""
    m, loss = at.integer("m"), eru(at, undefined)
    norm = squares(m, halving)
    yield compared(norm, "=", Fraction(4, 3) * (1 - number(4) ** -m), NORM)
    yield compared(norm, "<=", said("||D||^2 bound", at), NORM)
    value = Fraction(said("A^2", at))
    if of_the_form:
        yield constant_is(loss, "printed", "squared-constant", value, part=CONSTANT, relation="<=")
    else:
        yield least_at_most(loss, value, CONSTANT)


def relation_of(direction: int) -> Bounding:
    """How the constant of the faster decay compares: -1 when it is the smaller one."""
    return "<=" if direction < 0 else ">="


def decay(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Two discounts with D_1 = 1 and G_max = U_max = 1, and ERU against NDCG: A^2 = m ||D||^2."""
    m, relation = at.integer("m"), relation_of(said("direction", at))
    fast, slow = (";".join(["1", second, *"000"][:m]) for second in ("1/4", "1/2"))
    loss = losses.make("ndcg", m=m, R=2, low=1, gain="0;1", undefined="drop", discount=fast)
    slower = m * squared_norm(m, slow)
    yield constant_is(loss, "printed", "squared-constant", slower, part=FASTER, relation=relation)
    yield compared(squares(m, halving), relation, squares(m, binary_log), EASIER)


def exact_decay(at: Case, said: Claimed) -> Iterator[Evidence]:
    """With the exact U_max for the gains 1, 3: A^2 = m ||D||^2 (3/(3 + sum_{i>=2} D_i))^2."""
    m, relation = at.integer("m"), relation_of(said("direction", at))

    def constant(term: Callable[[Number], Expression]) -> Expression:
        return squares(m, term) / (3 + total(term, 2, m)) ** 2

    yield compared(constant(halving), relation, constant(binary_log))


def near(
    m: int, part: str, second: Fraction, bounds: tuple[Fraction, Fraction], gain: str
) -> Iterator[Evidence]:
    """A^2 of the printed F and U for D = (1, second, second, ...) lies within the bounds."""
    discount = ";".join(["1", *[str(second)] * (m - 1)])
    loss = losses.make("ndcg", m=m, R=2, low=1, gain=gain, discount=discount, undefined="drop")
    relations: tuple[Bounding, Bounding] = (">=", "<=")
    for relation, value in zip(relations, bounds, strict=True):
        yield constant_is(loss, "printed", "squared-constant", value, part=part, relation=relation)


def extremes(gain: str, at: Case, said: Claimed) -> Iterator[Evidence]:
    """D = (1, 1/n, ...) and D = (1, 1 - 1/n, ...), with bounds that meet as n grows."""
    m, n = at.integer("m"), at.integer("n")
    fast, slow = Fraction(said("fast limit", at)), Fraction(said("slow limit", at))
    falls, stays = Fraction(1, n), 1 - Fraction(1, n)
    within = (fast * (1 - Fraction(2 * m, n)), fast * (1 + Fraction(m, n * n)))
    yield from near(m, FAST, falls, within, gain)
    yield from near(m, SLOW, stays, (slow * stays**2, slow / stays**2), gain)


def slow_limit(m: int, n: int, gain: str = "0;1") -> Fraction:
    """(m G_max / (G_max + (m - 1) G_1))^2."""
    lowest, *_, top = map(Fraction, gain.split(";"))
    return (m * top / (top + (m - 1) * lowest)) ** 2
