"""Losses declared by counts as small matrices by size: what symmetric weights see of them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from qstheory.certify.components import means
from qstheory.certify.kinds.affine_dimension import LevelVector
from qstheory.certify.weights import ListedWeights, Side, SizeWeights, products
from qstheory.errors import TooLarge
from qstheory.exact.integer_matrix import Rows, kernel, solve, transpose
from qstheory.losses.base import Loss
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import Label

SIZE_LIMIT = 128
"""Most labels for which all sizes are written out: a square matrix of them has 16,641 entries."""


def few_sizes(counts: CountStructure) -> bool:
    """Whether matrices by size are small enough to be written out."""
    return len(counts.predictions.sizes) * len(counts.observations.sizes) <= (SIZE_LIMIT + 1) ** 2


@cache
def size_matrix(loss: Loss) -> tuple[tuple[Fraction, ...], ...]:
    """B[s, t]: the mean of L(z, y) over the y of size t, for any z of size s.

    It is also the mean over the z of size s for any y of size t.
    """
    counts = loss.counts
    assert counts is not None
    try:
        return means(counts)
    except TooLarge:
        pass
    columns = [
        [value for _, value in products(loss, "observations", SizeWeights(((t, Fraction(1)),)))]
        for t in counts.observations.sizes
    ]
    return tuple(zip(*columns, strict=True))


def level_weights(loss: Loss) -> LevelVector | None:
    """Weights by size with a constant product k with L, exactly one of k and the sum zero."""
    counts = loss.counts
    if counts is None or not few_sizes(counts):
        return None
    B: Rows = size_matrix(loss)
    sides: tuple[tuple[Side, Rows, range], ...] = (
        ("observations", B, counts.observations.sizes),
        ("predictions", transpose(B), counts.predictions.sizes),
    )
    for side, matrix, sizes in sides:
        for v in kernel(matrix, len(sizes)):
            if sum(v):
                return LevelVector(side, _by_size(sizes, v))
        x = solve(matrix, [Fraction(1)] * len(matrix))
        if x is not None and not sum(x):
            return LevelVector(side, _by_size(sizes, x))
    return None


def lowering_shift(means: Rows) -> Fraction:
    """c = 1 / 1^T x with B x = 1, which lowers the rank of B where 1 is in both of its spaces."""
    x = solve(means, [Fraction(1)] * len(means))
    assert x is not None
    return 1 / sum(x, Fraction(0))


def _by_size(sizes: range, v: tuple[Fraction, ...]) -> SizeWeights:
    return SizeWeights(tuple((s, w) for s, w in zip(sizes, v, strict=True) if w))


def listed_weights(labels: Sequence[Label], weights: Mapping[int, Fraction]) -> ListedWeights:
    """The non-zero weights at these positions of the labels."""
    return ListedWeights(tuple((labels[i], w) for i, w in sorted(weights.items()) if w))
