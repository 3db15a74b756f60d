"""Coq itself on small folders: what it binds, what it refuses, and that nothing gets past it."""

import shutil
from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory.errors import MissingProgram, UnreadableInput
from qstheory.proofs import compiler
from qstheory.proofs.binding import Binding, Instance, assumptions
from qstheory.proofs.compiler import (
    PACKAGES,
    Formal,
    Proofs,
    bind,
    compile_folder,
    read_proofs,
    recheck,
    write_record,
)
from qstheory.proofs.sources import read_sources

needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="needs Coq, which CI installs")
LOSS = """From mathcomp Require Import all_ssreflect all_algebra.
Definition square (m : nat) : nat := m * m.
"""
STATEMENTS = """From mathcomp Require Import all_ssreflect all_algebra.
From qstheory Require Import Loss.
Import GRing.Theory.
Local Open Scope ring_scope.
Definition constant_a_square (m : nat) : nat := (m * m)%N.
Definition claim_a : Prop := forall m, square m = constant_a_square m.
Definition constant_b_share (R : realFieldType) (m : nat) (d : seq R) : R :=
  \\sum_(x <- d) x / (2 * m)%:R.
Definition claim_b : Prop := forall (R : realFieldType) m (d : seq R),
  constant_b_share R m d = (\\sum_(x <- d) x / (2 * m)%:R).
Definition claim_false : Prop := forall m, square m = m.
"""
AGAIN = """Definition claim_a_{name} : Prop := forall m, square m = constant_a_square m.
Definition claim_b_{name} : Prop := forall (R : realFieldType) m (d : seq R),
  constant_b_share R m d = (\\sum_(x <- d) x / (2 * m)%:R).
Definition claim_false_{name} : Prop := forall m, square m = m.
"""
"""The claims under other names, so that one call of Coq judges many theorems of one claim."""
GOOD = """From mathcomp Require Import all_ssreflect all_algebra.
From qstheory Require Import Loss.
Theorem squares (m : nat) : square m = m * m. Proof. by []. Qed.
Import GRing.Theory.
Local Open Scope ring_scope.
Theorem shares (R : realFieldType) m (d : seq R) :
  \\sum_(x <- d) x / (2 * m)%:R = \\sum_(x <- d) x / (2 * m)%:R. Proof. by []. Qed.
"""
BAD = """From mathcomp Require Import all_ssreflect.
From qstheory Require Import Loss Statements.
Theorem admitted : claim_false. Admitted.
Axiom assumed : claim_false.
Unset Guard Checking.
Fixpoint loop (n : nat) {struct n} : claim_false := loop n.
Set Guard Checking.
Theorem looped : claim_false. Proof. exact (loop 0). Qed.
Definition square (m : nat) : nat := m.
Theorem redefined : forall m, square m = m. Proof. by []. Qed.
Module Statements. Definition claim_false : Prop := True. End Statements.
Theorem shadowed : Statements.claim_false. Proof. by []. Qed.
"""
CHEATS = ("admitted", "assumed", "looped", "redefined", "shadowed")
SQUARE = Instance("constant_a_square", (3,), Fraction(9))
SHARE = Instance("constant_b_share", (3, (Fraction(1, 2), Fraction(1))), Fraction(1, 4))
PLANTED = [
    *(
        ("a", "Good.squares", instance)
        for instance in (
            replace(SQUARE, value=Fraction(10)),
            replace(SQUARE, value=Fraction(19, 2)),
            replace(SQUARE, value=Fraction(-9)),
            replace(SQUARE, arguments=(4,)),
            replace(SQUARE, arguments=(3, 1)),
        )
    ),
    *(
        ("b", "Good.shares", replace(SHARE, value=value))
        for value in (Fraction(1, 3), Fraction(-1, 4), Fraction(1))
    ),
]
"""A claim, its theorem, and a constant that is wrong."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Three files and a fourth that cheats, compiled once."""
    place = tmp_path_factory.mktemp("coq")
    names = (*CHEATS, *map(str, range(len(PLANTED))))
    statements = STATEMENTS + "".join(AGAIN.format(name=name) for name in names)
    texts = {"Loss": LOSS, "Statements": statements, "Good": GOOD, "Bad": BAD}
    for name, text in texts.items():
        (place / f"{name}.v").write_text(text)
    listed = " ".join(f"{name}.v" for name in texts)
    (place / "_CoqProject").write_text(f"-R . qstheory\n{listed}\n")
    (place / "Makefile").write_text(
        "all:\n\t@coq_makefile -f _CoqProject -o Makefile.coq\n\t@$(MAKE) -f Makefile.coq\n"
    )
    compile_folder(place)
    return place


