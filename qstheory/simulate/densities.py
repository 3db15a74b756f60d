"""How |X| is distributed near the decision boundary at 0: quantile functions on (0, 1).

With gap gamma(x) between a|x| and b|x| the law of |X| near 0 gives the exponent of the p-noise
condition. X has a random sign. A density is its quantile Q: |X| = Q(V) with V uniform.
"""

from abc import ABC, abstractmethod
from dataclasses import astuple, dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from qstheory.errors import InvalidParameter
from qstheory.theory.noise import laws

Array = NDArray[np.float64]
LEAST_P, LARGEST = 0.01, 100.0
"""Exponents below LEAST_P put most of the mass where floats cannot tell |X| from 0."""


@dataclass(frozen=True)
class Density(ABC):
    """The law of |X| on [0, 1], of one number: `word` is its name and `exact` the law of it."""

    word: ClassVar[str]
    exact: ClassVar[type[laws.Power | laws.HardMargin | laws.Atom | laws.Logarithmic]]

    @property
    def number(self) -> float:
        """The exponent, margin or mass."""
        (number,) = astuple(self)
        return float(number)

    @property
    def name(self) -> str:
        """How the law is written, such as `p=2`."""
        return f"{self.word}={self.number:g}"

    @property
    def law(self) -> laws.Law:
        """The same law, exactly: its moments, constants and noise conditions."""
        return self.exact(Fraction(self.number))

    @property
    def exponent(self) -> float:
        """The p of P(|X| <= t) of order t^p; infinity with a hard margin, 0 with mass at 0."""
        exponent = self.law.exponent
        return float("inf") if exponent is None else float(exponent)

    @property
    def least(self) -> float:
        """The least value of |X|."""
        return float(self.law.least)

    @abstractmethod
    def quantile(self, v: Array) -> Array:
        """|X| for V = v."""

    @abstractmethod
    def distribution(self, t: Array) -> Array:
        """P(|X| <= t)."""


@dataclass(frozen=True)
class Power(Density):
    """P(|X| <= t) = t^p: the p-noise condition holds with O and, as o, for smaller exponents.

    Parameters
    ----------
    p : float
        The exponent, at least `LEAST_P` and at most `LARGEST`.
    """

    word = "p"
    exact = laws.Power
    p: float

    def quantile(self, v: Array) -> Array:
        """v^(1/p)."""
        return np.asarray(v ** (1 / self.p))

    def distribution(self, t: Array) -> Array:
        """t^p."""
        return np.asarray(np.clip(t, 0, 1) ** self.p)


@dataclass(frozen=True)
class HardMargin(Density):
    """|X| uniform on [margin, 1]: p is infinite.

    Parameters
    ----------
    margin : float
        The least |X|, in (0, 1).
    """

    word = "margin"
    exact = laws.HardMargin
    margin: float = 0.25

    def quantile(self, v: Array) -> Array:
        """margin + (1 - margin) v."""
        return np.asarray(self.margin + (1 - self.margin) * v)

    def distribution(self, t: Array) -> Array:
        """(t - margin) / (1 - margin), cut to [0, 1]."""
        return np.asarray(np.clip((t - self.margin) / (1 - self.margin), 0, 1))


@dataclass(frozen=True)
class Atom(Density):
    """A mass at 0, where the gap is 0, and uniform otherwise: no noise condition holds.

    Parameters
    ----------
    mass : float
        P(X = 0), in (0, 1).
    """

    word = "atom"
    exact = laws.Atom
    mass: float = 0.25

    def quantile(self, v: Array) -> Array:
        """0 up to the mass, then uniform."""
        return np.asarray(np.clip((v - self.mass) / (1 - self.mass), 0, 1))

    def distribution(self, t: Array) -> Array:
        """mass + (1 - mass) t for t >= 0."""
        return np.asarray(np.where(t < 0, 0, self.mass + (1 - self.mass) * np.clip(t, 0, 1)))


@dataclass(frozen=True)
class Logarithmic(Density):
    """P(|X| <= t) = t^p / (1 + log(1/t)): o(t^p), yet E |X|^-p is infinite.

    Parameters
    ----------
    p : float
        The exponent, at least `LEAST_P` and at most `LARGEST`.
    """

    word = "log-p"
    exact = laws.Logarithmic
    p: float

    def quantile(self, v: Array) -> Array:
        """The inverse by bisection on log t, to the last digit."""
        low, high = np.full_like(v, -700.0), np.zeros_like(v)
        for _ in range(80):
            middle = (low + high) / 2
            above = self.distribution(np.exp(middle)) >= v
            low, high = np.where(above, low, middle), np.where(above, middle, high)
        return np.asarray(np.exp(high))

    def distribution(self, t: Array) -> Array:
        """t^p / (1 - log t)."""
        t = np.clip(t, 1e-300, 1)
        return np.asarray(t**self.p / (1 - np.log(t)))


PARTS = ("margin", "atom")
"""The laws whose number is a part of 1."""


def density(text: str) -> Density:
    """The density written as `p=2`, `margin=0.25`, `atom=0.25` or `log-p=1`.

    >>> density("p=2")
    Power(p=2.0)
    """
    kinds = {kind.word: kind for kind in (Power, HardMargin, Atom, Logarithmic)}
    name, _, value = text.partition("=")
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if name not in kinds or not 0 < number < LARGEST or (name in PARTS and number >= 1):
        raise InvalidParameter(
            f"{text!r} is no density; write p=NUMBER, log-p=NUMBER, margin=PART or atom=PART."
        )
    if name not in PARTS and number < LEAST_P:
        raise InvalidParameter(
            f"The exponent of {text!r} is too small to be simulated; it must be at least {LEAST_P}."
        )
    return kinds[name](number)
