"""Which surrogates are consistent for a loss, as a record with exact failures and certificates."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from qstheory.certify.bundle import Item, dumps
from qstheory.certify.kinds.log_linear_consistency import WrongModel
from qstheory.certify.kinds.polyhedral import matrix
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import parse
from qstheory.losses.display import label
from qstheory.theory.consistency.catalogue import surrogates
from qstheory.theory.consistency.regions import Polygon, best_cells, failing_regions
from qstheory.theory.consistency.verdict import Consistency, Failure, consistency
from qstheory.work.files import file_name, write_text

FORMAT = "qstheory-consistency/1"
SUBJECTS = (
    "multiclass:classes=2",
    "multiclass:classes=3",
    "multiclass:classes=4",
    "ordinal-absolute:classes=3",
    "ordinal-absolute:classes=4",
    "ordinal-squared:classes=3",
    "abstain:classes=3,cost=1/2",
    "abstain:classes=3,cost=1/3",
    "abstain:classes=4,cost=1/2",
    "top-k:classes=4,k=2",
    "zero-one:m=2",
    "hamming:m=2",
    "f-score:m=2,undefined=one",
    "jaccard:m=2,undefined=one",
    "hamming:m=3",
    "f-score:m=3,undefined=one",
    "prec-at-k:m=3,k=1",
    "ndcg:m=3,R=2,discount=reciprocal",
    "pairwise-disagreement:m=3,undefined=drop",
    "map:m=3,undefined=drop",
)
PARTS, COARSE = 12, 6
"""Denominators of the grids on which regions of failure are looked for, the second on a face."""
DRAWN = 4
"""Most predictions of a loss whose regions of failure are drawn."""


def verdicts(loss: Loss) -> tuple[Consistency, ...]:
    """The verdict on every surrogate there is."""
    return tuple(consistency(loss, surrogate) for surrogate in surrogates().values())


def items(found: Iterable[Consistency]) -> list[Item]:
    """The entries of a certificate file: what proves and what refutes."""
    evidence = (
        (verdict, given)
        for verdict in found
        for given in (verdict.evidence, verdict.some_decoder)
        if given is not None and not given.decision.reason
    )
    return [
        Item(
            given.proposition,
            given.certificate,
            "proves" if given.proves else "refutes",
            f"{verdict.surrogate.name} for {verdict.loss.name}",
        )
        for verdict, given in evidence
    ]


def consistency_record(loss: Loss, found: Iterable[Consistency]) -> dict[str, Any]:
    """The verdicts on surrogates for a loss."""
    return {
        "format": FORMAT,
        "file": file_name(loss.name),
        "loss": loss.name,
        "title": loss.title,
        "predictions": [label(z) for z in loss.predictions],
        "observations": [label(y) for y in loss.observations],
        "surrogates": [_verdict(loss, verdict) for verdict in found],
    }


def _verdict(loss: Loss, found: Consistency) -> dict[str, Any]:
    surrogate = found.surrogate
    return {
        "name": surrogate.name,
        "title": surrogate.title,
        "formula": surrogate.loss,
        "decoder": surrogate.decoder,
        "source": surrogate.source,
        "status": found.status,
        "reason": found.reason,
        "certificate": "" if found.evidence is None else type(found.evidence.certificate).__name__,
        "logarithmic": found.evidence is not None
        and isinstance(found.evidence.certificate, WrongModel),
        "other_decoders": _others(found),
        "failure": None if found.failure is None else _failure(loss, found.failure),
        "picture": _picture(loss, found),
    }


def _others(found: Consistency) -> str:
    """Whether another decoder would be consistent: some, none, or empty when that is not known."""
    if found.some_decoder is None:
        return ""
    return "some" if found.some_decoder.proves else "none"


def _failure(loss: Loss, failure: Failure) -> dict[str, Any]:
    names = [label(z) for z in loss.predictions]
    return {
        "distribution": [str(p) for p in failure.distribution],
        "scores": [str(v) for v in failure.scores],
        "decoded": [names[z] for z in failure.decoded],
        "wrong": names[failure.wrong],
        "optimal": [names[z] for z in failure.optimal],
        "excess": str(failure.excess),
        "smallest": failure.smallest,
    }


def _picture(loss: Loss, found: Consistency) -> dict[str, Any] | None:
    """Cells of best predictions and regions of failure on three observations, with exact corners.

    The three are those of the failing distribution and the first others.
    """
    size = loss.observations.size
    if found.failure is None or size < 3:
        return None
    support = [y for y in range(size) if found.failure.distribution[y]]
    face = sorted([*support, *(y for y in range(size) if y not in support)][:3])
    L, parts = matrix(loss), PARTS if size == 3 else COARSE
    if len(support) > 3 or len(L) > DRAWN:
        return None
    regions = failing_regions(L, found.surrogate.build(loss), face, parts)
    if not regions:
        return None
    cells = best_cells([tuple(row[y] for y in face) for row in L])
    names = zip(loss.predictions, cells, strict=True)
    return {
        "observations": [label(list(loss.observations)[y]) for y in face],
        "failing": [str(found.failure.distribution[y]) for y in face],
        "cells": [
            {"prediction": label(z), "corners": _corners(cell)}
            for z, cell in names
            if len(cell) > 2
        ],
        "regions": [_corners(polygon) for polygon in regions],
    }


def _corners(polygon: Polygon) -> list[list[str]]:
    return [[str(x) for x in corner] for corner in polygon]


def write_consistency(name: str, output: Path) -> None:
    """The record and the certificates of a loss."""
    loss = parse(name)
    found = verdicts(loss)
    record = consistency_record(loss, found)
    path = f"{record['file']}.json"
    write_text(output / "consistency" / path, json.dumps(record, indent=1) + "\n")
    write_text(output / "certificates" / "consistency" / path, dumps(items(found)))
