"""Pairwise disagreement for preference graphs: y lists for each pair which item is preferred."""

from dataclasses import dataclass
from math import isqrt
from typing import Literal

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import FloatArray, IntArray
from qstheory.learn.decoders.preference_pairs import PreferencePairs


@dataclass(frozen=True, eq=False)
class PreferenceGraphDecoder(PreferencePairs):
    """The minimum feedback arc set order for graphs, a row of entries over the pairs i < j each.

    An entry is 1 where i is preferred to j, -1 where j is, 0 where neither; other numbers weigh the
    preference. With normaliser="none" the loss is the number (or weight) of contradicted
    preferences, and never undefined. Source: Ramaswamy and Agarwal, Convex calibration dimension
    for multiclass loss matrices, JMLR 2016.
    """

    normaliser: Literal["edges", "none"] = "edges"

    name = "pd-graph"
    observes = "preferences"
    examples = (
        {"undefined": "one"},
        {"undefined": "drop"},
        {"undefined": "zero", "dp_limit": 0},
        {"normaliser": "none"},
    )

    def __post_init__(self) -> None:
        """Raises InvalidParameter for a bad policy, limit or normaliser."""
        super().__post_init__()
        if self.normaliser not in ("edges", "none"):
            raise InvalidParameter(f"normaliser must be edges or none, not {self.normaliser!r}.")

    def items(self, columns: int) -> int:
        """m for m (m - 1)/2 columns; raises InvalidParameter for another number."""
        m = (1 + isqrt(1 + 8 * columns)) // 2
        if m * (m - 1) // 2 != columns:
            raise InvalidParameter(f"A graph of m items has m (m - 1)/2 entries, not {columns}.")
        return m

    def preferences(self, Y: IntArray) -> FloatArray:
        """The positive parts, as tables (n, m, m); raises InvalidParameter for other rows."""
        given = np.asarray(Y, dtype=np.float64)
        if given.ndim != 2 or not np.isfinite(given).all():
            raise InvalidParameter("Preference graphs must be rows of finite numbers.")
        m = self.items(given.shape[1])
        first, second = np.triu_indices(m, 1)
        graphs = np.zeros((len(given), m, m))
        graphs[:, first, second] = np.maximum(given, 0.0)
        graphs[:, second, first] = np.maximum(-given, 0.0)
        return graphs

    def totals(self, preferences: FloatArray) -> FloatArray:
        """The weight of all preferences, or 1 with normaliser="none"."""
        if self.normaliser == "none":
            return np.ones(len(preferences))
        return super().totals(preferences)
