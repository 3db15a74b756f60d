"""gamma_2 in floating point by a semidefinite program, in blocks where the loss is symmetric.

    min t   subject to   [[P, M], [M^T, C]] >= 0, diag P <= t, diag C <= t, M = L - 1 c^T

The program is invariant under the symmetries of L, so P, C and c may be taken invariant: constant
on the orbits of pairs of labels. The blocks are those of Murota, Kanno, Kojima and Kojima (2010).
"""

import warnings
from dataclasses import dataclass

import cvxpy as cp
import numpy as np

from qstheory.errors import Undecided
from qstheory.theory.best_constants.blocks import Blocks, Orbit, blocks, pair_orbits
from qstheory.theory.best_constants.problem import Array, ConstantProblem
from qstheory.theory.best_constants.proposals import Dual, Primal

INTERIOR = 48
"""Largest block for which the interior-point solver is used; larger ones take the first-order one.
"""


@dataclass(frozen=True)
class Program:
    """The matrices that the blocks combine: one for each orbit of pairs, and one for each c."""

    fixed: Array
    """[[0, L], [L^T, 0]]."""
    free: list[Array]
    """Indicators of the orbits of pairs within Z and within Y."""
    shifts: list[Array]
    """[[0, S], [S^T, 0]] for the shifts S that an orbit of observations has."""


def propose(problem: ConstantProblem) -> tuple[Primal, Dual]:
    """A nearly optimal decomposition and dual; raises Undecided when the solver fails."""
    rows, columns = problem.matrix.shape
    orbit = pair_orbits(rows + columns, problem.moves)
    program = _program(problem, orbit)
    cut = blocks(orbit)
    x, c, t = cp.Variable(len(program.free)), cp.Variable(len(program.shifts)), cp.Variable()
    cones = [_cone(program, basis, x, c) for basis in cut.bases]
    diagonals = np.array([np.diag(matrix) for matrix in program.free])
    whole = [i for i, row in enumerate(diagonals) if row.any()]
    bounded = x[whole] <= t
    task = cp.Problem(cp.Minimize(t), [*cones, bounded])
    _solve(task, max(basis.shape[1] for basis in cut.bases))
    if x.value is None or any(cone.dual_value is None for cone in cones):
        raise Undecided("The semidefinite program of gamma_2 was not solved.")
    C = sum(value * matrix for value, matrix in zip(x.value, program.free, strict=True))
    values, vectors = np.linalg.eigh(C[rows:, rows:])
    U = vectors * np.sqrt(np.maximum(values, 0))
    moved = sum(
        (value * matrix for value, matrix in zip(c.value, program.shifts, strict=True)),
        np.zeros(program.fixed.shape),
    )
    lifted = _lifted(cut, [np.asarray(cone.dual_value) for cone in cones], orbit)
    diagonal = np.maximum(np.diag(lifted), 0)
    X = -lifted[:rows, rows:]
    return Primal(U, moved[0, rows:].copy()), Dual(X, diagonal[:rows], diagonal[rows:])


def _program(problem: ConstantProblem, orbit: Orbit) -> Program:
    rows, columns = problem.matrix.shape
    size = rows + columns
    within = np.zeros((size, size), dtype=bool)
    within[:rows, :rows] = within[rows:, rows:] = True
    free = [(orbit == k).astype(float) for k in np.unique(orbit[within])]
    fixed = np.zeros((size, size))
    fixed[:rows, rows:] = problem.matrix
    by_orbit = problem.shift == "by-observation"
    kinds = np.diag(orbit)[rows:] if by_orbit else np.zeros(columns, dtype=np.int64)
    shifts = []
    for kind in np.unique(kinds):
        shift = np.zeros((size, size))
        shift[:rows, rows:] = kinds == kind
        shifts.append(shift + shift.T)
    return Program(fixed + fixed.T, free, shifts)


def _cone(program: Program, basis: Array, x: cp.Variable, c: cp.Variable) -> cp.Constraint:
    """The block of [[P, M], [M^T, C]] on this basis is positive semidefinite."""
    width = basis.shape[1]

    def reduced(matrices: list[Array]) -> Array:
        return np.array([(basis.T @ matrix @ basis).ravel() for matrix in matrices]).T

    constant = (basis.T @ program.fixed @ basis).ravel()
    flat = constant + reduced(program.free) @ x - reduced(program.shifts) @ c
    block = cp.reshape(flat, (width, width), order="C")
    return (block + block.T) / 2 >> 0


def _solve(task: cp.Problem, largest: int) -> None:
    accuracy = {"tol_gap_abs": 1e-10, "tol_gap_rel": 1e-10, "tol_feas": 1e-10}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Accuracy is judged by the certificate.
        try:
            if largest <= INTERIOR:
                task.solve(solver=cp.CLARABEL, **accuracy)
            else:
                task.solve(solver=cp.SCS, eps_abs=1e-7, eps_rel=1e-7, max_iters=8000)
        except cp.SolverError:
            raise Undecided("The semidefinite program of gamma_2 was not solved.") from None


def _lifted(cut: Blocks, duals: list[Array], orbit: Orbit) -> Array:
    """The multiplier of the whole matrix: those of the blocks, averaged over the group."""
    lifted = sum(
        (basis @ dual @ basis.T for basis, dual in zip(cut.bases, duals, strict=True)),
        np.zeros(orbit.shape),
    )
    sums = np.bincount(orbit.ravel(), lifted.ravel())
    return np.asarray((sums / np.bincount(orbit.ravel()))[orbit])
