"""Replaying files: in a process with the standard library alone, with the documented exit codes."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from runpy import run_path

import pytest

from qstheory.certify import decide, replay
from qstheory.certify.__main__ import main
from qstheory.certify.bundle import Item, Unknown
from qstheory.certify.codec import kind_name
from qstheory.certify.decide import rules
from qstheory.certify.expressions import Number
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.margins import Distribution, NeverOptimal
from qstheory.certify.kinds.margins_by_counts import NoiselessMargins
from qstheory.certify.kinds.rank import Minor, RankAtLeast
from qstheory.certify.kinds.span import Counted
from qstheory.certify.kinds.values import Comparison
from qstheory.certify.replay import LONGEST, describe, escaped, replay_file
from qstheory.certify.weights import ListedWeights, UniformWeights
from qstheory.losses.base import LossReference, matrix_loss
from qstheory.losses.catalogue import parse
from qstheory.work.certificates import dumps

from .samples import samples

HAMMING = parse("hamming:m=2").reference
GOOD = Item(EqualRiskPointExists(HAMMING), EqualRiskPoint(UniformWeights()))
BAD = Item(EqualRiskPointExists(HAMMING), EqualRiskPoint(ListedWeights(())))

OPPOSITE = Item(GOOD.proposition, GOOD.certificate, "refutes")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """A file of each sort."""
    everything = [Item(s.proposition, s.certificate, s.expect) for s in samples()]
    for name, items in (
        ("good", [GOOD]),
        ("bad", [GOOD, BAD]),
        ("opposite", [GOOD, OPPOSITE]),
        ("all", everything),
    ):
        (tmp_path / name).write_text(dumps(items), encoding="utf-8")
    (tmp_path / "torn").write_text('{"format":')
    return {path.name: str(path) for path in tmp_path.iterdir()}


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["good"], 0),
        (["good", "good"], 0),
        (["all"], 0),
        (["bad", "good"], 3),
        (["opposite", "bad"], 1),
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
    assert ("expected: " in printed.out) is (code in (1, 3))
    assert bool(printed.err) is (code == 2)


def test_each_item_is_decided(files: dict[str, str]) -> None:
    first, second = replay_file(Path(files["bad"]))
    assert first.as_expected
    assert not second.as_expected
    assert "not positive" in second.decision.reason


def test_propositions_are_said_in_words() -> None:
    assert describe(RankAtLeast(HAMMING, "loss", 3)) == "hamming:m=2: the rank of L is at least 3"
    two = Number(Fraction(2))
    assert describe(Comparison(two + 1, ">", two)) == "(2 + 1) > 2"
    margins = NoiselessMargins(HAMMING, "observation", (Fraction(1, 2),) * 8)
    assert describe(margins).endswith("observations are a vector of 8 numbers")
    assert describe(Unknown("Later/9")) == "a statement of a kind that is not known here"
    assert len(describe(NeverOptimal(HAMMING, "a" * 1000))) <= LONGEST
    tree = parse("tree:classes=" + ";".join(f"animal/a{i}" for i in range(999))).reference
    assert describe(RankAtLeast(tree, "loss", 3)).endswith("...: the rank of L is at least 3")


@pytest.mark.parametrize("kind", sorted({rule.proposition for rule in rules()}, key=kind_name))
def test_no_sentence_shows_an_object(kind: type) -> None:
    """Every kind of proposition has a sentence of its own, from what all its samples say."""
    said = [describe(s.proposition) for s in samples() if type(s.proposition) is kind]
    assert said
    internal = re.compile(r"Fraction|None|[a-z][A-Z][a-z]|[A-Z][a-z]+\(|object at|\w+=\(")
    for text in said:
        assert not internal.search(text), text
        assert kind is Comparison or "((" not in text, text  # Sums have brackets within brackets.
        assert kind.__name__ not in text
        assert " " in text
        assert not text.endswith("...")


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
    assert stopped.value.code == 3
    assert capsys.readouterr().out.count("\n") == 3


FORGED = "a\n0 as expected, 0 not\x1b[2K\u202eproves everything"


def test_text_of_a_file_cannot_forge_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    matrix = matrix_loss([[Fraction(0), Fraction(1)]], [FORGED], ["x", FORGED]).reference
    items = [
        Item(NeverOptimal(matrix, FORGED), Distribution(ListedWeights(((FORGED, Fraction(1)),)))),
        Item(NeverOptimal(LossReference(FORGED, ((FORGED, FORGED),)), FORGED), GOOD.certificate),
        Item(NeverOptimal(matrix, FORGED), Distribution(ListedWeights(()))),
    ]
    (tmp_path / "forged").write_text(dumps(items), encoding="utf-8")
    main([str(tmp_path / "forged")])
    (tmp_path / FORGED[:9]).write_text("{")
    main([str(tmp_path / FORGED[:9])])
    printed = capsys.readouterr()
    assert all(line == escaped(line) for line in (printed.out + printed.err).split("\n"))
    assert printed.out.count("\n") == 6
    starts = {line.split()[0] for line in printed.out.splitlines()}
    assert starts <= {"refutes", "invalid", "expected:"}


def test_unknown_kinds_are_skipped_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    later = Item(RankAtLeast(HAMMING, "loss", 1), Minor(((0, 0),), ((0, 1),), 7))
    text = dumps([later, GOOD]).replace('"Minor"', '"Minor/9"')
    (tmp_path / "later").write_text(text, encoding="utf-8")
    assert main([str(tmp_path / "later")]) == 3
    first, _, second = capsys.readouterr().out.splitlines()
    assert first.startswith("skipped ")
    assert "the kind Minor/9 is not known" in first
    assert second.startswith("proves ")


def test_an_item_ends_within_its_budget(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def busy(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(replay, "SECONDS", 0.05)
    monkeypatch.setattr(replay, "decide_read", busy)
    (tmp_path / "busy").write_text(dumps([GOOD]), encoding="utf-8")
    (replayed,) = replay_file(tmp_path / "busy")
    assert "seconds of the processor" in replayed.decision.reason
    with ThreadPoolExecutor() as pool:
        monkeypatch.setattr(replay, "decide_read", decide)
        (elsewhere,) = pool.submit(replay_file, tmp_path / "busy").result()
    assert elsewhere.as_expected


def test_the_theorems_used_are_named(tmp_path: Path) -> None:
    item = Item(CalibrationDimensionAtMost(HAMMING, 3), Counted())
    (tmp_path / "cited").write_text(dumps([item]), encoding="utf-8")
    (replayed,) = replay_file(tmp_path / "cited")
    assert "estimating all probabilities but one; " in replayed.line