@needs_coq
def test_what_is_bound_is_recorded_and_then_formal(folder):
    bindings = [
        Binding("claim_a", "Good.squares", instances=(SQUARE,)),
        Binding("claim_b", "Good.shares", instances=(SHARE,)),
    ]
    compiled = bind(folder, bindings)
    assert compiled.faults == {}
    assert {entry.axioms for entry in compiled.record.values()} == {()}
    assert recheck(folder, ["Good"]) == ""
    write_record(folder, compiled.record)
    proofs = read_proofs(folder)
    assert all(isinstance(proofs.formal(binding), Formal) for binding in bindings)
    planted = replace(bindings[0], instances=(replace(SQUARE, value=Fraction(10)),))
    assert "has changed" in proofs.formal(planted)


@needs_coq
def test_a_planted_constant_fails_to_typecheck(folder):
    good = Binding("claim_b", "Good.shares", instances=(SHARE,))
    planted = [
        Binding(f"claim_{letter}_{k}", theorem, instances=(instance,))
        for k, (letter, theorem, instance) in enumerate(PLANTED)
    ]
    compiled = bind(folder, [good, *planted])
    assert list(compiled.record) == ["claim_b"]
    assert compiled.faults.keys() == {binding.statement for binding in planted}
    assert all("Coq refuses it" in fault for fault in compiled.faults.values())


@needs_coq
def test_coq_refuses_the_wrong_theorem_and_a_missing_one(folder):
    for theorem in ("Good.squares", "Good.missing"):
        assert "Coq refuses it" in bind(folder, [Binding("claim_b", theorem)]).faults["claim_b"]


@needs_coq
@pytest.mark.parametrize("theorem", CHEATS)
def test_a_cheat_is_told_by_its_words(folder, theorem):
    found = bind(folder, [Binding("claim_false", f"Bad.{theorem}")])
    assert not found.record
    assert "says" in found.faults["claim_false"]


@needs_coq
def test_a_cheat_is_told_by_coq_as_well(folder, monkeypatch):
    monkeypatch.setattr(type(read_sources(folder)), "forbidden", lambda self, name: "")
    found = bind(folder, [Binding(f"claim_false_{cheat}", f"Bad.{cheat}") for cheat in CHEATS])
    assert not found.record
    for cheat in CHEATS:
        fault = found.faults[f"claim_false_{cheat}"]
        assert ("rests on" in fault) == (cheat in ("admitted", "assumed", "looped"))
        assert ("Coq refuses it" in fault) == (cheat in ("redefined", "shadowed"))


@needs_coq
def test_who_is_asked_together_with_a_cheat_is_judged_apart(folder, monkeypatch):
    monkeypatch.setattr(type(read_sources(folder)), "forbidden", lambda self, name: "")
    good = [Binding("claim_a", "Good.squares"), Binding("claim_b", "Good.shares")]
    found = bind(folder, [good[0], Binding("claim_false", "Bad.admitted"), good[1]])
    assert found.record == bind(folder, good).record
    assert {entry.axioms for entry in found.record.values()} == {()}
    assert "rests on" in found.faults["claim_false"]


@needs_coq
@pytest.mark.parametrize("jobs", [1, 2])
def test_coqchk_tells_a_cheat(folder, jobs):
    assert recheck(folder, ["Good"], jobs) == ""
    assert recheck(folder, ["Bad"], jobs) != ""


@needs_coq
def test_a_proof_that_does_not_compile_is_one_message(folder, tmp_path):
    place = tmp_path / "broken"
    shutil.copytree(folder, place)
    (place / "Good.v").write_text(GOOD.replace("m * m. Proof", "m + m. Proof"))
    with pytest.raises(UnreadableInput, match="do not compile"):
        compile_folder(place)


def test_without_coq_the_debian_packages_are_named(monkeypatch, tmp_path):
    monkeypatch.setattr(compiler.shutil, "which", lambda name: None)
    with pytest.raises(MissingProgram) as error:
        compile_folder(tmp_path)
    assert all(package in str(error.value) for package in PACKAGES)
    with pytest.raises(MissingProgram):
        bind(tmp_path, [])


@pytest.mark.parametrize(
    ("printed", "names"),
    [
        ("Closed under the global context\n", ()),
        ("Axioms:\nA.b : forall x,\n  x = x\nc : False\n", ("A.b", "c")),
        ("Axioms:\nlong.name\n  : forall P : Prop, P\n", ("long.name",)),
        ("Axioms:\nloop is assumed to be guarded.\n", ("loop is assumed to be guarded.",)),
        ("", ("no answer",)),
        ("Error: no such theorem\n", ("Error",)),
    ],
)
def test_answers_of_print_assumptions(printed, names):
    assert assumptions(printed) == names


def test_a_damaged_record_is_refused(tmp_path):
    entry = '{"format": "qstheory-proofs/2", "bound": {"a": {"theorem": "B.c"}}}'
    other = '{"format": "other", "bound": {}}'
    for text in ("", "{}", other, '{"format": "qstheory-proofs/2"}', entry):
        (tmp_path / "record.json").write_text(text)
        with pytest.raises(UnreadableInput, match="make proofs"):
            read_proofs(tmp_path)


def test_a_folder_without_proofs_has_none(tmp_path):
    assert read_proofs(tmp_path / "none") == Proofs(read_sources(tmp_path))
