"""Every command on a terminal of 80 columns: no longer line, no LaTeX, no Markdown, no colour."""

import argparse
import re
import shutil
import subprocess
from io import StringIO
from pathlib import Path

import pytest
from rich.cells import cell_len

from qstheory.claims.ledger import COLUMNS
from qstheory.cli import main
from qstheory.cli.parser import build_parser, commands, script
from qstheory.losses.catalogue import families, make
from qstheory.report.table1 import Cell, TableRow, as_text
from qstheory.report.typeset import markdown_as_text
from qstheory.theory.dossier import analyze_loss
from verification.sharp2020._printed_table import ROWS

LOSS = ",a,b,c\nx,0,1,2\nthe second of the rows,1,0,1\nz,2,1,0\n"
NOISE = "input,weight,a,b,c\ni,1/2,1/2,1/4,1/4\nj,1/2,1/3,1/3,1/3\n"
SHOWN = {
    "analyze": [["my.csv"], ["my.csv", "--full", "--no-store"], ["f-score:m=2,undefined=one"]],
    "check": [["proof.json"]],
    "completion": [],
    "consistency": [["my.csv"]],
    "design": [["my.csv"]],
    "embed": [["crammer-singer:classes=3", "--loss", "abstain:classes=3"]],
    "errata": [["hamming.decomposition", "--jobs", "1"]],
    "experiment": [["table2", "--datasets", "digits", "--methods", "constant", "--seeds", "2",
                    "--output", "t2", "--jobs", "1"]],
    "family": [["--entry", "1 - 2*i/(a+b)", "--undefined", "one", "--to", "5"]],
    "losses": [[], *([name] for name in families())],
    "noise": [["noise.csv", "--loss", "my.csv"]],
    "plot": [["my.csv", "--output", "my.svg"]],
    "prove": [],
    "report": [],
    "simulate": [["--loss", "hamming:m=1", "--p", "1", "--n", "16,32", "--replicates", "2",
                  "--jobs", "1", "--output", "sim", "--store", "sim.sqlite"]],
    "table1": [],
    "verify": [["hamming.norms", "--jobs", "1"]],
}  # fmt: skip
"""What is run of each command; a script for a shell, compilers and the whole report are not."""
MARKS = re.compile(r"\\[a-zA-Z]+|\*\*\w[^*\n]*\*\*|`|\$[^$\n]+\$|^#+ |\x1b", re.MULTILINE)
OBJECT = re.compile(r"\(\(\(|[a-z][A-Z]\w*\(|Fraction\(|<\w+ object|\w+=\w+\(|mappingproxy")


def fits(text: str) -> None:
    """The lines are at most 80 characters and hold no typesetter's marks, colours or objects."""
    assert text.strip()
    long = [line for line in text.splitlines() if cell_len(line) > 80]
    assert not long, long[:3]
    assert not re.search(r"^ *(?:[,;)]|\.(?!\w))", text, re.MULTILINE), (
        "a word is broken before its sign"
    )
    assert not MARKS.findall(text)
    assert not OBJECT.findall(text)
    assert "…" not in text


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a loss and a distribution, a terminal of 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "my.csv").write_text(LOSS)
    (tmp_path / "noise.csv").write_text(NOISE)
    return tmp_path


def test_every_command_is_here() -> None:
    assert set(SHOWN) == {command.name for command in commands()}


