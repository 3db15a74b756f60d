"""What a decoder is: features of the observations, and the exact minimiser over the predictions.

For a loss with L(z, y) = F_z . U_y + c(y), the estimated risk of a prediction z under weights
alpha (signed, of any sum) is sum_i alpha_i L(z, y_i) = F_z . s + constant, with the scores
s = sum_i alpha_i U_{y_i}. A decoder computes U and solves min_z F_z . s for many s at once
(INF_F of Table 1).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

import numpy as np

from qstheory.learn.decoders.arrays import FloatArray, IntArray

Observations = Literal["label-sets", "relevances", "classes", "preferences"]
Predictions = Literal["label-sets", "permutations", "classes"]
Examples = tuple[Mapping[str, object], ...]


@dataclass(frozen=True, eq=False)
class Decoder(ABC):
    """Base of all decoders; parameters are dataclass fields, fitting returns a new decoder.

    Label sets are rows of 0 and 1; permutations are rows sigma of 1-based positions (sigma_j is the
    position of item j); relevances are rows of integers; classes are one column of integers from 0;
    preferences are rows of m (m - 1)/2 signed weights over the pairs j < l, positive where j is
    preferred.
    `examples` are parameter settings on which the contract tests run.
    """

    name: ClassVar[str]
    cost: ClassVar[str]
    tie_rule: ClassVar[str]
    observes: ClassVar[Observations]
    predicts: ClassVar[Predictions]
    examples: ClassVar[Examples] = ({},)

    def fit(self, Y: IntArray) -> Self:
        """The decoder made ready for these training observations (most need nothing)."""
        return self

    @abstractmethod
    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y for each row of Y: shape (n, r). Raises UndefinedLoss under the policy `raise`."""

    @abstractmethod
    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z for each row of Z: shape (t, r)."""

    @abstractmethod
    def decode(self, scores: FloatArray) -> IntArray:
        """argmin_z F_z . s for each row s of the scores, shape (t, r), by the stated tie rule."""

    @abstractmethod
    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """L(z_i, y_i) row by row, shape (t,); nan where the policy `drop` leaves y_i out."""

    @abstractmethod
    def predictions(self, m: int) -> IntArray:
        """All of Z for m labels, items or columns, one a row; raises TooLarge."""

    def items(self, columns: int) -> int:
        """The number m of labels or items when observations have that many columns."""
        return columns

    @property
    def observation_names(self) -> tuple[str, ...] | None:
        """The names of the observed classes in the order of their numbers, where they have any."""
        return None

    @property
    def prediction_names(self) -> tuple[str, ...] | None:
        """The names of the predicted classes in the order of their numbers, where they have any."""
        return None

    def decode_with_gap(self, scores: FloatArray) -> tuple[IntArray, FloatArray]:
        """The predictions and, for each, a bound on F_z . s less the minimum (zero when exact)."""
        return self.decode(scores), np.zeros(len(scores))

    def risk(self, Z: IntArray, scores: FloatArray) -> FloatArray:
        """F_z . s row by row: the estimated risk up to a constant that no prediction changes."""
        risks: FloatArray = np.einsum("tr,tr->t", self.prediction_features(Z), scores)
        return risks

    def argmin_set(self, score: FloatArray, m: int) -> IntArray:
        """All minimisers of F_z . s for one s, up to rounding, by enumeration (small m)."""
        Z = self.predictions(m)
        features = self.prediction_features(Z)
        values = features @ score
        scale = np.abs(features) @ np.abs(score)
        minimisers: IntArray = Z[values <= values.min() + 1e-12 * scale.max()]
        return minimisers
