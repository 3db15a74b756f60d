(** Witnesses: the premises of the statements on the surrogate of Osokin, Bach and Lacoste-Julien can be
    met, with a block for each set of two labels and an excess risk of 1/2. *)
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

Lemma half_of_one (R : realFieldType) : (0 < 1 / 2%:R :> R) * (1 / 2%:R <= 1 :> R).
Proof. by split; rewrite mul1r ?invr_gt0 ?invf_le1 ?ltr0n // ler1n. Qed.
Ltac some_scores R H :=
  let p := fresh in let x := fresh in let z := fresh in let b := fresh in
  let pd := fresh in let top := fresh in let best := fresh in let e := fresh in
  let x' := fresh in let low := fresh in let attained := fresh in
  have [p [x [z [b [pd top best e [x' [low attained]]]]]]] := H.2 _ (half_of_one R).1 (half_of_one R).2;
  let all := fresh in have all := conj low attained;
  split; [exists p, x, z, b; exact: (conj pd (conj top best))|exists (1 / 2%:R)];
  split; [by rewrite half_of_one|split; [by rewrite half_of_one|exists p, x, z, b]];
  split; [exact: (And5 pd top best e (ex_intro _ x' all))|split; [by exists set0|exists x']];
  split; [exact: all|by exists x].
Theorem met_claim_osokin_constants : ltac:(premises claim_osokin_constants tt).
Proof.
move=> R; exists 2%N; split; [by []|]; have [[one _ _] blocks [ham _ _]] := @Osokin.constants R 2 isT.
split; [split; [some_scores R one|]|].
  exists 1, 0; rewrite mul1r; apply: exprn_ge0; exact: ler0n.
split; [|split; [some_scores R ham|]].
  have more : (1 < #|sets|)%N by rewrite Sets.card_sets; exact: isT.
  have [blk _ _] := blocks sets id more one_a_block.
  exists sets, id; split; [exact: more|split; [exact: one_a_block|split; [some_scores R blk|]]].
  exists 1, 0; rewrite mul1r; exact: ler0n.
exists 1, 0; rewrite mul1r; apply: exprn_ge0; exact: ler0n.
Qed.
