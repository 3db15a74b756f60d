"""Sums of inverse powers of logarithms, S(m) = sum_{j=1}^m log(j+1)^-s, for every m.

All terms are at least the last, so S(m) >= m / log(m+1)^s. For an upper bound C (m+1)/log(m+1)^s
put x = m + 1, a = log x and b = log(x + 1). One step of the bound covers the new term b^-s when
x ((b/a)^s - 1) <= 1 - 1/C. As b <= a + 1/x, the left side is at most

    x ((1 + 1/(x a))^s - 1) = sum_{i=1}^s C(s, i) x^(1-i) a^-i,

which falls as x grows: if it is at most 1 - 1/C at one x, the step holds from there on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from qstheory.certify.algebra.intervals import Interval, exactly, require_bits
from qstheory.certify.kinds.for_every import CASE_LIMIT, Counterexample
from qstheory.certify.kinds.values import holds
from qstheory.certify.outcome import PROVES, REFUTES, Decision, invalid, proves_if, refutes_if
from qstheory.certify.rules import Rule, Tools
from qstheory.errors import TooLarge

POWER_LIMIT = 100


@dataclass(frozen=True)
class LogSumAtMost:
    """sum_{j=1}^m log(j+1)^-power <= factor (m+1) / log(m+1)^power for every m >= 1."""

    power: int
    factor: Fraction


@dataclass(frozen=True)
class LogSumOrder:
    """sum_{j=1}^m log(j+1)^-power is of the order of m / log(m)^exponent: the quotient of the two
    stays between two positive constants for m >= 2."""

    power: int
    exponent: int


@dataclass(frozen=True)
class LogInduction:
    """The bound at m = 1..beyond, compared with `bits`, and the step at x = beyond + 1."""

    beyond: int
    bits: int


@dataclass(frozen=True)
class LogSumBound:
    """A factor C for which the upper bound holds by this induction: with the lower bound
    m / log(m+1)^power the order of the sum is m / log(m)^power and no other."""

    factor: Fraction
    induction: LogInduction


def _outwards(interval: Interval, bits: int) -> Interval:
    unit = 1 << bits
    lower, upper = floor(interval.lower * unit), -floor(-interval.upper * unit)
    return Interval(Fraction(lower, unit), Fraction(upper, unit))


def _sides(
    power: int, factor: Fraction, last: int, bits: int
) -> Iterator[tuple[Interval, Interval]]:
    """Enclosures of the sum and of its bound for m = 1..last."""
    total = exactly(0)
    for m in range(1, last + 1):
        term = _outwards(exactly(m + 1).log(bits).power(-power), bits)
        total = total + term
        yield total, exactly(factor * (m + 1)) * term


def _admitted(power: int, last: int, bits: int) -> str:
    """Why the parameters are not in range, or ''."""
    require_bits(bits)
    if last > CASE_LIMIT:
        raise TooLarge(f"More than {CASE_LIMIT:,} values would have to be compared one by one.")
    if not 1 <= power <= POWER_LIMIT or last < 1:
        return f"the power is not from 1 to {POWER_LIMIT} or m does not begin at 1"
    return ""


def _step(power: int, x: int, bits: int) -> Interval:
    """x ((1 + 1/(x log x))^power - 1)."""
    slope = exactly(1) + (exactly(x) * exactly(x).log(bits)).power(-1)
    return exactly(x) * (slope.power(power) + exactly(-1))


def bound_fault(power: int, factor: Fraction, given: LogInduction) -> str:
    """Why the upper bound with that factor is not shown for every m, or ''."""
    fault = _admitted(power, given.beyond, given.bits)
    if fault:
        return fault
    if factor <= 0:
        return "the factor is not positive"
    for m, (total, bound) in enumerate(_sides(power, factor, given.beyond, given.bits), 1):
        if holds("<=", total, bound) is not True:
            return f"the bound is not shown for m = {m}"
    step = _step(power, given.beyond + 1, given.bits)
    small = holds("<=", step, exactly(1 - 1 / factor))
    return "" if small is True else f"the step is not shown from m = {given.beyond}"


def check_bound(proposition: LogSumAtMost, given: LogInduction, _: Tools) -> Decision:
    """The first values one by one, then the step."""
    fault = bound_fault(proposition.power, proposition.factor, given)
    return proves_if(not fault, fault)


def check_counterexample(proposition: LogSumAtMost, given: Counterexample, _: Tools) -> Decision:
    """The sum exceeds the bound at one m."""
    if len(given.values) != 1:
        return invalid("there is not one value for m")
    (m,) = given.values
    fault = _admitted(proposition.power, m, given.bits)
    if fault:
        return invalid(fault)
    total, bound = list(_sides(proposition.power, proposition.factor, m, given.bits))[-1]
    return refutes_if(holds("<=", total, bound) is False, "the sum is not shown to exceed it")


def check_order(proposition: LogSumOrder, given: LogSumBound, _: Tools) -> Decision:
    """Both bounds are of order m / log(m)^power; this proves or refutes."""
    fault = bound_fault(proposition.power, given.factor, given.induction)
    if fault:
        return invalid(fault)
    return PROVES if proposition.exponent == proposition.power else REFUTES


RULES = (
    Rule(LogSumAtMost, LogInduction, check_bound),
    Rule(LogSumAtMost, Counterexample, check_counterexample),
    Rule(LogSumOrder, LogSumBound, check_order),
)
