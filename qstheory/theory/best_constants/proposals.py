"""What floating point proposes: a decomposition for the bound above, a dual for the one below."""

from dataclasses import dataclass

from qstheory.theory.best_constants.problem import Array


@dataclass(frozen=True)
class Primal:
    """L - 1 c^T = F U^T nearly. `weights` of the columns when |U| <= 1 is what counts."""

    U: Array
    shift: Array
    weights: Array | None = None


@dataclass(frozen=True)
class Dual:
    """X nearly annihilates the shifts; q and d are nearly optimal, any positive numbers serve."""

    X: Array
    q: Array
    d: Array
