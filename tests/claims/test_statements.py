"""Claims written in one call are those of the dataclasses."""

import pytest

from qstheory.claims import Claim, Kind, Reading, Theorem, Verdict, always, cases, proved, refuted
from qstheory.claims.statements import (
    Shown,
    Tried,
    claim,
    extension,
    fails,
    fails_partly,
    repair,
    tried,
    under,
)
from qstheory.errors import InvalidParameter

PLACE = ("x", "Sec. 1")
SAYS = "A statement."
HEAD = (*PLACE, SAYS)


def test_one_reading_beside_the_claim():
    shared = Tried(cases=cases(m=(1, 2)), parts=("a", "b"))
    reading = Reading("as stated", cases=cases(m=(1, 2)), parts=("a", "b"), ranges_over="all")
    made = claim(*PLACE)(SAYS, "as stated", **shared, ranges_over="all", remark="Why.", uses=("y",))
    assert made == Claim(*HEAD, readings=(reading,), remark="Why.", uses=("y",))


def test_what_is_tried():
    made = claim(*PLACE)(SAYS, "as stated", **tried(tuple, cases(m=(1, 2)), "every m", "a", "b"))
    assert made.readings == (Reading("as stated", tuple, cases(m=(1, 2)), "every m", ("a", "b")),)
    (whole,) = claim(*PLACE)(SAYS, "as stated", **tried(tuple, cases(m=(1,)))).readings
    assert (whole.ranges_over, whole.parts) == ("", ("statement",))


def test_the_same_under_several_conventions():
    shown = {"dropped": Shown(ranges_over="m >= 2"), "zero": Shown(ranges_over="m >= 1")}
    made = under(shown, cases=cases(m=(2,)), derivation="Clear.")
    assert made == tuple(
        Reading(name, cases=cases(m=(2,)), ranges_over=own["ranges_over"], derivation="Clear.")
        for name, own in shown.items()
    )


def test_several_readings_or_none():
    readings = (Reading("one"), Reading("two"))
    assert claim(*PLACE)(SAYS, readings=readings) == Claim(*HEAD, readings=readings)
    assert claim(*PLACE)(SAYS, assumed="a book") == Claim(*HEAD, assumed="a book")


def test_a_reading_needs_its_name():
    with pytest.raises(InvalidParameter, match=r"The claim x has cases, parts: give a name"):
        claim(*PLACE)(SAYS, cases=cases(m=(1,)), parts=("a",))
    with pytest.raises(InvalidParameter, match="has `reading` and `readings`: give one"):
        claim(*PLACE)(SAYS, "as stated", readings=(Reading("another"),))


def test_what_becomes_of_it():
    assert extension(*PLACE)(SAYS).kind is Kind.EXTENSION
    refuted_ = {"repaired_by": "x.repaired", "expected": Verdict.REFUTED}
    assert vars(fails(*PLACE)(SAYS)) == vars(Claim(*HEAD, **refuted_))
    other = {"repaired_by": "y", "kind": Kind.EXTENSION}
    assert vars(fails(*PLACE)(SAYS, **other)) == vars(Claim(*HEAD, **(refuted_ | other)))
    partly = refuted_ | {"expected": Verdict.PARTLY_REFUTED}
    assert vars(fails_partly(*PLACE)(SAYS)) == vars(Claim(*HEAD, **partly))


def test_a_repair_takes_its_names_from_what_it_repairs():
    made = repair(*PLACE)(SAYS, "as repaired", ranges_over="all")
    assert (made.id, made.source, made.kind) == ("x.repaired", "repairs Sec. 1", Kind.REPAIR)
    assert made.readings == (Reading("as repaired", ranges_over="all"),)


def test_theorems_and_constants():
    theorem = Theorem("A.b", refutes="m >= 2", parts=("c",), beside=("d",))
    assert refuted("A.b", "m >= 2", "c", beside=("d",)) == theorem
    assert proved("A.b", "c", word="w") == Theorem("A.b", "w", parts=("c",))
    assert always(3).formula(m=5) == 3
    assert "halved" in always(3).falsified_by
    assert always(3, ()).falsified_by == ()


def test_a_repair_beside_its_claim_has_what_they_share():
    shown = Shown(evidence=tuple, ranges_over="m >= 1", parts=("a", "b"))
    made = fails(*PLACE)(
        SAYS, "as stated", **shown, cases=cases(m=(1,)), remark="Why.", uses=("y",)
    )
    first, second = made.repaired("Another.", cases=cases(m=(2,)), latex="x")
    assert first is made
    shared = {**shown, "cases": cases(m=(2,))}
    assert second == repair("x", "Sec. 1")("Another.", "as stated", **shared, latex="x")


def test_a_repair_with_evidence_of_its_own_shares_no_parts_and_no_range():
    made = fails(*PLACE)(SAYS, "as stated", **tried(tuple, cases(m=(1,)), "all", "a", "b"))
    own = tried(list, cases(m=(2,)))
    _, second = made.repaired("Another.", "as repaired", "Sec. 2", **own)
    assert second == repair("x", "Sec. 2")("Another.", "as repaired", **own)


def test_of_several_readings_a_repair_shares_none():
    made = fails(*PLACE)(SAYS, readings=(Reading("one", cases=cases(m=(1,))), Reading("two")))
    assert made.repaired("Another.")[1] == repair("x", "Sec. 1")("Another.")
    readings = (Reading("three"), Reading("four"))
    several = fails(*PLACE)(SAYS, "as stated").repaired("Another.", readings=readings)[1]
    assert several == repair("x", "Sec. 1")("Another.", readings=readings)
