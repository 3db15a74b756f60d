"""Exact calibration functions of small losses, as records with their certificates."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from qstheory.certify import Outcome
from qstheory.certify.bundle import Item, save
from qstheory.errors import Undecided
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import parse
from qstheory.losses.closed_forms import ClosedForm
from qstheory.report.files import file_name, write_text
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.problem import problem_of_form

FORMAT = "qstheory-calibration/1"
SUBJECTS = (
    "multiclass:classes=3",
    "zero-one:m=2",
    "hamming:m=2",
    "f-score:m=2,undefined=one",
    "prec-at-k:m=2,k=1",
    "abstain:classes=3,cost=1/2",
    "ordinal-absolute:classes=3",
)


def holding_forms(loss: Loss) -> Iterator[ClosedForm]:
    """The closed forms that equal the loss at every entry."""
    for form in loss.closed_forms:
        if all(
            form.value(z, y) == loss.entry(z, y)
            for z in loss.predictions
            for y in loss.observations
        ):
            yield form


def calibration_record(loss: Loss, form: ClosedForm, found: CalibrationFunction) -> dict[str, Any]:
    """H piece by piece, with the norm that the paper's bound eps^2 / (4 ||F||^2) uses."""
    norm = max(sum(x * x for x in row) for row in found.problem.F)
    return {
        "format": FORMAT,
        "file": file_name(f"{loss.name}-{form.name}"),
        "loss": loss.name,
        "form": form.name,
        "largest_row_norm_squared": str(norm),
        "largest_excess": str(found.largest_excess),
        "pieces": [
            {
                "low": str(p.piece.low),
                "high": str(p.piece.high),
                "constant": str(p.piece.constant),
                "linear": str(p.piece.linear),
                "square": str(p.piece.square),
                "outcome": p.decision.outcome.value,
            }
            for p in found.pieces
        ],
        "gaps": [[str(low), str(high)] for low, high in found.gaps],
    }


def write_calibration(name: str, output: Path) -> None:
    """The record and the certificates of the first form of a loss that can be settled."""
    loss = parse(name)
    for form in holding_forms(loss):
        try:
            found = calibration_function(problem_of_form(loss, form))
        except Undecided:
            continue
        record = calibration_record(loss, form, found)
        items = [
            Item(p.piece, p.certificate, note=f"calibration function of {loss.name}, {form.name}")
            for p in found.pieces
            if p.decision.outcome is Outcome.PROVES
        ]
        write_text(
            output / "calibration" / f"{record['file']}.json", json.dumps(record, indent=1) + "\n"
        )
        save(output / "certificates" / "calibration" / f"{record['file']}.json", items)
        return
