"""Solvers of vector-valued kernel ridge regression, (K + n lambda I) C = U: one interface."""

from qstheory.learn.solvers.features import (
    FeatureSolver,
    FourierSolver,
    NormalEquations,
    NystromSolver,
    PrimalSolver,
)
from qstheory.learn.solvers.ridge import ExactSolver, RidgeFit, RidgePath, Solver

__all__ = [
    "ExactSolver",
    "FeatureSolver",
    "FourierSolver",
    "NormalEquations",
    "NystromSolver",
    "PrimalSolver",
    "RidgeFit",
    "RidgePath",
    "Solver",
]
