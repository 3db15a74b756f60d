"""Pairwise disagreement for binary relevance, decoded by a sort.

L(sigma, y) = (1/N(y)) #{(j, l) : y_j < y_l, j before l}, N(y) = |y| (m - |y|).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from qstheory.learn.decoders.arrays import (
    FloatArray,
    IntArray,
    all_permutations,
    as_label_sets,
    as_positions,
    as_scores,
    descending_positions,
)
from qstheory.learn.decoders.base import Decoder, Undefined, check_policy, fill, refuse

WHERE = "an observation that prefers no item to another"


@dataclass(frozen=True, eq=False)
class PairwiseDisagreementDecoder(Decoder):
    """Items by decreasing score, with U_y = y/N(y) and F_sigma = sigma, r = m.

    The number of irrelevant items before relevant ones is sum_j y_j sigma_j - |y| (|y| + 1) / 2,
    so the feedback arc set problem of Appendix B.3 is always a sort here, whatever the weights.
    `undefined` is the value of the loss, 0/0 where no or every item is relevant. A pair is charged
    when the relevant item comes later.

    >>> PairwiseDisagreementDecoder().decode(np.array([[0.2, -1.0, 0.7]]))
    array([[2, 3, 1]])
    """

    undefined: Undefined = "raise"

    name = "pairwise-disagreement"
    conventions: ClassVar[Mapping[str, object]] = {
        "sigma": "position",
        "orientation": "corrected",
    }
    tie_rule = "items of equal score in their own order"
    observes = "label-sets"
    predicts = "permutations"
    examples = ({"undefined": "one"}, {"undefined": "zero"}, {"undefined": "drop"})

    def __post_init__(self) -> None:
        """Raises InvalidParameter for a bad policy."""
        check_policy(self.undefined)

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = y/N(y), shape (n, m); zero where N(y) = 0."""
        y = as_label_sets(Y)
        pairs = _preferences(y)
        refuse(self.undefined, pairs == 0, "Pairwise disagreement", WHERE)
        features: FloatArray = np.where(pairs == 0, 0, y.T).T / np.maximum(pairs, 1)[:, None]
        return features

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_sigma = sigma, shape (t, m)."""
        return as_positions(Z).astype(np.float64)

    def decode(self, scores: FloatArray) -> IntArray:
        """The positions of the items sorted by decreasing score, shape (t, m)."""
        return descending_positions(as_scores(scores))

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """The share of preferences that sigma contradicts, row by row.

        The sum of the positions of the relevant items exceeds its least value, |y| (|y| + 1) / 2,
        by the number of irrelevant items before each of them.
        """
        sigma, y = as_positions(Z), as_label_sets(Y).astype(np.int64)
        pairs, size = _preferences(y), y.sum(axis=1)
        refuse(self.undefined, pairs == 0, "Pairwise disagreement", WHERE)
        wrong = (sigma * y).sum(axis=1) - size * (size + 1) // 2
        return fill(wrong / np.maximum(pairs, 1), pairs == 0, self.undefined, one=1.0)

    def predictions(self, m: int) -> IntArray:
        """All rows of positions."""
        return all_permutations(m)


def _preferences(y: IntArray) -> IntArray:
    """N(y) = |y| (m - |y|)."""
    size: IntArray = y.sum(axis=1, dtype=np.int64)
    pairs: IntArray = size * (y.shape[1] - size)
    return pairs
