(** 0-1, block 0-1, Hamming and Prec@k: what is wrong in every case. *)
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From qstheory Require Import Loss Statements Sets Rank Contradiction Block Prec LabelSets Boundary.
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
have [_ [q dq [[z' ne eq] d]]] := (Boundary.distance : claim_noise_multiclass_distance_repaired) R T p z g dist opt mar.
have := all q dq; rewrite d /multiple => /(_ _)/wrap[]; first by exists z' => //; rewrite eq.
rewrite /constant_noise_multiclass_distance_squared_multiple_of_gamma
  /constant_noise_multiclass_distance_repaired_squared_multiple_of_gamma ler_pmul2r ?exprn_gt0 //.
by rewrite ler_pdivl_mulr ?ltr0n // mul1r lern1.
Qed.
