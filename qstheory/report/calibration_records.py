"""The records of calibration functions, with their certificates."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from qstheory.certify import Outcome
from qstheory.certify.bundle import Item, dumps
from qstheory.certify.codec import encode
from qstheory.certify.kinds.calibration_envelope import EnvelopePiece
from qstheory.errors import QstheoryError
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import parse
from qstheory.losses.display import label
from qstheory.theory.budget import DEFAULT
from qstheory.theory.calibration.convexified import convexified
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.findings import chosen_problem, full_space
from qstheory.theory.calibration.problem import CalibrationProblem, scores_in_span
from qstheory.theory.calibration.ratios import least_ratio
from qstheory.theory.calibration.shape import is_convex
from qstheory.theory.closed_forms import holds
from qstheory.theory.constants import of_form
from qstheory.theory.margin.band import band_share
from qstheory.theory.subject import Subject
from qstheory.work.files import file_name, write_text

FORMAT = "qstheory-calibration/2"
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
QUADRATIC, SPAN, UNCONSTRAINED = "quadratic", "scores in the span of F", "unconstrained scores"


def problems(loss: Loss) -> Iterator[tuple[str, str, CalibrationProblem]]:
    """Surrogate, decomposition, and the problem: QS first, then those on scores."""
    subject = Subject(loss, DEFAULT)
    name, problem = chosen_problem(subject)
    yield QUADRATIC, name, problem
    if loss.predictions.size * loss.observations.size <= FULL_SPACE:
        yield SPAN, name, scores_in_span(problem.F, problem.U)
        yield UNCONSTRAINED, "F = I", full_space(subject)


def calibration_record(
    loss: Loss, functions: list[dict[str, Any]], skipped: list[str]
) -> dict[str, Any]:
    """The record of a loss; what could not be computed is null, and `skipped` says why."""
    return {
        "format": FORMAT,
        "file": file_name(loss.name),
        "loss": loss.name,
        "functions": functions,
        "decompositions": decompositions(loss),
        "margin": margin(loss),
        "skipped": skipped,
    }


def function_record(
    surrogate: str,
    decomposition: str,
    H: CalibrationFunction,
    envelope: tuple[EnvelopePiece, ...] | None,
) -> dict[str, Any]:
    """H piece by piece, H**, and the least H(e)/e^2, with the norms that bounds of QS use."""
    least = least_ratio(H)
    return {
        "surrogate": surrogate,
        "decomposition": decomposition,
        "largest_row_norm_squared": str(H.problem.squared_norm),
        "diameter_squared": str(H.problem.squared_diameter),
        "largest_excess": str(H.largest_excess),
        "pieces": [
            {
                "low": str(p.piece.low),
                "high": str(p.piece.high),
                "constant": str(p.piece.constant),
                "linear": str(p.piece.linear),
                "square": str(p.piece.square),
                "outcome": p.decision.outcome.value,
            }
            for p in H.pieces
        ],
        "gaps": [[str(low), str(high)] for low, high in H.gaps],
        "envelope": None if envelope is None else [_encoded(piece) for piece in envelope],
        "least_ratio": str(least.value),
        "attained": [[str(low), str(high)] for low, high in least.places],
    }


def _encoded(piece: EnvelopePiece) -> dict[str, Any]:
    return {key: value for key, value in encode(piece).items() if key != "kind"}


def decompositions(loss: Loss) -> list[dict[str, Any]]:
    """A^2 of every declared decomposition, and whether it holds."""
    subject = Subject(loss, DEFAULT)
    return [
        {
            "name": form.name,
            "holds": holds(subject, form)[1] is None,
            "squared_constant": str(of_form(loss, form).squared_constant),
        }
        for form in loss.closed_forms
    ]


def margin(loss: Loss) -> dict[str, Any] | None:
    """The first three observations: their columns, and the share of the margin band."""
    observations = list(loss.observations)[:3]
    if len(observations) < 3:
        return None
    L = tuple(tuple(loss.entry(z, y) for y in observations) for z in loss.predictions)
    return {
        "observations": [label(y) for y in observations],
        "predictions": [label(z) for z in loss.predictions],
        "entries": [[str(x) for x in row] for row in L],
        "epsilon": str(EPSILON),
        "band": str(band_share(L, EPSILON)),
    }


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
    record = calibration_record(loss, functions, skipped)
    text = json.dumps(record, indent=1) + "\n"
    write_text(output / "calibration" / f"{record['file']}.json", text)
    write_text(output / "certificates" / "calibration" / f"{record['file']}.json", dumps(items))
