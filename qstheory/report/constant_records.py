"""The records of best constants: A as printed and repaired, A* and gamma_2 with certificates."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import ClassVar

from qstheory.certify.bundle import Item
from qstheory.certify.kinds.best_constants import Quantity, Shift
from qstheory.claims.ledger import load_ledger
from qstheory.claims.printed import PrintedRow, evaluate
from qstheory.losses.catalogue import make
from qstheory.theory.best_constants.bounds import SquaredInterval, best_constants
from qstheory.theory.best_constants.findings import outward_ends
from qstheory.theory.best_constants.wide import closed_constants
from qstheory.theory.card import enclosed_root
from qstheory.theory.closed_forms import holds, of_form
from qstheory.theory.effort import DEFAULT
from qstheory.theory.findings import Evidence
from qstheory.theory.subject import Subject
from qstheory.work.certificates import dumps, write_judged
from qstheory.work.files import file_name
from qstheory.work.records import NotNegative, Positive

SHIFTS: tuple[Shift, ...] = ("scalar", "by-observation")
SIZES = (2, 3)


@dataclass(frozen=True)
class SquaredConstant:
    """A^2 of a declared decomposition, and whether the decomposition holds."""

    name: str
    holds: bool
    squared: Fraction


@dataclass(frozen=True)
class ConstantInterval:
    """Bounds on a best constant, outwards or one known rational, and whether both are proved."""

    quantity: Quantity
    shift: Shift
    low: Fraction
    high: Fraction
    proved: bool


@dataclass(frozen=True)
class ConstantRecord:
    """A of a loss of Table 1 as printed and of its decompositions, and bounds on A*, gamma_2."""

    FORMAT: ClassVar[str] = "qstheory-constants/2"
    file: str
    loss: str
    family: str
    measure: str
    size: Positive
    printed: NotNegative
    decompositions: tuple[SquaredConstant, ...]
    intervals: tuple[ConstantInterval, ...]


def subjects() -> Iterator[tuple[PrintedRow, int]]:
    """The losses of the paper's table at the sizes that are shown."""
    return product(load_ledger().table, SIZES)


def constant_record(row: PrintedRow, size: int) -> tuple[ConstantRecord, list[Item]]:
    """The record of a loss of Table 1 at a size, and its certificates."""
    loss = make(row.family, **dict(row.parameters(size)))
    subject = Subject(loss, DEFAULT)
    intervals, items = [], []
    for shift in SHIFTS:
        best = closed_constants(subject, shift) or best_constants(loss, shift)
        for interval in (best.a, best.gamma_2):
            intervals.append(_interval(interval, shift))
            items += [_item(interval.lower), _item(interval.upper)]
    record = ConstantRecord(
        file_name(loss.name),
        loss.name,
        row.family,
        row.measure,
        size,
        float(evaluate(row.a_squared, row.symbols(size))),
        squared_constants(subject),
        tuple(intervals),
    )
    return record, items


def squared_constants(subject: Subject) -> tuple[SquaredConstant, ...]:
    """A^2 of every declared decomposition of a loss."""
    return tuple(
        SquaredConstant(
            form.name, holds(subject, form)[1] is None, of_form(subject.loss, form).squared_constant
        )
        for form in subject.loss.closed_forms
    )


def _item(bound: Evidence) -> Item:
    return Item(bound.proposition, bound.certificate)


def _interval(interval: SquaredInterval, shift: Shift) -> ConstantInterval:
    low, high = interval.ends
    root = enclosed_root(low)
    known = low == high and root[0] == root[1]
    low, high = root if known else outward_ends(low, high)
    return ConstantInterval(
        interval.quantity, shift, low, high, interval.lower.proves and interval.upper.proves
    )


def write_constants(row: PrintedRow, size: int, output: Path) -> None:
    """The record of a loss of Table 1, and its certificates."""
    record, items = constant_record(row, size)
    write_judged(output / "constants", record.file, record, dumps(items))
