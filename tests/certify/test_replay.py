"""Replaying files: in a process with the standard library alone, with the documented exit codes."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from runpy import run_path

import pytest

from qstheory.certify import replay
from qstheory.certify.__main__ import main
from qstheory.certify.algebra.expressions import Number
from qstheory.certify.bundle import Item, save
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.rank import Minor, RankAtLeast
from qstheory.certify.kinds.values import Comparison
from qstheory.certify.replay import describe, replay_file
from qstheory.certify.weights import ListedWeights, UniformWeights
from qstheory.losses.catalogue import parse

from .samples import samples

HAMMING = parse("hamming:m=2").reference
GOOD = Item(EqualRiskPointExists(HAMMING), EqualRiskPoint(UniformWeights()))
BAD = Item(EqualRiskPointExists(HAMMING), EqualRiskPoint(ListedWeights(())))


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """A file of each sort."""
    everything = [Item(s.proposition, s.certificate, s.expect) for s in samples()]
    for name, items in (("good", [GOOD]), ("bad", [GOOD, BAD]), ("all", everything)):
        save(tmp_path / name, items)
    (tmp_path / "torn").write_text('{"format":')
    return {path.name: str(path) for path in tmp_path.iterdir()}


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["good"], 0),
        (["good", "good"], 0),
        (["all"], 0),
        (["bad", "good"], 1),
        (["torn"], 2),
        (["good", "torn"], 2),
        (["absent"], 2),
        ([], 2),
        (["--help"], 2),
    ],
)
def test_exit_codes(
    files: dict[str, str], names: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([files.get(name, name) for name in names]) == code
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    assert ("expected: proves" in printed.out) is (code == 1)
    assert bool(printed.err) is (code == 2)


def test_each_item_is_decided(files: dict[str, str]) -> None:
    first, second = replay_file(Path(files["bad"]))
    assert first.as_expected
    assert not second.as_expected
    assert "not positive" in second.decision.reason


def test_propositions_are_described_on_one_line() -> None:
    assert describe(GOOD.proposition) == "EqualRiskPointExists(hamming:m=2)"
    assert describe(Minor((0,) * 100, (), 7)) == "Minor((0, 0, 0, 0, ...), (), 7, None)"
    assert describe(RankAtLeast(HAMMING, "loss", 3)) == "RankAtLeast(hamming:m=2, loss, 3)"
    assert describe(EqualRiskPoint(UniformWeights())) == "EqualRiskPoint(UniformWeights())"
    assert describe(ListedWeights((("a", Fraction(1, 2)),))) == "ListedWeights(((a, 1/2)))"
    two = Number(Fraction(2))
    assert describe(Comparison(two + 1, ">", two)) == "Comparison((2 + 1), >, 2)"
    assert describe(ListedWeights((("a" * 100, Fraction(1)),))).endswith("a...)")


def test_the_checker_runs_on_the_standard_library_alone(files: dict[str, str]) -> None:
    program = (
        "import sys\n"
        "from qstheory.certify.__main__ import main\n"
        "code = main(sys.argv[1:])\n"
        "names = {name.partition('.')[0] for name in sys.modules}\n"
        "foreign = names - sys.stdlib_module_names - {'__main__', 'qstheory'}\n"
        "own = {name.split('.')[1] for name in sys.modules if name.startswith('qstheory.')}\n"
        "assert not foreign, foreign\n"
        "assert own == {'certify', 'losses', 'errors', 'version'}, own\n"
        "sys.exit(code)\n"
    )
    root = Path(__file__).parents[2]
    # -S leaves out site-packages, -P and the environment put only the package on the path.
    done = subprocess.run(
        [sys.executable, "-S", "-c", program, files["all"]],
        cwd=root,
        env={"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "proves  " in done.stdout
    assert "refutes " in done.stdout


def test_it_runs_as_a_module(
    files: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["qstheory.certify", files["bad"]])
    with pytest.raises(SystemExit) as stopped:
        run_path(str(Path(replay.__file__).with_name("__main__.py")), run_name="__main__")
    assert stopped.value.code == 1
    assert capsys.readouterr().out.count("\n") == 3
