"""Judging a folder of claims: stored verdicts, workers, exit codes, formats, certificates."""

import io
import json
from xml.etree import ElementTree as Xml

import pytest

from qstheory.certify.replay import replay_file
from qstheory.claims import Verdict, judge
from qstheory.claims.formats import FORMATS, run_verify
from qstheory.claims.ledger import ledger_of
from qstheory.claims.verify import Store, VerifyOptions, Weakness, standing, verify
from qstheory.errors import InvalidParameter, UnreadableInput

from .examples import claim as claim_of
from .examples import squares

FILE = '''
"""Claims about squares; every judging leaves a line in a log."""
from fractions import Fraction
from pathlib import Path
from qstheory.certify.expressions import Number
from qstheory.certify.kinds.values import Comparison, Exactly
from qstheory.claims import Claim, Constant, Evidence, Reading, Verdict, cases

LOG = Path({log!r})


def squares(name, formula):
    def evidence(at, said):
        if at["m"] == 1:
            with LOG.open("a") as file:
                file.write(name + "\\n")
        left, right = at["m"] ** 2, said("square", at)
        proposition = Comparison(Number(Fraction(left)), "=", Number(Fraction(right)))
        yield Evidence(proposition, (Exactly(),))

    return (Reading("r", evidence=evidence, cases=cases(m=range(1, 4)),
                    claimed={{"square": Constant(formula)}}),)


CLAIMS = (
    Claim("s.good", "Sec. 1", "m^2 = m m | <b>", readings=squares("good", lambda m: m * m)),
    Claim("s.bad", "Sec. 2", "m^2 = m", readings=squares("bad", lambda m: m),
          expected=Verdict.{expected}, repaired_by="s.good"),
    Claim("t.user", "Sec. 3", "rests on both", readings=squares("user", lambda m: m * m),
          uses=("s.bad", "s.good")),
    {more}
)
'''


def ledger(folder, expected="REFUTED", more=""):
    folder.mkdir(exist_ok=True)
    log = str(folder / "log.txt")
    (folder / "s.py").write_text(FILE.format(log=log, expected=expected, more=more))
    return folder


def options(tmp_path, folder, *patterns, workers=1, **more):
    return VerifyOptions(patterns, folder, workers, tmp_path / "store", **more)


def judged_in(folder):
    log = folder / "log.txt"
    return sorted(log.read_text().split()) if log.exists() else []


def test_verdicts_standings_and_counts(tmp_path):
    report = verify(options(tmp_path, ledger(tmp_path / "l")))
    verdicts = {claim: report.judged[claim].verdict for claim in report.selected}
    assert verdicts == {
        "s.good": Verdict.PROVED,
        "s.bad": Verdict.REFUTED,
        "t.user": Verdict.PROVED,
    }
    assert report.exit_code == 0
    assert report.counts[Verdict.PROVED] == 2
    assert report.standings["t.user"].fully_proved
    assert report.standings["t.user"].rests_on_refuted


def test_a_second_run_takes_up_what_is_finished(tmp_path):
    folder = ledger(tmp_path / "l")
    first = verify(options(tmp_path, folder))
    assert judged_in(folder) == ["bad", "good", "user"]
    second = verify(options(tmp_path, folder))
    assert judged_in(folder) == ["bad", "good", "user"]
    assert second == first
    verify(options(tmp_path, folder, fresh=True))
    assert len(judged_in(folder)) == 6
    verify(options(tmp_path, folder, parameters={"data": "elsewhere"}))
    assert len(judged_in(folder)) == 9


def test_changed_code_is_judged_again(tmp_path):
    folder = ledger(tmp_path / "l")
    verify(options(tmp_path, folder))
    verify(options(tmp_path, ledger(folder, more="# changed")))
    assert len(judged_in(folder)) == 6


def test_a_record_that_has_changed_is_read_again(tmp_path):
    """A stored verdict goes by the record that its measurement was read from, not by its time."""
    record = tmp_path / "record.txt"
    more = f"""Claim("m.one", "Sec. 4", "read", expected=Verdict.CONSISTENT, readings=(
        Reading("m", reads=(Path({str(record)!r}),), measure=lambda: [__import__(
            "qstheory.claims", fromlist=["Measurement"]).Measurement(
                "q", float(Path({str(record)!r}).read_text()), 0, 1, "file")]),)),"""
    folder = ledger(tmp_path / "l", more=more)
    for value, verdict in (
        ("0.5", Verdict.CONSISTENT),
        ("2", Verdict.NOT_REPRODUCED),
        ("0.5", Verdict.CONSISTENT),
    ):
        record.write_text(value)
        report = verify(options(tmp_path, folder, "m.one", "s.good"))
        assert report.judged["m.one"].verdict is verdict
        assert report.certificates["m.one"].is_file()
    assert judged_in(folder) == ["good"]


