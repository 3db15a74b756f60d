"""Linear programs with free variables and inequalities, brought to the standard form exactly."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from qstheory.exact.rational import Vector
from qstheory.solve.linear_program import StandardProgram, solve

Constraint = tuple[Vector, Fraction]


class Sense(Enum):
    """Whether to make the objective small or large."""

    MINIMISE = 1
    MAXIMISE = -1


@dataclass(frozen=True)
class GeneralProgram:
    """objective . x subject to a . x = b, a . x >= b, and x_j >= 0 unless j is in `free`."""

    objective: Vector
    equalities: tuple[Constraint, ...]
    inequalities: tuple[Constraint, ...]
    free: frozenset[int] = frozenset()


def optimise(program: GeneralProgram, sense: Sense) -> Vector:
    """An exact optimal x; raises Undecided when there is none or it cannot be rebuilt."""
    negated = sorted(program.free)
    surplus = len(program.inequalities)

    def widen(row: Vector, slack: int | None) -> tuple[Fraction, ...]:
        tail = [Fraction(0)] * surplus
        if slack is not None:
            tail[slack] = Fraction(-1)
        return (*row, *(-row[j] for j in negated), *tail)

    rows = [widen(a, None) for a, _ in program.equalities]
    rows += [widen(a, i) for i, (a, _) in enumerate(program.inequalities)]
    right = tuple(b for _, b in (*program.equalities, *program.inequalities))
    objective = tuple(sense.value * c for c in widen(program.objective, None))
    x = solve(StandardProgram(tuple(rows), right, objective)).x
    size = len(program.objective)
    values = list(x[:size])
    for j, part in zip(negated, x[size : size + len(negated)], strict=True):
        values[j] -= part
    return tuple(values)
