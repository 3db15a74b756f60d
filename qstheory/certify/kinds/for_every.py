"""Identities and inequalities for every value of integer variables, and their counterexamples.

The general argument is always that a polynomial all of whose coefficients are >= 0 is >= 0 where
its variables are: the variables are shifted to start at 0, denominators are shown to be positive
the same way, and logarithms are first replaced by rational bounds. How a side is read as a quotient
of polynomials, factorials and geometric powers included: `algebra.rational_functions`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.algebra.bounds import LogBounds, Part, below, parts
from qstheory.certify.algebra.evaluation import evaluate
from qstheory.certify.algebra.expressions import (
    ONE,
    Expression,
    Log,
    Number,
    SumOver,
    Variable,
    free_variables,
    has_sum,
    substituted,
)
from qstheory.certify.algebra.intervals import require_bits
from qstheory.certify.algebra.polynomials import Polynomial
from qstheory.certify.algebra.rational_functions import Domain, Reader
from qstheory.certify.kinds.values import Relation, holds
from qstheory.certify.outcome import Decision, invalid, proves_if, refutes_if
from qstheory.certify.rules import Rule, Tools
from qstheory.errors import InvalidParameter, TooLarge

CASE_LIMIT = 10_000
"""Most values of a single variable that are compared one by one."""
EXPANDED_CASE_LIMIT = 20
"""Most values of one variable for which the statement about the others is expanded."""


@dataclass(frozen=True)
class ForEvery:
    """left relation right for all integer values of the variables from their starts on.

    `variables` are (name, start).
    """

    variables: tuple[tuple[str, int], ...]
    left: Expression
    relation: Relation
    right: Expression


@dataclass(frozen=True)
class Expansion:
    """The difference of the two sides, expanded.

    For "=" its numerator is the zero polynomial. For an inequality all coefficients are >= 0 once
    each variable is shifted by its number in `beyond` (and for a strict one the constant term is
    positive). `beyond` has the starts, except that a single variable may begin later: the values
    before are then compared one by one with `bits`. `logs` chooses the bounds of logarithms.
    """

    beyond: tuple[int, ...]
    logs: LogBounds
    bits: int


@dataclass(frozen=True)
class Induction:
    """The difference d of the two sides holds its sign from one value of `variable` to the next.

    d holds at each value from the start up to `beyond`, compared one by one with `bits` (or, with
    other variables present, by expansion), and d(m+1) - d(m) >= 0, or = 0, for all m >= beyond by
    expansion. The step of a sum whose upper bound grows by 1 is its new last term, that of
    a log u is (a(m+1) - a(m)) log u(m) + a(m+1) log(u(m+1)/u(m)).
    """

    variable: str
    beyond: int
    logs: LogBounds
    bits: int


@dataclass(frozen=True)
class Counterexample:
    """Values of the variables, in their order, at which the relation fails."""

    values: tuple[int, ...]
    bits: int


def starts_of(proposition: ForEvery) -> dict[str, int]:
    """The starts by variable; raises InvalidParameter when these are not all the variables."""
    starts = dict(proposition.variables)
    free = free_variables(proposition.left) | free_variables(proposition.right)
    if len(starts) != len(proposition.variables) or not free <= set(starts):
        raise InvalidParameter("The variables are repeated or not all declared.")
    if not all(name.isidentifier() for name in starts):
        raise InvalidParameter("The name of a variable must be an identifier.")
    return starts


def shifted(starts: Mapping[str, int]) -> Domain:
    """All variables from their starts on."""
    return Domain(
        {
            name: Polynomial.generator(name) + Polynomial.constant(start)
            for name, start in starts.items()
        }
    )


def _surplus(proposition: ForEvery) -> Expression:
    """What must be >= 0, > 0 or = 0."""
    if proposition.relation in (">", ">="):
        return proposition.left - proposition.right
    return proposition.right - proposition.left


def _expansion_fault(given: list[Part], relation: Relation, domain: Domain, logs: LogBounds) -> str:
    """Why the parts are not shown to have the sign that the relation asks for, or ''."""
    reader = Reader()
    if relation == "=" and any(isinstance(part.atom, Log) for part in given):
        return "an identity with logarithms cannot be expanded"
    bound = below(given, domain, reader, logs)
    domain.require(reader)
    if relation == "=":
        return "" if bound.numerator.is_zero else "the two sides expand differently"
    if relation in ("<", ">"):
        shown = domain.is_positive_quotient(bound)
    else:
        shown = domain.sign_of(bound) == 1
    return "" if shown else "the difference is not shown to have the right sign"


def _holds_at(proposition: ForEvery, values: Mapping[str, Fraction], bits: int) -> bool | None:
    left, right = (evaluate(side, values, bits) for side in (proposition.left, proposition.right))
    return holds(proposition.relation, left, right)


def cases_fault(
    proposition: ForEvery, starts: dict[str, int], variable: str, stop: int, bits: int
) -> str:
    """Why the relation is not shown for start <= variable < stop, other variables free, or ''."""
    others = {name: start for name, start in starts.items() if name != variable}
    limit = EXPANDED_CASE_LIMIT if others else CASE_LIMIT
    if stop - starts[variable] > limit:
        raise TooLarge(f"More than {limit:,} values would have to be compared one by one.")
    for value in range(starts[variable], stop):
        if not others:
            if _holds_at(proposition, {variable: Fraction(value)}, bits) is not True:
                return f"the relation is not shown for {variable} = {value}"
            continue
        here = substituted(_surplus(proposition), variable, Number(Fraction(value)))
        fault = _expansion_fault(parts(here), proposition.relation, shifted(others), "simple")
        if fault:
            return f"for {variable} = {value} {fault}"
    return ""


def check_expansion(proposition: ForEvery, given: Expansion, _: Tools) -> Decision:
    """Expand, after comparing the first values of a single variable one by one."""
    require_bits(given.bits)
    starts = starts_of(proposition)
    if len(given.beyond) != len(starts):
        return invalid("`beyond` does not have one number a variable")
    beyond = dict(zip(starts, given.beyond, strict=True))
    if beyond != starts:
        (variable, start), *rest = starts.items()
        if rest or beyond[variable] < start:
            return invalid("only a single variable may begin later, and none earlier")
        fault = cases_fault(proposition, starts, variable, beyond[variable], given.bits)
        if fault:
            return invalid(fault)
    surplus = parts(_surplus(proposition))
    fault = _expansion_fault(surplus, proposition.relation, shifted(beyond), given.logs)
    return proves_if(not fault, fault)


def check_induction(proposition: ForEvery, given: Induction, _: Tools) -> Decision:
    """The first values one by one, then the step."""
    require_bits(given.bits)
    starts = starts_of(proposition)
    if given.variable not in starts or given.beyond < starts[given.variable]:
        return invalid("the induction is not over a variable from its start or later")
    fault = cases_fault(proposition, starts, given.variable, given.beyond + 1, given.bits)
    if fault:
        return invalid(fault)
    domain = shifted({**starts, given.variable: given.beyond})
    steps = [
        step
        for part in parts(_surplus(proposition))
        for step in _steps(part, given.variable, domain)
    ]
    # A strict relation at the first value stays strict under a step >= 0.
    relation: Relation = "=" if proposition.relation == "=" else ">="
    fault = _expansion_fault(steps, relation, domain, given.logs)
    return proves_if(not fault, f"in the step {fault}")


def _steps(part: Part, name: str, domain: Domain) -> list[Part]:
    """The difference of a part at variable + 1 and at the variable, as parts."""
    successor = Variable(name) + ONE

    def after(expression: Expression) -> Expression:
        return substituted(expression, name, successor)

    change = after(part.coefficient) - part.coefficient
    if part.atom is None:
        return [Part(change, None)]
    if isinstance(part.atom, Log):
        u = part.atom.argument
        return [Part(change, part.atom), Part(after(part.coefficient), Log(after(u) / u))]
    if name in free_variables(part.coefficient):
        raise InvalidParameter("A sum has a coefficient that is not constant.")
    return [Part(part.coefficient * last_term(part.atom, name, domain), None)]


def last_term(total: SumOver, name: str, domain: Domain) -> Expression:
    """What a sum over k = lower..upper gains when `name` does 1: its body at k = upper + 1.

    Raises InvalidParameter unless the upper bound alone depends on `name`, as name + constant, and
    is at least lower - 1.
    """
    fixed = free_variables(total.lower) | (free_variables(total.body) - {total.variable})
    if name in fixed:
        raise InvalidParameter("The first bound or the terms of a sum depend on the variable.")
    require_growth(total, name, 0, domain)
    return substituted(total.body, total.variable, total.upper + ONE)


def require_growth(total: SumOver, name: str, left_out: int, domain: Domain) -> None:
    """Raise unless upper = name + constant and upper - lower + 1 >= left_out on the domain."""
    if has_sum(total.body):
        raise InvalidParameter("A sum within a sum is not supported.")
    reader = Reader()
    upper, lower = reader.polynomial(total.upper), reader.polynomial(total.lower)
    ahead = upper.substituted({name: Polynomial.generator(name) + Polynomial.constant(1)})
    if ahead - upper != Polynomial.constant(1):
        raise InvalidParameter(f"The last bound of a sum is not {name} plus a constant.")
    domain.require(reader)
    if any(c.denominator != 1 for bound in (upper, lower) for c in bound.terms.values()):
        raise InvalidParameter("The bounds of a sum are not shown to be integers.")
    if not domain.is_nonnegative(upper - lower + Polynomial.constant(1 - left_out)):
        raise InvalidParameter("A sum has fewer terms than needed.")


def check_counterexample(proposition: ForEvery, given: Counterexample, _: Tools) -> Decision:
    """The relation is evaluated at these values."""
    require_bits(given.bits)
    starts = starts_of(proposition)
    if len(given.values) != len(starts) or any(
        value < start for value, start in zip(given.values, starts.values(), strict=True)
    ):
        return invalid("there is not one value from the start on for each variable")
    values = {name: Fraction(v) for name, v in zip(starts, given.values, strict=True)}
    return refutes_if(
        _holds_at(proposition, values, given.bits) is False,
        "the relation is not shown to fail at these values",
    )


RULES = (
    Rule(ForEvery, Expansion, check_expansion),
    Rule(ForEvery, Induction, check_induction),
    Rule(ForEvery, Counterexample, check_counterexample),
)
