"""Where in the simplex of distributions on three observations each prediction is best, exactly."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from qstheory.exact.rational import inner
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import parse
from qstheory.losses.spaces import Label
from qstheory.report.files import file_name, write_text
from qstheory.report.instances import label

FORMAT = "qstheory-simplex/1"
SUBJECTS = (
    "multiclass:classes=3",
    "abstain:classes=3,cost=1/2",
    "ordinal-absolute:classes=3",
    "ordinal-squared:classes=3",
)
Point = tuple[Fraction, Fraction, Fraction]
CORNERS: tuple[Point, ...] = tuple(
    (Fraction(int(i == 0)), Fraction(int(i == 1)), Fraction(int(i == 2))) for i in range(3)
)


def _clip(polygon: list[Point], normal: Point) -> list[Point]:
    """The part of a convex polygon with normal . p <= 0."""
    kept: list[Point] = []
    for i, p in enumerate(polygon):
        q = polygon[(i + 1) % len(polygon)]
        a, b = inner(normal, p), inner(normal, q)
        if a <= 0:
            kept.append(p)
        if a * b < 0:
            t = a / (a - b)
            x, y, z = (u + t * (v - u) for u, v in zip(p, q, strict=True))
            kept.append((x, y, z))
    return list(dict.fromkeys(kept))


def best_regions(loss: Loss) -> dict[Label, list[Point]]:
    """For each prediction z the corners of {Pi : l(z, Pi) <= l(z', Pi) for all z'}.

    `loss` has three observations. A region may be empty or flat.
    """
    rows = {z: [loss.entry(z, y) for y in loss.observations] for z in loss.predictions}
    regions: dict[Label, list[Point]] = {}
    for z, row in rows.items():
        polygon = list(CORNERS)
        for other in rows.values():
            a, b, c = (x - y for x, y in zip(row, other, strict=True))
            polygon = _clip(polygon, (a, b, c))
        regions[z] = polygon
    return regions


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
