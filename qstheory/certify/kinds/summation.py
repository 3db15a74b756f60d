"""Sums in closed form for every m, by telescoping (Gosper, Wilf-Zeilberger, Zeilberger).

The proposition is `ForEvery` with the relation "=", its left side one sum over k = lower..upper
with upper = m + constant and lower free of m, its right side free of sums. Both certificates give
an antidifference G as an expression in k and the variables. The identity that makes it one is
checked as an identity of rational functions wherever lower + low <= k <= upper - high; there all
denominators and factorials are shown to be defined, at k and at k + 1. The `low` first and `high`
last terms, where they may not be, are added one by one.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from qstheory.certify.algebra.expressions import (
    ONE,
    ZERO,
    Expression,
    SumOver,
    Variable,
    free_variables,
    has_sum,
    substituted,
)
from qstheory.certify.algebra.polynomials import Polynomial
from qstheory.certify.algebra.rational_functions import Domain, Reader
from qstheory.certify.kinds.for_every import (
    ForEvery,
    cases_fault,
    require_growth,
    shifted,
    starts_of,
)
from qstheory.certify.outcome import Decision, invalid, proves_if
from qstheory.certify.rules import Rule, Tools
from qstheory.errors import InvalidParameter

EDGE_LIMIT = 20


@dataclass(frozen=True)
class Antidifference:
    """t(k) = G(k+1) - G(k), so the sum is G(upper-high+1) - G(lower+low) plus the edge terms.

    `variable` is m. Values of m below `beyond` are compared one by one.
    """

    variable: str
    antidifference: Expression
    low: int
    high: int
    beyond: int


@dataclass(frozen=True)
class CreativeTelescoping:
    """t(m+1,k) - ratio(m) t(m,k) = G(m,k+1) - G(m,k): a recurrence of order one for the sum.

    The right side is compared one by one for m up to `beyond`, and shown to satisfy the recurrence
    for all m >= beyond.
    """

    variable: str
    ratio: Expression
    antidifference: Expression
    low: int
    high: int
    beyond: int


@dataclass(frozen=True)
class _Setting:
    """The sum, the closed form, m, and where the general argument applies."""

    total: SumOver
    closed: Expression
    variable: str
    starts: Mapping[str, int]
    domain: Domain
    low: int
    high: int

    def next_m(self, expression: Expression) -> Expression:
        """The expression at m + 1."""
        return substituted(expression, self.variable, Variable(self.variable) + ONE)

    def at(self, expression: Expression, k: Expression) -> Expression:
        """The expression at this k."""
        return substituted(expression, self.total.variable, k)

    @property
    def first(self) -> Expression:
        """The first k that telescopes."""
        return self.total.lower + self.low

    @property
    def after_last(self) -> Expression:
        """One more than the last k that telescopes."""
        return self.total.upper + (1 - self.high)

    def edges(self, term: Expression) -> Expression:
        """The terms at the k that do not telescope."""
        lows = [self.at(term, self.total.lower + i) for i in range(self.low)]
        highs = [self.at(term, self.total.upper - i) for i in range(self.high)]
        return sum((*lows, *highs), start=ZERO)

    def telescoped(self, antidifference: Expression) -> Expression:
        """G(upper - high + 1) - G(lower + low)."""
        return self.at(antidifference, self.after_last) - self.at(antidifference, self.first)


def _setting(
    proposition: ForEvery, given: Antidifference | CreativeTelescoping, others: Expression
) -> _Setting:
    """The proposition's parts; raises InvalidParameter when it has another form."""
    starts = starts_of(proposition)
    total, closed, name = proposition.left, proposition.right, given.variable
    if proposition.relation != "=" or not isinstance(total, SumOver) or has_sum(closed):
        raise InvalidParameter("The proposition is not a sum = an expression without sums.")
    k = total.variable
    if name not in starts or k in starts or not k.isidentifier():
        raise InvalidParameter("The variables of the sum and of the certificate do not fit.")
    if name in free_variables(total.lower) or given.beyond < starts[name]:
        raise InvalidParameter("The first bound depends on m or the argument begins too early.")
    if not (0 <= given.low <= EDGE_LIMIT and 0 <= given.high <= EDGE_LIMIT):
        raise InvalidParameter(f"From 0 to {EDGE_LIMIT} terms may stand apart at each end.")
    if has_sum(given.antidifference) or not free_variables(given.antidifference) <= {*starts, k}:
        raise InvalidParameter("The antidifference has a sum or an unknown variable.")
    if has_sum(others) or not free_variables(others) <= set(starts):
        raise InvalidParameter("The ratio has a sum or an unknown variable.")
    domain = shifted({**starts, name: given.beyond})
    require_growth(total, name, given.low + given.high, domain)
    return _Setting(total, closed, name, starts, domain, given.low, given.high)


