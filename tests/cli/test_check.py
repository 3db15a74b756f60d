"""qstheory check: exit codes, and that the standard library alone does it."""

import subprocess
import sys
from pathlib import Path

import pytest

from qstheory import analyze, losses

HEAVY = ("numpy", "scipy", "sympy", "flint", "highspy", "cvxpy", "joblib", "rich", "sklearn")


def test_a_mutated_certificate_is_not_accepted(qstheory, tmp_path: Path) -> None:
    text = analyze(losses.make("hamming", m=2)).certificates()
    (tmp_path / "good.json").write_text(text)
    assert '"r":3' in text
    (tmp_path / "bad.json").write_text(text.replace('"r":3', '"r":4', 1))
    assert qstheory("check", "good.json").returncode == 0
    shown = qstheory("check", "bad.json")
    assert shown.returncode == 3
    assert "expected: proves" in shown.stdout


def test_unreadable_files_are_one_sentence(qstheory, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text('{"format": "qstheory-certificate/3", "items": [')
    (tmp_path / "empty.json").write_text('{"format": "qstheory-certificate/3", "items": []}')
    for name in ("broken.json", "missing.json", "empty.json", "."):
        shown = qstheory("check", name)
        assert shown.returncode == 2
        assert "Traceback" not in shown.stderr


def test_a_file_without_items_among_others_is_said_to_be_empty(qstheory, tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(analyze(losses.make("hamming", m=1)).certificates())
    (tmp_path / "empty.json").write_text('{"format": "qstheory-certificate/3", "items": []}')
    shown = qstheory("check", "--quiet", "empty.json", "good.json")
    assert shown.returncode == 0
    assert "empty.json holds no item" in shown.stdout
    assert "as expected, 0 not" in shown.stdout


def test_only_the_standard_library_is_imported(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(analyze(losses.make("hamming", m=2)).certificates())
    program = (
        "import sys; from qstheory.cli import main; code = main(['check', sys.argv[1]]);"
        f"heavy = [m for m in {HEAVY!r} if m in sys.modules];"
        "producers = [m for m in sys.modules if m.startswith(('qstheory.theory',"
        " 'qstheory.exact', 'qstheory.exact', 'qstheory.claims'))];"
        "print(heavy, producers); sys.exit(code or bool(heavy or producers))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_fast_replay_names_itself(qstheory, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(analyze(losses.make("hamming", m=2)).certificates())
    assert "python-flint" in qstheory("check", "--fast", "c.json").stdout
    assert "python-flint" not in qstheory("check", "c.json").stdout


def test_what_coq_can_replay_is_written_for_it(qstheory, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(analyze(losses.make("hamming", m=2)).certificates())
    shown = qstheory("check", "c.json", "--export-coq", "coq")
    assert shown.returncode == 0
    assert "items written for Coq into coq" in shown.stdout
    texts = [path.read_text() for path in (tmp_path / "coq").glob("item_*.v")]
    assert any("Theorem equal_risk" in text for text in texts)
    assert any("Theorem regular" in text for text in texts)


def test_a_matrix_is_called_by_what_it_is(qstheory, tmp_path: Path) -> None:
    """Once a file: its size and labels; the hash stands there alone, not in every line."""
    (tmp_path / "pets.csv").write_text(",cat,dog,owl\nsit,0,1,2\nrun,1,0,1/2\n", encoding="utf-8")
    done = qstheory("analyze", tmp_path / "pets.csv", "--certificates", tmp_path / "pets.json")
    assert done.returncode == 0
    shown = qstheory("check", tmp_path / "pets.json").stdout
    first = " ".join(shown.split())
    assert "L is a 2 x 3 matrix, predictions sit, run, observations cat, dog, owl" in first
    assert "proves   L: the rank of L is at least 2" in shown
    assert "matrix:" not in shown
    assert "SHA" not in qstheory("check", tmp_path / "pets.json", "--quiet").stdout


@pytest.mark.parametrize("name", ["multiclass:classes=3", "f-score:m=3,undefined=one"])
def test_the_code_that_decided_is_short_and_all_there(name: str, qstheory, tmp_path: Path) -> None:
    """One person reads what a whole dossier rests on; a planted fault in it is seen."""
    (tmp_path / "c.json").write_text(analyze(losses.parse(name)).certificates())
    shown = qstheory("check", "--quiet", "--code", "read/code.txt", "c.json")
    assert shown.returncode == 0
    text = (tmp_path / "read" / "code.txt").read_text()
    assert int(shown.stdout.split()[0].replace(",", "")) < 2800
    assert "def decide_read(" in text
    assert "class EqualRiskPoint" in text or "class NoEqualRiskPoint" in text
    assert "def main(" not in text


def test_no_code_is_written_that_did_not_run(qstheory, tmp_path: Path) -> None:
    loss = losses.make("hamming", m=1)
    (tmp_path / "c.json").write_text(analyze(loss, parts=["optimality"]).certificates())
    assert qstheory("check", "--code", "code.txt", "c.json").returncode == 0
    text = (tmp_path / "code.txt").read_text()
    assert "check_factors" not in text
    assert "\n\ndef replay_file(" in text
    compile(text, "code.txt", "exec")
