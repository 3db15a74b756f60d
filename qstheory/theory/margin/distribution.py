"""A distribution on finitely many inputs, and the margins of a loss at each of them.

The tail P(m <= t) of a margin as a step function, its moments, and its exponent.

    B = sup over t > 0 of P(m <= t) / t^p,      M = E m^-p,      B <= M  (Markov).

With finitely many inputs the condition P(m <= t) = o(t^p) holds for every p when P(m = 0) = 0 and
for no p otherwise. For p = a/b in lowest terms B^b is rational, as the largest of the numbers
P(m <= t)^b / t^a at the values t of m, which is how B is found and compared; M is rational for an
integer p and otherwise a sum of roots, enclosed to any precision.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from qstheory.certify.expressions import Radical, evaluate, radical
from qstheory.certify.intervals import Interval, exactly
from qstheory.certify.kinds.finite_instances import (
    Evaluated,
    Power,
    PowerRelation,
    Quantity,
    QuantityName,
    compared,
    value_of,
)
from qstheory.certify.rules import Tools
from qstheory.errors import InvalidParameter
from qstheory.exact.integer_matrix import Vector
from qstheory.losses.base import Loss
from qstheory.theory.margin.cells import Margins, Rows, margins, matrix_of


def both_sides(proposition: PowerRelation, tools: Tools) -> tuple[Fraction, Fraction, int]:
    """Both sides raised to the least common degree of their roots, and that degree.

    Raises InvalidParameter where a quantity is infinite or irrational, TooLarge.
    """
    relation = compared(proposition, tools)
    sides = radical(relation.left), radical(relation.right)
    common = lcm(*(side.degree for side in sides))
    left, right = (_raised(side, common) for side in sides)
    return left, right, common


def _raised(side: Radical, common: int) -> Fraction:
    return exactly(side.magnitude).power(common // side.degree).lower


def enclosed_sides(
    proposition: PowerRelation, bits: int, tools: Tools
) -> tuple[Interval, Interval]:
    """Both sides to about 2^-bits; raises InvalidParameter where a quantity is infinite."""
    relation = compared(proposition, tools)
    return evaluate(relation.left, bits), evaluate(relation.right, bits)


def rational_value(problem: Evaluated, quantity: Quantity) -> Fraction:
    """The quantity; raises InvalidParameter where it is infinite or irrational."""
    value = evaluate(value_of(problem, quantity))
    if not value.is_exact:
        raise InvalidParameter(f"{quantity} is irrational.")
    return value.lower


@dataclass(frozen=True)
class Point:
    """An input x: its name, P(x) > 0, and Pi(x) in the order of the observations."""

    name: str
    weight: Fraction
    conditional: Vector


@dataclass(frozen=True)
class FiniteDistribution:
    """P(x) and Pi(x) at finitely many x; raises InvalidParameter when these are no distribution.

    >>> from qstheory import losses
    >>> half = Fraction(1, 2)
    >>> coin = Point("x", Fraction(1), (Fraction(1, 4), Fraction(3, 4)))
    >>> FiniteDistribution(losses.make("hamming", m=1), (coin,)).margins[0].margin
    Fraction(1, 2)
    """

    loss: Loss
    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        """Check the weights and the conditional distributions."""
        total = sum((point.weight for point in self.points), Fraction(0))
        if total != 1:
            raise InvalidParameter(f"The weights of the inputs sum to {total}; they must sum to 1.")
        for point in self.points:
            fault = _fault(point, self.loss.observations.size)
            if fault:
                raise InvalidParameter(f"Input {point.name}: {fault}.")

    @cached_property
    def matrix(self) -> Rows:
        """L, row by row."""
        return matrix_of(self.loss)

    @cached_property
    def margins(self) -> tuple[Margins, ...]:
        """Risks, optimal predictions, gamma and gamma+ at each input."""
        return tuple(margins(self.matrix, point.conditional) for point in self.points)

    def measured(self, measure: str) -> list[tuple[Fraction, Fraction | None]]:
        """P(x) with gamma(x) (`margin`) or gamma+(x) (`gap`); None where it is infinite."""
        return [
            (point.weight, found.margin if measure == "margin" else found.gap)
            for point, found in zip(self.points, self.margins, strict=True)
        ]


def _fault(point: Point, observations: int) -> str:
    if point.weight <= 0:
        return f"its weight {point.weight} must be positive"
    if len(point.conditional) != observations:
        return f"it has {len(point.conditional)} probabilities for {observations} observations"
    if min(point.conditional) < 0:
        return f"its probability {min(point.conditional)} is negative"
    total = sum(point.conditional, Fraction(0))
    return f"its probabilities sum to {total}; they must sum to 1" if total != 1 else ""


def quantity(name: QuantityName, p: Fraction | int = 0) -> Quantity:
    """A quantity of a problem."""
    return Quantity(name, Fraction(p))


def powers(*given: tuple[Quantity | Fraction | int, Fraction | int]) -> tuple[Power, ...]:
    """The product of base^exponent over the pairs."""
    return tuple(
        Power(base if isinstance(base, Quantity) else Fraction(base), Fraction(exponent))
        for base, exponent in given
    )


E, R = quantity("excess-risk"), quantity("surrogate-excess")
F2, D2 = quantity("squared-row-norm"), quantity("squared-row-diameter")
ERROR = quantity("error-probability")
RANGE = quantity("loss-range")


def inverse_margin(p: Fraction | int) -> Quantity:
    """E gamma^-p."""
    return quantity("inverse-margin", p)


def inverse_gap(p: Fraction | int) -> Quantity:
    """E gamma+^-p."""
    return quantity("inverse-gap", p)


DIGIT_BITS = 4096
"""Most bits of a number that is written out; of a longer one an enclosure is."""


def bits_of(value: Fraction) -> int:
    """The bits of the numerator and the denominator."""
    return value.numerator.bit_length() + value.denominator.bit_length()


def shortened(value: Interval, bits: int) -> Interval:
    """The interval, or rounded outwards to so many leading bits when its ends > 0 are long."""
    if max(bits_of(value.lower), bits_of(value.upper)) <= DIGIT_BITS:
        return value
    lead = value.lower.numerator.bit_length() - value.lower.denominator.bit_length()
    unit = Fraction(2) ** (lead - bits)
    return Interval(value.lower // unit * unit, -(-value.upper // unit) * unit)


@dataclass(frozen=True)
class Root:
    """The number value^(1/degree), exact: value >= 0 is rational."""

    value: Fraction
    degree: int = 1

    def enclosed(self, bits: int = 64) -> Interval:
        """The number to 2^-bits."""
        return (
            exactly(self.value) if self.degree == 1 else exactly(self.value).root(self.degree, bits)
        )


@dataclass(frozen=True)
class Tail:
    """P(m <= t) = steps[i][1] for steps[i][0] <= t < steps[i + 1][0], 0 before the first.

    Where m is infinite P(m <= t) stays below 1.
    """

    steps: tuple[tuple[Fraction, Fraction], ...]

    def at(self, t: Fraction) -> Fraction:
        """P(m <= t)."""
        return max((mass for value, mass in self.steps if value <= t), default=Fraction(0))

    @property
    def at_zero(self) -> Fraction:
        """P(m = 0)."""
        return self.at(Fraction(0))

    def masses(self) -> list[tuple[Fraction, Fraction]]:
        """(value, P(m = value)) in order."""
        before = Fraction(0)
        found = []
        for value, mass in self.steps:
            found.append((value, mass - before))
            before = mass
        return found

    def bound(self, p: Fraction) -> Root | None:
        """B, or None when it is infinite."""
        if self.at_zero:
            return None
        a, b = p.numerator, p.denominator
        return Root(max((mass**b / t**a for t, mass in self.steps), default=Fraction(0)), b)

    def moment(self, p: Fraction, bits: int = 64) -> Interval | None:
        """M to about 2^-bits, for an integer p exactly unless it is long; None when infinite."""
        if self.at_zero:
            return None
        terms = (
            exactly(mass) * exactly(value).power(-p.numerator).root(p.denominator, bits)
            if p.denominator > 1
            else exactly(mass / value**p.numerator)
            for value, mass in self.masses()
        )
        return shortened(sum(terms, exactly(0)), bits)


def tail(measured: Iterable[tuple[Fraction, Fraction | None]]) -> Tail:
    """The tail of pairs (probability, value), None standing for an infinite value.

    >>> half = Fraction(1, 2)
    >>> found = tail([(half, Fraction(1, 4)), (half, Fraction(1))])
    >>> found.at(half), found.bound(Fraction(2)), found.moment(Fraction(1)).lower
    (Fraction(1, 2), Root(value=Fraction(8, 1), degree=1), Fraction(5, 2))
    """
    masses: dict[Fraction, Fraction] = {}
    for weight, value in measured:
        if value is not None:
            masses[value] = masses.get(value, Fraction(0)) + weight
    total = Fraction(0)
    steps = []
    for value in sorted(masses):
        total += masses[value]
        steps.append((value, total))
    return Tail(tuple(steps))
