"""1 - |y & z| / k."""

from fractions import Fraction


def entry(z, y, m, k):
    return 1 - Fraction(len({j for j in range(m) if z[j]} & {j for j in range(m) if y[j]}), k)