def test_damaged_verdicts_are_judged_again(tmp_path):
    folder = ledger(tmp_path / "l")
    first = verify(options(tmp_path, folder))
    for path in (tmp_path / "store").iterdir():
        path.write_text(path.read_text()[:100])
    assert verify(options(tmp_path, folder)) == first
    assert len(judged_in(folder)) == 6


def test_an_interrupted_run_loses_nothing_that_was_finished(tmp_path):
    folder = ledger(tmp_path / "l")

    def interrupt(judgement):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verify(options(tmp_path, folder), interrupt)
    assert judged_in(folder)[:1] == ["good"]
    verify(options(tmp_path, folder))
    assert judged_in(folder).count("good") == 1


def test_the_answer_does_not_depend_on_the_number_of_workers(tmp_path):
    folder = ledger(tmp_path / "l")
    alone = verify(options(tmp_path, folder, fresh=True))
    together = verify(options(tmp_path, folder, workers=2, fresh=True))
    assert together == alone
    assert [render(together) for render in FORMATS.values()] == [
        render(alone) for render in FORMATS.values()
    ]


@pytest.mark.slow
def test_dask_gives_the_same_verdicts(tmp_path):
    pytest.importorskip("distributed")
    folder = ledger(tmp_path / "l")
    alone = verify(options(tmp_path, folder, fresh=True))
    assert verify(options(tmp_path, folder, workers=2, fresh=True, engine="dask")) == alone


def test_an_unknown_engine_is_refused(tmp_path):
    with pytest.raises(InvalidParameter, match="is no engine"):
        verify(options(tmp_path, ledger(tmp_path / "l"), engine="spark"))


def test_a_selection_is_judged_with_all_that_it_rests_on(tmp_path):
    folder = ledger(tmp_path / "l")
    report = verify(options(tmp_path, folder, "t.*"))
    assert report.selected == ("t.user",)
    assert set(report.judged) == {"s.good", "s.bad", "t.user"}
    with pytest.raises(UnreadableInput, match="matches 'nothing'"):
        verify(options(tmp_path, folder, "nothing"))


UNDECIDED = "Claim('u', '', 'nothing is known'),"


@pytest.mark.parametrize(
    ("expected", "more", "code"),
    [
        ("REFUTED", "", 0),
        ("PROVED", "", 1),
        ("UNDECIDED", "", 1),
        ("REFUTED", UNDECIDED, 3),
        ("PROVED", UNDECIDED, 1),
    ],
)
def test_exit_codes(tmp_path, expected, more, code):
    folder = ledger(tmp_path / "l", expected, more)
    out = io.StringIO()
    assert run_verify(options(tmp_path, folder), out=out, errors=io.StringIO()) == code
    assert "s.bad" in out.getvalue()
    assert ("recorded as" in out.getvalue()) == (code == 1)


def test_an_undecided_claim_is_undecided_whatever_is_recorded(tmp_path):
    more = "Claim('u', '', 'nothing is known', expected=Verdict.UNDECIDED),"
    assert verify(options(tmp_path, ledger(tmp_path / "l", more=more))).exit_code == 3


def test_json(tmp_path):
    document = json.loads(FORMATS["json"](verify(options(tmp_path, ledger(tmp_path / "l")))))
    assert document["counts"]["refuted"] == 1
    assert document["exit_code"] == 0
    bad = document["claims"][1]
    assert bad["id"] == "s.bad"
    assert bad["judgement"]["readings"][0]["parts"][0]["refutation"]["case"] == "m = 2"


def test_junit(tmp_path):
    folder = ledger(tmp_path / "l", "PROVED", UNDECIDED)
    suite = Xml.fromstring(FORMATS["junit"](verify(options(tmp_path, folder))))
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("4", "1", "1")
    failing = [case.get("name") for case in suite if case.find("failure") is not None]
    assert failing == ["bad"]


def test_markdown_cells_are_escaped(tmp_path):
    text = FORMATS["md"](verify(options(tmp_path, ledger(tmp_path / "l"))))
    rows = [line for line in text.splitlines() if line.startswith("| s.")]
    assert len(rows) == 2
    assert all(row.count(" | ") == 5 for row in rows)


def test_reports_are_written_whole(tmp_path):
    folder = ledger(tmp_path / "l")
    out = tmp_path / "report.md"
    silent = {"out": io.StringIO(), "errors": io.StringIO()}
    assert run_verify(options(tmp_path, folder), "md", out, **silent) == 0
    assert "| s.bad |" in out.read_text()
    (tmp_path / "file").write_text("")
    wrong = tmp_path / "file" / "report.md"
    with pytest.raises(InvalidParameter, match="cannot be written"):
        run_verify(options(tmp_path, folder), "md", wrong, **silent)


