"""Pairwise disagreement for preference graphs: y lists the edges j -> l, j preferred to l."""

from dataclasses import dataclass
from math import isqrt

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import FloatArray, IntArray
from qstheory.learn.decoders.preference_pairs import PreferencePairs


@dataclass(frozen=True, eq=False)
class PreferenceGraphDecoder(PreferencePairs):
    """The minimum feedback arc set order for given y_jl >= 0, each row flattened to m^2 entries.

    Source: Ramaswamy and Agarwal, Convex calibration dimension for multiclass loss matrices,
    JMLR 2016, Section 6 (directed acyclic graphs; weights are admitted too).
    """

    name = "preference-graph"
    observes = "preferences"
    examples = ({"undefined": "one"}, {"undefined": "drop"}, {"undefined": "zero", "dp_limit": 0})

    def preferences(self, Y: IntArray) -> FloatArray:
        """The rows as tables (m, m); raises InvalidParameter for other rows or self-preference."""
        given = np.asarray(Y, dtype=np.float64)
        m = isqrt(given.shape[1]) if given.ndim == 2 else 0
        if given.ndim != 2 or m * m != given.shape[1]:
            raise InvalidParameter("Preference graphs must be rows of m * m entries.")
        graphs: FloatArray = given.reshape(len(given), m, m)
        if not (np.isfinite(graphs) & (graphs >= 0)).all():
            raise InvalidParameter("Preferences must be finite and not negative.")
        if np.einsum("ijj->ij", graphs).any():
            raise InvalidParameter("An item cannot be preferred to itself.")
        return graphs
