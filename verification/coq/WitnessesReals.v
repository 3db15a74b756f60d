(** Witnesses: the premises of the statements on low noise can be met, by a coin. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup Rstruct ring.
From qstheory Require Import Premises Loss Statements Coin RealP WitnessesLosses WitnessesProblems WitnessesRates.
From qstheory Require Calibration Noise NoiseTails LargestMargin RefutedNoise RefutedFScore.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition half : reals := 1 / 2%:R.
Lemma half0 : 0 < half. Proof. exact: half_gt0. Qed.
Lemma q0 : 0 < 1 :> reals. Proof. exact: ltr01. Qed.
Definition margin_is (x : inputs (fair reals)) : reals := half.
Lemma coin_margins : margins margin_is. Proof. by case; exact: coin_margin. Qed.

Theorem met_claim_noise_tsybakov_repaired : ltac:(premises claim_noise_tsybakov_repaired tt).
Proof. by exists (fair reals), margin_is, 1; split; first exact: q0; split; [exact: coin_margins|move=> x; exact: half0]. Qed.
Theorem met_claim_noise_comparison_repaired : ltac:(premises claim_noise_comparison_repaired tt).
Proof.
exists (fair reals), margin_is, 1, (1 / 4%:R); split; first exact: q0; split; first exact: coin_margins.
by split=> [x|]; [exact: half0|exact: coin_norm].
Qed.
Theorem met_claim_noise_improved_calibration_repaired : ltac:(premises claim_noise_improved_calibration_repaired tt).
Proof.
exists (fair reals), margin_is, 1, (1 / 4%:R), 1; split; first exact: q0; split; first exact: coin_margins.
split=> [x|]; first exact: half0.
split; first exact: coin_norm.
have range (z y : bool) : 0 <= ((z != y)%:R : reals) <= 1 by case: eqP => _; rewrite ?ler01 ?lexx.
move=> z z' y y'; rewrite ler_subl_addr (le_trans (_ : _ <= 1)) //; first by have /andP[_] := range z y.
by rewrite ler_addl; have /andP[] := range z' y'.
Qed.
Theorem met_claim_x_noise_gamma_plus : ltac:(premises claim_x_noise_gamma_plus tt).
Proof.
exists (fair reals), (fun=> real_power half (- 1)), 1, (1 / 4%:R); split; first exact: q0; split; first exact: coin_norm.
by case; left; exists half => //; exact: coin_gap.
Qed.
Theorem met_claim_x_noise_converse : ltac:(premises claim_x_noise_converse tt).
Proof.
exists (fair reals), margin_is, 1; split; first exact: q0; split=> [x|]; first exact: half0.
split; first by exists 1; exact: q0.
exists 1; split; first exact: q0.
have [_ /(_ _ q0)[e e0 small]] := @Noise.converse (fair reals) margin_is 1 q0 (fun=> half0).
exists e; split; first by split.
by exists (e / 2%:R); rewrite divr_gt0 ?ltr0n // ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n.
Qed.
Theorem met_claim_x_noise_comparison_sharp : ltac:(premises claim_x_noise_comparison_sharp tt).
Proof.
exists half, 1; do 2 (split; first by [exact: half0|exact: half_le1]); split; first exact: q0.
have [p [gamma [B [is_margin e large sharp]]]] := Noise.comparison_sharp half0 (half_le1 _) q0.
exists p, gamma, B; split; first by split.
by have [w0 w1] := weight_distribution p; case: (pickP (@predT (inputs p))) => [x _|none];
  [exists x|move: w1; rewrite big_pred0 // => /eqP; rewrite eq_sym oner_eq0].
Qed.
(** The margin is 1/2: P(gamma <= t) <= 4 t^2. *)
Lemma coin_tail (t : reals) : 0 < t -> mean (fun x : inputs (fair reals) => (margin_is x <= t)%R%:R) <= 4%:R * real_power t 2%:R.
Proof.
move=> t0; rewrite over; have t2 : real_power t 2%:R = t ^+ 2 by rewrite -[2%:R]/(2.-1.+1%:R) -(power_nat 1 (ltW t0)).
rewrite t2; case: (lerP (margin_is tt) t) => [le|_]; last by rewrite /= mulr0n mulr_ge0 ?ler0n // exprn_ge0 // ltW.
have -> : 4%:R = 2%:R ^+ 2 :> reals by rewrite -natrX.
by rewrite /= -exprMn exprn_ege1 //; move: le; rewrite /margin_is /half ler_pdivr_mulr ?ltr0n // mulrC.
Qed.
Theorem met_claim_noise_lp_repaired : ltac:(premises claim_noise_lp_repaired tt).
Proof.
exists (fair reals), 4%:R, 2%:R; split; first by rewrite ltr0n.
exists margin_is, 1; split; first exact: q0; split; first by rewrite ltr1n.
by split=> [x|]; [exact: half0|exact: coin_tail].
Qed.
Theorem met_claim_x_noise_weak_lp : ltac:(premises claim_x_noise_weak_lp tt).
Proof.
exists (fair reals), 4%:R, 2%:R; split; first by rewrite ltr0n.
exists margin_is, predT; split; first by case; exact: coin_gap.
split; first exact: coin_tail.
exists (1 / 4%:R); split; first exact: coin_norm.
by exists 1; exact: q0.
Qed.
Theorem met_refuted_noise_tsybakov : ltac:(premises refuted_noise_tsybakov tt).
Proof.
have half1 : half < 1 by rewrite /half mul1r invf_lt1 ?ltr0n // ltr1n.
have q1 : 1 < 2%:R :> reals by rewrite ltr1n.
exists 2%:R, half; split; first exact: q1.
do 2 (split; first by [exact: half0|exact: half1]).
have [p [gamma [is_margin e less]]] := RefutedNoise.tsybakov q1 half0 half1.
exists p, gamma; split; first by split.
by have [w0 w1] := weight_distribution p; case: (pickP (@predT (inputs p))) => [x _|none];
  [exists x|move: w1; rewrite big_pred0 // => /eqP; rewrite eq_sym oner_eq0].
Qed.
Theorem met_refuted_noise_comparison : ltac:(premises refuted_noise_comparison tt).
Proof.
have q1 : 1 < 2%:R :> reals by rewrite ltr1n.
exists 2%:R; split=> //.
have [p [gamma [B [is_margin e large less]]]] := RefutedNoise.comparison q1.
exists p, gamma, B; split; first by split.
by have [w0 w1] := weight_distribution p; case: (pickP (@predT (inputs p))) => [x _|none];
  [exists x|move: w1; rewrite big_pred0 // => /eqP; rewrite eq_sym oner_eq0].
Qed.

Theorem met_claim_noise_rates_repaired : ltac:(premises claim_noise_rates_repaired tt).
Proof.
four_throws reals; exists (1 / 4%:R), 1, 1; split; first exact: ler01.
split; first exact: coin_constant.
split; first exact: coin_entry.
split; first exact: target_norm.
by exists margin_is, 1; split; [exact: q0|split; [exact: coin_margins|move=> x; exact: half0]].
Qed.
Lemma largest_of_two (R : realFieldType) : let L := zero_one R (T := [finType of bool]) in
  (forall p z g, distribution p -> margin L p z g -> g <= 1) /\ exists p z, distribution p /\ margin L p z 1.
Proof.
split=> [p z g [p0 p1] [_ [z' ne ->]]|].
  rewrite ler_subl_addr (@le_trans _ _ 1) //; last by rewrite ler_addl sumr_ge0 // => y _; rewrite mulr_ge0 ?ler0n.
  by rewrite -p1; apply: ler_sum => y _; rewrite ler_pimulr // lern1 leq_b1.
exists (fun y => (y == true)%:R), true; split; first exact: RefutedFScore.point_distribution.
split=> [z' ne|]; last exists false => //; rewrite !point_risk /zero_one ?ne ?eqxx subr0 //.
Qed.
Theorem met_claim_x_noise_largest_margin : ltac:(premises claim_x_noise_largest_margin tt).
Proof.
split=> [R|].
  exists 2%N, 0; split=> //; have [all _] := LargestMargin.margins_largest.
  have [[_ one] [_ ham] prec [_ pd]] := all R 2%N 0 isT; have [_ pre] := prec 1%N isT.
  have [p [z m]] := one; split; first by exists p, z, 1.
  have [p' [z' m']] := ham; split; first by exists p', z', (1 / 2%:R).
  split; first by exists 1%N; split=> //; have [p2 [z2 m2]] := pre; exists p2, z2, (1 / 1%:R).
  by have [p3 [z3 m3]] := pd; exists p3, z3, (1 / 'C(3, 3)%:R).
exists (fair reals), margin_is, 1, 1; split; first exact: largest_of_two.
by split; [exact: q0|split; [exact: coin_margins|move=> x; exact: half0]].
Qed.

Definition root_two : reals := power 2%:R half.
Lemma root_two_square : root_two ^+ 2 = 2%:R.
Proof.
have e : half + half = 1 by rewrite /half -mulrDl -[1 + 1]/(2%:R) divff // pnatr_eq0.
by rewrite expr2 -powerD e power1 // ler0n.
Qed.
Theorem met_claim_x_base_exponential : ltac:(premises claim_x_base_exponential tt).
Proof.
exists (fair reals), 3%N, 1%N, (@feature reals), (@minimiser reals), (@by_sign reals), (target reals), 2%:R, root_two, 1, 1.
split; first by rewrite ltr0n.
split; first by rewrite -natrX.
split; first exact: power_ge0.
split; first exact: root_two_square.
split; first exact: ler01.
split; first exact: learner.
split; first exact: ler01.
split; first exact: feature_norm.
exists (1 / 2%:R), 2%:R, 1; split; first by rewrite ler0n.
by have [] := coin_numbers reals; do !split=> //; exact: ler01.
Qed.
