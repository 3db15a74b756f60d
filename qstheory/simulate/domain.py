"""Where X lives, and how much of it near the decision boundary t = 0: a signed t in [-1, 1].

|t| has the law of a density and t a random sign. A density is its quantile function Q on (0, 1):
|t| = Q(V) with V uniform. With gap gamma(x) between a|t| and b|t| the law of |t| near 0 gives the
exponent of the p-noise condition. P(y | x) = centre + s(t) direction, where s is a function of x in
the span of the constant and the kernel's sections, so that its norm is known.

X = t on [-1, 1], with s(x) = (k(x, 1) - k(x, -1)) / (k(1, 1) - k(1, -1)).

    exp(-(x - x')^2 / 2) = sum_j phi_j(x) phi_j(x'),   phi_j(x) = exp(-x^2 / 2) x^j / sqrt(j!).

The terms from J on sum to less than 2 / J!, below 1e-26 for J = 26, so ridge regression on these
features is kernel ridge regression up to rounding, and costs O(n J^2).

Expectations over X: cells with exact masses for decisions, integrals for moments. The cells are
narrow near the boundary; their masses come from the distribution function, so nothing is sampled.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import exp, factorial
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import quad

from qstheory.errors import InvalidParameter
from qstheory.theory.margin import laws

Array = NDArray[np.float64]
Function = Callable[[Array, float], Array]
"""Of an array and the number of a density."""
LEAST_P, LARGEST = 0.01, 100.0
"""Exponents below LEAST_P put most of the mass where floats cannot tell |X| from 0."""
PARTS = ("margin", "atom")
"""The laws whose number is a part of 1."""


def _logarithmic(t: Array, p: float) -> Array:
    """t^p / (1 - log t)."""
    t = np.clip(t, 1e-300, 1)
    return np.asarray(t**p / (1 - np.log(t)))


def _logarithmic_quantile(v: Array, p: float) -> Array:
    """The inverse by bisection on log t, to the last digit."""
    low, high = np.full_like(v, -700.0), np.zeros_like(v)
    for _ in range(80):
        middle = (low + high) / 2
        above = _logarithmic(np.exp(middle), p) >= v
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    return np.exp(high)


FUNCTIONS: Mapping[str, tuple[Function, Function]] = MappingProxyType(
    {
        "p": (lambda v, p: v ** (1 / p), lambda t, p: np.clip(t, 0, 1) ** p),
        "margin": (
            lambda v, margin: margin + (1 - margin) * v,
            lambda t, margin: np.clip((t - margin) / (1 - margin), 0, 1),
        ),
        "atom": (
            lambda v, mass: np.clip((v - mass) / (1 - mass), 0, 1),
            lambda t, mass: np.where(t < 0, 0, mass + (1 - mass) * np.clip(t, 0, 1)),
        ),
        "log-p": (_logarithmic_quantile, _logarithmic),
    }
)
"""The quantile function and the distribution function of each law."""


@dataclass(frozen=True)
class Density:
    """The law of |X| on [0, 1], of one number.

    Parameters
    ----------
    word : {"p", "margin", "atom", "log-p"}
        P(|X| <= t) = t^p, uniform on [margin, 1], a mass at 0 and otherwise uniform, or
        t^p / (1 + log(1/t)).
    number : float
        The exponent, from `LEAST_P` to `LARGEST`, or the margin or mass, in (0, 1).
    """

    word: str
    number: float

    @property
    def name(self) -> str:
        """How the law is written, such as `p=2`."""
        return f"{self.word}={self.number:g}"

    @property
    def law(self) -> laws.Law:
        """The same law, exactly: its moments, constants and noise conditions."""
        return laws.KINDS[self.word](Fraction(self.number))

    @property
    def exponent(self) -> float:
        """The p of P(|X| <= t) of order t^p; infinity with a hard margin, 0 with mass at 0."""
        exponent = self.law.exponent
        return float("inf") if exponent is None else float(exponent)

    @property
    def least(self) -> float:
        """The least value of |X|."""
        return float(self.law.least)

    def quantile(self, v: Array) -> Array:
        """|X| for V = v."""
        return np.asarray(FUNCTIONS[self.word][0](v, self.number))

    def distribution(self, t: Array) -> Array:
        """P(|X| <= t)."""
        return np.asarray(FUNCTIONS[self.word][1](t, self.number))


def density(text: str) -> Density:
    """The density written as `p=2`, `margin=0.25`, `atom=0.25` or `log-p=1`.

    >>> density("p=2")
    Density(word='p', number=2.0)
    """
    name, _, value = text.partition("=")
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if name not in FUNCTIONS or not 0 < number < LARGEST or (name in PARTS and number >= 1):
        raise InvalidParameter(
            f"{text!r} is no density; write p=NUMBER, log-p=NUMBER, margin=PART or atom=PART."
        )
    if name not in PARTS and number < LEAST_P:
        raise InvalidParameter(
            f"The exponent of {text!r} is too small to be simulated; it must be at least {LEAST_P}."
        )
    return Density(name, number)


CELLS = 1024
"""Cells on a side: at n = 256 and p of 0.5 to 4 the error of an excess risk is 4 % of it in the
median, twice that with half as many; fits leave out what is not twice its error."""
CROWDING = 1.5
"""The ends of the cells are at (i / cells)^CROWDING between the least |t| and 1: with 1 that median
is 7 % and errors reach 60 times the excess risk, with 0.75 it is 12 %, with 3 it is 3 %."""


@dataclass(frozen=True, eq=False)
class Cells:
    """Cells of X.

    Parameters
    ----------
    near, far, middle : ndarray of shape (k,)
        t at the end nearer to the boundary, at the other end, in the middle.
    points : ndarray of shape (k,) or (k, 2)
        The point in the middle.
    radius : ndarray of shape (k,)
        The largest distance from it within the cell.
    mass : ndarray of shape (k,)
        The probability of the cell.
    """

    near: Array
    far: Array
    middle: Array
    points: Array
    radius: Array
    mass: Array


def knots(density: Density, count: int) -> Array:
    """Ends of cells of |t|; the first cell is the least |t| alone, with the mass of an atom."""
    low = density.least
    ends = low + (1 - low) * np.linspace(0, 1, count + 1) ** CROWDING
    return np.concatenate([[low], ends])


def knot_masses(density: Density, ends: Array) -> Array:
    """The probability of each cell between knots on one side of the boundary."""
    reached = density.distribution(ends[1:])
    return np.asarray(np.diff(np.concatenate([[0.0], reached])) / 2)


@dataclass(frozen=True)
class Enclosed:
    """A value that was computed, and a bound on its distance to what is meant."""

    value: float
    error: float


def mean_by_parts(density: Density, last: float, derivative: Callable[[float], float]) -> Enclosed:
    """E f(|t|) = f(1) - int f'(t) P(|t| <= t) dt, from f(1) and f'."""

    def integrand(t: float) -> float:
        return derivative(t) * float(density.distribution(np.array([t]))[0])

    value, error = quad(integrand, density.least, 1, epsabs=1e-13, epsrel=1e-13, limit=200)
    return Enclosed(last - float(value), float(error))


def kernel_distance(radius: Array) -> Array:
    """sup d(x, x') over |x - x'| <= radius for the Gaussian kernel of width 1; constants cancel."""
    return np.asarray(np.sqrt(-2 * np.expm1(-0.5 * radius**2)))


@dataclass(frozen=True, eq=False)
class Moments:
    """E phi(X) phi(X)^T for the features with the constant, and bounds of its quadrature errors."""

    values: Array
    errors: Array


@dataclass(frozen=True)
class Side:
    """t -> |s(sign t)| on (0, 1]: over t, its derivative, and its value at 1."""

    sign: int
    ratio: Callable[[float], float]
    growth: Callable[[float], float]
    end: float


class Domain(ABC):
    """A set of x with the kernel 1 + exp(-|x - x'|^2 / 2) by its features, the constant first."""

    dimension: int
    rounds: int
    """How often cells are split where the decision is unsure."""
    least_ratio: float
    """inf |s(t)| / |t|."""
    position_constant: float
    """b, where s = b + h with h in the Gaussian RKHS."""
    position_squared: float
    """|h|^2."""

    @property
    @abstractmethod
    def sides(self) -> tuple[Side, ...]:
        """The sides of the boundary, one for both where |s| is even."""

    @abstractmethod
    def position(self, t: Array) -> Array:
        """s(t), increasing, s(0) = 0, |s| <= 1."""

    @abstractmethod
    def position_weights(self) -> Array:
        """s in the features."""

    @abstractmethod
    def features(self, points: Array) -> Array:
        """The features, one row for each x."""

    @abstractmethod
    def slopes(self, points: Array) -> tuple[Array, ...]:
        """The partial derivatives of the features, none where distances alone tell enough."""

    @abstractmethod
    def place(self, t: Array, seed: np.random.Generator) -> Array:
        """An x for each t, from the law of X given t."""

    @abstractmethod
    def cells(self, density: Density, count: int) -> Cells:
        """Cells that cover the domain, with their exact masses."""

    @abstractmethod
    def split(self, density: Density, cells: Cells, which: NDArray[np.bool_]) -> Cells:
        """Smaller cells that cover those."""

    @abstractmethod
    def moments(self, density: Density) -> Moments:
        """E phi phi^T."""


TERMS = 26
"""J: the terms that are left out sum to less than 2 / J!, below 1e-26."""
FAR = float(np.exp(-2.0))
"""The Gaussian kernel between 1 and -1."""
STEEPEST = 2 * float(np.exp(-0.5)) / (1 - FAR)
"""s'(0), the largest derivative of s."""


def _scales() -> Array:
    return np.array([factorial(j) ** -0.5 for j in range(TERMS)])


def _ratio(t: float) -> float:
    return float(STEEPEST * exp(-t * t / 2) * (np.sinh(t) / t if t > 1e-8 else 1.0))


def _growth(t: float) -> float:
    return float(STEEPEST * exp(-t * t / 2) * (np.cosh(t) - t * np.sinh(t)))


@dataclass(frozen=True)
class Interval(Domain):
    """[-1, 1]. s is odd, and concave on [0, 1] with s(1) = 1, so |s(t)| >= |t|."""

    dimension = 1
    rounds = 0
    least_ratio = 1.0
    position_constant = 0.0
    position_squared = 2 / (1 - FAR)
    """|s|^2 = 2 / (1 - k(1, -1))."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """One for both."""
        return (Side(1, _ratio, _growth, 1.0),)

    def position(self, t: Array) -> Array:
        """Odd, increasing on [-1, 1], s(1) = 1."""
        return np.asarray(STEEPEST * np.exp(-0.5 * t**2) * np.sinh(t))

    def position_weights(self) -> Array:
        """Odd features only."""
        weights = np.concatenate([[0.0], STEEPEST * _scales()])
        weights[1::2] = 0
        return weights

    def features(self, points: Array) -> Array:
        """1 and phi_0, ..., phi_(J-1), one row for each x."""
        powers = points[:, None] ** np.arange(TERMS) * _scales() * np.exp(-0.5 * points**2)[:, None]
        return np.hstack([np.ones((len(points), 1)), powers])

    def slopes(self, points: Array) -> tuple[Array, ...]:
        """None: the cells are narrow enough."""
        return ()

    def place(self, t: Array, seed: np.random.Generator) -> Array:
        """x = t."""
        return t

    def cells(self, density: Density, count: int) -> Cells:
        """`count` cells beside the least |x| on both sides, first the right one."""
        ends = knots(density, count)
        near = np.concatenate([ends[:-1], -ends[:-1]])
        far = np.concatenate([ends[1:], -ends[1:]])
        middle = np.asarray((near + far) / 2)
        one_side = knot_masses(density, ends)
        mass = np.concatenate([one_side, one_side])
        return Cells(near, far, middle, middle, np.asarray(np.abs(far - near) / 2), mass)

    def split(self, density: Density, cells: Cells, which: NDArray[np.bool_]) -> Cells:
        """Never needed: the cells are narrow enough."""
        raise NotImplementedError

    def moments(self, density: Density) -> Moments:
        """Odd ones vanish, since X has a random sign."""
        return _moments(density)


INTERVAL = Interval()


def gaussian_moment(density: Density, k: int, rate: float) -> Enclosed:
    """E |X|^k exp(-rate X^2)."""

    def derivative(t: float) -> float:
        leading = k * t ** (k - 1) if k else 0.0
        return (leading - 2 * rate * t ** (k + 1)) * exp(-rate * t * t)

    return mean_by_parts(density, exp(-rate), derivative)


@cache
def _moments(density: Density) -> Moments:
    scales = np.concatenate([[1.0], _scales()])
    values, errors = np.zeros((TERMS + 1, TERMS + 1)), np.zeros((TERMS + 1, TERMS + 1))
    values[0, 0] = 1
    single = {j: gaussian_moment(density, j, 0.5) for j in range(0, TERMS, 2)}
    double = {j: gaussian_moment(density, j, 1.0) for j in range(0, 2 * TERMS - 1, 2)}
    for i in range(TERMS):
        if i % 2 == 0:
            for row, column in ((0, i + 1), (i + 1, 0)):
                values[row, column] = single[i].value * scales[i + 1]
                errors[row, column] = single[i].error * scales[i + 1]
        for j in range(i % 2, TERMS, 2):
            scale = scales[i + 1] * scales[j + 1]
            values[i + 1, j + 1] = double[i + j].value * scale
            errors[i + 1, j + 1] = double[i + j].error * scale
    return Moments(values, errors)
