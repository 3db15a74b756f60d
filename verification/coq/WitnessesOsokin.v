(** Witnesses: the premises of the statements on the surrogate of Osokin, Bach and Lacoste-Julien can be
    met, with a block for each set of two labels. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From qstheory Require Import Premises Loss Statements.
From qstheory Require Sets Osokin.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation sets := [finType of {set 'I_2}].
Lemma one_a_block (k : sets) : (#|[pred z : sets | id z == k]| * #|sets| = 2 ^ 2)%N.
Proof. by rewrite card1 mul1n Sets.card_sets. Qed.
Definition label : 'I_#|sets| := enum_rank set0.
Ltac some_surrogate H i := let u := fresh in let c := fresh in let rest := fresh in let same := fresh in
  have [u [c [rest same]]] := H; exists u, c, rest; split; [exact: same|split; [exists i, i|exists (fun=> 1), set0]]; exact I.
Theorem met_claim_x_osokin_same_surrogate : ltac:(premises claim_x_osokin_same_surrogate tt).
Proof.
move=> R; exists 2%N; split=> //; have [one blocks ham] := @Osokin.same R 2 isT.
split; first by some_surrogate one label.
split; last by some_surrogate ham (@ord0 1).
by exists sets, id; split; [exact: one_a_block|some_surrogate (blocks sets id one_a_block) label].
Qed.
