"""What decoders share that index the distinct training observations, label sets."""

from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import FloatArray, IntArray, as_label_sets, as_scores
from qstheory.learn.decoders.base import Decoder


@dataclass(frozen=True, eq=False)
class DistinctObservations(Decoder):
    """Base: r is the number of distinct training observations."""

    observed: IntArray | None = field(default=None, repr=False, kw_only=True)

    observes = "label-sets"

    def fit(self, Y: IntArray) -> Self:
        """Indexes the distinct observations, in increasing order as binary numbers."""
        return replace(self, observed=np.unique(as_label_sets(Y), axis=0))

    @property
    def distinct(self) -> IntArray:
        """The distinct observations, shape (r, m); raises InvalidParameter before fitting."""
        if self.observed is None:
            raise InvalidParameter(
                f"The {self.name} decoder must be fitted to the observations first."
            )
        return self.observed

    def weights(self, scores: FloatArray) -> FloatArray:
        """The scores, checked to weigh each distinct observation: shape (t, r)."""
        return as_scores(scores, len(self.distinct))
