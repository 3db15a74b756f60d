"""The formulas of the examples, written out with sets: never read by the package's parser."""

from fractions import Fraction

UNDEFINED = {"zero": 1, "one": 0}


def f1(z, y):
    return 1 - Fraction(2 * len(z & y), len(z) + len(y))


def jaccard(z, y):
    return 1 - Fraction(len(z & y), len(z | y))


def hamming(z, y):
    return Fraction(len(z ^ y), 3)


def precision(z, y):
    return 1 - Fraction(len(z & y), 2)


def different(z, y):
    return Fraction(z != y)


MEANT = {
    "((1)-(((2)*i)/(a+b)))": f1,
    "((1)-(i/((a+b)-i)))": jaccard,
    "(((a+b)-((2)*i))/m)": hamming,
    "((1)-(i/(2)))": precision,
    "((0) if ((a==b) and (b==i)) else (1))": different,
}


def entry(z, y, m, entry, **sizes):
    members = [{j for j in range(m) if bits[j]} for bits in (z, y)]
    return Fraction(MEANT[entry](*members))
