"""A distribution on finitely many inputs, and the margins of a loss at each of them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from qstheory.certify.kinds.finite_instances import Power, Quantity, QuantityName
from qstheory.errors import InvalidParameter
from qstheory.exact.rational import Vector
from qstheory.losses.base import Loss
from qstheory.theory.margin.cells import Margins, Rows, margins, matrix_of


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
