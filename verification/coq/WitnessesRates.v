(** Witnesses: four throws of a coin, learnt by kernel ridge regression on one feature. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Premises Loss Statements WitnessesProblems.
From qstheory Require Calibration RefutedFScore.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Learner.
Variable R : realFieldType.
Let p := fair R.
Definition feature (x : inputs p) (j : 'I_1) : R := 1.
Definition target : 'M[R]_(1, 1) := const_mx (1 / 2%:R).
Definition minimiser (t : sample p 3) : 'M[R]_(1, 1) :=
  Calibration.closed_form (\matrix_(i, j) feature (t i).1 j) (\matrix_(i, k) @U _ p (t i).2 k) 2%:R^-1.
Definition by_sign (v : 'I_1 -> R) : bool := 0 <= v ord0.
Lemma half_inv_gt0 : 0 < 2%:R^-1 :> R. Proof. by rewrite invr_gt0 ltr0n. Qed.
Lemma neg_le : - 1 <= 1 :> R. Proof. by rewrite -subr_ge0 opprK addr_ge0 ?ler01. Qed.
Lemma coin_gstar x k : @gstar _ p x k = 1 / 2%:R.
Proof. by rewrite /gstar big_bool /=; field. Qed.
Lemma learner : ridge_learner feature 2%:R^-1 minimiser by_sign target.
Proof.
split=> [t|v z|x k].
- by apply/(Calibration.closed _ _ half_inv_gt0).
- rewrite /dot !big_ord1 /= /by_sign; case: (lerP 0 (v ord0)) => v0; case: (z : bool) => //=.
    by rewrite ler_wpmul2r // ler_wpmul2r ?invr_ge0 ?ler0n // opprK neg_le.
  by rewrite ler_nmul2r // ler_wpmul2r ?invr_ge0 ?ler0n // opprK neg_le.
- by rewrite coin_gstar big_ord1 /target mxE [RHS]mul1r.
Qed.
Lemma feature_norm x : sqnorm (feature x) <= 1 ^+ 2.
Proof. by rewrite /sqnorm big_ord1. Qed.
End Learner.

Lemma coin_entry (R : realFieldType) : largest_entry (@U _ (fair R)) 1.
Proof. by split=> [y k|]; [case: (y : bool); rewrite /= ?normrN normr1|exists true, ord0; rewrite normr1]. Qed.
Lemma coin_constant (R : realFieldType) : constant_squared (@F _ (fair R)) (@U _ (fair R)) (1 / 4%:R).
Proof.
exists (1 / 4%:R), 1; split; [split=> [z|]|exact: coin_entry|by rewrite expr1n mulr1 [RHS]mul1r]; first exact: coin_norm.
by exists true; rewrite /sqnorm big_ord1 /=; field.
Qed.
Lemma target_norm (R : realFieldType) k : \sum_j target R j k ^+ 2 <= (1 * 1) ^+ 2.
Proof. by rewrite big_ord1 /target mxE [X in _ <= X ^+ 2]mul1r expr1n expr_le1 // ?half_le1 ?ltW ?half_gt0. Qed.
Ltac four_throws R :=
  exists (fair R), 3%N, 1%N, (@feature R), (@minimiser R), (@by_sign R), (target R), 2%:R, (1 / 2%:R), 1;
  split; [by rewrite ltr0n|split; [by rewrite -natrX|split; [exact: half_gt0|split; [exact: learner|
    split; [exact: ler01|split; [exact: feature_norm|]]]]]].

Lemma coin_numbers (R : realFieldType) :
  [/\ forall z, sqnorm (@F _ (fair R) z) <= (1 / 2%:R) ^+ 2,
      forall (x : inputs (fair R)) y, 0 < weight x * conditional x y -> sqnorm (fun k => U y k - @gstar _ (fair R) x k) <= 2%:R ^+ 2 &
      \sum_j \sum_k target R j k ^+ 2 <= 1 ^+ 2].
Proof.
split=> [z|x y _|]; last by rewrite big_ord1; have := target_norm R ord0; rewrite !big_ord1 mul1r.
  by rewrite (le_trans (coin_norm z)) // expr_div_n expr1n -natrX.
have h : `|@U _ (fair R) y ord0 - 1 / 2%:R| <= 2%:R.
  rewrite (le_trans (ler_norm_sub _ _)) // (_ : 2%:R = 1 + 1 :> R) //; apply: ler_add.
    by case: (y : bool); rewrite /= ?normrN normr1.
  by rewrite ger0_norm ?half_le1 ?ltW ?half_gt0.
by rewrite /sqnorm big_ord1 coin_gstar -real_normK ?num_real // ler_expn2r // ?nnegrE ?ler0n ?normr_ge0.
Qed.
Theorem met_claim_base_rate_repaired : ltac:(premises claim_base_rate_repaired tt).
Proof.
move=> R; four_throws R; exists (1 / 2%:R), 2%:R, 1; split; first by rewrite ler0n.
by have [] := coin_numbers R; do !split=> //; exact: ler01.
Qed.
Theorem met_claim_affine_constant_repaired : ltac:(premises claim_affine_constant_repaired tt).
Proof.
move=> R; four_throws R; exists (1 / 4%:R), 1, 1; split; first exact: ler01.
by split; [exact: coin_constant|split; [exact: coin_entry|exact: target_norm]].
Qed.
