"""A study in short: its record with violations counted instead of listed, and its table.

The record of a large study lists every violating run; this keeps the worst of each inequality.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from qstheory.report.simulation import table
from qstheory.simulate.records import Curve, StudyRecord, Violation
from qstheory.work.files import write_text
from qstheory.work.records import Positive, to_json

SUMMARY = "summary.json"
SHOWN = "summary.md"


@dataclass(frozen=True)
class WorstViolation(Violation):
    """The worst violation of an inequality, and how many fits violate it."""

    fits: Positive


@dataclass(frozen=True)
class ShortCurve(Curve):
    """A curve with the worst violation of each inequality."""

    violations: tuple[WorstViolation, ...]


@dataclass(frozen=True)
class SummaryRecord(StudyRecord):
    """A simulation in short; `runs` samples were fitted for each loss, each with every lambda."""

    FORMAT: ClassVar[str] = "qstheory-simulation-summary/1"
    curves: tuple[ShortCurve, ...]
    runs: Positive


def summary(record: dict[str, Any]) -> dict[str, Any]:
    """The record with, for each curve, how many runs violate each inequality and the worst."""
    return record | {
        "format": SummaryRecord.FORMAT,
        "runs": _runs(record["plan"]),
        "curves": [
            curve | {"violations": _counted(curve["violations"])} for curve in record["curves"]
        ],
    }


def _runs(plan: dict[str, Any]) -> int:
    """How many samples were fitted for each loss, each with every lambda."""
    return len(plan["densities"]) * len(plan["sizes"]) * int(plan["replicates"])


def _counted(violations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = dict.fromkeys(violation["inequality"] for violation in violations)
    made = []
    for name in names:
        found = [violation for violation in violations if violation["inequality"] == name]
        worst = max(found, key=lambda violation: float(violation["left"] / violation["right"]))
        made.append(worst | {"fits": len(found)})
    return made


def as_markdown(short: dict[str, Any]) -> str:
    """The table of slopes, what was violated, and the command that runs the study again."""
    counts: dict[str, int] = {}
    for curve in short["curves"]:
        for found in curve["violations"]:
            counts[found["inequality"]] = counts.get(found["inequality"], 0) + found["fits"]
    said = "; ".join(f"{name}: {count}" for name, count in sorted(counts.items())) or "none"
    plan = short["plan"]
    fits = short["runs"] * len(plan["subjects"]) * len(plan["factors"])
    return "\n".join(
        (
            "# The simulated learner against the rate bounds\n",
            "The slope b is that of excess risk ~ n^-b at lambda = n^(-1/2), with a 95 % bootstrap"
            " interval over",
            "replicates; sizes below"
            f" {plan['left_out_below']} are left out. The bound is an upper bound, so faster is no"
            " contradiction.\n",
            f"{plan['replicates']} replicates of each size {', '.join(map(str, plan['sizes']))},"
            f" {fits} fits. Fits that",
            f"violate an inequality beyond the quadrature error: {said}.\n",
            f"```console\n$ {short['command']}\n```\n",
            table(listed(short)),
        )
    )


def listed(short: dict[str, Any]) -> dict[str, Any]:
    """With one entry for each violating fit, as the table counts them."""
    return short | {
        "curves": [
            curve
            | {"violations": [v for v in curve["violations"] for _ in range(v["fits"])]}
            for curve in short["curves"]
        ]
    }  # fmt: skip


def write_summary(folder: Path, record: dict[str, Any]) -> None:
    """Both files."""
    short = summary(record)
    write_text(folder / SUMMARY, to_json(short))
    write_text(folder / SHOWN, as_markdown(short))
