(** Losses of label sets: what is wrong in every case. *)
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From qstheory Require Import Loss Statements Sets Rank Constants Optimality ZeroOne Prec LabelSets Calibration FScore FScoreForms FScoreNorms FScoreBalanced.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma sets_gt0 m : (0 < 2 ^ m)%N. Proof. by rewrite expn_gt0. Qed.

Theorem affdim_01 : refuted_01_affdim.
Proof.
move=> R m m0 L; rewrite /constant_01_affdim_dimension.
have [|ad dr _] := (LabelSets.affdim_01 : claim_01_affdim_repaired) R m; first exact: m0.
have ne : (2 ^ m - 1)%N <> (2 ^ m)%N by have := sets_gt0 m; lia.
by split; [exact: other_dimension ad ne|rewrite dr].
Qed.

Theorem optimal_01 : refuted_01_optimal.
Proof.
move=> R m m0; apply: (fewer set0).
have [|_ -> _] := (LabelSets.affdim_01 : claim_01_affdim_repaired) R m; first exact: m0.
by rewrite /constant_01_optimal_r /constant_01_affdim_repaired_dimension; have := sets_gt0 m; lia.
Qed.

Theorem sharp_01 : refuted_01_sharp.
Proof.
move=> R m m0; apply: (beaten (LabelSets.sharp_01 R m0).1).
rewrite /constant_01_sharp_repaired_least_A_2 /constant_01_sharp_least_A_2.
have one : 1 < 2%:R ^+ m :> R by rewrite exprn_egt1 ?ltr1n // -lt0n.
have pos : 0 < (2%:R ^+ m)^-1 :> R by rewrite invr_gt0 (lt_trans ltr01).
have less : (2%:R ^+ m)^-1 < 1 :> R by rewrite invf_lt1 // (lt_trans ltr01).
apply: lt_trans one; rewrite exprn_ilt1 //; first by rewrite subr_ge0 ltW.
by rewrite ltr_subl_addr ltr_addl.
Qed.

