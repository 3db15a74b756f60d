"""Hypothesis strategies and assertions for code that works with discrete losses.

Strategies: `rationals`, `simplex_points`, `planted_losses`, `decompositions`,
`problems_with_margin`. Assertions: `assert_decomposes`, `assert_bayes_optimal`. They need
hypothesis (`pip install 'qstheory[testing]'`).
"""

from qstheory.testing.assertions import assert_bayes_optimal, assert_decomposes
from qstheory.testing.strategies import (
    MarginProblem,
    Planted,
    decompositions,
    planted_losses,
    problems_with_margin,
    rationals,
    simplex_points,
)

__all__ = [
    "MarginProblem",
    "Planted",
    "assert_bayes_optimal",
    "assert_decomposes",
    "decompositions",
    "planted_losses",
    "problems_with_margin",
    "rationals",
    "simplex_points",
]
