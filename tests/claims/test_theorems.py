"""Only a theorem that was compiled from just these texts makes a claim formal."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory.claims import Case, Claim, Constant, Reading, Strength, Theorem, Verdict, judge
from qstheory.claims.evidence import Extent
from qstheory.claims.theorems import all_bindings, bindings
from qstheory.errors import InvalidParameter
from qstheory.proofs.compiler import Proofs, entry
from qstheory.proofs.sources import Sources

from .examples import squares

LOSS = "Definition square (m : nat) : nat := m * m.\n"
STATEMENTS = """From mathcomp Require Import all_ssreflect.
From qstheory Require Import Loss.
Definition constant_a_square (m : nat) : nat := m * m.
Definition claim_a : Prop := forall m, square m = constant_a_square m.
Definition refuted_a : Prop := forall m, 0 < m -> square m <> constant_a_square m.
Definition claim_a__other : Prop := forall m, square m = square m.
"""
HELP = "Lemma helper (m : nat) : m = m. Proof. by []. Qed.\n"
PROOF = """From qstheory Require Import Loss Help.
Theorem squares : forall m, square m = m * m. Proof. by []. Qed.
"""
TEXTS = {"Loss": LOSS, "Statements": STATEMENTS, "Help": HELP, "Proof": PROOF}
THEOREM = Theorem("Proof.squares")


def stated(reading=None, **options):
    given = {"theorems": (THEOREM,), "claimed": {"square": Constant(lambda m: m * m)}}
    return Claim("a", "here", "A statement.", readings=(reading or squares(**(given | options)),))


def compiled(claim=None, texts=None, axioms=()):
    """The texts with the record that `make proofs` would write for the claim."""
    proofs = Proofs(Sources(texts or TEXTS))
    found = bindings(claim or stated())
    return replace(proofs, record={n: entry(b, proofs, axioms) for n, b in found.items()})


def outcome(proofs, claim=None):
    judged = judge(claim or stated(), proofs)
    return judged.verdict, judged.strength


FORMAL = (Verdict.PROVED, Strength.FORMAL)
NOT = (Verdict.ENUMERATED, Strength.ENUMERATED)


def test_what_was_compiled_is_formal_in_every_case():
    judged = judge(stated(), compiled())
    (part,) = judged.readings[0].parts
    assert (judged.verdict, judged.strength) == FORMAL
    assert str(part.scope) == "every m >= 1"
    assert part.formal.theorem == "Proof.squares"
    assert "forall m, square m = constant_a_square m" in part.formal.text
    assert "constant_a_square (m : nat)" in part.formal.text
    assert len(part.formal.hash) == 12


def test_a_theorem_needs_no_cases():
    assert outcome(compiled(), stated(evidence=None)) == FORMAL


def test_a_counterexample_outweighs_a_theorem():
    beside = (replace(THEOREM, beside=("square",)),)
    refuted = stated(squares(lambda m: m, theorems=beside))
    assert judge(refuted, compiled(refuted)).verdict is Verdict.REFUTED


def without(name):
    return {file: text for file, text in TEXTS.items() if file != name}


def changed(name, old, new):
    assert old in TEXTS[name]
    return TEXTS | {name: TEXTS[name].replace(old, new)}


STALE = {
    "the definitions": changed("Loss", "m * m", "m * m + 0"),
    "the statement": changed("Statements", "square m = constant", "1 * square m = constant"),
    "a constant of the statement": changed("Statements", "nat := m * m", "nat := m * m + 0"),
    "what the statements open": changed("Statements", "all_ssreflect", "all_ssreflect all_algebra"),
    "the proof": changed("Proof", "by []", "done"),
    "what the proof rests on": changed("Help", "by []", "done"),
    "no proof file": without("Proof"),
    "no definitions": without("Loss"),
    "no statements": without("Statements"),
    "no statement of that name": changed("Statements", "claim_a :", "claim_b :"),
}


@pytest.mark.parametrize("name", STALE)
def test_a_stale_record_is_worth_nothing(name):
    assert outcome(replace(compiled(), sources=Sources(STALE[name]))) == NOT


FORBIDDEN = {
    "admitted": changed("Proof", "Proof. by []. Qed.", "Admitted."),
    "admit": changed("Proof", "by []", "admit"),
    "an axiom": TEXTS | {"Help": HELP + "Axiom f : 0 = 1.\n"},
    "a parameter": TEXTS | {"Help": HELP + "Parameter f : 0 = 1.\n"},
    "a conjecture": TEXTS | {"Help": HELP + "Conjecture f : 0 = 1.\n"},
    "no guard": TEXTS | {"Proof": PROOF + "Unset Guard Checking.\n"},
    "no guard by attribute": TEXTS | {"Help": "#[bypass_check(guard)] Fixpoint f n := f n."},
    "no positivity": TEXTS | {"Help": HELP + "Unset Positivity Checking.\n"},
    "no universes": TEXTS | {"Help": HELP + "Unset Universe Checking.\n"},
    "a plugin": TEXTS | {"Help": HELP + 'Declare ML Module "x".\n'},
    "another file": TEXTS | {"Help": HELP + 'Load "x".\n'},
}  # fmt: skip


@pytest.mark.parametrize("name", FORBIDDEN)
def test_forbidden_words_are_refused_even_when_recorded(name):
    proofs = compiled(texts=FORBIDDEN[name])
    assert outcome(proofs) == NOT
    assert "says" in judge(stated(), proofs).readings[0].parts[0].reason


STATED = {
    "a proof file": TEXTS | {"Statements": "From qstheory Require Import Proof.\n" + STATEMENTS},
    "a notation": TEXTS | {"Statements": 'Notation "x = y" := True.\n' + STATEMENTS},
    "an axiom": TEXTS | {"Statements": STATEMENTS + "Axiom f : claim_a.\n"},
    "a name twice": TEXTS | {"Statements": STATEMENTS + "Definition claim_a : Prop := True.\n"},
    "a section": TEXTS | {"Statements": STATEMENTS + "Section S. Variable f : claim_a. End S.\n"},
    "an import by the definitions": TEXTS | {"Loss": "From qstheory Require Import Help.\n" + LOSS},
}


@pytest.mark.parametrize("name", STATED)
def test_statements_that_do_more_than_state_are_refused(name):
    assert outcome(compiled(texts=STATED[name])) == NOT


def test_words_in_comments_and_names_are_harmless():
    texts = TEXTS | {
        "Help": HELP + "(* Admitted. Axiom. *) Lemma admitted_axiom : True. Proof. by []. Qed.\n"
    }
    assert outcome(compiled(texts=texts)) == FORMAL  # fmt: skip


@pytest.mark.parametrize("axioms", [("Classical_Prop.classic",), ("File.lie",), ("no answer",)])
def test_axioms_are_refused_unless_the_theorem_may_use_them(axioms):
    assert outcome(compiled(axioms=axioms)) == NOT
    real = stated(theorems=(replace(THEOREM, axioms="reals"),))
    known = axioms == ("Classical_Prop.classic",)
    assert outcome(compiled(real, axioms=axioms), real) == (FORMAL if known else NOT)


@pytest.mark.parametrize("wrong", [lambda m: m * m + 1, lambda m: 2 * m * m, lambda m: m])
def test_a_planted_constant_is_no_longer_formal(wrong):
    claim = stated(evidence=None, claimed={"square": Constant(wrong)})
    assert outcome(compiled(), claim)[0] is Verdict.UNDECIDED


def test_a_constant_that_the_statement_does_not_speak_of_is_refused():
    claim = stated(claimed={"square": Constant(lambda m: m * m), "c": Constant(lambda m: 1)})
    assert outcome(compiled(claim), claim) == NOT
    beside = stated(claimed=claim.readings[0].claimed, theorems=(replace(THEOREM, beside=("c",)),))
    assert outcome(compiled(beside), beside) == FORMAL


def test_a_constant_that_cannot_be_computed_is_refused():
    claim = stated(evidence=None, claimed={"square": Constant(lambda m: 1 // 0)})
    assert outcome(compiled(), claim)[0] is Verdict.UNDECIDED


def test_constants_are_compared_at_small_cases():
    (binding,) = bindings(stated()).values()
    assert [(i.arguments, i.value) for i in binding.instances] == [
        ((m,), Fraction(m * m)) for m in range(1, 5)
    ]
    other = stated(theorems=(replace(THEOREM, arguments=lambda m: ((m, 1),)),))
    (binding,) = bindings(other).values()
    assert binding.instances[0].arguments == ((1, 1),)


def test_a_theorem_proves_its_parts_alone():
    reading = Reading(
        "two parts",
        evidence=squares().evidence,
        cases=(Case((("m", 1),)),),
        claimed={"square": Constant(lambda m: m * m)},
        ranges_over="every m",
        parts=("statement", "more"),
        theorems=(replace(THEOREM, parts=("more",)),),
    )
    parts = judge(stated(reading), compiled(stated(reading))).readings[0].parts
    assert [p.strength for p in parts] == [Strength.ENUMERATED, Strength.FORMAL]
    assert judge(stated(reading), compiled(stated(reading))).verdict is Verdict.ENUMERATED
    with pytest.raises(InvalidParameter, match="covers parts"):
        squares(theorems=(replace(THEOREM, parts=("more",)),))


def test_the_statement_is_named_by_the_claim():
    other = Claim("b", "here", "Another.", readings=stated().readings)
    assert outcome(compiled(), other) == NOT
    named = stated(theorems=(replace(THEOREM, word="other", beside=("square",)),))
    assert outcome(compiled(named), named) == FORMAL


def test_one_statement_has_one_theorem():
    first, second = squares(theorems=(THEOREM,)), squares(theorems=(Theorem("Help.helper"),))
    claim = Claim("a", "", "", readings=(first, replace(second, name="second")))
    assert outcome(compiled(), claim) == NOT
    twice = all_bindings([stated(), replace(stated())])
    assert twice == {"claim_a": "two claims have the statement claim_a"}
    apart = all_bindings([Claim("x-a", "", "", readings=stated().readings),
                          Claim("x.a", "", "", readings=stated().readings)])  # fmt: skip
    assert list(apart.values()) == ["two claims have the statement claim_x_a"]


@pytest.mark.parametrize("name", ["Proof", "Proof.", "Proof.a.b", "Proof.a b", "", "P.a. Admitted"])
def test_a_theorem_is_named_by_file_and_name(name):
    with pytest.raises(InvalidParameter, match=r"File\.name"):
        Theorem(name)


def test_words_argue_and_do_not_prove():
    judged = judge(stated(theorems=(), derivation="Clear: 1 + 1 = 2."))
    assert (judged.verdict, judged.strength) == (Verdict.ARGUED, Strength.ARGUED)


AGAINST = Theorem("Proof.squares", refutes="every m >= 2")
"""What Coq would refuse to bind here: the judging is looked at, for a record that says it did."""


def failing(formula=lambda m: m, theorem=AGAINST, **options):
    """The claim that squares are m, with a theorem that states the negation."""
    return stated(squares(formula, **({"theorems": (theorem,)} | options)))


def part_of(claim, proofs=None):
    (part,) = judge(claim, proofs or compiled(claim)).readings[0].parts
    return part


def test_a_theorem_that_refutes_is_shown_with_the_smallest_case():
    part = part_of(failing())
    assert (part.verdict, part.strength) == (Verdict.REFUTED, Strength.FORMAL)
    assert (part.scope.extent, str(part.scope)) == (Extent.EVERY_CASE, "every m >= 2")
    assert part.formal.statement == "refuted_a"
    assert "square m <> constant_a_square m" in part.formal.text
    assert part.refutation.case == "m = 2"
    judged = judge(failing(), compiled(failing()))
    assert (judged.verdict, judged.strength) == (Verdict.REFUTED, Strength.FORMAL)


NOT_REFUTING = {
    "a theorem that proves": (failing(theorem=replace(THEOREM, beside=("square",))), None),
    "a theorem about another part": (failing(theorem=replace(AGAINST, word="other")), None),
    "a theorem that is not compiled": (failing(), Proofs(Sources(TEXTS))),
    "the record of the proof of the claim": (failing(), compiled()),
    "another constant": (failing(), compiled(failing(lambda m: m + 1))),
    "a changed statement": (failing(), replace(
        compiled(failing()), sources=Sources(changed("Statements", "0 < m ->", "m < 0 ->")))),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_REFUTING)
def test_nothing_else_refutes_formally(name):
    claim, proofs = NOT_REFUTING[name]
    part = part_of(claim, proofs)
    assert (part.verdict, part.strength) == (Verdict.REFUTED, Strength.CERTIFIED)
    assert (part.formal, part.scope.extent) == (None, Extent.INSTANCE)
    assert part.reason.startswith("not formal: ") == bool(claim.readings[0].theorems[0].refutes)


def test_a_theorem_that_refutes_what_holds_at_every_case_decides_nothing():
    true = failing(lambda m: m * m)
    part = part_of(true)
    assert (part.verdict, part.strength) == (Verdict.UNDECIDED, Strength.NONE)
    assert part.reason == "Proof.squares refutes it, and no case shows how"
    assert part_of(failing(evidence=None)).verdict is Verdict.UNDECIDED
    both = failing(lambda m: m * m, theorems=(THEOREM, AGAINST))
    assert part_of(both).verdict is Verdict.UNDECIDED


def test_a_theorem_refutes_its_parts_alone():
    two = replace(failing().readings[0], parts=("statement", "more"),
                  theorems=(replace(AGAINST, parts=("more",)),))  # fmt: skip
    found = judge(stated(two), compiled(stated(two))).readings[0].parts
    assert [p.strength for p in found] == [Strength.CERTIFIED, Strength.NONE]
