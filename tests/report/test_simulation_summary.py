"""The summary of a study, and the committed one of the large study: it agrees with itself and with
the problems as they are now, without running it again."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from qstheory.report.pages.experiments import simulation
from qstheory.report.simulation import as_markdown, summary, write_summary
from qstheory.report.site import schemas
from qstheory.report.sphinx_ext.nodes import Records
from qstheory.simulate.inequalities import constants
from qstheory.simulate.study import LARGE, NOT_JUDGED, bound_exponent, command
from qstheory.simulate.subjects import make_world

COMMITTED = Path(__file__).parents[2] / "reports" / "simulation-large"
STALE = "run `qstheory simulate --large --output reports/simulation-large` and commit the summary"


@pytest.fixture(scope="module")
def large():
    """The committed summary."""
    return json.loads((COMMITTED / "summary.json").read_text(encoding="utf-8"))


def test_the_committed_summary_fits_its_schema(large):
    """As every record does."""
    assert not list(Draft202012Validator(schemas()[large["format"]]).iter_errors(large))


def violation(name, left, n=64):
    """A run in which left > 1."""
    return {"inequality": name, "left": left, "right": 1.0, "n": n, "replicate": 0, "seed": 1,
            "factor": 1.0}  # fmt: skip


def test_violations_are_counted_and_the_worst_is_kept(large):
    """Two lemmas, three fits."""
    curve = large["curves"][0] | {
        "violations": [violation("a", 2.0), violation("a", 3.0, 128), violation("b", 1.5)]
    }
    (short,) = summary(large | {"curves": [curve]})["curves"]
    assert [(v["inequality"], v["fits"], v["left"]) for v in short["violations"]] == [
        ("a", 2, 3.0),
        ("b", 1, 1.5),
    ]
    shown = as_markdown(large | {"curves": [short]})
    assert "a: 2; b: 1" in shown
    assert "a x 2, b x 1" in shown


def test_files(large, tmp_path):
    """Both are written, and the table is made from the data."""
    record = large | {"curves": [c | {"violations": []} for c in large["curves"]]}
    write_summary(tmp_path, record)
    written = json.loads((tmp_path / "summary.json").read_text())
    assert (tmp_path / "summary.md").read_text() == as_markdown(written)
    assert ": none." in as_markdown(written)


def test_the_committed_summary_is_of_the_large_study(large):
    """Its plan, its command, all its curves, and the table that goes with it."""
    assert large["command"] == command(LARGE), STALE
    assert large["plan"]["subjects"] == [subject.name for subject in LARGE.subjects], STALE
    assert large["runs"] == len(LARGE.jobs())
    assert [(c["subject"], c["density"]) for c in large["curves"]] == [
        (subject.name, law) for subject in LARGE.subjects for law in LARGE.densities
    ]
    assert (COMMITTED / "summary.md").read_text(encoding="utf-8") == as_markdown(large), STALE


def test_the_committed_problems_are_those_of_now(large):
    """A, Q, the norm of g*, the margin's slope and the moments are computed again."""
    for curve, (subject, law) in zip(
        large["curves"], ((s, d) for s in LARGE.subjects for d in LARGE.densities), strict=True
    ):
        world = make_world(subject, law)
        found = [curve["A"], curve["Q"], curve["norm"]]
        assert found == pytest.approx([world.constant, world.regularity, world.norm]), STALE
        known = constants(world)
        if known.moment is None:
            assert curve["inverse_moment"] is None
        else:
            assert curve["inverse_moment"]["value"] == pytest.approx(known.moment.value, rel=1e-6)


def test_committed_slopes_follow_from_the_committed_means(large):
    """Least squares over the sizes named, the interval around it, and the judgement from both."""
    for curve in large["curves"]:
        exponent = np.inf if curve["exponent"] is None else curve["exponent"]
        assert curve["bound_exponent"] == bound_exponent(exponent)
        slope = curve["slope"]
        if slope is None:
            assert curve["judgement"] in ("not fitted", NOT_JUDGED)
            continue
        kept = [curve["sizes"].index(n) for n in slope["sizes"]]
        fitted = np.polyfit(np.log(slope["sizes"]), np.log(np.array(curve["excess"])[kept]), 1)[0]
        assert slope["value"] == pytest.approx(-fitted)
        assert slope["low"] <= slope["value"] <= slope["high"]
        if curve["judgement"] != NOT_JUDGED:
            faster = slope["low"] > curve["bound_exponent"]
            assert curve["judgement"] == ("faster than the bound" if faster else "consistent")


def test_only_printed_inequalities_are_violated(large):
    """The repaired ones held in every run."""
    names = {v["inequality"] for curve in large["curves"] for v in curve["violations"]}
    assert names == {"Tsybakov lemma, printed"}


def test_the_page_of_the_large_study(tmp_path):
    """Made from the summary alone; without it there is none."""
    assert not list(simulation(Records(tmp_path)))
    shutil.copytree(COMMITTED, tmp_path / "simulation-large")
    picture, page = simulation(Records(tmp_path))
    assert picture.content.startswith(b"<?xml")
    for density in ("p=0.5", "margin=0.25", "log-p=1"):
        assert density in page.content
    assert "Tsybakov lemma, printed x 3365" in page.content
