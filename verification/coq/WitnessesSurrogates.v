(** Witnesses: the premises of the statements on structural SVMs, conditional random fields and the tables can be met. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Premises Loss Statements Sets Rank Comparison WitnessesLosses.
From qstheory Require LabelSets Ndcg Map RefutedSets RefutedRankings MaxMargin MaxMarginConsistency Convexified.
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
have [p dist h] := (RefutedSets.fscore_printed : refuted_infer_printed_f_score) R 1%N isT.
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

(** A coin: the excess risk of 1 occurs where it shows heads and tails is predicted, and none is larger. *)
Theorem met_claim_x_calibration_convexified : ltac:(premises claim_x_calibration_convexified tt).
Proof.
pose P := coin (ltr01 : 0 < 1 :> reals) (lexx 1); pose dec := @decomposed _ P.
pose L (z y : bool) : reals := @loss _ P z y.
pose p (y : bool) : reals := (y == true)%:R.
pose g k : reals := \sum_y p y * @U _ P y k.
pose s0 : reals := \sum_y p y * sqnorm (fun k => 0 - @U _ P y k) - \sum_y p y * sqnorm (fun k => g k - @U _ P y k).
have dist : distribution p by exact: point_distribution.
have L01 (z y : bool) : 0 <= L z y <= 1 by rewrite /L /=; case: (z != y); rewrite ?lexx ?ler01.
have opt : optimal L p true.
  by move=> z; rewrite /risk !pick; have /andP[l0 _] := L01 z true; exact: l0.
have one : 1 = risk L p false - risk L p true by rewrite /risk !pick /L /= subr0.
have flat (z z' : bool) : dot (@F _ P z) (fun=> 0) <= dot (@F _ P z') (fun=> 0).
  by rewrite /dot !big1 // => k _; rewrite mulr0.
have occ : exists (q : bool -> reals) (v : 'I_1 -> reals) (z b : bool),
    [/\ distribution q, forall z', dot (@F _ P z) v <= dot (@F _ P z') v, optimal L q b,
      1 = risk L q z - risk L q b &
      s0 = \sum_y q y * sqnorm (fun k => v k - @U _ P y k) -
        \sum_y q y * sqnorm (fun k => \sum_y' q y' * @U _ P y' k - @U _ P y k)].
  by exists p, (fun=> 0), false, true; split=> // z'; exact: flat.
have range q (z b : bool) : distribution q -> risk L q z - risk L q b <= 1.
  move=> [q0 q1]; rewrite -q1 /risk -sumrB; apply: ler_sum => y _; rewrite -mulrBr -[X in _ <= X]mulr1 ler_wpmul2l //.
  have /andP[_ z1] := L01 z y; have /andP[b0 _] := L01 b y.
  by rewrite ler_subl_addr (le_trans z1) // ler_addl.
exists (predictions P), (observations P), (@loss _ P), 1%N, (@F _ P), (@U _ P), (shift P); split; first exact: dec.
exists 1, s0; split; first exact: occ.
split; first by move=> eps s [q [v [z [b [dq _ _ -> _]]]]]; exact: range.
have [|H adm [H0 pos best]] := Convexified.convexified dec occ; first by move=> eps s [q [v [z [b [dq _ _ -> _]]]]]; exact: range.
have in1 : 0 <= (1 : reals) <= 1 by rewrite ler01 lexx.
exists H; split; first by split; [exact: adm|split; [exact: H0|exact: pos|exact: best]].
split; first by split; [exists 1, 1, 1|exists 1, s0; exact: occ].
split; first by exists 1; rewrite ltr01 lexx.
by exists H; split; [exact: adm|exists 1].
Qed.
