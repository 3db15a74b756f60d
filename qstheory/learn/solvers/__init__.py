"""Solvers of vector-valued kernel ridge regression, (K + n lambda I) C = U: one interface."""

from qstheory.learn.solvers.base import RidgeFit, RidgePath, Solver
from qstheory.learn.solvers.exact import ExactSolver
from qstheory.learn.solvers.falkon import FalkonSolver
from qstheory.learn.solvers.features import FourierSolver, NystromSolver
from qstheory.learn.solvers.primal import PrimalSolver

__all__ = [
    "ExactSolver",
    "FalkonSolver",
    "FourierSolver",
    "NystromSolver",
    "PrimalSolver",
    "RidgeFit",
    "RidgePath",
    "Solver",
]
