(** Witnesses: the premises of the statements on low noise can be met, by a coin. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup Rstruct ring.
From qstheory Require Import Premises Loss Statements Comparison RealP WitnessesLosses WitnessesProblems.
From qstheory Require Calibration Noise NoiseTails LargestMargin RefutedNoise RefutedSets.
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
exists (fun y => (y == true)%:R), true; split; first exact: RefutedSets.point_distribution.
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

(** A fair coin: both predictions are optimal. *)
Section Even.
Variable R : realFieldType.
Let even (x : unit) (y : bool) : R := 1 / 2%:R.
Lemma even_distribution x : distribution (even x).
Proof.
split=> [y|]; first by rewrite /even mul1r invr_ge0 ler0n.
have n0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
by rewrite big_bool /= /even; field.
Qed.
Lemma even_risk x (z : bool) : risk (fun z y : bool => (z != y)%:R : R) (even x) z = 1 / 2%:R.
Proof. by rewrite /risk big_bool /even; case: z; rewrite /= mulr1 mulr0 ?add0r ?addr0. Qed.
Lemma even_optimal x z : optimal (fun z y : bool => (z != y)%:R : R) (even x) z.
Proof. by move=> z'; rewrite !even_risk. Qed.
Definition even_coin : problem R := Problem (coin_decomposed R) (unit_distribution R) even_distribution
  (coin_decodes R) (fun x => even_optimal x true).
Lemma even_margins : margins (p := even_coin) (fun=> 0).
Proof. by move=> x; split=> [z' _|]; [|exists false => //]; rewrite !even_risk subrr. Qed.
End Even.
Theorem met_claim_noise_p0__bounded : ltac:(premises claim_noise_p0__bounded tt).
Proof.
move=> R; exists (even_coin R), (fun=> 0); split; first exact: even_margins.
have [C le] := RefutedNoise.bounded (@even_margins R); exists C; split=> //; by exists 1; exact: ltr01.
Qed.
Theorem met_refuted_noise_p0 : ltac:(premises refuted_noise_p0 tt).
Proof.
move=> R; exists (even_coin R), (fun=> 0), tt, false; do 4!(split; first by [exact: even_margins|exact: ltr01|exact: even_optimal|by []]).
have [d d0 le] := @RefutedNoise.little R (even_coin R) (fun=> 0) tt false (@even_margins R) ltr01 isT (@even_optimal R tt false).
by exists d; split=> //; exists 1; exact: ltr01.
Qed.

(** A coin whose loss is 0 or 4. *)
Section Fourfold.
Variables (R : realFieldType).
Notation p := (fair R).
Let L (z : predictions p) (y : observations p) : R := 4%:R * @loss _ p z y.
Let F4 (z : predictions p) k : R := 4%:R * @F _ p z k.
Lemma fourfold_decomposed : decomposition L F4 (@U _ p) (4%:R * shift p).
Proof.
move=> z y; rewrite /L (@decomposed _ p) mulrDr mulr_sumr; congr (_ + _).
by apply: eq_bigr => k _; rewrite mulrA.
Qed.
Lemma fourfold_risk q z : risk L q z = 4%:R * risk (@loss _ p) q z.
Proof. by rewrite /risk mulr_sumr; apply: eq_bigr => y _; rewrite mulrCA. Qed.
Lemma fourfold_decodes (x : inputs p) z : dot (F4 (decoded x)) (scores x) <= dot (F4 z) (scores x).
Proof. by rewrite /dot !big1 // => k _; rewrite mulr0. Qed.
Lemma fourfold_optimal (x : inputs p) : optimal L (conditional x) (best x).
Proof. by move=> z; rewrite !fourfold_risk ler_pmul2l ?ltr0n // best_optimal. Qed.
Definition fourfold : problem R := Problem fourfold_decomposed (@weight_distribution _ p)
  (@conditional_distribution _ p) fourfold_decodes fourfold_optimal.
Lemma fourfold_margins : margins (p := fourfold) (fun=> 2%:R).
Proof.
have two : 2%:R = 4%:R * (1 / 2%:R) :> R by (have n0 := @two R); field.
case; have [le [z ne e]] := coin_margin R; split=> [z' ne'|].
  by rewrite !fourfold_risk -mulrBr two ler_pmul2l ?ltr0n //; exact: le.
by exists z => //; rewrite !fourfold_risk -mulrBr two e.
Qed.
Lemma fourfold_excess : 1 < excess_risk fourfold.
Proof.
have -> : excess_risk fourfold = 4%:R * excess_risk p.
  rewrite /excess_risk /mean mulr_sumr; apply: eq_bigr => x _.
  by rewrite /l !fourfold_risk -mulrBr mulrCA.
have [-> _ _ _ _] := coin_values (half_gt0 R) (half_le1 R).
by rewrite mul1r ltr_pdivl_mulr ?ltr0n // mul1r ltr_nat.
Qed.
End Fourfold.
Theorem met_refuted_noise_improved_calibration : ltac:(premises refuted_noise_improved_calibration tt).
Proof.
split.
  have two1 : 1 < 2%:R :> reals by rewrite ltr1n.
  exists 2%:R; split=> //; have [p [gamma [B h]]] := RefutedNoise.improved_calibration.1 _ two1.
  exists p, gamma, B; split=> //.
  have [_ w1] := @weight_distribution _ p; case: (pickP (fun _ : inputs p => true)) => [x _|none]; first by exists x.
  by move: (oner_neq0 reals); rewrite -w1 big1 ?eqxx // => x _; have := none x.
exists (fourfold reals), (fun=> 2%:R), 1, (16%:R / 4%:R).
split; first exact: q0; split; first exact: fourfold_margins.
split; first by move=> _; rewrite ltr0n.
split; last exact: fourfold_excess.
have n (z : predictions (fair reals)) : sqnorm (F (p := fourfold reals) z) = 16%:R / 4%:R :> reals.
  have [_ _ _ e _] := coin_values (half_gt0 reals) (half_le1 reals).
  rewrite /sqnorm (eq_bigr (fun k => 4%:R ^+ 2 * @F _ (fair reals) z k ^+ 2)) => [|k _]; last by rewrite exprMn.
  by rewrite -mulr_sumr -/(sqnorm _) e -natrX mul1r.
by split=> [z|]; [rewrite n|exists true; exact: n].
Qed.