def _telescoping_domain(setting: _Setting) -> Domain:
    """All (m, k) with lower + low <= k <= upper - high: k and m by two distances i, j >= 0.

    With upper = m + shift: k = lower + low + i and m = k + high - shift + j. The distances go by
    the names of k and m, which are no parameters here.
    """
    name, k = setting.variable, setting.total.variable
    others = {other: value for other, value in setting.domain.values.items() if other != name}
    reader = Reader()
    shift = reader.polynomial(setting.total.upper - Variable(name)).substituted(others)
    lower = reader.polynomial(setting.total.lower).substituted(others)
    at_k = lower + Polynomial.constant(setting.low) + Polynomial.generator(k)
    at_m = at_k - shift + Polynomial.constant(setting.high) + Polynomial.generator(name)
    return Domain({**others, k: at_k, name: at_m})


def _identity_fault(left: Expression, right: Expression, domain: Domain) -> str:
    """Why left = right is not shown on the domain, or ''."""
    reader = Reader()
    difference = reader.read(left) - reader.read(right)
    domain.require(reader)
    return "" if difference.numerator.is_zero else "the two sides expand differently"


def check_antidifference(proposition: ForEvery, given: Antidifference, _: Tools) -> Decision:
    """G is an antidifference of the terms, and its ends and the edge terms give the right side."""
    here = _setting(proposition, given, ZERO)
    G, term, k = given.antidifference, here.total.body, here.total.variable
    fault = _identity_fault(term, here.at(G, Variable(k) + ONE) - G, _telescoping_domain(here))
    if fault:
        return invalid(f"the antidifference: {fault}")
    fault = cases_fault(proposition, dict(here.starts), given.variable, given.beyond, bits=64)
    if fault:
        return invalid(fault)
    fault = _identity_fault(here.closed, here.telescoped(G) + here.edges(term), here.domain)
    return proves_if(not fault, f"the sum: {fault}")


def check_creative(proposition: ForEvery, given: CreativeTelescoping, _: Tools) -> Decision:
    """The recurrence telescopes, and the right side starts right and satisfies it."""
    here = _setting(proposition, given, given.ratio)
    G, term, k = given.antidifference, here.total.body, here.total.variable
    step = here.next_m(term) - given.ratio * term
    fault = _identity_fault(step, here.at(G, Variable(k) + ONE) - G, _telescoping_domain(here))
    if fault:
        return invalid(f"the recurrence: {fault}")
    fault = cases_fault(proposition, dict(here.starts), given.variable, given.beyond + 1, bits=64)
    if fault:
        return invalid(fault)
    new_term = here.next_m(here.at(term, here.total.upper))
    gained = here.telescoped(G) + here.edges(step) + new_term
    change = here.next_m(here.closed) - given.ratio * here.closed
    fault = _identity_fault(change, gained, here.domain)
    return proves_if(not fault, f"the sum: {fault}")


RULES = (
    Rule(ForEvery, Antidifference, check_antidifference),
    Rule(ForEvery, CreativeTelescoping, check_creative),
)
