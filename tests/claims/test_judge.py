"""A verdict follows from what `decide` answers, and from nothing else."""

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from qstheory.certify import Decision, Outcome
from qstheory.certify.expressions import Number
from qstheory.certify.kinds.values import Comparison, Exactly
from qstheory.claims import (
    Case,
    Claim,
    Derivation,
    Evidence,
    Measurement,
    Reading,
    Stance,
    Strength,
    Verdict,
    cases,
    judge,
)
from qstheory.errors import InvalidParameter

from .examples import claim, equal, squares


def outcome(reading, **options):
    judged = judge(claim(reading=reading, **options))
    return judged.verdict, judged.strength, str(judged.scope)


def one_part(reading, **options):
    return judge(claim(reading=reading, **options)).readings[0].parts[0]


def test_enumeration_says_how_far_it_went_and_is_no_proof():
    assert outcome(squares()) == (Verdict.ENUMERATED, Strength.ENUMERATED, "m = 1..4")


def test_a_statement_about_the_listed_cases_only_is_certified():
    assert outcome(squares(ranges_over="")) == (Verdict.PROVED, Strength.CERTIFIED, "m = 1..4")


def test_an_argument_in_words_is_no_proof():
    assert outcome(squares(derivation="by definition")) == (
        Verdict.ARGUED,
        Strength.ARGUED,
        "every m >= 1",
    )


def test_words_argue_for_the_parts_that_they_name():
    reading = Reading(
        "r",
        lambda at, said: [equal(1, 1, "a"), equal(1, 1, "b")],
        cases(m=(1,)),
        "every m",
        ("a", "b"),
        derivation=Derivation("why a", ("a",)),
    )
    parts = judge(claim(reading=reading)).readings[0].parts
    assert [part.verdict for part in parts] == [Verdict.ARGUED, Verdict.ENUMERATED]


@pytest.mark.parametrize(
    "given",
    [
        lambda: Evidence(TRUE, None),
        lambda: Evidence(TRUE, [Exactly()]),
        lambda: Evidence(TRUE, (Exactly(),), stance="states"),
    ],
)
def test_evidence_of_the_wrong_form_leaves_its_case_undecided(given):
    reading = squares(evidence=lambda at, said: [given()])
    assert outcome(reading)[0] is Verdict.UNDECIDED


def test_cases_that_differ_are_written_differently():
    with pytest.raises(InvalidParameter, match="different cases that are written alike"):
        squares(cases=(*cases(m=(1,)), *cases(m=("1",))))


def test_a_derivation_alone_proves_nothing():
    assert outcome(squares(evidence=None, derivation="trust me"))[0] is Verdict.UNDECIDED


def test_the_smallest_refuted_case_is_reported():
    judged = judge(claim(reading=squares(lambda m: m + 2 * (m > 2))))
    part = judged.readings[0].parts[0]
    assert (judged.verdict, judged.strength) == (Verdict.REFUTED, Strength.CERTIFIED)
    assert part.refutation.case == str(judged.scope) == "m = 2"
    assert "refutes" in part.refutation.document


def parts_of(*right):
    """Three statements about 1, 2, 3; those not in `right` are wrong."""

    def evidence(at, said):
        for n in (1, 2, 3):
            yield equal(n, n if n in right else n + 1, part=str(n))

    return Reading("parts", evidence=evidence, cases=(Case(),), parts=("1", "2", "3"))


def test_what_survives_of_a_claim_is_told_apart():
    judged = judge(claim(reading=parts_of(1, 3)))
    assert judged.verdict is Verdict.PARTLY_REFUTED
    verdicts = [part.verdict for part in judged.readings[0].parts]
    assert verdicts == [Verdict.PROVED, Verdict.REFUTED, Verdict.PROVED]
    assert judge(claim(reading=parts_of())).verdict is Verdict.REFUTED
    assert judge(claim(reading=parts_of(1, 2, 3))).verdict is Verdict.PROVED


def test_a_part_without_evidence_keeps_the_claim_undecided():
    reading = replace(parts_of(1, 2, 3), parts=("1", "2", "3", "4"))
    assert outcome(reading)[0] is Verdict.UNDECIDED


def test_evidence_for_an_undeclared_part_is_a_fault():
    part = one_part(replace(parts_of(1, 2, 3), parts=("1", "2")))
    assert (part.verdict, part.reason) == (Verdict.UNDECIDED, "the reading has no part '3'")


@dataclass(frozen=True)
class Forged:
    """Pretends to be a certificate."""

    outcome: Outcome = Outcome.PROVES


@dataclass(frozen=True)
class TrueByDecree(Comparison):
    """Pretends to be a proposition."""


FALSE = Comparison(Number(Fraction(0)), "=", Number(Fraction(1)))
TRUE = Comparison(Number(Fraction(1)), "=", Number(Fraction(1)))
NO_PROOF = {
    "no evidence at all": lambda at, said: (),
    "no certificate": lambda at, said: [Evidence(TRUE)],
    "a decision instead of a certificate": lambda at, said: [
        Evidence(TRUE, (Decision(Outcome.PROVES),))
    ],
    "a forged certificate": lambda at, said: [Evidence(FALSE, (Forged(),))],
    "the proposition as its own certificate": lambda at, said: [Evidence(TRUE, (TRUE,))],
    "a subclass of a proposition": lambda at, said: [
        Evidence(TrueByDecree(FALSE.left, "=", FALSE.right), (Exactly(),))
    ],
    "a contradiction that is false": lambda at, said: [
        Evidence(FALSE, (Exactly(),), stance=Stance.CONTRADICTS)
    ],
    "only the first case": lambda at, said: [equal(1, 1)] if at["m"] == 1 else [],
    "an error": lambda at, said: 1 // 0,
}


