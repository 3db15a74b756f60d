(** Witnesses: the premises of the statements on structural SVMs, conditional random fields and the tables can be met. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Premises Loss Statements Sets Rank WitnessesLosses.
From qstheory Require LabelSets Ndcg Map RefutedFScore RefutedRankings MaxMargin MaxMarginConsistency.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma point_distribution (R : realFieldType) (T : finType) (t : T) : distribution (fun s => (s == t)%:R : R).
Proof. by split=> [s|]; [exact: ler0n|exact: pick1]. Qed.

Theorem met_claim_x_surrogate_max_margin_paths : ltac:(premises claim_x_surrogate_max_margin_paths tt).
Proof.
by move=> R; exists bool_finType, (fun b : bool => b%:R), (fun b : bool => (b == true)%:R); exact: point_distribution.
Qed.
Theorem met_claim_x_surrogate_max_margin_three : ltac:(premises claim_x_surrogate_max_margin_three tt).
Proof.
move=> R; exists (@ordinal_absolute R 3); split; first by move=> z y; rewrite /ordinal_absolute distrC.
split; first by move=> y; rewrite /ordinal_absolute subrr normr0.
split; first by move=> z y ne; rewrite normr_gt0 subr_eq0 eqr_nat val_eqE.
split; last by exists (fun s : 'I_3 => (s == ord0)%:R); exact: point_distribution.
exists (inord 0), (inord 1), (inord 2); split.
  by rewrite /= !inE negb_or andbT -!val_eqE /= !inordK.
have gap (i j : nat) : (i <= j)%N -> `|i%:R - j%:R| = (j - i)%:R :> R by move=> le; rewrite distrC -natrB // normr_nat.
by rewrite /ordinal_absolute !inordK // !gap // -natrD.
Qed.
Theorem met_claim_x_surrogate_max_margin_three__otherwise : ltac:(premises claim_x_surrogate_max_margin_three__otherwise tt).
Proof.
move=> R; exists (zero_one R (T := [finType of 'I_3])); split; first by move=> z y; rewrite /zero_one eq_sym.
split; first by move=> y; rewrite /zero_one eqxx.
split; first by move=> z y ne; rewrite /zero_one ne ltr01.
move=> i j k u; have [ij ik jk _] := MaxMarginConsistency.three_labels u.
by rewrite /zero_one ij ik jk eq_sym -subr_eq0 addrK oner_eq0.
Qed.
Theorem met_refuted_surrogate_crf_ssvm : ltac:(premises refuted_surrogate_crf_ssvm tt).
Proof.
move=> R; pose L (z y : bool) : R := (z && ~~ y)%:R.
have less : L false true < L true false by rewrite ltr01.
exists bool_finType, L, true, false; do 2!split=> //.
by have [v h] := MaxMarginConsistency.swapped less (lexx _); exists v; split=> //; exists true.
Qed.
Theorem met_claim_surrogate_ssvm_consistency : ltac:(premises claim_surrogate_ssvm_consistency tt).
Proof.
split; first by exists 2%N.
split=> R.
  exists bool_finType, (fun b : bool => (b == true)%:R), true; split; first exact: point_distribution.
  by rewrite eqxx ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
pose a : 'I_3 := inord 0; pose b : 'I_3 := inord 1; pose c : 'I_3 := inord 2.
exists [finType of 'I_3], (MaxMarginConsistency.half_half R a b), c, a; split; first exact: MaxMarginConsistency.half_distribution.
have d (i j : nat) : (i < 3)%N -> (j < 3)%N -> i != j -> (inord i : 'I_3) != inord j.
  by move=> i3 j3; apply: contra => /eqP/(congr1 val); rewrite /= !inordK // => ->.
split=> [y|]; rewrite /MaxMarginConsistency.half_half.
  rewrite ler_pmul2r ?invr_gt0 ?ltr0n // -natrD lern1; case: eqP => [->|_]; first by rewrite (negbTE (d 0%N 1%N _ _ _)).
  by rewrite add0n leq_b1.
by rewrite eqxx /a /b /c (negbTE (d 2%N 0%N _ _ _)) // (negbTE (d 2%N 1%N _ _ _)) // (negbTE (d 0%N 1%N _ _ _)) // !addr0 mul0r divr_gt0 ?ltr01 ?ltr0n.
Qed.
Theorem met_refuted_infer_printed_f_score : ltac:(premises refuted_infer_printed_f_score tt).
Proof.
move=> R; exists 1%N; split; first by [].
have [p dist h] := (RefutedFScore.printed : refuted_infer_printed_f_score) R 1%N isT.
exists p; split; first by split=> // j; exact: h.
by exists ord0; split; exists set0.
Qed.

Theorem met_refuted_x_best_table : ltac:(premises refuted_x_best_table tt).
Proof.
move=> R; have c0 := two_gt0 R; pose e := LabelSets.A_01 R (isT : (0 < labels)%N); exists 0%N.
split; first by exists (constant_01_A_A_2 R labels); exact: e.
split.
  exists bool_finType, block; split; first exact: onto.
  by exists (constant_block_A_A_2 R #|bool_finType|); exact: (LabelSets.block_A : claim_block_A) R labels _ block isT onto.
split; first by exists 1%N; split=> //; exists (constant_prec_A_A_2 R labels 1); exact: LabelSets.prec_A.
split.
  exists 1%N, (gains 2%:R), (@discounts R), 1; repeat (split; first by
    [exact: gains_ge0|exact: gains_grow|exact: discounts_ge0|exact: discounts_fall|exact: gain_gt0|exact: discount_gt0]).
  have [a A _] := (Ndcg.constant_bound : claim_ndcg_A_repaired) R 1%N 1%N (gains 2%:R) (@discounts R)
    (gains_ge0 c0) (gains_grow c0) (@discounts_ge0 R) (@discounts_fall R) (gain_gt0 c0) (discount_gt0 R).
  by exists a.
have [rows entries] := (Map.norms : claim_map_norms_repaired) R labels isT.
exists 1, (#|ordered_pairs labels|%:R * constant_map_norms_repaired_F_2 R labels * constant_map_norms_repaired_U_max R labels ^+ 2).
by exists (constant_map_norms_repaired_F_2 R labels), (constant_map_norms_repaired_U_max R labels).
Qed.
Theorem met_claim_surrogate_crf_ssvm__CRF : ltac:(premises claim_surrogate_crf_ssvm__CRF tt).
Proof. by exists bool_finType, (fun b : bool => (b == true)%:R); exact: point_distribution. Qed.
Theorem met_claim_x_surrogate_crf_least_risk : ltac:(premises claim_x_surrogate_crf_least_risk tt).
Proof.
exists bool_finType, bool_finType, (zero_one reals (T := [finType of bool])), (fun b : bool => (b == true)%:R).
exact: point_distribution.
Qed.
Theorem met_claim_x_surrogate_crf_unary_hamming : ltac:(premises claim_x_surrogate_crf_unary_hamming tt).
Proof. by exists 1%N, (fun y => (y == set0)%:R); split=> //; exact: point_distribution. Qed.
