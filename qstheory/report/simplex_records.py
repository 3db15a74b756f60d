"""Where in the simplex of distributions on three observations each prediction is best, exactly."""

import json
from pathlib import Path
from typing import Any

from qstheory.certify.kinds.polyhedral import matrix
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import parse
from qstheory.losses.display import label
from qstheory.losses.spaces import Label
from qstheory.theory.consistency.regions import Polygon, best_cells
from qstheory.work.files import file_name, write_text

FORMAT = "qstheory-simplex/1"
SUBJECTS = (
    "multiclass:classes=3",
    "abstain:classes=3,cost=1/2",
    "ordinal-absolute:classes=3",
    "ordinal-squared:classes=3",
)


def best_regions(loss: Loss) -> dict[Label, Polygon]:
    """For each prediction z the corners of {Pi : l(z, Pi) <= l(z', Pi) for all z'}.

    `loss` has three observations. A region may be empty or flat.
    """
    return dict(zip(loss.predictions, best_cells(matrix(loss)), strict=True))


def simplex_record(loss: Loss) -> dict[str, Any]:
    """The regions with their exact corners."""
    return {
        "format": FORMAT,
        "file": file_name(loss.name),
        "loss": loss.name,
        "observations": [label(y) for y in loss.observations],
        "regions": [
            {"prediction": label(z), "corners": [[str(x) for x in p] for p in polygon]}
            for z, polygon in best_regions(loss).items()
        ],
    }


def write_simplex(name: str, output: Path) -> None:
    """The record of a loss with three observations."""
    record = simplex_record(parse(name))
    write_text(output / "simplex" / f"{record['file']}.json", json.dumps(record, indent=1) + "\n")
