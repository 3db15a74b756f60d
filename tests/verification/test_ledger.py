"""The ledger: complete, as recorded, every refutation replayed, every repair proved."""

from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from qstheory.certify.bundle import loads
from qstheory.certify.decide import decide
from qstheory.certify.replay import Replayed
from qstheory.claims import Verdict
from qstheory.claims.evidence import FAILED, HOLDING, Strength
from qstheory.claims.ledger import load_ledger, paper_ledger
from verification.sharp2020._evidence import OPTIMAL
from verification.sharp2020._pd import NO_SCORES

IDS = Path(__file__).with_name("claim_ids.txt").read_text().split()


def refutations(report):
    """(claim, refutation) of every reading."""
    for claim, judgement in report.judged.items():
        for reading in judgement.readings:
            for part in reading.parts:
                if part.refutation is not None:
                    yield claim, part.refutation


def test_every_listed_id_has_exactly_one_claim():
    found = Counter(
        claim.id
        for path in sorted(paper_ledger().glob("[!_]*.py"))
        for claim in import_module(f"verification.sharp2020.{path.stem}").CLAIMS
    )
    assert len(IDS) == len(set(IDS)) == 96
    assert {name: found[name] for name in IDS if found[name] != 1} == {}
    assert set(found.values()) == {1}


def test_no_verdict_differs_from_the_recorded_one(paper):
    changed = {c: paper.judged[c].verdict.value for c in paper.changed}
    assert changed == {}


def test_every_refutation_replays_from_its_file(paper):
    found = list(refutations(paper))
    assert found
    for claim, refutation in found:
        (item,) = loads(refutation.document)
        replayed = Replayed(item, decide(item.proposition, item.certificate))
        assert replayed.as_expected, claim
        assert item.expect == ("proves" if refutation.contradicts else "refutes"), claim


def test_what_is_refuted_is_repaired_by_what_is_proved():
    ledger = load_ledger()
    for claim in ledger.claims.values():
        if claim.expected in FAILED:
            assert claim.repaired_by or claim.remark, claim.id


def test_repairs_hold(paper):
    repairs = {c.repaired_by for c in paper.ledger.claims.values()} - {""}
    verdicts = {name: paper.judged[name].verdict for name in repairs}
    assert {n: v.value for n, v in verdicts.items() if v not in HOLDING} == {}


def test_repairs_are_verified_on_more_than_they_were_found_on(paper):
    for claim in paper.ledger.claims.values():
        repair = paper.judged.get(claim.repaired_by)
        if repair is None or repair.strength is not Strength.ENUMERATED:
            continue
        found_on = [str(case) for case in claim.readings[0].cases]
        refuted_at = [r.case for c, r in refutations(paper) if c == claim.id]
        needed = 1 + min(
            (found_on.index(case) for case in refuted_at if case in found_on), default=0
        )
        cases = paper.ledger[claim.repaired_by].readings[0].cases
        assert len(cases) > needed, claim.repaired_by


def test_lower_bounds_on_dimensions_rest_on_the_cited_theorem():
    ledger = load_ledger()
    bounded = {
        claim.id
        for claim in ledger.claims.values()
        for reading in claim.readings
        if {OPTIMAL, NO_SCORES} & set(reading.parts)
    }
    assert {"hamming.optimal", "prec.optimal.repaired", "pd.inference"} <= bounded
    assert [c for c in sorted(bounded) if "optimal.ra16" not in ledger.ancestors(c)] == []


def test_every_claim_says_where_and_what():
    for claim in load_ledger().claims.values():
        assert claim.source.strip(), claim.id
        assert claim.text.strip().endswith("."), claim.id


def test_statements_about_several_cases_say_what_they_range_over():
    for claim in load_ledger().claims.values():
        for reading in claim.readings:
            numbered = any(type(v) is int for case in reading.cases for v in case.values())
            several = len(reading.cases) > 1 and numbered
            assert not several or reading.ranges_over, (claim.id, reading.name)


@pytest.mark.parametrize("name", ["calibration.hamming", "ccdim.zero-one"])
def test_the_second_ledger_is_judged_by_the_same_engine(second, name):
    assert name in second.selected


def test_the_second_ledger_holds_but_for_a_cited_theorem(second):
    verdicts = {c: second.judged[c].verdict for c in second.selected}
    assert verdicts.pop("ccdim.lower-bound") is Verdict.ASSUMED
    assert set(verdicts.values()) <= set(HOLDING)
    assert second.exit_code == 0
