"""The records of best constants: A as printed and repaired, A* and gamma_2 with certificates."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from qstheory.certify.bundle import Item, dumps
from qstheory.certify.kinds.best_constants import Shift, WeightedColumns
from qstheory.certify.kinds.sign_hull import HullPoint
from qstheory.claims.ledger import load_ledger
from qstheory.claims.printed import PrintedRow, evaluate
from qstheory.losses.catalogue import make
from qstheory.theory.best_constants.bounds import SquaredInterval, best_constants
from qstheory.theory.budget import DEFAULT
from qstheory.theory.closed_forms import holds
from qstheory.theory.constants import of_form
from qstheory.theory.findings import Evidence
from qstheory.theory.subject import Subject
from qstheory.work.files import file_name, write_text

FORMAT = "qstheory-constants/1"
SHIFTS: tuple[Shift, ...] = ("scalar", "by-observation")
SIZES = (2, 3)
WEIGHTY = Fraction(1, 10**6)
"""Least weight of a column that is shown."""


def subjects() -> Iterator[tuple[PrintedRow, int]]:
    """The losses of the paper's table at the sizes that are shown."""
    return product(load_ledger().table, SIZES)


def constant_record(row: PrintedRow, size: int) -> tuple[dict[str, Any], list[Item]]:
    """The record of a loss of Table 1 at a size, and its certificates."""
    loss = make(row.family, **dict(row.parameters(size)))
    subject = Subject(loss, DEFAULT)
    intervals, items = [], []
    for shift in SHIFTS:
        best = best_constants(loss, shift)
        for interval in (best.a, best.gamma_2):
            intervals.append(_interval(interval, shift))
            items += [_item(interval.lower), _item(interval.upper)]
    return {
        "format": FORMAT,
        "file": file_name(loss.name),
        "loss": loss.name,
        "family": row.family,
        "measure": row.measure,
        "size": size,
        "printed": float(evaluate(row.a_squared, row.symbols(size))),
        "decompositions": [
            {
                "name": form.name,
                "holds": holds(subject, form)[1] is None,
                "squared": str(of_form(loss, form).squared_constant),
            }
            for form in loss.closed_forms
        ],
        "intervals": intervals,
    }, items


def _item(bound: Evidence) -> Item:
    return Item(bound.proposition, bound.certificate)


def _interval(interval: SquaredInterval, shift: Shift) -> dict[str, Any]:
    """The bounds on the square, whether both are proved, and the columns of U that have weight."""
    low, high = interval.ends
    given = interval.upper.certificate
    columns: list[dict[str, str]] = []
    if isinstance(given, WeightedColumns):
        columns = _columns(tuple(zip(*given.U, strict=True)), given.weights)
    elif isinstance(given, HullPoint):
        columns = _columns(given.columns, given.weights)
    return {
        "quantity": interval.quantity,
        "shift": shift,
        "low": str(low),
        "high": str(high),
        "proved": interval.lower.proves and interval.upper.proves,
        "columns": columns,
        "averaged": isinstance(given, HullPoint) and bool(given.moves),
    }


def _columns(
    columns: tuple[tuple[Fraction, ...], ...], weights: tuple[Fraction, ...]
) -> list[dict[str, str]]:
    """Sign vectors as +, - with their weights, the heaviest first."""
    pairs = sorted(zip(weights, columns, strict=True), reverse=True)
    return [
        {"weight": f"{float(weight):.6f}", "signs": "".join("+" if x > 0 else "-" for x in column)}
        for weight, column in pairs
        if weight > WEIGHTY and all(column)
    ]


def write_constants(row: PrintedRow, size: int, output: Path) -> None:
    """The record of a loss of Table 1, and its certificates."""
    record, items = constant_record(row, size)
    path = f"{record['file']}.json"
    write_text(output / "constants" / path, json.dumps(record, indent=1) + "\n")
    write_text(output / "certificates" / "constants" / path, dumps(items))
