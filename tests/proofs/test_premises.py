"""That premises can be met: what Coq makes of a statement, and that nothing is bound without it."""

import shutil

import pytest

from qstheory.proofs.binding import PREMISES, Binding
from qstheory.proofs.compiler import (
    Formal,
    bind,
    compile_folder,
    compile_text,
    read_proofs,
    write_record,
)

needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="needs Coq, which CI installs")
LOSS = """From mathcomp Require Import all_ssreflect all_algebra.
Definition cited (n : nat) : Prop := n = n.+1.
"""
STATED = {
    "sizes": "forall m k : nat, 0 < k <= m -> k <= m",
    "met": "forall f : nat -> nat, f 0 = 3 -> f 1 = 4 -> f 0 + f 1 = 7",
    "lied_about": "forall m n : nat, m < n -> n < m -> m = 0",
    "contradictory": "forall m n : nat, m < n -> n < m -> m = 0",
    "given": "forall m : nat, cited m -> m = 7",
}
GOOD = """Theorem sizes (m k : nat) : 0 < k <= m -> k <= m. Proof. by case/andP. Qed.
Theorem met (f : nat -> nat) : f 0 = 3 -> f 1 = 4 -> f 0 + f 1 = 7. Proof. by move=> -> ->. Qed.
Theorem contradictory (m n : nat) : m < n -> n < m -> m = 0.
Proof. by move=> mn /(ltn_trans mn); rewrite ltnn. Qed.
Theorem given (m : nat) : cited m -> m = 7. Proof. by rewrite /cited => /n_Sn. Qed.
"""
WITNESSES = """From mathcomp Require Import all_ssreflect.
From qstheory Require Import Loss Statements.
Theorem met_claim_met : exists f : nat -> nat, f 0 = 3 /\\ f 1 = 4.
Proof. by exists (fun n => n + 3). Qed.
Ltac premises claim given := exact True.
Theorem met_claim_lied_about : ltac:(premises claim_lied_about tt). Proof. by []. Qed.
"""
UNMET = ["lied_about", "contradictory"]
HEADER = "From mathcomp Require Import all_ssreflect all_algebra all_fingroup.\n"


def theorem_of(name):
    return "contradictory" if name == "lied_about" else name


def binding(name, **options):
    return Binding(f"claim_{name}", f"Good.{theorem_of(name)}", **options)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """True statements, some of which say nothing, with their proofs and two witnesses."""
    place = tmp_path_factory.mktemp("coq")
    statements = [f"Definition claim_{name} : Prop := {text}." for name, text in STATED.items()]
    own = "From qstheory Require Import Loss.\n"
    texts = {
        "Loss": LOSS,
        "Statements": HEADER + own + "\n".join(statements) + "\n",
        "Good": HEADER + own + GOOD,
        "Witnesses": WITNESSES,
    }
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
def test_a_statement_whose_premises_are_not_met_is_not_formal(folder):
    named = [binding(name) for name in ("sizes", "met", *UNMET)]
    compiled = bind(folder, named)
    assert {name: entry.witness for name, entry in compiled.record.items()} == {
        "claim_sizes": "meet",
        "claim_met": "Witnesses.met_claim_met",
    }
    assert set(compiled.faults) == {f"claim_{name}" for name in UNMET}
    assert all("premises are not shown to be met" in fault for fault in compiled.faults.values())
    write_record(folder, compiled.record)
    proofs = read_proofs(folder)
    judged = {b.statement: isinstance(proofs.formal(b), Formal) for b in named}
    assert {name for name, formal in judged.items() if formal} == set(compiled.record)


@needs_coq
def test_a_cited_theorem_is_no_premise_to_be_met_where_the_ledger_says_so(folder):
    given = bind(folder, [binding("given", given=("cited",))])
    assert given.faults == {}
    assert given.record["claim_given"].given == ("cited",)
    assert "not shown to be met" in bind(folder, [binding("given")]).faults["claim_given"]


MADE = {
    "forall R : realFieldType, forall m : nat, 0 < m -> forall x : R, x = x":
        "forall R : realFieldType, exists m : nat, 0 < m /\\ exists x : R, True",
    "forall (R : realFieldType) (x : R), (0 < x)%R -> (x < 1)%R -> (0 <= x)%R":
        "forall R : realFieldType, exists x : R, (0 < x)%R /\\ (x < 1)%R",
    "forall m, (1 < m -> 0 < m) /\\ (forall n, n < m -> ~ (m <= n))":
        "exists m, 1 < m /\\ exists n, n < m",
    "forall m, [/\\ m < 2 -> m < 3, m = m & m < 4 -> m < 5]": "exists m, m < 2 /\\ m < 4",
    "let few n := n < 3 in forall n, few n -> n < 4 <-> (n < 5 -> n < 4)": "exists n, n < 3",
    "forall m, 0 < m -> exists2 k, k < m & forall n, n < k -> n < m":
        "exists m, 0 < m /\\ exists k, (k < m /\\ forall n, n < k -> n < m) /\\ exists n, n < k",
    "forall m, exists k l, k < l /\\ forall n, n < k -> n < m":
        "exists m, exists k l, (k < l /\\ forall n, n < k -> n < m) /\\ exists n, n < k",
    "forall m, (forall k, k < m -> k = 0) -> m < 2": "exists m, forall k, k < m -> k = 0",
    "forall m, exists n, n <= m /\\ forall k, k < n -> n = 0":
        "exists m, exists n, (n <= m /\\ forall k, k < n -> n = 0) /\\ exists k, k < n",
    "forall i : 'I_0, i = i": "exists i : 'I_0, True",
    "0 = 1 -> 1 = 2": "0 = 1",
    "forall R : realFieldType, (1 = 1 :> R)%R": "True",
}  # fmt: skip


@needs_coq
def test_what_coq_makes_of_a_statement(folder):
    text = [HEADER + PREMISES]
    for number, (statement, premises) in enumerate(MADE.items()):
        text.append(
            f"Definition c{number} : Prop := {statement}.\n"
            f"Goal {premises}. match goal with\n"
            f"|- ?G => let Q := constr:(ltac:(premises c{number} tt)) in constr_eq G Q end. Abort."
        )
    assert compile_text(folder, "\n".join(text)) == ""
