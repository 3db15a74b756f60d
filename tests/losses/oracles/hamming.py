"""(1/m) sum_j 1(z_j != y_j)."""

from fractions import Fraction


def entry(z, y, m):
    return sum(Fraction(1, m) for j in range(m) if z[j] != y[j])
