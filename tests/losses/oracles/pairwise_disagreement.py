"""The printed double sum over its largest value over all sigma; corrected: wrong orders counted."""

from fractions import Fraction
from itertools import permutations

UNDEFINED = {"zero": 0, "one": 1}


def wrong(sigma, y, sigma_is, orientation):
    m = len(y)
    count = 0
    for j in range(m):
        for other in range(m):
            if y[j] < y[other]:
                if orientation == "printed":
                    count += sigma[j] > sigma[other]
                elif sigma_is == "position":
                    count += sigma[j] < sigma[other]
                else:
                    count += sigma[j] > sigma[other]
    return count


def entry(z, y, m, sigma, orientation):
    worst = max(wrong(s, y, sigma, orientation) for s in permutations(range(1, m + 1)))
    return Fraction(wrong(z, y, sigma, orientation), worst)
