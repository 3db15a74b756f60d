"""The margin band where k of n classes are predicted and one is observed, at every size.

Where z costs s less if it contains y, the best z has the k largest probabilities and the next best
exchanges the smallest of these for the next one: gamma = s (p_(k) - p_(k+1)). Uniform on the
simplex p is E / (E_1 + ... + E_n) for independent exponential E, and by Renyi the differences
j (E_(j) - E_(j+1)), with E_(n+1) = 0, are independent and exponential again, of the same sum. So
k (p_(k) - p_(k+1)) is distributed as a single probability, which exceeds t with probability
(1 - t)^(n-1):

    P(gamma <= e) = 1 - (1 - k e/s)^(n-1)    for 0 <= e <= s/k.
"""

from dataclasses import dataclass
from fractions import Fraction

from qstheory.losses.base import Loss
from qstheory.losses.display import number_text


@dataclass(frozen=True)
class BandLaw:
    """P(gamma <= e) = 1 - (1 - rate e)^power for e <= 1/rate."""

    rate: Fraction
    power: int

    def at(self, e: Fraction) -> Fraction:
        """The value at e >= 0."""
        return 1 - max(Fraction(0), 1 - self.rate * e) ** self.power

    def __str__(self) -> str:
        """The formula and where it holds.

        >>> print(BandLaw(Fraction(5), 999))
        1 - (1 - 5 e)^999 on [0, 1/5]
        """
        rate = "" if self.rate == 1 else f"{number_text(self.rate)} "
        return f"1 - (1 - {rate}e)^{self.power} on [0, {number_text(1 / self.rate)}]"


def band_law(loss: Loss) -> BandLaw | None:
    """The law of a loss by counts that predicts k of n classes, k < n, for one that is observed.

    >>> from qstheory import losses
    >>> print(band_law(losses.make("multiclass", classes=300)))
    1 - (1 - e)^299 on [0, 1]
    """
    counts = loss.counts
    if counts is None or counts.observations.sizes != range(1, 2):
        return None
    k = counts.predictions.sizes[0]
    if len(counts.predictions.sizes) > 1 or not 0 < k < counts.m:
        return None
    saved = counts.value(k, 1, 0) - counts.value(k, 1, 1)
    return BandLaw(k / saved, counts.m - 1) if saved > 0 else None
