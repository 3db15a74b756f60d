"""The surrogates that a loss has, side by side, as a record."""

import json
from pathlib import Path
from typing import Any

from qstheory.certify.bundle import dumps
from qstheory.losses.catalogue import parse
from qstheory.losses.display import label
from qstheory.theory.design.designs import Designs, design
from qstheory.work.files import file_name, write_text

FORMAT = "qstheory-design/1"
SUBJECTS = (
    "multiclass:classes=3",
    "ordinal-absolute:classes=4",
    "abstain:classes=4,cost=1/2",
    "hamming:m=2",
    "f-score:m=2,undefined=one",
)
"""The losses on the site."""


def design_record(found: Designs) -> dict[str, Any]:
    """The record of the designs for a loss."""
    return {
        "format": FORMAT,
        "file": file_name(found.loss.name),
        "loss": found.loss.name,
        "title": found.loss.title,
        "predictions": [label(z) for z in found.loss.predictions],
        "observations": [label(y) for y in found.loss.observations],
        "designs": [
            {
                "name": d.name,
                "title": d.title,
                "dimension": d.dimension,
                "formula": d.formula,
                "transfer": d.transfer,
                "evaluation": d.evaluation,
                "decoding": d.decoding,
                "certificates": sum(e.proves for e in d.evidence),
                "proved": all(e.proves for e in d.evidence),
                "details": [list(pair) for pair in d.details],
            }
            for d in found.designs
        ],
        "missing": [{"name": name, "reason": reason} for name, reason in found.missing],
        "advice": found.advice,
    }


def write_design(name: str, output: Path) -> None:
    """The record and the certificates of a loss."""
    found = design(parse(name))
    record = design_record(found)
    path = f"{record['file']}.json"
    write_text(output / "designs" / path, json.dumps(record, indent=1) + "\n")
    write_text(output / "certificates" / "designs" / path, dumps(found.items()))
