"""The double sum over the number of pairs of different grades."""

from fractions import Fraction

UNDEFINED = {"zero": 0, "one": 1}


def entry(z, y, *, m, R, low, sigma, orientation):
    charged = total = 0
    for j in range(m):
        for other in range(m):
            if y[other] > y[j]:
                total += 1
                if sigma == "position" and orientation == "corrected":
                    charged += z[other] > z[j]
                else:
                    charged += z[other] < z[j]
    return Fraction(charged, total)
