"""The simplex method over the rationals with Bland's rule: slow, exact, and never cycles."""

from collections.abc import Sequence
from fractions import Fraction

SIMPLEX_LIMIT = 4_000
"""Most coefficients of a program that is solved this way."""


def simplex(
    rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction], objective: Sequence[Fraction]
) -> list[int] | None:
    """An optimal basis of min c . x, A x = b, x >= 0, or None when there is no optimum.

    Index j < n is column j, n + i the artificial variable of row i, which is zero there.
    """
    columns = len(objective)
    table = []
    for i, (row, b) in enumerate(zip(rows, right, strict=True)):
        sign = -1 if b < 0 else 1
        unit = [Fraction(int(i == k)) for k in range(len(rows))]
        table.append([*(sign * Fraction(x) for x in row), *unit, sign * Fraction(b)])
    basis = [columns + i for i in range(len(rows))]
    artificial = [Fraction(0)] * columns + [Fraction(1)] * len(rows)
    if not _descend(table, basis, artificial, columns + len(rows)):
        return None
    if any(row[-1] for row, k in zip(table, basis, strict=True) if k >= columns):
        return None
    for i, k in enumerate(basis):
        if k >= columns:
            entering = next((j for j in range(columns) if table[i][j]), None)
            if entering is not None:
                _pivot(table, basis, i, entering)
    costs = [*map(Fraction, objective), *[Fraction(0)] * len(rows)]
    return basis if _descend(table, basis, costs, columns) else None


def _descend(
    table: list[list[Fraction]], basis: list[int], costs: list[Fraction], admitted: int
) -> bool:
    """Pivot to an optimum over the first `admitted` variables; False when unbounded."""
    while True:
        priced = [costs[k] for k in basis]
        entering = next(
            (
                j
                for j in range(admitted)
                if costs[j] - sum(p * row[j] for p, row in zip(priced, table, strict=True)) < 0
            ),
            None,
        )
        if entering is None:
            return True
        ratios = [
            (row[-1] / row[entering], basis[i], i)
            for i, row in enumerate(table)
            if row[entering] > 0
        ]
        if not ratios:
            return False
        _pivot(table, basis, min(ratios)[2], entering)


def _pivot(table: list[list[Fraction]], basis: list[int], leaving: int, entering: int) -> None:
    head = table[leaving]
    scale = head[entering]
    table[leaving] = head = [x / scale for x in head]
    for i, row in enumerate(table):
        factor = row[entering]
        if i != leaving and factor:
            table[i] = [x - factor * h for x, h in zip(row, head, strict=True)]
    basis[leaving] = entering
