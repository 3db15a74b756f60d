"""Trees written out with parents: the depth of the last node that both paths from the root meet."""

from fractions import Fraction
from math import prod


def nodes(children):
    """The leaves in order, each with all its ancestors as ranges of leaves."""
    found = [[range(prod(children))]]
    for count in children:
        grown = []
        for line in found:
            width = len(line[-1]) // count
            grown += [[*line, line[-1][k * width : (k + 1) * width]] for k in range(count)]
        found = grown
    return found


MEANT = {
    "((1)-i)": lambda i, m: 1 - i,
    "(i<(1))": lambda i, m: int(i == 0),
    "((2)*(m-i))": lambda i, m: 2 * m - 2 * i,
}


def entry(z, y, children, entry):
    met = [node for node in nodes(children)[z] if y in node]
    return Fraction(MEANT[entry](len(met) - 1, len(children)))
