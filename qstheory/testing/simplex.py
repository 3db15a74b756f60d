"""Exact numbers and points of the probability simplex."""

from fractions import Fraction

from hypothesis import strategies as st

Vector = tuple[Fraction, ...]


def rationals(bound: int = 3, denominator: int = 6) -> st.SearchStrategy[Fraction]:
    """Fractions in [-bound, bound] with a denominator of at most `denominator`.

    Parameters
    ----------
    bound : int
        The largest absolute value.
    denominator : int
        The largest denominator.

    Returns
    -------
    SearchStrategy
        Of Fraction.
    """
    return st.fractions(-bound, bound, max_denominator=denominator)


@st.composite
def simplex_points(
    draw: st.DrawFn, size: int, *, interior: bool = False, parts: int = 12
) -> Vector:
    """p in Q^size with p_i >= 0 (> 0 when `interior`) and sum 1.

    Shrinks towards equal weights in the interior and towards the first corner otherwise; faces are
    drawn often, as that is where ties and degenerate cases are.

    Parameters
    ----------
    size : int
        The number of observations.
    interior : bool
        Whether every p_i is positive.
    parts : int
        The largest weight before division by the sum.

    Returns
    -------
    SearchStrategy
        Of tuples of Fraction, shape (size,).
    """
    least = 1 if interior else 0
    weights = draw(st.lists(st.integers(least, parts), min_size=size, max_size=size))
    total = sum(weights)
    if total == 0:
        weights, total = [1] + [0] * (size - 1), 1
    return tuple(Fraction(weight, total) for weight in weights)
