"""Ledgers are folders of Python files."""

import os

import pytest

from qstheory.claims import Claim
from qstheory.claims.ledger import ledger_of, load_ledger
from qstheory.claims.theorems import prove
from qstheory.errors import DuplicateName, UnreadableInput

FILE = """
from qstheory.claims import Claim
CLAIMS = ({claims})
"""


def written(folder, **files):
    folder.mkdir(exist_ok=True)
    for name, ids in files.items():
        claims = "".join(f"Claim({i!r}, 'here', 'text')," for i in ids)
        (folder / f"{name}.py").write_text(FILE.format(claims=claims))
    return folder


def test_files_are_found_and_claims_ordered(tmp_path):
    ledger = load_ledger(written(tmp_path / "l", b=["b.1", "b.2"], a=["a.1"]))
    assert list(ledger.claims) == ["a.1", "b.1", "b.2"]
    assert ledger.folder == tmp_path / "l"


def test_selection(tmp_path):
    ledger = load_ledger(written(tmp_path / "l", f=["x.1", "x.2", "y.1"]))
    assert ledger.select(()) == ("x.1", "x.2", "y.1")
    assert ledger.select(("x.*",)) == ("x.1", "x.2")
    assert ledger.select(("y.1", "x.[2]")) == ("x.2", "y.1")
    with pytest.raises(UnreadableInput, match=r"matches 'z\.\*'"):
        ledger.select(("x.*", "z.*"))


def test_helpers_and_relative_imports(tmp_path):
    folder = written(tmp_path / "l", a=["a.1"])
    (folder / "_shared.py").write_text("ID = 'shared.1'\n")
    (folder / "b.py").write_text(
        "from qstheory.claims import Claim\nfrom ._shared import ID\n"
        "CLAIMS = (Claim(ID, '', ''),)\n"
    )
    assert list(load_ledger(folder).claims) == ["a.1", "shared.1"]


def test_a_changed_file_is_loaded_anew(tmp_path):
    folder = written(tmp_path / "l", a=["a.1"])
    before = load_ledger(folder)
    assert load_ledger(folder) is before
    written_at = (folder / "a.py").stat().st_mtime_ns
    written(folder, a=["a.2"])
    os.utime(folder / "a.py", ns=(written_at, written_at))  # As on a machine that is fast enough.
    after = load_ledger(folder)
    assert list(after.claims) == ["a.2"]
    assert after.version != before.version
    assert not (folder / "__pycache__").exists()


def test_two_claims_of_one_id(tmp_path):
    with pytest.raises(DuplicateName, match=r"Two claims have the id 'a\.1'"):
        load_ledger(written(tmp_path / "l", a=["a.1"], b=["a.1"]))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("1 / 0", "a.py cannot be loaded as claims: ZeroDivisionError"),
        ("def", "a.py cannot be loaded as claims: SyntaxError"),
        ("raise SystemExit(0)", "a.py cannot be loaded as claims: SystemExit"),
        ("", "a.py must define CLAIMS, a tuple of qstheory.claims.Claim"),
        ("CLAIMS = (1,)", "a.py must define CLAIMS"),
        ("CLAIMS = []", "a.py must define CLAIMS"),
    ],
)
def test_files_that_hold_no_claims(tmp_path, content, message):
    (tmp_path / "a.py").write_text(content)
    with pytest.raises(UnreadableInput, match=message):
        load_ledger(tmp_path)


def test_folders_that_are_no_ledger(tmp_path):
    with pytest.raises(UnreadableInput, match="has no Python file with claims"):
        load_ledger(tmp_path)
    with pytest.raises(UnreadableInput, match="is not a folder of claims"):
        load_ledger(tmp_path / "absent")


@pytest.mark.parametrize(
    ("claims", "message"),
    [
        ([Claim("a", "", "", uses=("b",))], "a refers to 'b', which is no claim"),
        ([Claim("a", "", "", repaired_by="b")], "a refers to 'b', which is no claim"),
        ([Claim("a", "", "", repaired_by="a")], "a cannot be repaired by itself"),
        ([Claim("a", "", "", uses=("a",))], "a rests on itself"),
        (
            [Claim("a", "", "", uses=("b",)), Claim("b", "", "", uses=("a",))],
            "a rests on itself through its `uses`",
        ),
    ],
)
def test_malformed_graphs_are_refused(claims, message):
    with pytest.raises(UnreadableInput, match=message):
        ledger_of(claims)


def test_ancestors():
    ledger = ledger_of(
        [Claim("a", "", "", uses=("b",)), Claim("b", "", "", uses=("c",)), Claim("c", "", "")]
    )
    assert ledger.ancestors("a") == {"b", "c"}
    assert ledger.ancestors("c") == frozenset()


def test_folders_that_look_like_files_are_passed_over(tmp_path):
    folder = written(tmp_path / "l", a=["a.1"])
    (folder / "b.py").mkdir()
    assert list(load_ledger(folder).claims) == ["a.1"]


def test_a_ledger_without_proofs_is_told_where_they_belong(tmp_path):
    with pytest.raises(
        UnreadableInput, match="has no proofs: they stand in its folder coq or beside"
    ):
        prove(written(tmp_path / "l", a=["a.1"]))
