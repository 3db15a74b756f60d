"""`qstheory experiment table2`: output, resumption and refusals."""

import pytest

from qstheory.cli import main


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
