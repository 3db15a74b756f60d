"""The records of best constants (A as printed and repaired, A* and gamma_2) and of calibration
functions, each with its certificates.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from qstheory.certify import Outcome
from qstheory.certify.bundle import Item
from qstheory.certify.kinds.best_constants import Quantity, Shift
from qstheory.certify.kinds.calibration_envelope import EnvelopePiece
from qstheory.claims.ledger import PrintedRow, evaluate, load_ledger
from qstheory.errors import QstheoryError
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import make, parse
from qstheory.losses.spaces import label
from qstheory.theory.best_constants.bounds import SquaredInterval, best_constants
from qstheory.theory.best_constants.findings import closed_constants, outward_ends
from qstheory.theory.calibration.convex_envelope import convexified
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.findings import chosen_problem, full_space
from qstheory.theory.calibration.problem import CalibrationProblem, scores_in_span
from qstheory.theory.calibration.text import is_convex, least_ratio
from qstheory.theory.card import enclosed_root
from qstheory.theory.decompositions import holds, of_form
from qstheory.theory.effort import DEFAULT
from qstheory.theory.findings import Evidence
from qstheory.theory.margin.cells import band_share
from qstheory.theory.subject import Subject
from qstheory.work.certificates import dumps, write_judged
from qstheory.work.files import NotNegative, Pair, Positive, copied, file_name

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


def constants_shown() -> Iterator[tuple[PrintedRow, int]]:
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


SUBJECTS = (
    "zero-one:m=2",
    "zero-one:m=3",
    "block-zero-one:m=3,blocks=parity",
    "hamming:m=2",
    "hamming:m=3",
    "f-score:m=2,undefined=one",
    "f-score:m=3,undefined=one",
    "prec-at-k:m=3,k=1",
    "ndcg:m=3,R=2,discount=reciprocal",
    "pairwise-disagreement:m=3,undefined=drop",
    "map:m=3,undefined=drop",
    "multiclass:classes=3",
    "multiclass:classes=5",
    "ordinal-absolute:classes=3",
    "abstain:classes=3",
    "cost-sensitive:costs=0 2 3;1 0 1;3 2 0",
)
EPSILON = Fraction(1, 10)
FULL_SPACE = 64
"""Most entries of a loss for which the surrogates on scores are added."""
Surrogate = Literal["quadratic", "scores in the span of F", "unconstrained scores"]
QUADRATIC: Surrogate = "quadratic"
SPAN: Surrogate = "scores in the span of F"
UNCONSTRAINED: Surrogate = "unconstrained scores"


@dataclass(frozen=True)
class DecidedPiece:
    """constant + linear e + square e^2 on [low, high], and what `decide` says of it."""

    low: Fraction
    high: Fraction
    constant: Fraction
    linear: Fraction
    square: Fraction
    outcome: Outcome


@dataclass(frozen=True)
class FunctionRecord:
    """The calibration function H of a surrogate.

    `envelope` is H**, null where H is convex; `least_ratio` is the least H(e)/e^2, and `attained`
    are the intervals of e, without 0, on which it is least.
    """

    surrogate: Surrogate
    decomposition: str
    largest_row_norm_squared: Fraction
    diameter_squared: Fraction
    largest_excess: Fraction
    pieces: Annotated[tuple[DecidedPiece, ...], ("minItems", 1)]
    gaps: tuple[Pair, ...]
    envelope: tuple[EnvelopePiece, ...] | None
    least_ratio: Fraction
    attained: Annotated[tuple[Pair, ...], ("minItems", 1)]


@dataclass(frozen=True)
class DecompositionConstant:
    """A^2 of a declared decomposition, and whether the decomposition holds."""

    name: str
    holds: bool
    squared_constant: Fraction


@dataclass(frozen=True)
class MarginBand:
    """Three columns of the loss, and the share of the simplex with a margin of at most epsilon."""

    observations: Annotated[tuple[str, ...], ("minItems", 3), ("maxItems", 3)]
    predictions: tuple[str, ...]
    entries: tuple[tuple[Fraction, ...], ...]
    epsilon: Fraction
    band: Fraction


@dataclass(frozen=True)
class CalibrationRecord:
    """Calibration functions of surrogates, and A of the decompositions of the loss.

    `skipped` says why functions are missing.
    """

    FORMAT: ClassVar[str] = "qstheory-calibration/2"
    file: str
    loss: str
    functions: tuple[FunctionRecord, ...]
    decompositions: tuple[DecompositionConstant, ...]
    margin: MarginBand | None
    skipped: tuple[str, ...]


def problems(loss: Loss) -> Iterator[tuple[Surrogate, str, CalibrationProblem]]:
    """Surrogate, decomposition, and the problem: QS first, then those on scores."""
    subject = Subject(loss, DEFAULT)
    name, problem = chosen_problem(subject)
    yield QUADRATIC, name, problem
    if loss.predictions.size * loss.observations.size <= FULL_SPACE:
        yield SPAN, name, scores_in_span(problem)
        yield UNCONSTRAINED, "F = I", full_space(subject)


def function_record(
    surrogate: Surrogate,
    decomposition: str,
    H: CalibrationFunction,
    envelope: tuple[EnvelopePiece, ...] | None,
) -> FunctionRecord:
    """H piece by piece, H**, and the least H(e)/e^2, with the norms that bounds of QS use."""
    least = least_ratio(H)
    return FunctionRecord(
        surrogate,
        decomposition,
        H.problem.squared_norm,
        H.problem.squared_diameter,
        H.largest_excess,
        tuple(copied(DecidedPiece, p.piece, outcome=p.decision.outcome) for p in H.pieces),
        H.gaps,
        envelope,
        least.value,
        least.places,
    )


def decompositions(loss: Loss) -> tuple[DecompositionConstant, ...]:
    """A^2 of every declared decomposition, and whether it holds."""
    found = squared_constants(Subject(loss, DEFAULT))
    return tuple(DecompositionConstant(c.name, c.holds, c.squared) for c in found)


def margin(loss: Loss) -> MarginBand | None:
    """The first three observations: their columns, and the share of the margin band."""
    observations = list(loss.observations)[:3]
    if len(observations) < 3:
        return None
    L = tuple(tuple(loss.entry(z, y) for y in observations) for z in loss.predictions)
    return MarginBand(
        tuple(map(label, observations)),
        tuple(map(label, loss.predictions)),
        L,
        EPSILON,
        band_share(L, EPSILON),
    )


def write_calibration(name: str, output: Path) -> None:
    """The record of a loss and the certificates of its calibration functions."""
    loss = parse(name)
    functions, items, skipped = [], [], []
    try:
        for surrogate, decomposition, problem in problems(loss):
            H = calibration_function(problem)
            note = f"calibration function of {loss.name}: {surrogate}, {decomposition}"
            items += [
                Item(p.piece, p.certificate, note=note)
                for p in H.pieces
                if p.decision.outcome is Outcome.PROVES
            ]
            envelope = None
            if not is_convex(H):
                found = convexified(H)
                envelope = found.proposition.pieces
                items.append(Item(found.proposition, found.certificate, note=f"convexified {note}"))
            functions.append(function_record(surrogate, decomposition, H, envelope))
    except QstheoryError as error:
        skipped.append(str(error))
    record = CalibrationRecord(
        file_name(loss.name),
        loss.name,
        tuple(functions),
        decompositions(loss),
        margin(loss),
        tuple(skipped),
    )
    write_judged(output / "calibration", record.file, record, dumps(items))
