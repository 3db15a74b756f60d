"""Gains of grades and discounts of positions for NDCG-type losses."""

from collections.abc import Callable
from fractions import Fraction

from qstheory.errors import InvalidParameter
from qstheory.losses.linear import Weights
from qstheory.losses.logarithms import Enclosure, log2_enclosure

GAINS = ("exponential", "linear", "eru")
DISCOUNTS = ("reciprocal", "eru", "log")


def gain_function(
    gain: str | tuple[Fraction, ...], neutral: Fraction, low: int, high: int
) -> Callable[[int], Fraction]:
    """G(t): 2^t - 1, t, max(t - neutral, 0), or the listed values for t = low..high."""
    if isinstance(gain, tuple):
        if len(gain) != high - low + 1 or any(g < 0 for g in gain) or list(gain) != sorted(gain):
            raise InvalidParameter(
                f"gain must list {high - low + 1} increasing numbers that are not negative,"
                f" one for each grade from {low} to {high}."
            )
        return lambda t: gain[t - low]
    if gain == "exponential":
        return lambda t: Fraction((1 << t) - 1)
    if gain == "linear":
        return Fraction
    return lambda t: max(t - neutral, Fraction(0))


def _rational_weights(value: Callable[[int], Fraction]) -> Weights:
    def enclose(p: int, bits: int) -> Enclosure:
        exact = value(p)
        return exact, exact

    return Weights(value, enclose, rational=True)


def _inverse_log2(p: int) -> Fraction | None:
    """1 / log2(p + 1) where that is rational: where p + 1 is a power of two."""
    n = p + 1
    whole = n.bit_length() - 1
    return Fraction(1, whole) if n == 1 << whole else None


def _inverse_log2_enclosure(p: int, bits: int) -> Enclosure:
    low, high = log2_enclosure(p + 1, bits)
    return 1 / high, 1 / low


def discount_weights(discount: str | tuple[Fraction, ...], m: int, positions: int) -> Weights:
    """D_p: 1/p, 2^(1-p), 1/log2(p+1), or the listed values, for the first `positions` of m.

    1/log2(p+1) is at most 1 and log2 at least 1, so its enclosure is no wider than that of log2.
    """
    if isinstance(discount, tuple):
        falling = list(discount) == sorted(discount, reverse=True)
        if len(discount) != m or not falling or discount[-1] < 0 or discount[0] <= 0:
            raise InvalidParameter(
                f"discount must list {m} decreasing numbers, the first positive and none negative."
            )
        return _rational_weights(lambda p: discount[p - 1])
    if discount == "reciprocal":
        return _rational_weights(lambda p: Fraction(1, p))
    if discount == "eru":
        return _rational_weights(lambda p: Fraction(1, 1 << (p - 1)))
    return Weights(_inverse_log2, _inverse_log2_enclosure, rational=positions == 1)
