"""One minus the harmonic mean of precision and recall, weighted: written with true positives,
false positives and false negatives."""

from fractions import Fraction

UNDEFINED = {"zero": 1, "one": 0}


def entry(z, y, m, beta):
    hits = sum(1 for j in range(m) if z[j] == 1 and y[j] == 1)
    false_alarms = sum(1 for j in range(m) if z[j] == 1 and y[j] == 0)
    misses = sum(1 for j in range(m) if z[j] == 0 and y[j] == 1)
    beta = Fraction(beta)
    top = (1 + beta * beta) * hits
    return 1 - top / ((1 + beta * beta) * hits + beta * beta * misses + false_alarms)
