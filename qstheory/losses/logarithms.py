"""Rigorous rational enclosures of binary logarithms, in integer arithmetic."""

from fractions import Fraction

Enclosure = tuple[Fraction, Fraction]


def twice_atanh(numerator: int, denominator: int, bits: int) -> tuple[int, int]:
    """Integers around 2^bits * ln((1 + t) / (1 - t)) for t = numerator / denominator in [0, 1/3].

    The series 2 sum_i t^(2i+1) / (2i+1), every power and term rounded down and up; what follows
    a power p of t is at most p / (1 - t^2) <= 9 p / 8, doubled here for the factor 2.
    """
    square_top, square_bottom = numerator * numerator, denominator * denominator
    low = (numerator << bits) // denominator
    high = -((-numerator << bits) // denominator)
    sum_low = sum_high = 0
    odd = 1
    while high > 1:
        sum_low += 2 * low // odd
        sum_high += -(-2 * high // odd)
        low = low * square_top // square_bottom
        high = -(-high * square_top // square_bottom)
        odd += 2
    return sum_low, sum_high + 3 * high


def log2_enclosure(n: int, bits: int) -> Enclosure:
    """Rationals lo <= log2(n) <= hi with hi - lo <= 2^-bits, equal for powers of two; n >= 1.

    >>> lo, hi = log2_enclosure(3, 20)
    >>> float(lo) < 1.5849625007211563 < float(hi), hi - lo <= Fraction(1, 2**20)
    (True, True)
    """
    whole = n.bit_length() - 1
    if n == 1 << whole:
        return Fraction(whole), Fraction(whole)
    precision = bits + 20
    while True:
        low, high = twice_atanh(n - (1 << whole), n + (1 << whole), precision)
        two_low, two_high = twice_atanh(1, 3, precision)
        lo, hi = whole + Fraction(low, two_high), whole + Fraction(high, two_low)
        if hi - lo <= Fraction(1, 1 << bits):
            return lo, hi
        precision *= 2
