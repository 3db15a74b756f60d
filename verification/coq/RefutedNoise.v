(** Calibration, margins and surrogates: what is wrong in every case. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup Rstruct ring.
From qstheory Require Import Loss Statements Sets Rank Comparison RealP MaxMargin Pairwise.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma no_margin (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) p z z' g :
  z' != z -> (forall y, L z' y = L z y) -> margin L p z g -> g <= 0.
Proof.
move=> ne same [/(_ _ ne) le _]; apply: le_trans le _; rewrite /risk.
by under eq_bigr do rewrite same; rewrite subrr.
Qed.

Theorem undefined_margins : refuted_noise_defined.
Proof.
split; [|split].
- move=> R m K block p z g [z' ne same]; apply: no_margin ne _ => y.
  by rewrite /block_zero_one same.
- move=> R m p z g [_ [z' /negP[]]]; apply/eqP/val_inj; have all (w : k_sets m m) : val w = setT by apply/eqP; rewrite eqEcard subsetT cardsT card_ord (eqP (valP w)) leqnn.
  by rewrite !all.
move=> R m T G D e p s g cut.
pose a : 'I_m.+3 := (s^-1)%g (inord 1); pose b : 'I_m.+3 := (s^-1)%g (inord 2).
have sa : s a = inord 1 by rewrite /a permKV. have sb : s b = inord 2 by rewrite /b permKV.
have ab : a != b by apply/eqP => /(congr1 s); rewrite sa sb => /(congr1 val); rewrite /= !inordK.
have D1 : D (inord 1) = 0 by apply: cut; apply/eqP => /(congr1 val); rewrite /= inordK.
have D2 : D (inord 2) = 0 by apply: cut; apply/eqP => /(congr1 val); rewrite /= inordK.
apply: (@no_margin _ _ _ _ _ _ (tperm a b * s)%g).
  by apply/eqP => /permP/(_ a); rewrite permM tpermL sa sb => /(congr1 val); rewrite /= !inordK.
move=> y; rewrite /ndcg_loss /ndcg_score; case: ifP => // _; congr (1 - _ / _).
apply: eq_bigr => j _; congr (_ * _); rewrite permM; case: tpermP => [->|->|//]; by rewrite ?sa ?sb ?D1 ?D2.
Qed.

Section Fair.
Variables (R : realFieldType) (g : R).
Hypotheses (g0 : 0 < g) (g1 : g <= 1).
Notation p := (coin g0 g1).
Let x : inputs p := tt.

Lemma coin_risk (z : predictions p) : l z x = (1 - (if (z : bool) then 1 else - 1) * g) / 2%:R.
Proof. exact: risks. Qed.

Lemma coin_excess : l (decoded x) x - l (best x) x = g.
Proof. have -> : l (decoded x) x - l (best x) x = l (false : predictions p) x - l (true : predictions p) x by [].
by rewrite !coin_risk /=; field.
Qed.

Lemma coin_deviation (z : predictions p) : dot (F z) (scores x) + shift p - l z x = (if (z : bool) then 1 else - 1) * g / 2%:R.
Proof.
have -> : dot (F z) (scores x) = 0 by apply: big1 => k _; exact: mulr0.
have -> : shift p = 1 / 2%:R by []. by rewrite coin_risk; set w := if _ then _ else _; field.
Qed.

Lemma coin_distance : sqnorm (fun k => scores x k - gstar x k) = g ^+ 2.
Proof.
by rewrite /sqnorm big_ord1 /gstar /= big_bool /=; field.
Qed.
End Fair.

Theorem proof_step : refuted_calibration_proof.
Proof.
move=> R g g0 g1; exists (coin g0 g1), tt, (g ^+ 2 / 4%:R), (1 / 4%:R) => deviation.
have [_ _ _ norm _] := coin_values g0 g1.
have dev z : deviation z ^+ 2 = g ^+ 2 / 4%:R.
  by rewrite /deviation coin_deviation; case: (z : bool); field.
have g2 : 0 < g ^+ 2 by rewrite exprn_gt0.
have half : constant_calibration_proof_factor_of_sup_2 R * (g ^+ 2 / 4%:R) = g ^+ 2 / 2%:R.
  by rewrite /constant_calibration_proof_factor_of_sup_2; field.
have less : g ^+ 2 / 2%:R < g ^+ 2 by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n.
split; rewrite ?coin_excess ?half //.
- by split=> [z|]; [rewrite dev|exists true; exact: dev].
- by split=> [z|]; [rewrite norm|exists true; exact: norm].
have -> : 4%:R * (1 / 4%:R) * sqnorm (fun k => scores (tt : inputs (coin g0 g1)) k - gstar (tt : inputs (coin g0 g1)) k) = g ^+ 2.
  by rewrite coin_distance; field.
by move/eqP; rewrite lt_eqF.
Qed.

Theorem missing_c : refuted_x_calibration_missing_c.
Proof.
move=> R p c0 x z; have [_ w1] := conditional_distribution x.
rewrite /l /risk (eq_bigr (fun y => conditional x y * dot (F z) (U y) + conditional x y * shift p)) => [|y _].
  rewrite big_split /= -mulr_suml w1 mul1r (_ : \sum_y _ = dot (F z) (gstar x)).
    by move=> e; case/negP: c0; rewrite -(subrr (dot (F z) (gstar x))) -{1}e addrAC subrr add0r.
  rewrite /dot /gstar; under eq_bigr do rewrite mulr_sumr; rewrite exchange_big /=.
  by apply: eq_bigr => k _; rewrite mulr_sumr; apply: eq_bigr => y _; rewrite mulrCA.
by rewrite decomposed mulrDr.
Qed.

Theorem double_count : refuted_x_noise_split_double_count.
Proof.
move=> R t t0 t1; exists (coin t0 t1) => excess.
have [E _ _ _ _] := coin_values t0 t1.
have e : excess tt = t by exact: coin_excess.
rewrite E !over e lexx mul1r => /eqP; rewrite -subr_eq0 opprD addrA subrr sub0r oppr_eq0.
by rewrite gt_eqF.
Qed.

Theorem ssvm_hamming : refuted_surrogate_ssvm_hamming.
Proof.
move=> R m p m0 d score surrogate.
by have [_ h] := (MaxMargin.hamming_consistent : claim_surrogate_ssvm_hamming_repaired) R m p m0 d; exact: h.
Qed.

Theorem sorting : refuted_pd_inference.
Proof. exact: (Pairwise.inference : claim_pd_inference_repaired). Qed.

Lemma power0s (x : reals) : 0 < x -> power x 0 = 1.
Proof. by move=> x0; have := powerVr 0 x0; rewrite oppr0 -powerD addr0. Qed.

Section Powers.
Variables (q g : reals).
Hypotheses (q1 : 1 < q) (g0 : 0 < g) (g1 : g < 1).
Let q0 : 0 < q := lt_trans ltr01 q1.
Notation p := (coin g0 (ltW g1)).
Lemma coin_norm : inverse_norm (p := p) q (fun=> g) = power g (- 1).
Proof.
rewrite /inverse_norm over -[real_power]/power powerpower; congr power.
by rewrite mulNr divff // gt_eqF.
Qed.

Lemma power_one (s : reals) : power 1 s = 1.
Proof. by rewrite -(power0s (ltr01 : 0 < (1 : reals))) powerpower mul0r power0s ?ltr01. Qed.

Lemma power_lt1 (x s : reals) : 0 < s -> 0 < x -> x < 1 -> power x s < 1.
Proof.
move=> s0 x0 x1; rewrite lt_neqAle; apply/andP; split; last first.
  by rewrite -(power_one s); exact: power_mono (ltW s0) (ltW x0) (ltW x1).
apply/eqP => e; have := powerpower x s s^-1; rewrite e mulfV ?gt_eqF // power1 ?ltW // power_one => e'.
by move: x1; rewrite -e' ltxx.
Qed.
End Powers.

Theorem tsybakov : refuted_noise_tsybakov.
Proof.
move=> q g q1 g0 g1; exists (coin g0 (ltW g1)), (fun=> g).
have [E P S norm m] := coin_values g0 (ltW g1); split=> //.
rewrite E P (coin_norm q1) -[real_power]/power powerpower -powerD; apply: power_lt1 => //.
rewrite /constant_noise_tsybakov_exponent_of_gamma_p /constant_noise_tsybakov_exponent_of_the_excess_risk.
have q2 : 0 < q + 1 by rewrite addr_gt0 ?ltr01 // (lt_trans ltr01).
by rewrite mulN1r mul1r -mulN1r -mulrDl divr_gt0 // addrC subr_gt0.
Qed.

Theorem comparison : refuted_noise_comparison.
Proof.
move=> q q1; have q0 : 0 < q := lt_trans ltr01 q1.
have q2 : 0 < q + 2%:R by rewrite addr_gt0 ?ltr0n. have qq : 0 < q + 1 by rewrite addr_gt0 ?ltr01.
have qm : 0 < q - 1 by rewrite subr_gt0.
pose s := (q - 1) / (q + 2%:R); pose t := (q + 1) / (q + 2%:R).
have s0 : 0 < s by rewrite divr_gt0.
(* with g^s = 5^-t the right side is g 4^t 5^-t *)
pose g := power 5%:R (- t / s).
have five : 0 < 5%:R :> reals by rewrite ltr0n.
have g0 : 0 < g by exact: power_gt0.
have ts : 0 < t / s by rewrite !divr_gt0.
have g1 : g < 1.
  have gg := powerVr (t / s) five; rewrite -mulNr -/g in gg.
  have big : 1 < power 5%:R (t / s).
    have i5 : 5%:R^-1 < 1 :> reals by rewrite invf_lt1 ?ltr0n // ltr1n.
    have i0 : 0 < 5%:R^-1 :> reals by rewrite invr_gt0.
    have lt := power_lt1 ts i0 i5.
    have e : power 5%:R (t / s) * power 5%:R^-1 (t / s) = 1 by rewrite -powerM ?ltW // mulfV ?gt_eqF // power_one.
    by rewrite -[X in X < _]e gtr_pmulr // power_gt0.
  by rewrite -gg ltr_pmulr.
have gs : power g s = power 5%:R (- t) by rewrite /g powerpower divfK // gt_eqF.
clearbody g; have [E _ S norm m] := coin_values g0 (ltW g1).
exists (coin g0 (ltW g1)), (fun=> g), (1 / 4%:R); split=> //.
  by split=> [z|]; [rewrite norm|exists true; exact: norm].
rewrite E S (coin_norm q1).
rewrite /constant_noise_comparison_exponent_of_gamma_p /constant_noise_comparison_constant
  /constant_noise_comparison_exponent_of_the_excess_surrogate_risk -[real_power]/power -/t.
have -> : 16%:R * (1 / 4%:R) * g ^+ 2 = 4%:R * g ^+ 2 :> reals by field.
have n4 : 0 <= 4%:R :> reals by rewrite ler0n.
rewrite powerM ?sqr_ge0 // -(power_nat 1 (ltW g0)) !powerpower mulrCA -powerD.
rewrite [X in power g X](_ : _ = 1 + s); last by rewrite /t /s; field; rewrite gt_eqF.
rewrite powerD power1 ?ltW // [X in _ * X]mulrC mulrA -[X in _ < X]mul1r ltr_pmul2r //.
rewrite gs -[X in _ < X](powerVr t five) mulrC ltr_pmul2l ?power_gt0 //.
have r1 : 4%:R / 5%:R < 1 :> reals by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
have r0 : 0 < 4%:R / 5%:R :> reals by rewrite divr_gt0 ?ltr0n.
have t0 : 0 < t by rewrite divr_gt0.
have -> : 4%:R = (4%:R / 5%:R) * 5%:R :> reals by rewrite divfK // gt_eqF.
by rewrite powerM ?ltW // gtr_pmull ?power_gt0 // power_lt1.
Qed.

Theorem bounded : claim_noise_p0__bounded.
Proof.
move=> R p gamma _; exists 1 => t _; have [w0 w1] := @weight_distribution _ p.
rewrite /mean -[X in _ <= X]w1; apply: ler_sum => x _.
by rewrite -[X in _ <= X]mulr1 ler_wpmul2l // lern1 leq_b1.
Qed.

Theorem little : refuted_noise_p0.
Proof.
move=> R p gamma x z m w ne opt; exists (weight x) => // t t0.
have g0 : gamma x <= 0.
  by have [le _] := m x; apply: le_trans (le z ne) _; rewrite subr_le0.
have [w0 _] := @weight_distribution _ p.
rewrite /mean (bigD1 x) //= (le_trans g0 (ltW t0)) mulr1 ler_addl.
by apply: sumr_ge0 => y _; rewrite mulr_ge0 ?ler0n.
Qed.

Lemma power_gt1 (x s : reals) : 0 < s -> 1 < x -> 1 < power x s.
Proof.
move=> s0 x1; have x0 : 0 < x := lt_trans ltr01 x1.
have i0 : 0 < x^-1 by rewrite invr_gt0. have i1 : x^-1 < 1 by rewrite invf_lt1.
have e : power x s * power x^-1 s = 1 by rewrite -powerM ?ltW // mulfV ?gt_eqF // power_one.
have lt := power_lt1 s0 i0 i1.
by rewrite -[X in X < _]e gtr_pmulr // power_gt0.
Qed.

Lemma inverse_norm_gt0 (p : problem reals) (gamma : inputs p -> reals) q :
  (forall x, 0 < gamma x) -> 0 < inverse_norm q gamma.
Proof.
move=> g0; apply: power_gt0; have [w0 w1] := @weight_distribution _ p.
have [x wx|none] := pickP (fun x : inputs p => 0 < weight x).
  by apply: (sum_gt0 w0 (fun x => ltW (power_gt0 _ (g0 x))) wx); exact: power_gt0.
move: (oner_neq0 reals); rewrite -w1 big1 ?eqxx // => x _.
by apply/eqP; rewrite eq_le w0 andbT leNgt none.
Qed.

Lemma term_value (q E B u : reals) : 0 < u -> 0 < B ->
  u * ((constant_noise_improved_calibration_factor_of_the_argument q * (E / u)) ^+ 2 / (4%:R * B)) =
  E ^+ 2 / (16%:R * B) / u.
Proof.
move=> u0 B0; rewrite /constant_noise_improved_calibration_factor_of_the_argument.
by field; rewrite !gt_eqF.
Qed.

Theorem improved_calibration : refuted_noise_improved_calibration.
Proof.
split=> [q q1|p gamma q B q0 m g0 [top _] E1].
  have q0 : 0 < q := lt_trans ltr01 q1. have qq : 0 < q + 1 by rewrite addr_gt0 ?ltr01.
  have qm : 0 < q - 1 by rewrite subr_gt0.
  pose s := (q - 1) / (q + 1); have s0 : 0 < s by rewrite divr_gt0.
  pose g := power 5%:R (- 1 / s).
  have five : 0 < 5%:R :> reals by rewrite ltr0n.
  have g0 : 0 < g by exact: power_gt0.
  have si : 0 < 1 / s by rewrite divr_gt0 ?ltr01.
  have gs : power g s = 5%:R^-1.
    rewrite /g powerpower divfK ?gt_eqF //; have := powerVr 1 five; rewrite power1 ?(ltW five) // => e.
    by apply: (mulIf (negbT (gt_eqF five))); rewrite e mulVf ?gt_eqF.
  have g1 : g < 1.
    have gg := powerVr (1 / s) five; rewrite -mulNr -/g in gg.
    by rewrite -gg ltr_pmulr // power_gt1 // ltr1n.
  clearbody g; have [E P S norm m] := coin_values g0 (ltW g1).
  exists (coin g0 (ltW g1)), (fun=> g), (1 / 4%:R); split=> //.
    by split=> [z|]; [rewrite norm|exists true; exact: norm].
  have r : real_power (real_power (inverse_norm (p := coin g0 (ltW g1)) q (fun=> g))
      (constant_noise_improved_calibration_exponent_of_gamma_p_in_u_p_1 q) * real_power g q) (q + 1)^-1 = 5%:R^-1.
    rewrite /constant_noise_improved_calibration_exponent_of_gamma_p_in_u_p_1.
    rewrite (coin_norm q1) -[real_power]/power powerpower mulr1 -powerD powerpower addrC.
    by rewrite -[(q - 1) * _]/s gs.
  rewrite E r term_value ?invr_gt0 ?divr_gt0 ?ltr01 ?ltr0n // S.
  rewrite (_ : _ / _ / _ = g ^+ 2 * (5%:R / 4%:R)); last by field.
  by rewrite ltr_pmulr ?exprn_gt0 // ltr_pdivl_mulr ?ltr0n // mul1r ltr_nat.
have E0 : 0 < excess_risk p := lt_trans ltr01 E1.
have M0 := inverse_norm_gt0 q g0.
have qq : 0 < q + 1 by rewrite addr_gt0 ?ltr01.
have K0 : 0 < power (inverse_norm q gamma) (q + 1)^-1 by exact: power_gt0.
have B0 : 0 < B.
  have [_ c] := Comparison.comparison top; rewrite ltNge; apply/negP => B0.
  have : excess_risk p ^+ 2 <= 0.
    apply: le_trans c _; rewrite mulr_le0_ge0 ?S_ge0 //; by rewrite mulr_ge0_le0 ?ler0n.
  by rewrite leNgt exprn_gt0.
have r0 : 0 < real_power (real_power (inverse_norm q gamma)
    (constant_noise_improved_calibration_exponent_of_gamma_p_in_u_p_1 q) * real_power (excess_risk p) q) (q + 1)^-1.
  by rewrite power_gt0 // mulr_gt0 // power_gt0.
rewrite !term_value // ltr_pmul2l; last by rewrite divr_gt0 ?exprn_gt0 // mulr_gt0 ?ltr0n.
rewrite ltf_pinv ?posrE // /constant_noise_improved_calibration_exponent_of_gamma_p_in_u_p_1.
rewrite -[real_power]/power (power1 (ltW M0)) (powerM _ (ltW M0) (ltW (power_gt0 q E0))) (ltr_pmulr _ K0).
by rewrite power_gt1 ?invr_gt0 // power_gt1.
Qed.
