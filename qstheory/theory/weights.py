"""Weights on labels for certificates."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from qstheory.certify.weights import ListedWeights
from qstheory.losses.spaces import Label


def listed_weights(labels: Sequence[Label], weights: Mapping[int, Fraction]) -> ListedWeights:
    """The non-zero weights at these positions of the labels."""
    return ListedWeights(tuple((labels[i], w) for i, w in sorted(weights.items()) if w))
