"""Pairwise disagreement for graded relevance: j is preferred to l when y_j > y_l."""

from dataclasses import dataclass

import numpy as np

from qstheory.learn.decoders.arrays import FloatArray, IntArray, as_integers
from qstheory.learn.decoders.preference_pairs import PreferencePairs


@dataclass(frozen=True, eq=False)
class GradedDisagreementDecoder(PreferencePairs):
    """The minimum feedback arc set order for y_jl = 1(y_j > y_l), r = m (m - 1)/2.

    With two grades the preferences never form a cycle, and this is the sort of
    `pairwise-disagreement`; with three or more they may.
    """

    name = "pd-graded"
    observes = "relevances"
    examples = (
        {"undefined": "one"},
        {"undefined": "zero"},
        {"undefined": "drop", "dp_limit": 0},
    )

    def preferences(self, Y: IntArray) -> FloatArray:
        """1(y_j > y_l), shape (n, m, m)."""
        grades = as_integers(Y, "relevances")
        return (grades[:, :, None] > grades[:, None, :]).astype(np.float64)
