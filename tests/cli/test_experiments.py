"""`qstheory experiment table2`: output, resumption and refusals."""

import json

import numpy as np
import pytest

from qstheory.cli import main
from qstheory.learn import QuadraticSurrogateCV
from qstheory.learn.experiments import table2
from qstheory.learn.experiments.records import digits
from qstheory.learn.experiments.table2 import Protocol


def test_the_table_is_printed_and_taken_up_again(tmp_path, capsys):
    command = ["experiment", "table2", "--datasets", "digits", "--methods", "constant"]
    command += ["--seeds", "2", "--output", str(tmp_path)]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert "0-1" in first
    assert "| 0-1 | constant |" in (tmp_path / "table2.md").read_text()
    times = [path.stat().st_mtime_ns for path in sorted((tmp_path / "records").iterdir())]
    assert len(times) == 2
    assert main(command) == 0
    assert capsys.readouterr().out == first
    again = [path.stat().st_mtime_ns for path in sorted((tmp_path / "records").iterdir())]
    assert again == times


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--methods", "magic"], "The methods are"),
        (["--seeds", "0"], "at least 1"),
        (["--jobs", "0"], "at least 1"),
        (["--datasets", "scene"], "Without a data folder"),
        (["--data", "nowhere"], "is not a directory"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(tmp_path, capsys, options, sentence):
    command = ["experiment", "table2", "--output", str(tmp_path), *options]
    assert main(command) == 2
    assert sentence in capsys.readouterr().err


def test_protocols_are_tried_beside_what_is_printed(tmp_path, capsys, monkeypatch):
    """Two of them on shipped data: the record holds the losses of an own loop over the folds."""
    chosen = (
        Protocol(3, "linear", 0.25, standardised=True),
        Protocol(3, "gaussian", "leave-one-out", stratified=True),
    )
    monkeypatch.setattr(table2, "PROTOCOLS", chosen)
    command = ["experiment", "protocols", "--output", str(tmp_path)]
    assert main([*command, "--datasets", "digits", "--jobs", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    cells = json.loads((tmp_path / "protocols.json").read_text())["cells"]
    assert len(said) == len(cells) == 2
    data = digits()
    for protocol, cell in zip(chosen, cells, strict=True):
        test_rows = [test for _, test in protocol.splits(data.Y)]
        assert sorted(np.concatenate(test_rows)) == list(range(data.n))
        losses = []
        for test in test_rows:
            rows = np.setdiff1d(np.arange(data.n), test)
            X = data.X
            if protocol.standardised:
                X = (X - X[rows].mean(0)) / np.where(X[rows].std(0), X[rows].std(0), 1)
            model = QuadraticSurrogateCV(
                "zero-one", kernel=protocol.kernel, cv=protocol.choice,
                alphas=(1e-5, 1e-4, 1e-3, 1e-2, 1e-1),
            )  # fmt: skip
            predicted = model.fit(X[rows], data.Y[rows]).predict(X[test])
            losses.append((np.asarray(predicted) != data.Y[test]).any(axis=1).mean())
        assert cell["mean"] == pytest.approx(np.mean(losses), abs=2e-3)
        assert cell["standard_error"] == pytest.approx(np.std(losses, ddof=1) / 3**0.5, abs=2e-3)
    assert main(command) == 2
    assert "Name the data sets" in capsys.readouterr().err
    assert main([*command, "--datasets", "digits", "--seeds", "3"]) == 2
    assert "--seeds belongs to table2" in capsys.readouterr().err


def test_the_eight_protocols_differ():
    assert len({protocol.name for protocol in table2.PROTOCOLS}) == 8
