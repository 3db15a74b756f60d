"""Features over pairs of items i < j, shared by the losses that compare orders pair by pair."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from qstheory.losses.closed_forms import Sparse
from qstheory.losses.spaces import Label


def pairs(m: int) -> Iterator[tuple[int, int]]:
    """The pairs (i, j) with i < j, in lexicographic order: coordinate t is the t-th of them."""
    return combinations(range(m), 2)


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def order_features(scale: Fraction, sigma: Label) -> Sparse:
    """scale * sign(sigma(i) - sigma(j)) for i < j."""
    assert isinstance(sigma, tuple)
    return {t: scale * sign(sigma[i] - sigma[j]) for t, (i, j) in enumerate(pairs(len(sigma)))}


def grade_features(scale: Fraction, y: Label) -> Sparse:
    """scale * sign(y_j - y_i) for i < j, without the zeros."""
    assert isinstance(y, tuple)
    return {t: scale * sign(y[j] - y[i]) for t, (i, j) in enumerate(pairs(len(y))) if y[i] != y[j]}


def ordered_pairs(y: Label) -> int:
    """#{(i, j) : y_i < y_j}, counted by grade."""
    assert isinstance(y, tuple)
    squares = sum(y.count(grade) ** 2 for grade in set(y))
    return (len(y) ** 2 - squares) // 2