@pytest.mark.parametrize("name", NO_PROOF)
@pytest.mark.parametrize("ranges_over", ["", "every m >= 1"])
def test_without_a_valid_certificate_nothing_is_proved_or_refuted(name, ranges_over):
    reading = squares(evidence=NO_PROOF[name], ranges_over=ranges_over)
    for expected in Verdict:
        assert outcome(reading, expected=expected)[0] is Verdict.UNDECIDED


def test_contradictions_and_denials():
    contradicted = squares(
        evidence=lambda at, said: [equal(1, 1, stance=Stance.CONTRADICTS)], cases=cases(m=(1,))
    )
    denied = squares(evidence=lambda at, said: [equal(1, 2, stance=Stance.DENIES)])
    affirmed = squares(evidence=lambda at, said: [equal(1, 1, stance=Stance.DENIES)])
    assert outcome(contradicted)[0] is Verdict.REFUTED
    assert outcome(denied)[0] is Verdict.ENUMERATED
    assert outcome(affirmed)[0] is Verdict.REFUTED


def test_the_first_certificate_that_settles_it_is_taken():
    reading = squares(evidence=lambda at, said: [Evidence(TRUE, (Forged(), Exactly(), Forged()))])
    assert outcome(reading)[0] is Verdict.ENUMERATED


def test_evidence_before_an_error_still_refutes():
    def evidence(at, said):
        yield equal(1, 2)
        raise RuntimeError("later")

    assert outcome(squares(evidence=evidence))[0] is Verdict.REFUTED


def test_the_recorded_outcome_never_influences_the_verdict():
    for expected in Verdict:
        assert outcome(squares(), expected=expected)[0] is Verdict.ENUMERATED
        assert outcome(squares(lambda m: m), expected=expected)[0] is Verdict.REFUTED


def test_assumed_needs_a_citation_and_yields_to_a_refutation():
    assert judge(Claim("a", "", "", assumed="Theorem 1 of X")).verdict is Verdict.ASSUMED
    assert judge(Claim("a", "", "")).verdict is Verdict.UNDECIDED
    assert outcome(squares(lambda m: m), assumed="X")[0] is Verdict.REFUTED


def measured(*quantities, **options):
    """A reading that was measured."""
    return Reading("measured", measure=lambda: quantities, **options)


def test_measurements_are_consistent_or_not():
    good = Measurement("error", 0.5, 0.4, 0.6, "5 seeds")
    bad = Measurement("error", 0.7, 0.4, 0.6, "5 seeds")
    assert outcome(measured(good)) == (Verdict.CONSISTENT, Strength.MEASURED, "measurement")
    assert outcome(measured(good, bad))[0] is Verdict.NOT_REPRODUCED
    assert outcome(measured())[0] is Verdict.UNDECIDED
    assert outcome(Reading("broken", measure=lambda: 1 // 0))[0] is Verdict.UNDECIDED


def test_measurements_never_replace_a_proof():
    bad = Measurement("error", 0.7, 0.4, 0.6, "5 seeds")
    assert outcome(squares(measure=lambda: [bad]))[0] is Verdict.ENUMERATED


def test_the_first_reading_is_the_one_that_is_meant():
    wrong = replace(squares(lambda m: m), name="another")
    assert judge(Claim("a", "", "", readings=(squares(), wrong))).verdict is Verdict.ENUMERATED
    assert judge(Claim("a", "", "", readings=(wrong, squares()))).verdict is Verdict.REFUTED


def test_conditions_are_part_of_the_scope():
    assert outcome(squares(condition="no ties"))[2] == "m = 1..4, no ties"


def test_malformed_claims_are_refused():
    with pytest.raises(InvalidParameter, match="Two readings of the claim a"):
        Claim("a", "", "", readings=(squares(), squares()))
    with pytest.raises(InvalidParameter, match="parts with distinct names"):
        Reading("r", parts=("x", "x"))
    with pytest.raises(InvalidParameter, match="covers parts that it does not have"):
        Reading("r", derivation=Derivation("", parts=("y",)))


@pytest.mark.parametrize("typed", ["proved", 1, None])
def test_what_is_no_evidence_is_no_verdict(typed) -> None:
    found = judge(claim(reading=squares(evidence=lambda at, said: iter([typed]))))
    assert found.verdict is Verdict.UNDECIDED


def test_evidence_that_exits_leaves_its_case_undecided() -> None:
    def leave(at, said):
        raise SystemExit(0)

    assert judge(claim(reading=squares(evidence=leave))).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (lambda at, said: said("missing", at), "no constant 'missing'; it claims"),
        (lambda at, said: at.integer("missing"), "no variable 'missing'; they have"),
    ],
)
def test_a_name_that_is_not_there_is_told_with_those_that_are(ask, reason) -> None:
    def evidence(at, said):
        yield ask(at, said)

    found = judge(claim(reading=squares(evidence=evidence)))
    assert found.verdict is Verdict.UNDECIDED
    assert reason in str(found)


def test_every_part_is_shown_with_its_verdict() -> None:
    judged = judge(claim(reading=squares(lambda m: m)))
    shown = judged._repr_html_()
    assert f"{judged.claim}: refuted" in shown
    assert shown.count("<tr>") == 1 + sum(len(r.parts) for r in judged.readings)
