"""Calibration functions, best constants, margins and consistency, loss by loss."""

from collections.abc import Iterator
from typing import Any

from qstheory.report.pages.page import Page, Picture, title
from qstheory.report.sphinx_ext.records import Records

ORDER = 25
RECORD = "calibration.json"
CONSTANTS = (
    ("A:scalar", "A*, scalar c"),
    ("gamma-2:scalar", "gamma_2, scalar c"),
    ("A:by-observation", "A*, c(y)"),
    ("gamma-2:by-observation", "gamma_2, c(y)"),
)


def pages(records: Records) -> Iterator[Page | Picture]:
    """One page, when its record is there."""
    if not (records.folder / RECORD).is_file():
        return
    content = [
        title("Calibration and best constants"),
        "H(e) is the exact calibration function of the quadratic surrogate. A* is the infimum of A",
        "over all decompositions, and gamma_2 the factorisation norm below it; the intervals are",
        "certified. The pictures show where each prediction is optimal on three",
        "observations; the grey band has a margin of at most 1/10.",
        "",
    ]
    for record in records.load(RECORD)["losses"]:
        name = record["loss"]
        content += [title(f"`{name}`", 2), *_table(record), ""]
        stem = "".join(c if c.isalnum() else "-" for c in name)
        for kind, words in (("calibration", "H"), ("simplex", "cells and margin band")):
            if kind in record:
                path = f"calibration/{stem}-{kind}.svg"
                yield Picture(path, record[kind]["picture"].encode())
                content.append(
                    f"```{{image}} {path}\n:alt: {words} of {name}\n:class: qst-plot\n```\n"
                )
    yield Page("calibration", "\n".join(content), top=True)


def _table(record: dict[str, Any]) -> list[str]:
    rows = []
    for form in record.get("forms", []):
        held = "" if form["holds"] else ", which does not hold"
        rows.append((f"A of the decomposition {form['name']}{held}", form["A"]))
    constants = record.get("constants", {})
    rows += [(words, constants[key]) for key, words in CONSTANTS if key in constants]
    if "calibration" in record:
        shown = record["calibration"]
        rows.append((f"H(e), decomposition {shown['decomposition']}", shown["H"]))
        rows += [(f"least {key} seen", shown[key]) for key in shown if key.startswith("ratio")]
    if "simplex" in record:
        face = ", ".join(record["simplex"]["observations"])
        rows.append((f"share of the margin band on {face}", record["simplex"]["band"]))
    if "max-margin" in record:
        rows.append(("max-margin surrogate, a score for each label", record["max-margin"]))
    rows += [("skipped", reason) for reason in record.get("skipped", [])]
    return ["| quantity | value |", "|---|---|", *(f"| {a} | {b} |" for a, b in rows)]
