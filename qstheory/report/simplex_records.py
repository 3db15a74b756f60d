"""Where in the simplex of distributions on three observations each prediction is best, exactly."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from qstheory.certify.kinds.polyhedral import matrix
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import parse
from qstheory.losses.display import label
from qstheory.losses.spaces import Label
from qstheory.theory.consistency.regions import Polygon, best_cells
from qstheory.work.files import file_name, write_text
from qstheory.work.records import to_json

SUBJECTS = (
    "multiclass:classes=3",
    "abstain:classes=3,cost=1/2",
    "ordinal-absolute:classes=3",
    "ordinal-squared:classes=3",
)


@dataclass(frozen=True)
class Region:
    """A prediction, and the corners of the region at which it is optimal."""

    prediction: str
    corners: Polygon


@dataclass(frozen=True)
class SimplexRecord:
    """For each prediction the region of the distributions at which it is optimal."""

    FORMAT: ClassVar[str] = "qstheory-simplex/1"
    file: str
    loss: str
    observations: tuple[str, ...]
    regions: tuple[Region, ...]


def best_regions(loss: Loss) -> dict[Label, Polygon]:
    """For each prediction z the corners of {Pi : l(z, Pi) <= l(z', Pi) for all z'}.

    `loss` has three observations. A region may be empty or flat.
    """
    return dict(zip(loss.predictions, best_cells(matrix(loss)), strict=True))


def simplex_record(loss: Loss) -> SimplexRecord:
    """The regions with their exact corners."""
    regions = best_regions(loss).items()
    return SimplexRecord(
        file_name(loss.name),
        loss.name,
        tuple(map(label, loss.observations)),
        tuple(Region(label(z), corners) for z, corners in regions),
    )


def write_simplex(name: str, output: Path) -> None:
    """The record of a loss with three observations."""
    record = simplex_record(parse(name))
    write_text(output / "simplex" / f"{record.file}.json", to_json(record))