@pytest.mark.parametrize("name", SHOWN)
def test_help_fits(here: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    fits(capsys.readouterr().out)


@pytest.mark.parametrize("name", [name for name, runs in SHOWN.items() if runs])
def test_what_is_shown_fits(here: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    if name == "check":
        words = ["--part", "dimensions", "--time", "none", "--no-store"]
        assert main(["analyze", "my.csv", "--certificates", "proof.json", *words]) == 0
        capsys.readouterr()
    for words in SHOWN[name]:
        assert main([name, *words]) == 0
        shown = capsys.readouterr().out
        fits(shown)


def test_the_whole_letter_fits(here: Path) -> None:
    """The committed errata, as the command shows them: no line of a norm is taken for a table."""
    letter = (Path(__file__).parents[2] / "reports" / "errata.md").read_text(encoding="utf-8")
    shown = markdown_as_text(letter)
    assert max(map(cell_len, shown.splitlines())) <= 80
    assert not MARKS.findall(shown)
    assert "(((" not in shown
    for formula in ("||F|| = ||D||_2", "U_max = G_max D_max"):
        assert formula in " ".join(shown.split())
    assert not re.search(r"∑[a-z(]|\bsum\{|\w\|\|[0-9{]", shown), "an index has lost its sign"


def test_table_1_fits(here: Path) -> None:
    """Rows with the longest cells, as if each had been judged wrong and repaired."""
    made, right = [], r"\le\tfrac{m(m+1)}2-1"
    for row in ROWS:
        size = row.sizes[0]
        cells = tuple(
            Cell(given.printed, given.claim, "refuted", right, "other", "formal", "", column)
            for column, given in zip(COLUMNS, row.cells, strict=True)
        )
        dossier = analyze_loss(make(row.family, **row.parameters(size)), parts=["dimensions"])
        made.append(TableRow(row.measure, row.family, dossier.loss.decoder.name, cells, ()))
    fits(as_text(made))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["analyse", "hamming"], "did you mean 'analyze'?"),
        (["analyze", "hamming", "--clases", "3"], "did you mean '--classes'"),
        (["design", "hamming", "--formt", "md"], "did you mean '--format'"),
        (["analyze", "hamming", "m=3"], "m=3 is not known here; write --m=3. See"),
        (
            ["noise", "a.csv", "hamming:m=1"],
            "hamming:m=1 is not known here; a loss is given as --loss",
        ),
        (["verify", "--format", "jsn"], "did you mean 'json'?"),
        (["check", "file", "--quite"], "did you mean '--quiet'?"),
        (["family", "--entry", "1", "--m", "5"], "--from 1 --to 5"),
        (["table1", "--format=latx"], "did you mean 'latex'?"),
        (["losses", "hamming", "--zzz"], "--zzz is not known here. See 'qstheory losses --help'"),
        ([], "required: COMMAND"),
    ],
)
def test_what_was_meant(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    """One line on the standard error, exit code 2."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


@pytest.mark.parametrize("name", [command.name for command in commands()])
def test_a_typing_error_in_any_option_is_answered(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Each option of each command with one letter left out."""
    parser = build_parser()
    (chosen,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    command = chosen.choices[name]
    words = [a.choices[0] if a.choices else "x" for a in command._get_positional_actions()]
    for option in (o for o in command.options() if len(o) > 6):
        with pytest.raises(SystemExit):
            main([name, *words, f"{option[:5]}{option[6:]}"])
        said = capsys.readouterr().err
        assert option in said.partition("did you mean")[2], (option, said)


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (["qstheory", "ana"], {"analyze"}),
        (["qstheory", "analyze", "f-s"], {"f-score"}),
        (["qstheory", "table1", "--format", "la"], {"latex"}),
        (["qstheory", "verify", "--cl"], {"--claims"}),
    ],
)
def test_bash_completes(line: list[str], expected: set[str]) -> None:
    words = " ".join(f"'{word}'" for word in line)
    ask = f"COMP_WORDS=({words}); COMP_CWORD={len(line) - 1}; _shtab_qstheory"
    said = subprocess.run(
        ["bash", "-c", f'{script("bash")}\n{ask}\nprintf "%s\\n" "${{COMPREPLY[@]}}"'],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert set(said.stdout.split()) == expected


class Screen(StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_sentence_about_bad_input_breaks_no_word(monkeypatch: pytest.MonkeyPatch) -> None:
    for screen, lines in ((Screen(), 3), (StringIO(), 1)):
        monkeypatch.setattr("sys.stderr", screen)
        monkeypatch.setenv("COLUMNS", "40")
        assert main(["losses", "multicalss"]) == 2
        said = screen.getvalue().splitlines()
        assert len(said) == lines
        assert max(map(len, said)) <= 40 or lines == 1
        assert " ".join(line.strip() for line in said).startswith(
            "qstheory: There is no loss 'multicalss'; did you mean 'multiclass'?"
        )
