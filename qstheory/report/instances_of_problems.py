"""What a finite learning problem, a coin or a point of the simplex shows, in numbers."""

from decimal import Context
from fractions import Fraction

from qstheory.certify.decide import STANDARD_LIBRARY
from qstheory.certify.finite import FiniteProblem, evaluated
from qstheory.certify.kinds.coin_samples import CoinSample, RateWithConstant
from qstheory.certify.kinds.decision_boundary import (
    BoundaryDistance,
    BoundaryPoint,
    squared_length,
)
from qstheory.certify.kinds.finite_instances import (
    PowerRelation,
    Quantity,
    both_sides,
    value_of,
)
from qstheory.certify.kinds.noise_condition import NoiseCondition
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.display import label
from qstheory.report.loss_words import loss_words

MOST_INPUTS = 2


def problem_words(problem: FiniteProblem) -> list[str]:
    """The loss, and what y, f and f* are at every input."""
    loss = resolve(problem.loss)
    observations = list(map(label, loss.observations))
    predictions = list(map(label, loss.predictions))
    lines = []
    for x in problem.inputs[:MOST_INPUTS]:
        y = ", ".join(
            f"P({name}) = {p}" for name, p in zip(observations, x.conditional, strict=True) if p
        )
        decided = f"f = {predictions[x.prediction]}, f* = {predictions[x.optimal]}"
        lines.append(f"with probability {x.weight}: {y}; {decided}")
    more = len(problem.inputs) - MOST_INPUTS
    if len(problem.inputs) == 1:
        lines = [lines[0].removeprefix("with probability 1: ")]
    if more > 0:
        lines.append(f"and {more} more inputs of the same kind")
    return [f"for {loss_words(problem.loss)}: " + "; ".join(lines)]


def decimal(value: Fraction, root: int) -> str:
    """The root of a rational to four digits.

    >>> decimal(Fraction(1, 4), 2), decimal(Fraction(10**30), 1), decimal(Fraction(0), 3)
    ('0.5', '1e+30', '0')
    """
    context = Context(prec=60, Emin=-(10**9), Emax=10**9)
    number = context.divide(value.numerator, value.denominator)
    if root > 1 and number:
        number = context.power(number, context.divide(1, root))
    return f"{Context(prec=4).plus(number).normalize():g}"


def power_relation(proposition: PowerRelation, certificate: object) -> list[str]:
    """The problem, the quantities, and both sides to four digits."""
    lines = problem_words(proposition.problem)
    problem = evaluated(proposition.problem, STANDARD_LIBRARY)
    known = []
    for power in dict.fromkeys((*proposition.left, *proposition.right)):
        if isinstance(power.base, Quantity):
            try:
                known.append(f"{power.base} = {value_of(problem, power.base)}")
            except InvalidParameter:  # An irrational power; the sides below are exact roots.
                continue
    lines.append("there " + ", ".join(dict.fromkeys(known)))
    left, right, root = both_sides(proposition, STANDARD_LIBRARY)
    lines.append(f"left side {decimal(left, root)}, right side {decimal(right, root)}")
    return lines


def noise_condition(proposition: NoiseCondition, certificate: object) -> list[str]:
    """The problem, and the input at which the margin is 0."""
    problem = evaluated(proposition.problem, STANDARD_LIBRARY)
    measure = problem.margin if proposition.measure == "margin" else problem.gap
    zero = sum((x.weight for x in problem.inputs if measure(x) == 0), Fraction(0))
    return [
        *problem_words(proposition.problem),
        f"there P(gamma = 0) = {zero}, so that P(gamma <= t) does not tend to 0",
    ]


def rate(proposition: RateWithConstant, certificate: CoinSample) -> list[str]:
    """One coin with few samples: how likely an error is, and what the bound would be."""
    n, g, tau = certificate.n, certificate.gap, certificate.tau
    return [
        f"one input, the 0-1 loss, labels -1 and 1, E Y = {g} = ||g*|| = Q, c = A = 1/2, kappa = 1,"
        f" n = {n}, tau = {tau}: with a probability above {proposition.failures} e^-{tau} the"
        " majority errs, and its excess risk E Y exceeds the bound with"
        f" C = {proposition.constant}, and with any C for smaller E Y and larger n",
    ]


def boundary_distance(proposition: BoundaryDistance, certificate: BoundaryPoint) -> list[str]:
    """The point of the boundary that is nearer than claimed, or as near as can be."""
    p = ", ".join(map(str, proposition.distribution))
    q = ", ".join(map(str, certificate.point))
    squared = squared_length(proposition.distribution, certificate.point, proposition.metric)
    return [
        f"at Pi = ({p}) the boundary has the point ({q}) at the distance"
        f" {decimal(squared, 2)} ({proposition.metric}), not {decimal(proposition.squared, 2)}"
    ]
