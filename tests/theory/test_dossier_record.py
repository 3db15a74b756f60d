"""Finished parts are taken up again, whole and never stale."""

import os
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from qstheory import analyze, losses
from qstheory.losses.base import Loss, matrix_loss
from qstheory.theory import dossier_record
from qstheory.theory.dossier import analyze_loss, parts_of
from qstheory.theory.dossier_record import Kept, default_folder, usable
from qstheory.theory.effort import DEFAULT, Budget
from qstheory.theory.findings import Finding

MATRIX = matrix_loss([[Fraction(i * j % 5, 3) for j in range(4)] for i in range(3)], "abc", "pqrs")
LOSSES = [MATRIX, losses.make("hamming", m=2), losses.make("ndcg", m=2, R=1, undefined="one")]


@pytest.fixture(autouse=True)
def everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts are kept however short they take."""
    monkeypatch.setattr(dossier_record, "WORTH", 0.0)


@pytest.mark.parametrize("loss", LOSSES, ids=str)
def test_what_is_taken_up_is_what_was_found(loss: Loss, tmp_path: Path) -> None:
    first = analyze_loss(loss, store=tmp_path)
    stored = len(list(tmp_path.glob("*.json")))
    again = analyze_loss(loss, store=tmp_path)
    assert again.findings == first.findings
    assert again.certificates() == first.certificates()
    assert stored >= 5
    assert first.findings == analyze_loss(loss).findings


def never() -> Iterator[Finding]:
    raise AssertionError("computed again")
    yield


def line(value: object = Fraction(1, 3)) -> Finding:
    return Finding("margins", "k", "s", value, details=(("d", (1, "1/3", None)),), limit="l")  # type: ignore[arg-type]


def test_a_finished_part_is_not_computed_again(tmp_path: Path) -> None:
    folder = Kept(tmp_path, MATRIX.reference, DEFAULT)
    values = [Fraction(1, 3), "1/3", 3, True, None, (1, (Fraction(2), "x")), 10**400]
    found = [line(value) for value in values]
    assert list(folder.part("margins", lambda: found)) == found
    assert list(folder.part("margins", never)) == found
    assert [type(f.value) for f in folder.part("margins", never)] == [type(v) for v in values]


def test_everything_that_decides_has_a_file_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = matrix_loss([[Fraction(0)] * 4] * 3, "abc", "pqrs")
    renamed = matrix_loss(MATRIX.reference.entries, "abd", "pqrs")  # type: ignore[union-attr]
    paths = [
        Kept(tmp_path, loss.reference, budget).path(part)
        for loss in (MATRIX, other, renamed, losses.make("hamming", m=2))
        for budget in (DEFAULT, Budget(margins=1))
        for part in ("margins", "constants")
    ]
    monkeypatch.setattr(dossier_record, "package_version", lambda: "another")
    paths.append(Kept(tmp_path, MATRIX.reference, DEFAULT).path("margins"))
    assert len(set(paths)) == len(paths)


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-1],
        lambda text: text.replace('"k"', '"j"'),
        lambda text: "",
        lambda text: text.partition("\n")[2],
        lambda text: text + "x",
    ],
)
def test_a_damaged_file_is_computed_anew(damage, tmp_path: Path) -> None:
    folder = Kept(tmp_path, MATRIX.reference, DEFAULT)
    folder.put("margins", [line()])
    path = folder.path("margins")
    path.write_text(damage(path.read_text()))
    assert folder.get("margins") is None
    assert list(folder.part("margins", lambda: [line(5)])) == [line(5)]
    assert folder.get("margins") == (line(5),)


def test_what_was_cut_short_or_is_undecided_is_not_kept(tmp_path: Path) -> None:
    folder = Kept(tmp_path, MATRIX.reference, DEFAULT)

    def cut() -> Iterator[Finding]:
        yield line()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(folder.part("margins", cut))
    list(folder.part("margins", lambda: [Finding("margins", "k", "s", reason="failed")]))
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_without_permission_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "cannot be written" in usable(tmp_path / "dossiers")


def test_where_parts_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "qstheory" / "dossiers"
    assert usable(default_folder()) == ""
    (tmp_path / "file").write_text("")
    assert "cannot be written" in usable(tmp_path / "file")


def test_within_a_time_too(tmp_path: Path) -> None:
    rows = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
    first = analyze(rows, time=600, store=tmp_path)
    assert len(list(tmp_path.glob("*.json"))) >= 5
    assert analyze(rows, time=500, store=tmp_path).findings == first.findings
    assert len(parts_of(first.loss)) == 9
