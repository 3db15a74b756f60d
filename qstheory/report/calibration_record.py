"""The record of calibration functions, best constants, margins and consistency, loss by loss."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed

from qstheory.certify.finite import squared_distance
from qstheory.certify.kinds.best_constants import Shift
from qstheory.errors import QstheoryError
from qstheory.exact.rational import inner
from qstheory.losses.base import Loss
from qstheory.losses.catalogue import parse
from qstheory.report.files import write_text
from qstheory.report.instances import label
from qstheory.report.simplex import calibration_picture, simplex_picture
from qstheory.theory.best_constants.bounds import best_constants
from qstheory.theory.best_constants.findings import root_above, root_below
from qstheory.theory.budget import DEFAULT
from qstheory.theory.calibration.envelope import calibration_function
from qstheory.theory.calibration.findings import chosen_problem, least_ratio, pieces_text
from qstheory.theory.closed_forms import holds
from qstheory.theory.consistency.max_margin import own_scores, smallest_failure
from qstheory.theory.constants import of_form, square_root
from qstheory.theory.margin.cells import band_share
from qstheory.theory.subject import Subject

LOSSES = (
    "zero-one:m=2",
    "zero-one:m=3",
    "block-zero-one:m=3,blocks=parity",
    "hamming:m=2",
    "hamming:m=3",
    "f-score:m=2,undefined=one",
    "prec-at-k:m=3,k=1",
    "ndcg:m=3,R=2,discount=reciprocal",
    "pairwise-disagreement:m=3,undefined=drop",
    "map:m=3,undefined=drop",
    "multiclass:classes=3",
    "multiclass:classes=5",
    "ordinal-absolute:classes=3",
    "abstain:classes=3",
)
SHIFTS: tuple[Shift, ...] = ("scalar", "by-observation")
EPSILON = Fraction(1, 10)
DENOMINATOR = 6
"""Largest denominator of the distributions at which a max-margin surrogate is tried."""


def calibration_records(jobs: int) -> list[dict[str, Any]]:
    """One record for each loss; what could not be computed says why."""
    return list(Parallel(n_jobs=jobs)(delayed(loss_record)(name) for name in LOSSES))


def write_calibration(output: Path, jobs: int) -> None:
    """Write calibration.json, from which the site's page is made."""
    document = {"format": "qstheory-calibration/1", "losses": calibration_records(jobs)}
    write_text(output / "calibration.json", json.dumps(document, indent=1) + "\n")


def loss_record(name: str) -> dict[str, Any]:
    """The record of a loss: texts and SVG pictures."""
    loss = parse(name)
    record: dict[str, Any] = {"loss": name}
    for part in (_forms, _constants, _calibration, _simplex, _max_margin):
        try:
            record |= part(loss)
        except QstheoryError as error:
            record.setdefault("skipped", []).append(str(error))
    return record


def _forms(loss: Loss) -> dict[str, Any]:
    subject = Subject(loss, DEFAULT)
    return {
        "forms": [
            {
                "name": form.name,
                "holds": holds(subject, form)[1] is None,
                "A": square_root(of_form(loss, form).squared_constant, 8),
            }
            for form in loss.closed_forms
        ]
    }


def _constants(loss: Loss) -> dict[str, Any]:
    found = {}
    for shift in SHIFTS:
        best = best_constants(loss, shift)
        for interval in (best.a, best.gamma_2):
            low, high = interval.ends
            proved = interval.lower.proves and interval.upper.proves
            text = f"[{root_below(low)}, {root_above(high)}]"
            found[f"{interval.quantity}:{shift}"] = text if proved else "undecided"
    return {"constants": found}


def _calibration(loss: Loss) -> dict[str, Any]:
    name, problem = chosen_problem(Subject(loss, DEFAULT))
    H = calibration_function(problem)
    F = problem.F
    diameter = max(squared_distance(a, b) for a in F for b in F)
    norm = max(inner(row, row) for row in F)
    return {
        "calibration": {
            "decomposition": name,
            "H": pieces_text(H),
            "proved": all(not piece.decision.reason for piece in H.pieces),
            "ratio to e^2/D^2": str(least_ratio(H) * diameter),
            "ratio to e^2/(4 ||F||^2)": str(least_ratio(H) * 4 * norm),
            "picture": calibration_picture(H, diameter, norm).decode(),
        }
    }


def _simplex(loss: Loss) -> dict[str, Any]:
    observations = list(loss.observations)[:3]
    if len(observations) < 3:
        return {}
    L = tuple(tuple(loss.entry(z, y) for y in observations) for z in loss.predictions)
    names = [label(y) for y in observations]
    picture = simplex_picture(L, names, [label(z) for z in loss.predictions], EPSILON)
    return {
        "simplex": {
            "observations": names,
            "band": str(band_share(L, EPSILON)),
            "picture": picture.decode(),
        }
    }


def _max_margin(loss: Loss) -> dict[str, Any]:
    if list(loss.predictions) != list(loss.observations) or loss.predictions.size > 5:
        return {}
    found = smallest_failure(loss, own_scores(loss), DENOMINATOR)
    if found is None:
        return {"max-margin": f"no failure at distributions with denominators up to {DENOMINATOR}"}
    Pi = ", ".join(map(str, found.proposition.distribution))
    z = label(list(loss.predictions)[found.certificate.prediction])
    return {"max-margin": f"fails at Pi = ({Pi}): a minimiser decodes to {z}, which is not optimal"}
