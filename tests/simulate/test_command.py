"""`qstheory simulate`: options, refusals, and a user's own matrix."""

import json
from shlex import split

import pytest
from jsonschema import Draft202012Validator

from qstheory.cli import main
from qstheory.cli.experiments import sizes
from qstheory.errors import InvalidParameter, UnreadableInput
from qstheory.report.site import schemas
from qstheory.simulate.jobs import Job, run
from qstheory.simulate.subjects import subject


def test_sizes():
    """Doubling between two ends, or a list."""
    assert sizes("64..8192") == (64, 128, 256, 512, 1024, 2048, 4096, 8192)
    assert sizes("3..20") == (3, 6, 12)
    assert sizes("100,10,10") == (10, 100)


@pytest.mark.parametrize("text", ["", "64", "a..b", "64..", "..64", "1..8", "0..8", "8..9", "8,1"])
def test_sizes_that_are_none(text):
    """One sentence that says what to write."""
    with pytest.raises(InvalidParameter, match="--n must name two sizes or more"):
        sizes(text)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--loss", "nothing:m=2"], "There is no loss 'nothing'"),
        (["--loss", "hamming:m=2[nothing]"], "has no closed form 'nothing'"),
        (["--loss", "missing.csv"], "missing.csv cannot be read"),
        (["--loss", "zero-one:m=30"], "takes up to 64 of each, so choose a smaller size"),
        (["--loss", "multiclass:classes=65"], "has 65 predictions and 65 observations"),
        (["--p", "0"], "is no density"),
        (["--p", "1e-9"], "too small to be simulated"),
        (["--density", "log-p=0.001"], "too small to be simulated"),
        (["--density", "q"], "is no density"),
        (["--replicates", "0"], "must be at least 1"),
        (["--jobs", "0"], "must be at least 1"),
        (["--jobs", "1000000"], "must be at most 1024"),
        (["--seed", "-1"], "--seed must be at least 0"),
        (["--p", ","], "must name a density"),
        (["--engine", "spark"], "is no engine"),
        (["--n", "8"], "--n must name"),
        (["--n", ""], "--n must name"),
        (["--p", ""], "must name a density"),
    ],
)
def test_refusals(words, message, tmp_path, monkeypatch, capsys):
    """Exit code 2, one sentence, nothing written."""
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", *words]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def simulate(tmp_path, *words):
    """A small study in a folder; its record."""
    places = ("--store", str(tmp_path / "r.sqlite"), "--output", str(tmp_path))
    plan = ("--p", "1", "--n", "8,16,32", "--replicates", "2", "--jobs", "1")
    assert main(["simulate", *plan, *places, *words]) == 0
    return json.loads((tmp_path / "simulation.json").read_text())


def test_a_matrix_of_ones_own(tmp_path, capsys):
    """A file, repeated rows and all, learnt with L = L I; what it holds is part of the key."""
    matrix = tmp_path / "own.csv"
    matrix.write_text("0,1,2\n1,0,1\n1,0,1\n2,1,0\n")
    record = simulate(tmp_path, "--loss", str(matrix))
    (curve,) = record["curves"]
    assert curve["form"] == "identity"
    assert curve["gamma_slope"] > 0
    capsys.readouterr()
    matrix.write_text("0,1,2\n1,0,1\n1,0,1\n2,1,1/2\n")
    (changed,) = simulate(tmp_path, "--loss", str(matrix))["curves"]
    assert "6 jobs, 6 to run" in capsys.readouterr().err
    assert changed["gamma_slope"] != curve["gamma_slope"]


def test_a_file_is_read_as_the_options_say(tmp_path, capsys):
    """Names that are numbers: with them 2 x 2, without them 3 x 3 and another curve."""
    matrix = tmp_path / "own.csv"
    matrix.write_text("0,1,2\n1,0,1\n2,1,0\n")
    named = ("--loss", str(matrix), "--header", "yes", "--labels", "yes")
    (whole,) = simulate(tmp_path, "--loss", str(matrix), "--header", "no")["curves"]
    record = simulate(tmp_path, *named)
    (part,) = record["curves"]
    assert whole["A"] > part["A"]
    assert record["command"].split(" --density")[0] == " ".join(("qstheory simulate", *named))
    words = split(record["command"])[2:]
    places = ("--store", str(tmp_path / "r.sqlite"), "--output", str(tmp_path), "--jobs", "1")
    capsys.readouterr()
    assert main(["simulate", *words, *places]) == 0
    assert "6 jobs, 0 to run" in capsys.readouterr().err
    assert json.loads((tmp_path / "simulation.json").read_text()) == record


def test_how_a_file_is_read_needs_a_file(capsys):
    assert main(["simulate", "--loss", "hamming:m=2", "--labels", "yes"]) == 2
    assert "no loss is a file" in capsys.readouterr().err


def test_a_matrix_that_changes_meanwhile(tmp_path):
    """Results of one matrix are not stored as those of another."""
    matrix = tmp_path / "own.csv"
    matrix.write_text("0,1\n1,0\n")
    chosen = subject(str(matrix))
    matrix.write_text("0,1\n2,0\n")
    with pytest.raises(UnreadableInput, match="has changed since the study began"):
        run(Job((chosen,), "p=1", 8, 0, 1))


def test_decompositions_make_the_same_decisions(tmp_path):
    """The prediction does not depend on the decomposition, so neither does the excess risk."""
    words = ("--loss", "hamming:m=2", "--loss", "hamming:m=2[identity]")
    own, identity = simulate(tmp_path, *words)["curves"]
    assert own["form"] != identity["form"]
    assert own["excess"] == pytest.approx(identity["excess"], abs=1e-12)
    assert own["A"] < identity["A"]


def test_two_dimensions(tmp_path, capsys):
    """The disc's study has its own results, names its dimension, and can be run again."""
    words = ("--loss", "hamming:m=2")
    line = simulate(tmp_path, *words)
    capsys.readouterr()
    disc = simulate(tmp_path, *words, "--dimension", "2")
    assert "6 jobs, 6 to run" in capsys.readouterr().err
    assert (line["plan"]["dimension"], disc["plan"]["dimension"]) == (1, 2)
    assert disc["command"].endswith(" --dimension 2")
    assert "--dimension" not in line["command"]
    assert disc["curves"][0]["norm"] != line["curves"][0]["norm"]
    assert disc["curves"][0]["excess"] != line["curves"][0]["excess"]
    assert not list(Draft202012Validator(schemas()[disc["format"]]).iter_errors(disc))


def test_a_loss_without_a_boundary(tmp_path, capsys):
    """A constant loss has no two optimal predictions to go between."""
    matrix = tmp_path / "flat.csv"
    matrix.write_text("1,1\n1,1\n")
    assert main(["simulate", "--loss", str(matrix), "--store", str(tmp_path / "r")]) == 2
    assert "No clean crossing" in capsys.readouterr().err


def test_finished_jobs_are_taken_up_unless_fresh(tmp_path, capsys):
    """--resume is the default; --fresh runs everything again, with the same record."""
    first = simulate(tmp_path, "--loss", "hamming:m=2")
    for words, left in (((), 0), (("--resume",), 0), (("--fresh",), 6)):
        capsys.readouterr()
        assert simulate(tmp_path, "--loss", "hamming:m=2", *words) == first
        assert f"6 jobs, {left} to run" in capsys.readouterr().err
