"""1 - (1/|y|) sum_{j relevant} (1/sigma(j)) sum_{l=1}^{sigma(j)} y_{sigma^-1(l)}, as printed."""

from fractions import Fraction

UNDEFINED = {"zero": 1, "one": 0}


def entry(sigma, y, m):
    item_at = {sigma[j]: j for j in range(m)}
    total = Fraction(0)
    for j in range(m):
        if y[j] == 1:
            inner = sum(y[item_at[position]] for position in range(1, sigma[j] + 1))
            total += Fraction(inner, sigma[j])
    return 1 - Fraction(total.numerator, total.denominator * sum(y))
