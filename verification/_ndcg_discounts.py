"""Evidence about particular discounts of NDCG-type losses, and about fast and slow decay."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from sympy import Symbol

from qstheory import losses
from qstheory.certify.algebra.expressions import (
    Expression,
    Geometric,
    Log,
    Number,
    SumOver,
    Variable,
)
from qstheory.certify.kinds.for_every import Counterexample, Expansion, ForEvery, Induction
from qstheory.certify.kinds.log_sums import LogInduction, LogSumAtMost, LogSumBound, LogSumOrder
from qstheory.certify.kinds.values import Comparison, Enclosed
from qstheory.claims import Case, Claimed, Evidence, Step
from qstheory.claims.evidence import WHOLE
from qstheory.losses.base import Loss
from verification._algebra import identity as identity_step
from verification._evidence import constant_is
from verification._ndcg import Finder, least_at_most, squared_norm

PRECISION = 64
ORDER, LOG_BOUND = "the order of ||D||", "A <= c G_max m / sqrt(log m)"
LOG_FACTOR = "||D||^2 <= 3 (m+1)/log(m+1)^2"
Bounding = Literal["=", "<=", ">="]
NORM, CONSTANT = "||D|| <= 2/sqrt(3)", "A"
FASTER, EASIER = "how A depends on the decay", "NDCG against ERU"
FAST, SLOW = "fast decay", "slow decay"
INDUCTION = LogInduction(20, PRECISION)
M, J, N = Variable("m"), Variable("j"), Variable("n")


def number(value: Fraction | int) -> Number:
    """A constant as an expression."""
    return Number(Fraction(value))


def log_order(exponent: int) -> Evidence:
    """sum_j 1/log(j+1)^2 is of the order m / log(m)^exponent."""
    bound = LogSumBound(Fraction(3), INDUCTION)
    return Evidence(LogSumOrder(2, exponent), (bound,), ORDER)


def log_bound(factor: Fraction, part: str) -> Evidence:
    """sum_j 1/log(j+1)^2 <= factor (m+1)/log(m+1)^2 for every m."""
    certificates = (INDUCTION, Counterexample((7,), PRECISION))
    return Evidence(LogSumAtMost(2, Fraction(factor)), certificates, part)


def printed_order(said: Claimed) -> Iterator[Evidence]:
    """The order of ||D||^2."""
    yield log_order(said.formula("exponent of log")(discount=""))


def printed_log(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The order of ||D||^2, and what gives the bound on A: m ||D||^2 <= 3 m (m+1)/log(m+1)^2."""
    yield from printed_order(said)
    yield log_bound(Fraction(3), LOG_BOUND)


def log_steps() -> Iterator[Evidence | Step]:
    """3 (m+1)/log(m+1)^2 <= c^2 m/log m with c^2 = 9/2: (m+1)/m <= 3/2 and log m <= log(m+1)^2."""
    yield log_bound(Fraction(3), WHOLE)
    from_two = (("m", 2),)
    by_expansion = (Expansion((2,), "simple", PRECISION),)
    yield Evidence(ForEvery(from_two, (M + 1) / M, "<=", number(Fraction(3, 2))), by_expansion)
    yield Evidence(
        ForEvery(from_two, Log(M + 1), ">=", number(1)), (Induction("m", 2, "simple", 64),)
    )


def right_order(said: Claimed) -> Iterator[Evidence]:
    """The order of ||D||^2 and the constant of the upper bound."""
    yield log_order(said.formula("exponent of log")(discount=""))
    yield log_bound(said.formula("factor")(discount=""), LOG_FACTOR)


def starts_at_one(at: Case, said: Claimed) -> Iterator[Evidence]:
    """D_1 = 1/log 2, to the natural base or to base 2."""
    claimed = Fraction(said("D_1", at))
    if at["logarithm"] == "natural":
        comparison = Comparison(1 / Log(number(2)), "=", number(claimed))
        yield Evidence(comparison, (Enclosed(PRECISION),))
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


def norm_bound(bound: Fraction) -> Iterator[Evidence]:
    """sum_j 4^(1-j) <= bound for every m: the sum is (4/3)(1 - 4^-m)."""
    squares = SumOver("j", number(1), M, Geometric(Fraction(4), 1 - J))
    closed = Fraction(4, 3) * (1 - Geometric(Fraction(4), -M))
    by_induction = (Induction("m", 1, "simple", PRECISION),)
    yield Evidence(ForEvery((("m", 1),), squares, "=", closed), by_induction, NORM)
    by_expansion = Expansion((1,), "simple", PRECISION)
    certificates = (by_expansion, Counterexample((1,), PRECISION), Counterexample((9,), PRECISION))
    yield Evidence(ForEvery((("m", 1),), closed, "<=", number(bound)), certificates, NORM)


def eru_norm(said: Claimed) -> Iterator[Evidence]:
    """The bound on the norm, for every m."""
    return norm_bound(Fraction(said.formula("||D||^2 bound")(m=1, R=2, neutral="1")))


def eru_constant(undefined: str, *, of_the_form: bool) -> Finder:
    """A^2 <= factor m G_max^2, for the printed form or for some decomposition."""

    def found(at: Case, said: Claimed) -> Iterator[Evidence]:
        m, loss = at.integer("m"), eru(at, undefined)
        norm = sum((Fraction(1, 4**p) for p in range(m)), Fraction(0))
        bound = number(Fraction(said("||D||^2 bound", at)))
        yield Evidence(Comparison(number(norm), "<=", bound), (Enclosed(PRECISION),), NORM)
        value = Fraction(said("A^2", at))
        if of_the_form:
            yield constant_is(
                loss, "printed", "squared-constant", value, part=CONSTANT, relation="<="
            )
        else:
            yield least_at_most(loss, value, CONSTANT)

    return found


