"""How |X| is distributed near the decision boundary at 0: quantile functions on (0, 1).

With gap gamma(x) between a|x| and b|x| the law of |X| near 0 gives the exponent of the p-noise
condition. X has a random sign. A density is its quantile Q: |X| = Q(V) with V uniform.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from qstheory.errors import InvalidParameter
from qstheory.theory.noise import laws

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
        Which of the laws of `qstheory.theory.noise.laws`: P(|X| <= t) = t^p, uniform on
        [margin, 1], a mass at 0 and otherwise uniform, or t^p / (1 + log(1/t)).
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
