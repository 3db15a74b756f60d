"""The formulas of the examples, written out: never read by the package's parser."""

from fractions import Fraction

UNDEFINED = {"zero": 1, "one": 0}


def delay(s, y):
    return Fraction(sum(s[j] - 1 for j in range(len(s)) if y[j]), len(s))


def reciprocal(s, y):
    return 1 - sum(Fraction(1, s[j]) for j in range(len(s)) if y[j]) / Fraction(sum(y))


MEANT = {
    "(sum(j=(1)..m;(y[j]*(s[j]-(1))))/m)": delay,
    "((1)-(sum(j=(1)..m;(y[j]/s[j]))/sum(j=(1)..m;y[j])))": reciprocal,
}


def entry(z, y, m, entry, grade):
    return Fraction(MEANT[entry](z, y))
