"""The printed sum over its largest value over all permutations, with a cut-off; the log discount
in decimal arithmetic of 60 digits, within 1e-50."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import permutations

UNDEFINED = {"zero": 1, "one": 0}


def entry(z, r, *, m, R, low, gain, neutral, discount, k):
    def G(t):
        if gain == "exponential":
            return 2**t - 1
        if gain == "linear":
            return t
        if gain == "eru":
            return t - neutral if t > neutral else Fraction(0)
        return gain[t - low]

    def D(position):
        if k != "all" and position > k:
            return 0
        if discount == "reciprocal":
            return Fraction(1, position)
        if discount == "eru":
            return Fraction(2, 2**position)
        if discount == "log":
            return 1 / (Decimal(position + 1).ln() / Decimal(2).ln())
        return discount[position - 1]

    def number(value):
        if discount == "log" and isinstance(value, Fraction):
            return Decimal(value.numerator) / Decimal(value.denominator)
        return value

    def total(sigma):
        return sum(number(G(r[j])) * D(sigma[j]) for j in range(m))

    with localcontext() as context:
        context.prec = 60
        best = max(total(sigma) for sigma in permutations(range(1, m + 1)))
        if not best:
            raise ZeroDivisionError
        ratio = total(z) / best if discount == "log" else Fraction(total(z)) / Fraction(best)
        return 1 - ratio
