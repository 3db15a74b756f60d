"""How the p-noise condition and 1/gamma in L_p come apart, density by density.

On [-1, 1] with gamma = s(|X|): P(gamma <= eps) / eps^p tends to 0 exactly when the condition holds
with o; E gamma^-p over gamma > eps stays bounded exactly when 1/gamma is in L_p. The density with a
logarithm does the first and not the second.
"""

from math import isfinite

import numpy as np

from qstheory.simulate.densities import Density
from qstheory.simulate.inequalities import inverse_moment
from qstheory.simulate.interval import INTERVAL
from qstheory.simulate.records import Profile, ProfileRow

POINTS = (1e-1, 1e-2, 1e-4, 1e-8, 1e-16, 1e-32)
"""The |X| at which the profile is taken."""


def profile(density: Density) -> Profile:
    """eps, P(gamma <= eps) / eps^p and E gamma^-p 1(gamma > eps) at the exponent p itself."""
    p = density.exponent
    rows = []
    if isfinite(p) and p > 0:
        for t in POINTS:
            eps = float(INTERVAL.position(np.array([t]))[0])
            mass = float(density.distribution(np.array([t]))[0])
            moment = inverse_moment(density, 1.0, p, t)
            rows.append(ProfileRow(eps, mass / eps**p, moment.value))
    return Profile(density.name, p if isfinite(p) else None, tuple(rows))