Theorem block_affdim : refuted_block_affdim.
Proof.
move=> R m K block m0 onto.
have [ad _] := (LabelSets.block_affdim : claim_block_affdim_repaired) R m K block m0 onto.
apply: other_dimension ad _; rewrite /constant_block_affdim_repaired_dimension /constant_block_affdim_dimension.
by have : (0 < #|K|)%N by [apply/card_gt0P; exists (block set0)]; lia.
Qed.

Theorem block_optimal : refuted_block_optimal.
Proof.
move=> R m K block m0 onto; apply: (fewer set0).
rewrite (block_dimension R onto set0).2 /constant_block_optimal_r prednK //.
by apply/card_gt0P; exists (block set0).
Qed.

Theorem block_sharp : refuted_block_sharp.
Proof.
move=> R m K block m0 onto; apply: (beaten (block_upper R block (ltnW (ltn_expl _ (ltnSn 1))))).
have b1 : 1 <= #|K|%:R :> R by rewrite ler1n; apply/card_gt0P; exists (block set0).
apply: lt_le_trans b1; have pos : 0 < (2 ^ #|K|)%:R^-1 :> R by rewrite invr_gt0 ltr0n expn_gt0.
rewrite exprn_ilt1 //; last by rewrite ltr_subl_addr ltr_addl.
by rewrite subr_ge0 invf_le1 ?ler1n ?ltr0n expn_gt0.
Qed.

Theorem hamming_c : refuted_hamming_decomposition.
Proof.
move=> R m m2 z y; have m0 : (0 < m)%N by exact: leq_trans m2.
have -> := (hamming_decomposition : claim_hamming_decomposition_repaired) R m m0 z y.
rewrite /constant_hamming_decomposition_repaired_weight_of_F /constant_hamming_decomposition_weight_of_F.
move=> /addrI/eqP; rewrite /constant_hamming_decomposition_repaired_c /constant_hamming_decomposition_c !mul1r.
by rewrite (inj_eq invr_inj) -natrM eqr_nat; lia.
Qed.

Theorem prec_affdim : refuted_prec_affdim.
Proof.
move=> R m m2; have [_ ad] := (LabelSets.prec_affdim : claim_prec_affdim_repaired) R m m2.
by apply: other_dimension ad _; rewrite /constant_prec_affdim_repaired_dimension_of_one_prediction
  /constant_prec_affdim_dimension_of_one_prediction; lia.
Qed.

Theorem prec_differences : refuted_prec_affdim__differences.
Proof.
move=> R m k km; rewrite (prec_rank R km) /constant_prec_affdim_dimension; move: km => /andP[k0 km].
by case: ifP => _; lia.
Qed.

Theorem prec_optimal : refuted_prec_optimal.
Proof.
move=> R m k km; have /andP[k0 k_m] := km; apply: (fewer (some_k_set k_m)).
by rewrite prec_rank // /constant_prec_optimal_r; case: ifP => _; lia.
Qed.

Theorem prec_sharp : refuted_prec_sharp.
Proof.
move=> R m k km; have /andP[k0 k_m] := km; apply: (beaten (LabelSets.prec_sharp R km).2).
rewrite /constant_prec_sharp_repaired_upper_A_2 /constant_prec_sharp_lower_A_2.
rewrite -natrM ltr_pdivr_mulr ?ltr0n ?muln_gt0 // mulrAC ltr_pdivl_mulr ?ltr0n //.
by rewrite -!natrM ltr_nat; nia.
Qed.

Lemma square_lt_power m : (7 <= m)%N -> (2 * m ^ 2 < 2 ^ m)%N.
Proof.
elim: m => // m ih; rewrite leq_eqVlt => /orP[/eqP <- //|m7]; rewrite [(2 ^ m.+1)%N]expnS.
have := ih m7; rewrite -!mulnn; move: (2 ^ m)%N => x lt.
have le : (m.+1 * m.+1 <= 2 * (m * m))%N by nia.
by move: (m * m)%N (m.+1 * m.+1)%N le lt => t t'; lia.
Qed.

Theorem always_polynomial : refuted_x_table1_always_polynomial.
Proof.
move=> R m m7 sets a ca; have A : claim_01_A := A_01.
rewrite (constant_squared_unique ca (A R m _)); last exact: leq_trans m7.
rewrite /constant_x_table1_always_polynomial_bound_on_A_2 /constant_01_A_A_2 -!natrX -natrM ltr_nat.
exact: square_lt_power.
Qed.

Theorem distance : refuted_noise_multiclass_distance.
Proof.
move=> R T p z g L multiple dist opt mar g0 all.
have [_ [q dq [[z' ne eq] d]]] := (Calibration.boundary_distance : claim_noise_multiclass_distance_repaired) R T p z g dist opt mar.
have := all q dq; rewrite d /multiple => /(_ _)/wrap[]; first by exists z' => //; rewrite eq.
rewrite /constant_noise_multiclass_distance_squared_multiple_of_gamma
  /constant_noise_multiclass_distance_repaired_squared_multiple_of_gamma ler_pmul2r ?exprn_gt0 //.
by rewrite ler_pdivl_mulr ?ltr0n // mul1r lern1.
Qed.

(** The F-score: what is wrong in every case. *)
Lemma point_distribution (R : realFieldType) (T : finType) (t : T) : distribution (fun s => (s == t)%:R : R).
Proof. by split=> [s|]; [exact: ler0n|exact: pick1]. Qed.

Theorem fscore_bayes : refuted_fscore_bayes.
Proof.
move=> R m m0; have dist := @point_distribution R [finType of {set 'I_m}] set0.
exists (fun y => (y == set0)%:R) => //; exists set0 => /=.
have := (FScoreForms.bayes : claim_fscore_bayes_repaired) R m m0 _ set0 dist => /= ->.
rewrite !eqxx /constant_fscore_bayes_repaired_c /constant_fscore_bayes_repaired_value_at_empty_sets.
rewrite /constant_fscore_bayes_c /constant_fscore_bayes_value_at_empty_sets.
by rewrite !mulr1 subrr add0r => /eqP; rewrite eq_sym oner_eq0.
Qed.

(** A sum that the loss is twice, or minus, cannot stand for it where the loss is not 1. *)
Lemma not_the_sum (R : realFieldType) (q L P : R) : q != 1 -> L = q * P + 1 -> L != 1 -> L <> P + 1.
Proof.
move=> q1 e L1 e'; move: e; rewrite e' => /addIr e; case/negP: L1; rewrite e' -subr_eq0 addrK.
by have /eqP : (1 - q) * P = 0 by [rewrite mulrBl mul1r -e subrr]; rewrite mulf_eq0 subr_eq0 eq_sym (negbTE q1).
Qed.

Section Printed.
Variables (R : realFieldType) (m : nat) (z y : {set 'I_m}).
Hypothesis bad : z = set0 /\ y = set0 \/ z :&: y != set0.
Let q : R := if z == set0 then - 1 else 2%:R.

Lemma factor_not_one : q != 1.
Proof.
rewrite /q; case: ifP => _; last by rewrite (_ : 1 = 1%:R) // eqr_nat.
by rewrite -subr_eq0 -opprD oppr_eq0 -(natrD _ 1 1) pnatr_eq0.
Qed.

Lemma loss_not_one : f_loss (1 : R) z y != 1.
Proof.
rewrite /f_loss f_scoreE; case: bad => [[-> ->]|meet]; first by rewrite eqxx subrr eq_sym oner_eq0.
have z0 : z != set0 by apply: contraNneq meet => ->; rewrite set0I.
rewrite (negbTE z0) /= -subr_eq0 addrAC subrr sub0r oppr_eq0 mulf_eq0 invr_eq0 !pnatr_eq0.
by rewrite muln_eq0 addn_eq0 !cards_eq0 (negbTE meet) (negbTE z0).
Qed.
End Printed.

Theorem fscore_first : refuted_fscore_dec1.
Proof.
move=> R m m0 z y bad; have [dec _] := (FScoreForms.first : claim_fscore_dec1_repaired) R m m0.
apply: (not_the_sum (factor_not_one R z)); last exact: loss_not_one.
rewrite dec /constant_fscore_dec1_repaired_c; congr (_ + _).
pose F (k : 'I_m * 'I_m + unit) : R := match k with
  | inl (j, l) => - (constant_fscore_dec1_repaired_factor R m * (j \in z)%:R / (#|z| + (l : nat).+1)%:R) *
      ((j \in y) && (#|y| == (l : nat).+1))%:R
  | inr _ => constant_fscore_dec1_repaired_last_F_at_empty R m * (z == set0)%:R * (y == set0)%:R end.
rewrite (eq_bigr (fun k => F (enum_val k))) => [|k _]; last by rewrite /F; case: (enum_val k) => [[]|].
rewrite (sum_enum F) mulr_sumr; apply: eq_bigr => k _; rewrite /F; case: k => [[j l]|[]].
  rewrite /constant_fscore_dec1_repaired_factor /constant_fscore_dec1_factor mul1r.
  case: (eqVneq z set0) => [->|z0]; first by rewrite inE !(mulr0, mul0r, oppr0).
  by rewrite mulrA mulrN !mulrA.
rewrite /constant_fscore_dec1_repaired_last_F_at_empty /constant_fscore_dec1_last_F_at_empty.
by case: (eqVneq z set0) => _ /=; rewrite ?(mulr0, mul0r) // !mulr1 mul1r.
Qed.

Theorem fscore_second : refuted_fscore_dec2.
Proof.
move=> R m m0 z y bad; have [dec _] := (FScoreForms.second : claim_fscore_dec2_repaired) R m m0.
apply: (not_the_sum (factor_not_one R z)); last exact: loss_not_one.
rewrite dec /constant_fscore_dec2_repaired_c; congr (_ + _).
pose F (k : 'I_m * 'I_m + unit) : R := match k with
  | inl (j, l) => - ((j \in z) && (#|z| == (l : nat).+1))%:R *
      (constant_fscore_dec2_repaired_factor R m * (j \in y)%:R / (#|y| + (l : nat).+1)%:R)
  | inr _ => constant_fscore_dec2_repaired_last_F_at_empty R m * (z == set0)%:R * (y == set0)%:R end.
rewrite (eq_bigr (fun k => F (enum_val k))) => [|k _]; last by rewrite /F; case: (enum_val k) => [[]|].
rewrite (sum_enum F) mulr_sumr; apply: eq_bigr => k _; rewrite /F; case: k => [[j l]|[]].
  rewrite /constant_fscore_dec2_repaired_factor /constant_fscore_dec2_factor mul1r.
  case: (eqVneq z set0) => [->|z0]; first by rewrite inE !(mulr0, mul0r, oppr0).
  by rewrite -!mulrA [RHS]mulrCA; congr (_ * _).
rewrite /constant_fscore_dec2_repaired_last_F_at_empty /constant_fscore_dec2_last_F_at_empty.
by case: (eqVneq z set0) => _ /=; rewrite ?(mulr0, mul0r) // !mulr1 mul1r.
Qed.

Theorem fscore_algorithm : refuted_fscore_algo.
Proof.
move=> R m m0; pose j0 := Ordinal m0.
pose p (y : {set 'I_m}) : R := 2%:R / 5%:R * (y == set0)%:R + 3%:R / 5%:R * (y == [set j0])%:R.
have p0 : p set0 = 2%:R / 5%:R by rewrite /p eqxx eq_sym -cards_eq0 cards1 mulr0 addr0 mulr1.
have sum (h : {set 'I_m} -> R) : \sum_y p y * h y = 2%:R / 5%:R * h set0 + 3%:R / 5%:R * h [set j0].
  rewrite (eq_bigr (fun y => 2%:R / 5%:R * ((y == set0)%:R * h y) + 3%:R / 5%:R * ((y == [set j0])%:R * h y))) => [|y _].
    by rewrite big_split -!mulr_sumr /= !pick.
  by rewrite /p mulrDl -!mulrA.
exists p.
  split=> [y|]; first by rewrite addr_ge0 // mulr_ge0 ?ler0n // divr_ge0 ?ler0n.
  by have := sum (fun=> 1); under eq_bigr do rewrite mulr1; move=> ->; field.
move=> A; split=> [f k size|].
  rewrite /constant_fscore_algo_weight mul1r p0.
  rewrite (eq_bigr (fun j => (j == j0)%:R * (3%:R / 5%:R / (1 + k.+1)%:R))) => [|j _]; last first.
    by rewrite /A sum inE mul0r mulr0 add0r in_set1 cards1 mulrCA.
  rewrite -mulr_suml; have c0 : 0 <= 3%:R / 5%:R :> R by rewrite divr_ge0 ?ler0n.
  have one : \sum_(j in f) (j == j0)%:R <= 1 :> R.
    apply: le_trans (_ : \sum_j (j == j0)%:R <= 1); last by rewrite pick1.
    by rewrite [X in _ <= X](bigID (mem f)) /= ler_addl; apply: sumr_ge0 => j _; exact: ler0n.
  apply: le_lt_trans (_ : 1 * (3%:R / 5%:R / 2%:R) < _).
    apply: ler_pmul => //; first by apply: sumr_ge0 => j _; exact: ler0n.
      by rewrite divr_ge0 ?ler0n.
    apply: ler_wpmul2l => //; by rewrite lef_pinv ?posrE ?ltr0n // ler_nat.
  by rewrite mul1r -mulrA -invfM -natrM ltr_pdivr_mulr ?ltr0n // mulrAC ltr_pdivl_mulr ?ltr0n // -!natrM ltr_nat.
move=> /(_ [set j0]); rewrite !gain_risk ler_add2l ler_opp2 gain_empty p0 leNgt => /negP; apply.
rewrite sum !f_scoreE eqxx andbT -cards_eq0 !cards1 /= setI0 cards0 muln0 mul0r mulr0 add0r setIid cards1.
by rewrite muln1 divff ?pnatr_eq0 // mulr1 ltr_pmul2r ?invr_gt0 ?ltr0n // ltr_nat.
Qed.

Theorem fscore_sharp : refuted_fscore_sharp.
Proof.
move=> R m m2; have m0 : (0 < m)%N by exact: leq_trans m2.
apply: (beaten ((FScoreBalanced.sharp : claim_fscore_sharp_repaired) R m m0).2).
rewrite /constant_fscore_sharp_repaired_upper_A_2 /constant_fscore_sharp_lower_A_2 -natrX -!natrM ltr_nat.
by rewrite -mulnn; nia.
Qed.

(** Where the empty set is observed the last coordinate alone counts. *)
Lemma at_empty (R : realFieldType) m (f u : {set 'I_m} -> 'I_m * 'I_m + unit -> R) z :
  (forall j l, u set0 (inl (j, l)) = 0) -> u set0 (inr tt) = 1 ->
  dot (fun k : 'I_#|[finType of ('I_m * 'I_m + unit)%type]| => f z (enum_val k)) (fun k => \sum_y (y == set0)%:R * u y (enum_val k)) = f z (inr tt).
Proof.
move=> u0 u1; rewrite /dot; under eq_bigr do rewrite pick.
rewrite (sum_coordinates (fun k => f z k * u set0 k)) u1 mulr1 big1 ?add0r // => j _.
by apply: big1 => l _; rewrite u0 mulr0.
Qed.

Theorem fscore_printed : refuted_infer_printed_f_score.
Proof.
move=> R m m0 I F1 U1 F2 U2 picked.
exists (fun y => (y == set0)%:R); first exact: point_distribution.
move=> j; have j0 : [set j] != set0 by rewrite -cards_eq0 cards1.
split.
- move=> /(_ set0); rewrite /risk !pick /f_loss !f_scoreE eqxx (negbTE j0) /= setI0 cards0 muln0 mul0r.
  by rewrite subrr subr0 ler10.
- move=> z; rewrite /constant_infer_printed_f_score_orientation mul1r.
  pose f (z : {set 'I_m}) (i : 'I_m * 'I_m + unit) : R := match i with
    | inl (j, l) => - ((j \in z)%:R / (#|z| + (l : nat).+1)%:R) | inr _ => (z == set0)%:R end.
  pose u (y : {set 'I_m}) (i : 'I_m * 'I_m + unit) : R := match i with
    | inl (j, l) => ((j \in y) && (#|y| == (l : nat).+1))%:R | inr _ => (y == set0)%:R end.
  have u0 i l : u set0 (inl (i, l)) = 0 by rewrite /u inE.
  have u1 : u set0 (inr tt) = 1 by rewrite /u eqxx.
  have d w := at_empty f w u0 u1; rewrite [dot _ _](d z) [X in _ - X](d [set j]).
  by rewrite /f (negbTE j0) subr0 ler0n.
move=> z; rewrite /constant_infer_printed_f_score_orientation mul1r.
pose f (z : {set 'I_m}) (i : 'I_m * 'I_m + unit) : R := match i with
    | inl (j, l) => - ((j \in z) && (#|z| == (l : nat).+1))%:R | inr _ => (z == set0)%:R end.
pose u (y : {set 'I_m}) (i : 'I_m * 'I_m + unit) : R := match i with
    | inl (j, l) => (j \in y)%:R / (#|y| + (l : nat).+1)%:R | inr _ => (y == set0)%:R end.
have u0 i l : u set0 (inl (i, l)) = 0 by rewrite /u inE mul0r.
have u1 : u set0 (inr tt) = 1 by rewrite /u eqxx.
have d w := at_empty f w u0 u1; rewrite [dot _ _](d z) [X in _ - X](d [set j]).
by rewrite /f (negbTE j0) subr0 ler0n.
Qed.

Theorem fscore_both_above : refuted_fscore_A_of_both.
Proof. by move=> R m m4; apply: above => //; exact: leq_trans m4. Qed.
