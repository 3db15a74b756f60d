"""Finished verdicts are kept whole or not at all."""

import json

import pytest

from qstheory.claims import Judgement, Measurement, Reading, judge
from qstheory.claims.verify import Store
from qstheory.errors import InvalidParameter
from qstheory.work.files import cache_folder, from_data, to_data

from .examples import claim, squares


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "verdicts")


CERTIFICATES = "the text of a certificate file"


def measured():
    return Reading("m", measure=lambda: [Measurement("q", 1, 0.5, 2, "how")])


@pytest.mark.parametrize("reading", [squares(), squares(lambda m: m), measured()])
def test_what_is_kept_is_taken_up(store, reading):
    judged = judge(claim(reading=reading))
    store.put("v", judged, CERTIFICATES)
    assert store.get(judged.claim, "v") == judged
    assert store.certificates(judged.claim, "v").read_text() == CERTIFICATES
    assert store.get(judged.claim, "another version") is None
    assert store.get("another claim", "v") is None


def damaged(text):
    """Ways in which a file may be damaged."""
    record = json.loads(text)
    yield ""
    yield "no JSON"
    yield text[: len(text) // 2]
    yield text.replace('"enumerated"', '"proved"')
    yield json.dumps(record | {"version": "w"})
    yield json.dumps(record | {"format": "other/1"})
    yield json.dumps(record | {"judgement": None})
    yield json.dumps({})
    yield "[" * 100_000
    yield json.dumps([record])


def test_damaged_files_are_not_taken_up(store):
    judged = judge(claim())
    store.put("v", judged, CERTIFICATES)
    path = store.path(judged.claim, "v")
    text = path.read_text()
    for content in damaged(text):
        path.write_text(content)
        assert store.get(judged.claim, "v") is None, content[:60]
    path.write_bytes(b"\xff\xfe")
    assert store.get(judged.claim, "v") is None
    path.write_text(text)
    assert store.get(judged.claim, "v") == judged
    store.certificates(judged.claim, "v").write_text("another text")
    assert store.get(judged.claim, "v") is None
    store.certificates(judged.claim, "v").unlink()
    assert store.get(judged.claim, "v") is None


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidParameter, match="name another folder"):
        Store(tmp_path / "file").put("v", judge(claim()), CERTIFICATES)


def test_the_default_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder("verdicts") == tmp_path / "qstheory" / "verdicts"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder("verdicts").parts[-3:] == (".cache", "qstheory", "verdicts")


@pytest.mark.parametrize(
    "data", [None, [], {}, {"claim": 1}, "text", {"claim": "a", "verdict": "wrong"}]
)
def test_records_of_another_form_are_refused(data):
    with pytest.raises(ValueError, match=r"members|Verdict|of type"):
        from_data(data, Judgement)


def test_records_hold_every_member():
    judged = judge(claim(reading=squares(lambda m: m)))
    assert from_data(json.loads(json.dumps(to_data(judged))), Judgement) == judged


def test_a_file_in_the_place_of_the_folder_is_refused_before_any_work(tmp_path):
    (tmp_path / "verdicts").write_text("")
    with pytest.raises(InvalidParameter, match="name another folder"):
        Store(tmp_path / "verdicts").prepare()
    assert (tmp_path / "verdicts").read_text() == ""
