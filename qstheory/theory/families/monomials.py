"""A decomposition of a loss by counts whose constants are known for all 2^m sets at once.

For sets of sizes a and b, L is a polynomial in i = |z & y|, written sum_s h_s(a, b) (i choose s) of
least degree. As (i choose s) = sum_{|S| = s} 1(S in z) 1(S in y), with h_s = P_s Q_s^T of rank r_s

    F_z = (1(S in z) P_s(|z|, .))_S,   U_y = (1(S in y) Q_s(|y|, .))_S,

r = sum_s (m choose s) r_s, ||F_z||^2 = sum_s (|z| choose s) |P_s(|z|, .)|^2, and U_max is the
largest entry of the Q_s.
"""

from fractions import Fraction
from math import comb

from qstheory.certify.components import differences
from qstheory.exact.basis import Basis, independent
from qstheory.exact.integer_matrix import from_fractions
from qstheory.losses.counts import CountStructure
from qstheory.theory.closed_forms import Constants

Matrix = list[list[Fraction]]


def binomial_coefficients(low: int, values: list[Fraction]) -> list[Fraction]:
    """h_0, h_1, ... of the polynomial with these values at low, low + 1, ...

    >>> binomial_coefficients(1, [Fraction(1), Fraction(4), Fraction(9)])
    [Fraction(0, 1), Fraction(1, 1), Fraction(2, 1)]
    """
    steps = [differences(values, s)[0] for s in range(len(values))]
    if not low:
        return steps
    # (i - low choose s) = sum_t (i choose t) (-low choose s - t), by Vandermonde.
    return [
        sum(
            (step * (-1) ** k * comb(low + k - 1, k) for k, step in enumerate(steps[t:])),
            Fraction(0),
        )
        for t in range(len(steps))
    ]


def kernels(counts: CountStructure, c: Fraction) -> list[Matrix]:
    """h_0, h_1, ... of L - c as matrices by size, without those that vanish at the end."""
    m = counts.m
    rows, columns = counts.predictions.sizes, counts.observations.sizes
    found: list[Matrix] = []
    for row, a in enumerate(rows):
        for column, b in enumerate(columns):
            low = max(0, a + b - m)
            values = [counts.entry(a, b, i) - c for i in range(low, min(a, b) + 1)]
            for s, value in enumerate(binomial_coefficients(low, values)):
                if s == len(found):
                    found.append([[Fraction(0)] * len(columns) for _ in rows])
                found[s][row][column] = value
    while found and not any(map(any, found[-1])):
        found.pop()
    return found


def constants_by_monomials(counts: CountStructure, c: Fraction) -> Constants:
    """r, ||F||_inf^2 and U_max of the decomposition of L - c."""
    rows = counts.predictions.sizes
    norms, largest, r = [Fraction(0)] * len(rows), Fraction(0), 0
    for s, kernel in enumerate(kernels(counts, c)):
        matrix = from_fractions(kernel)
        basis = Basis(matrix, independent(matrix))
        if not basis.rank:
            continue
        r += comb(counts.m, s) * basis.rank
        for k, (a, row) in enumerate(zip(rows, basis.columns(), strict=True)):
            norms[k] += comb(a, s) * sum((x * x for x in row), Fraction(0))
        largest = max(largest, *(abs(x) for row in basis.coefficients() for x in row))
    return Constants(r, max(norms), largest)


def constants_by_observations(counts: CountStructure, c: Fraction) -> Constants:
    """F_z = L(z, .) - c and U = 1: the decomposition that every loss has."""
    m = counts.m
    norms = [
        sum(
            (
                comb(a, i) * comb(m - a, b - i) * (counts.entry(a, b, i) - c) ** 2
                for b in counts.observations.sizes
                for i in range(max(0, a + b - m), min(a, b) + 1)
            ),
            Fraction(0),
        )
        for a in counts.predictions.sizes
    ]
    return Constants(counts.observations.size, max(norms), Fraction(1))
