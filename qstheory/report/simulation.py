"""The record of a simulation as a table and a plot."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from qstheory.markup import Table
from qstheory.report.pictures import svg
from qstheory.simulate.inequalities import LEFT_OUT, SIGNAL, Curve, StudyRecord, Violation
from qstheory.work.files import Positive, to_json, write_text

RECORD = "simulation.json"
FOLDER, PLANE_FOLDER = "simulation", "simulation-plane"
"""Where the report has the default study and the one on a disc."""

PANELS = 2
"""Panels beside each other: more cannot be read on a page."""
NOT_FITTED = "not fitted"
UNFITTED = (
    f"a slope needs two sizes of at least {LEFT_OUT} times the smallest whose mean excess risk is"
    f" above {SIGNAL} times its quadrature error; more sizes or replicates may give it."
)
HEADINGS = (
    "loss",
    "density",
    "slope of the excess risk",
    "bound",
    "with the best lambda",
    "surrogate",
    "judgement",
    "violated inequalities",
)


def _interval(slope: dict[str, Any] | None) -> str:
    return (
        f"{slope['value']:.2f} [{slope['low']:.2f}, {slope['high']:.2f}]" if slope else NOT_FITTED
    )


def rows(record: dict[str, Any]) -> list[tuple[str, ...]]:
    """One row for each loss and density, on the loss's own boundary."""
    made: list[tuple[str, ...]] = []
    for curve in record["curves"]:
        if curve["path"]:
            continue
        names = [violation["inequality"] for violation in curve["violations"]]
        counted = ", ".join(f"{name} x {names.count(name)}" for name in dict.fromkeys(names))
        made.append(
            (
                curve["subject"],
                curve["density"],
                _interval(curve["slope"]),
                f"{curve['bound_exponent']:.3f}",
                _interval(curve["slope_best"]),
                _interval(curve["slope_surrogate"]),
                curve["judgement"],
                counted or "none",
            )
        )
    return made


def table(record: dict[str, Any]) -> str:
    """The slopes as Markdown."""
    found = rows(record)
    why = f"\n{NOT_FITTED[0].upper()}{NOT_FITTED[1:]}: {UNFITTED}\n"
    return Table(HEADINGS, found).markdown() + "\n" + why * any(NOT_FITTED in row for row in found)


def write_study(folder: Path, record: dict[str, Any]) -> None:
    """The record and its plot."""
    write_text(folder / RECORD, to_json(record))
    (folder / "simulation.svg").write_bytes(plot(record))


def plot(record: dict[str, Any]) -> bytes:
    """Excess risk against n, one panel for each loss, with the bound's slope."""
    own = [curve for curve in record["curves"] if not curve["path"]]
    subjects = list(dict.fromkeys(curve["subject"] for curve in own))
    densities = list(dict.fromkeys(curve["density"] for curve in own))
    columns = min(PANELS, len(subjects))
    lines = -(-len(subjects) // columns)
    figure = Figure(figsize=(3.8 * columns, 2.5 * lines), layout="constrained")
    panels = figure.subplots(lines, columns, squeeze=False, sharex=True).ravel()
    for panel in panels[len(subjects) :]:
        panel.set_visible(False)
    for panel, subject in zip(panels, subjects, strict=False):
        for curve in (curve for curve in own if curve["subject"] == subject):
            _draw(panel, curve, f"C{densities.index(curve['density'])}")
        panel.set_title(subject, fontsize=9)
        panel.tick_params(labelsize=8)
    keys = [Line2D([], [], color=f"C{k}", marker="o", ms=4) for k in range(len(densities))]
    figure.legend(keys, densities, loc="outside upper center", ncols=len(densities), fontsize=9)
    figure.supxlabel("n", fontsize=10)
    figure.supylabel("excess risk (dotted: the bound's slope)", fontsize=10)
    return svg(figure)


def _draw(panel: Axes, curve: dict[str, Any], colour: str) -> None:
    sizes = curve["sizes"]
    shown = [(n, risk) for n, risk in zip(sizes, curve["excess"], strict=True) if risk > 0]
    if not shown:
        return
    panel.loglog(*zip(*shown, strict=True), "o-", color=colour, ms=3)
    n0, risk0 = shown[0]
    bound = [risk0 * (n / n0) ** -curve["bound_exponent"] for n in sizes]
    panel.loglog(sizes, bound, ":", color=colour, lw=1)


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
