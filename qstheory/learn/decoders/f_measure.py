"""F_beta(z, y) = (1 + beta^2) |z & y| / (|z| + beta^2 |y|), and its maximisation given A.

With A_jk the expected value of y_j (1 + beta^2) / (k + beta^2 |y|), the best z of size k takes the
k largest of column k; the best size is the largest of the m sums and of p_0, the value of the empty
prediction (Lemma th:fscorealgo; Waegeman et al., JMLR 2014).
"""

from dataclasses import dataclass

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import (
    BoolArray,
    FloatArray,
    IntArray,
    as_label_sets,
    label_sets_by_size,
)
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.decoders.undefined import Undefined, check_policy, fill, refuse

WHERE = "the empty prediction against the empty label set"


@dataclass(frozen=True, eq=False)
class FMeasure(Decoder):
    """What both decompositions of the F-measure share: the loss 1 - F_beta and its conventions.

    `undefined` is the value of F_beta(0, 0): `zero` or `one`; `drop` leaves the empty observation
    out; `raise` refuses it. F_beta(z, 0) = 0 for every other z.
    """

    beta: float = 1.0
    undefined: Undefined = "raise"

    tie_rule = "the smallest size; within a size, of equal entries of its column the earliest label"
    observes = "label-sets"
    predicts = "label-sets"
    examples = ({"undefined": "one"}, {"undefined": "zero", "beta": 2.0}, {"undefined": "drop"})

    def __post_init__(self) -> None:
        """Raises InvalidParameter for a beta that is not a positive number or a bad policy."""
        if not (np.isfinite(self.beta) and self.beta > 0):
            raise InvalidParameter(f"beta must be a positive number, not {self.beta!r}.")
        check_policy(self.undefined)

    def loss(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 - F_beta row by row."""
        z, y = as_label_sets(Z), as_label_sets(Y)
        both = np.count_nonzero(z & y, axis=1)
        total = z.sum(axis=1, dtype=float) + self.beta**2 * y.sum(axis=1, dtype=float)
        empty = total == 0
        refuse(self.undefined, empty, "The F-score", WHERE)
        ratio = (1 + self.beta**2) * both / np.where(empty, 1.0, total)
        filled = fill(1.0 - ratio, empty, self.undefined, one=0.0)
        left_out = (self.undefined == "drop") & ~y.any(axis=1)
        return np.where(left_out, np.nan, filled)

    def predictions(self, m: int) -> IntArray:
        """All label sets: by size, within a size the earliest labels first."""
        return label_sets_by_size(m)

    def empty_indicator(self, empty: BoolArray) -> FloatArray:
        """The feature of observations whose pairing with z = 0 has the value one; checks policy."""
        refuse(self.undefined, empty, "The F-score", WHERE)
        return (empty & (self.undefined == "one")).astype(np.float64)

    def ratio_weights(self, sizes: IntArray, m: int) -> FloatArray:
        """(1 + beta^2) / (k + beta^2 l) for the observation sizes l and k = 1..m: (sizes, m)."""
        observed = self.beta**2 * np.asarray(sizes, dtype=np.float64)
        weights: FloatArray = (1 + self.beta**2) / (observed[:, None] + np.arange(1, m + 1))
        return weights
