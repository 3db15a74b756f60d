"""1 - |z & y| / |z | y|."""

from fractions import Fraction

UNDEFINED = {"zero": 1, "one": 0}


def entry(z, y, m):
    first = {j for j in range(m) if z[j]}
    second = {j for j in range(m) if y[j]}
    return 1 - Fraction(len(first & second), len(first | second))