def squares(m: int, term: Expression) -> Expression:
    """sum_{j=1}^m term(j)^2."""
    return SumOver("j", number(1), number(m), term**2)


BINARY_LOG = Log(number(2)) / Log(J + 1)
HALVING = Geometric(Fraction(2), 1 - J)


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
    yield compared(m, relation)


def compared(m: int, relation: Bounding) -> Evidence:
    """||D||^2 of ERU against that of NDCG with the binary logarithm."""
    proposition = Comparison(squares(m, HALVING), relation, squares(m, BINARY_LOG))
    return Evidence(proposition, (Enclosed(PRECISION),), EASIER)


def exact_decay(at: Case, said: Claimed) -> Iterator[Evidence]:
    """With the exact U_max for the gains 1, 3: A^2 = m ||D||^2 (3/(3 + sum_{i>=2} D_i))^2."""
    m, relation = at.integer("m"), relation_of(said("direction", at))

    def constant(term: Expression) -> Expression:
        rest = SumOver("j", number(2), number(m), term)
        return squares(m, term) / (number(3) + rest) ** 2

    proposition = Comparison(constant(HALVING), relation, constant(BINARY_LOG))
    yield Evidence(proposition, (Enclosed(PRECISION),))


def decay_steps() -> Iterator[Evidence | Step]:
    """1/log2(j+1) >= 1/j >= 2^(1-j), since j + 1 <= 2^j and j <= 2^(j-1)."""
    by_induction = (Induction("j", 1, "simple", PRECISION),)
    yield Evidence(ForEvery((("j", 1),), J * HALVING, "<=", number(1)), by_induction)
    yield Evidence(ForEvery((("j", 1),), (J + 1) * HALVING / 2, "<=", number(1)), by_induction)
    x, y = Symbol("x"), Symbol("y")
    yield identity_step(
        "x^2 - y^2 = (x - y)(x + y): the sum grows with each D_j", x**2 - y**2, (x - y) * (x + y)
    )


def near(part: str, second: Fraction, bounds: tuple[Fraction, Fraction], gain: str) -> Finder:
    """A^2 of the printed F and U for D = (1, second, second, ...) lies within the bounds."""

    def found(at: Case, said: Claimed) -> Iterator[Evidence]:
        m = at.integer("m")
        discount = ";".join(["1", *[str(second)] * (m - 1)])
        loss = losses.make("ndcg", m=m, R=2, low=1, gain=gain, discount=discount, undefined="drop")
        relations: tuple[Bounding, Bounding] = (">=", "<=")
        for relation, value in zip(relations, bounds, strict=True):
            yield constant_is(
                loss, "printed", "squared-constant", value, part=part, relation=relation
            )

    return found


def extremes(gain: str) -> Finder:
    """D = (1, 1/n, ...) and D = (1, 1 - 1/n, ...), with bounds that meet as n grows."""

    def found(at: Case, said: Claimed) -> Iterator[Evidence]:
        m, n = at.integer("m"), at.integer("n")
        fast, slow = Fraction(said("fast limit", at)), Fraction(said("slow limit", at))
        falls, stays = Fraction(1, n), 1 - Fraction(1, n)
        within = (fast * (1 - Fraction(2 * m, n)), fast * (1 + Fraction(m, n * n)))
        yield from near(FAST, falls, within, gain)(at, said)
        yield from near(SLOW, stays, (slow * stays**2, slow / stays**2), gain)(at, said)

    return found


def slow_limit(m: int, n: int, gain: str = "0;1") -> Fraction:
    """(m G_max / (G_max + (m - 1) G_1))^2."""
    lowest, *_, top = map(Fraction, gain.split(";"))
    return (m * top / (top + (m - 1) * lowest)) ** 2


def limits() -> Iterator[Evidence]:
    """m ||D||^2 and U_max lie within bounds that meet, for every m, n and all gains g <= G."""
    lowest, step = Variable("g"), Variable("rise")
    top = lowest + step
    slow, fast = 1 - 1 / N, 1 / N

    def norm(second: Expression) -> Expression:
        return M * (1 + (M - 1) * second**2)

    def spread(second: Expression) -> Expression:
        """1/U_max for D_1 = 1, times G."""
        return top + (M - 1) * second * lowest

    variables, starts = (("m", 1), ("n", 2)), (1, 2)
    gains, from_zero = (*variables, ("g", 0), ("rise", 0)), (1, 2, 0, 0)
    for part, left, right in (
        (FAST, norm(fast), M * (1 + M / N**2)),
        (FAST, M, norm(fast)),
        (SLOW, norm(slow), M * M),
        (SLOW, M * M * slow**2, norm(slow)),
    ):
        by = (Expansion(starts, "simple", PRECISION),)
        yield Evidence(ForEvery(variables, left, "<=", right), by, part)
    for part, left, right in (
        (FAST, top, spread(fast)),
        (FAST, spread(fast), top * (1 + (M - 1) / N)),
        (SLOW, spread(slow), spread(number(1))),
        (SLOW, spread(number(1)) * slow, spread(slow)),
    ):
        by = (Expansion(from_zero, "simple", PRECISION),)
        yield Evidence(ForEvery(gains, left, "<=", right), by, part)
