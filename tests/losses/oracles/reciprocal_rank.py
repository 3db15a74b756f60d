"""1 - 1/(position of the first relevant item), walking down the ranking; 0/0 when there is none."""

from fractions import Fraction

UNDEFINED = {"zero": 1, "one": 0}


def entry(sigma, y, m):
    for position in range(1, m + 1):
        if y[sigma.index(position)] == 1:
            return 1 - Fraction(1, position)
    raise ZeroDivisionError
