"""A verdict is worth what it rests on."""

from qstheory.claims import Verdict, judge
from qstheory.claims.ledger import ledger_of
from qstheory.claims.verify import Weakness, standing

from .examples import claim as claim_of
from .examples import squares


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