def test_usage_errors_write_nothing(tmp_path):
    folder = ledger(tmp_path / "l")
    out = tmp_path / "report"
    with pytest.raises(InvalidParameter, match="must be one of text, json, junit, md"):
        run_verify(options(tmp_path, folder), "pdf", out)
    with pytest.raises(UnreadableInput):
        run_verify(options(tmp_path, folder, "z*"), "md", out)
    assert not out.exists()
    assert not judged_in(folder)


def test_certificate_files_replay(tmp_path):
    folder, place = ledger(tmp_path / "l"), tmp_path / "certificates"
    silent = {"out": io.StringIO(), "errors": io.StringIO()}
    run_verify(options(tmp_path, folder), certificates=place, **silent)
    files = sorted(place.iterdir())
    assert [file.name for file in files] == ["s.bad.json", "s.good.json", "t.user.json"]
    replayed = [each for file in files for each in replay_file(file)]
    assert len(replayed) == 9
    assert all(each.as_expected for each in replayed)
    assert replayed[0].item.note == "s.bad, r, statement, m = 1"


def test_stores_are_shared_by_claims_of_any_name(tmp_path):
    store = Store(tmp_path)
    assert store.path("a/../b", "v").parent == tmp_path
    assert store.path("a", "v") != store.path("b", "v")


def wrong():
    return squares(lambda m: m)


def claim(name, reading=None, **options):
    """A claim about its cases alone, which certificates prove."""
    return claim_of(name, reading or squares(ranges_over=""), **options)


def standing_of(name, *claims):
    return standing(name, ledger_of(claims), {c.id: judge(c) for c in claims})


def test_proved_on_proved_is_fully_proved():
    found = standing_of("a", claim("a", uses=("b",)), claim("b"))
    assert found.fully_proved
    assert not found.weaknesses


def test_what_rests_on_an_argument_is_not_fully_proved():
    found = standing_of("a", claim("a", uses=("b",)), claim("b", squares()))
    assert not found.fully_proved
    assert found.weaknesses == (Weakness("b", Verdict.ENUMERATED),)


def test_a_repair_that_is_argued_carries_and_is_a_weakness():
    b = claim("b", wrong(), repaired_by="b.repaired")
    found = standing_of(
        "a", claim("a", uses=("b", "b.repaired")), b, claim("b.repaired", squares())
    )
    assert found.rests_on_refuted[0].carried
    assert not found.fully_proved


def test_what_is_not_proved_is_not_fully_proved():
    assert not standing_of("a", claim("a", wrong())).fully_proved


def test_what_rests_on_something_refuted_is_shown():
    b = claim("b", wrong(), repaired_by="b.repaired")
    found = standing_of("a", claim("a", uses=("b",)), b, claim("b.repaired"))
    assert not found.fully_proved
    assert found.rests_on_refuted == (Weakness("b", Verdict.REFUTED, "b.repaired", False),)


def test_the_repaired_form_carries_who_lists_it():
    b = claim("b", wrong(), repaired_by="b.repaired")
    a = claim("a", uses=("b", "b.repaired"))
    found = standing_of("a", a, b, claim("b.repaired"))
    assert found.fully_proved
    assert found.rests_on_refuted == (Weakness("b", Verdict.REFUTED, "b.repaired", True),)


def test_a_repair_must_itself_be_proved():
    b = claim("b", wrong(), repaired_by="b.repaired")
    a = claim("a", uses=("b", "b.repaired"))
    found = standing_of("a", a, b, claim("b.repaired", squares(evidence=None)))
    assert not found.fully_proved
    assert not found.rests_on_refuted[0].carried


def test_weaknesses_are_inherited():
    b = claim("b", wrong(), repaired_by="b.repaired")
    chain = (claim("a", uses=("mid",)), claim("mid", uses=("b",)), b, claim("b.repaired"))
    assert not standing_of("a", *chain).fully_proved
    carried = (chain[0], claim("mid", uses=("b", "b.repaired")), *chain[2:])
    assert standing_of("a", *carried).fully_proved


def test_what_rests_on_an_assumption_is_not_fully_proved():
    found = standing_of(
        "a", claim("a", uses=("b",)), claim("b", squares(evidence=None), assumed="X")
    )
    assert not found.fully_proved
    assert found.weaknesses == (Weakness("b", Verdict.ASSUMED),)
    assert not found.rests_on_refuted
