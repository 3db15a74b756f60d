"""A polyhedral surrogate, the loss that it embeds and its worth for a loss, as a record."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from qstheory.certify.bundle import dumps
from qstheory.losses.catalogue import parse as parse_loss
from qstheory.losses.display import label
from qstheory.theory.embedding.analysis import Analysis, Target, analyse
from qstheory.work.files import file_name, write_text

FORMAT = "qstheory-embedding/1"
NORM = "largest absolute coordinate"
SUBJECTS = (
    ("hinge", None),
    ("crammer-singer:classes=3", "abstain:classes=3"),
    ("crammer-singer:classes=3", "multiclass:classes=3"),
    ("one-vs-all-hinge:classes=3", "abstain:classes=3"),
    ("lee-lin-wahba:classes=3", "multiclass:classes=3"),
    ("weston-watkins:classes=3", "multiclass:classes=3"),
    ("binary-encoded:bits=2", "abstain:classes=4"),
    ("absolute:classes=4", "ordinal-absolute:classes=4"),
    ("lovasz-hinge:m=2,cap=1", "zero-one:m=2"),
    ("lovasz-hinge:m=2,cap=2", "hamming:m=2"),
    ("top-k-hinge:classes=3,k=2", "top-k:classes=3,k=2"),
)
"""The surrogates on the site, each with a loss."""


def embedding_record(found: Analysis) -> dict[str, Any]:
    """The record of an analysis; numbers are exact, as text."""
    made = found.embedding
    pairs = zip(made.scores, made.rows, strict=True)
    loss = "" if found.target is None else found.target.loss.name
    return {
        "format": FORMAT,
        "file": file_name(f"{found.name} {loss}".strip()),
        "surrogate": found.name,
        "observations": list(made.observations),
        "dimension": made.dimension,
        "predictions": [
            {"scores": list(map(str, v)), "losses": list(map(str, row))} for v, row in pairs
        ],
        "vertices": [
            {"distribution": list(map(str, vertex.distribution)), "risk": str(vertex.least)}
            for vertex in made.vertices
        ],
        "proved": made.evidence.proves,
        "target": None if found.target is None else _target(found, found.target),
    }


def _target(found: Analysis, target: Target) -> dict[str, Any]:
    names = [label(z) for z in target.loss.predictions]
    refined = target.refinement
    conflict = refined.conflict
    link = refined.link or ()
    return {
        "loss": "" if target.loss is found.embedding.loss else target.loss.title,
        "consistent": refined.consistent,
        "link": [
            {"scores": list(map(str, v)), "prediction": names[z]}
            for v, z in zip(found.embedding.scores, link, strict=False)
        ],
        "conflict": None
        if conflict is None
        else {
            "scores": list(map(str, conflict.scores)),
            "distributions": [
                {"distribution": list(map(str, Pi)), "optimal": [names[z] for z in optimal]}
                for Pi, optimal in zip(conflict.distributions, conflict.optimal, strict=True)
            ],
        },
        "separation": None
        if target.separation is None
        else {
            "value": _text(target.separation.value),
            "norm": NORM,
            "scores": list(map(str, target.separation.closest)),
        },
        "regret": None
        if target.bound is None
        else {
            "constant": str(target.bound.constant),
            "scores": list(map(str, target.bound.worst)),
            "proved": target.bound.evidence.proves,
        },
        "decoder": None
        if target.decoder is None
        else {
            "constant": None if target.decoder.constant is None else str(target.decoder.constant)
        },
        "limits": list(target.limits),
    }


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def write_embedding(name: str, loss: str | None, output: Path) -> None:
    """The record and the certificates of a surrogate with a loss."""
    found = analyse(name, None if loss is None else parse_loss(loss))
    record = embedding_record(found)
    path = f"{record['file']}.json"
    write_text(output / "embeddings" / path, json.dumps(record, indent=1) + "\n")
    write_text(output / "certificates" / "embeddings" / path, dumps(found.items()))
