"""Solvers of vector-valued kernel ridge regression, (K + n lambda I) C = U: one interface."""

from qstheory.learn.solvers.base import RidgeFit, RidgePath, Solver
from qstheory.learn.solvers.exact import ExactSolver
from qstheory.learn.solvers.features import (
    FeatureSolver,
    FourierSolver,
    NormalEquations,
    NystromSolver,
    PrimalSolver,
)

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
