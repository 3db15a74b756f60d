"""A small report: two families, one topic of claims, made once."""

import json
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from qstheory.claims.formats import json_text
from qstheory.claims.verify import VerifyOptions
from qstheory.cli.parser import command_help
from qstheory.report import (
    build,
    calibration_records,
    consistency_records,
    design_records,
    embedding_records,
    family_formats,
    noise_path,
    noise_records,
    pictures,
)
from qstheory.report.simulation import write_study, write_summary
from qstheory.report.site import build_site
from qstheory.report.table1 import Instance
from qstheory.simulate.study import Plan, study
from qstheory.simulate.subjects import Subject
from qstheory.theory.families.family import analyze_family, from_name
from qstheory.work.engine import ResultStore, engine
from qstheory.work.files import write_text
from tests import once
from verification.sharp2020._printed_table import ROWS

SUBJECTS = ("hamming", "zero-one")
CURVES = {
    "format": "qstheory-curves/1",
    "file": "example",
    "title": "An example",
    "remark": "Excess risk against the number of examples.",
    "x": "n",
    "y": "excess risk",
    "logarithmic": True,
    "series": [{"name": "QS", "points": [[10, 0.2, 0.3, 0.4], [100, 0.02, 0.03, 0.04]]}],
}
TABLE2 = {
    "format": "qstheory-table2/2",
    "cells": [
        {
            "dataset": "emotions",
            "measure": "f-score",
            "method": "QS",
            "mean": 0.65,
            "standard_error": None,
            "runs": 1,
            "printed": {"value": 0.66, "rounding": 0.005},
            "runs_as_good": 0,
            "at_least_printed": False,
            "printed_p_value": None,
            "interval": None,
            "standing": "worse",
        }
    ],
    "comparisons": [
        {
            "dataset": "emotions",
            "measure": "f-score",
            "other": "SSVM",
            "difference": -0.01,
            "p_value": 0.04,
            "runs": 2,
            "printed_difference": None,
            "verdict": None,
            "adjusted": 0.08,
        }
    ],
    "ranks": [],
    "runs": [],
}
PROTOCOLS = {
    "format": "qstheory-protocols/1",
    "cells": [
        {
            "dataset": "medical",
            "measure": "zero-one",
            "method": "5 folds",
            "mean": mean,
            "standard_error": 0.01,
            "runs": 5,
            "printed": {"value": 0.29, "rounding": 0.005},
            "runs_as_good": 2,
            "at_least_printed": reaches,
            "printed_p_value": 0.5,
            "interval": [0.2, 0.4],
            "standing": standing,
        }
        for mean, reaches, standing in ((0.28, True, "within"), (0.45, False, "worse"))
    ],
}


def _quiet(stage: str, done: int, total: int) -> None:
    """No progress is shown."""


@pytest.fixture(scope="session")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A small study: a law without errors, one with a violated lemma, a foreign boundary."""
    subjects = (
        Subject("f-score:m=2,undefined=one"),
        Subject("hamming:m=2", path="hamming:m=2"),
        Subject("hamming:m=2", "identity", "hamming:m=2"),
    )
    plan = Plan(subjects, ("p=4", "margin=0.9"), (16, 64, 128), 4)
    store = ResultStore(tmp_path_factory.mktemp("study") / "r.sqlite")
    return study(plan, engine("joblib", 1), store, lambda done, total: None)


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory, simulated: dict[str, Any]) -> Path:
    """The records of a small report, as `qstheory report` writes them."""
    return once.made(tmp_path_factory, "report", partial(write_records, simulated))


def write_records(simulated: dict[str, Any], output: Path) -> None:
    """Two families, one topic of claims, and a page or more of everything else."""
    sizes: dict[str, list[Instance]] = {row.family: [] for row in ROWS}
    for row in ROWS:
        for size in row.sizes[:3] if row.family in SUBJECTS else ():
            subject = build.Subject(row.family, tuple(row.parameters(size).items()), row, size)
            made = build.write_dossier(subject, output)
            assert made is not None
            sizes[row.family].append(made)
    build.write_dossier(build.Subject("f-score", (("m", 2), ("undefined", "one"))), output)
    options = VerifyOptions(patterns=("hamming.*", "01.affdim*"), workers=1, store=output / "kept")
    report = build.judge_ledger(options, _quiet)
    build.write_claims(output, report)
    build.write_tables(output, report, sizes)
    calibration_records.write_calibration("multiclass:classes=3", output)
    calibration_records.write_constants(*next(calibration_records.constants_shown()), output)
    noise_records.write_noise("three-classes", output)
    noise_path.write_path("lemma-lp", output)
    consistency_records.write_consistency("ordinal-absolute:classes=3", output)
    embedding_records.write_embedding("crammer-singer:classes=3", "abstain:classes=3", output)
    embedding_records.write_embedding("hinge", None, output)
    design_records.write_design("multiclass:classes=2", output)
    write_text(output / "verify.json", json_text(report))
    family = analyze_family(from_name("hamming"), range(1, 4))
    write_text(output / "family.json", family_formats.as_json(family))
    pictures.write_simplex("abstain:classes=3,cost=1/2", output)
    write_study(output / "simulation", simulated)
    write_summary(output / "simulation-large", simulated)
    write_text(output / "curves" / "example.json", json.dumps(CURVES))
    write_text(output / "table2" / "table2.json", json.dumps(TABLE2))
    write_text(output / "table2" / "protocols.json", json.dumps(PROTOCOLS))
    write_text(output / "commands.json", json.dumps(command_help()))


@pytest.fixture(scope="session")
def site(records: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the small report, complete with documentation; a minute or less."""

    def make(folder: Path) -> None:
        shutil.copytree(records, folder / "records")
        build_site(folder / "records", folder / "site", folder / "work")

    return once.made(tmp_path_factory, "built", make) / "site"
