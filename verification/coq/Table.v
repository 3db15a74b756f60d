(** The rows of Table 1 together: least dimensions of consistent surrogates, and constants. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring zify.
From qstheory Require Import Loss Statements Sets Rank Optimality Surrogates LabelSets ZeroOne Ndcg Pairwise MapRank FScoreBalanced.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma parity_onto m (b : bool) : exists z : {set 'I_m.+1}, odd #|z| = b.
Proof. by case: b; [exists [set ord0]; rewrite cards1|exists set0; rewrite cards0]. Qed.

Theorem least_dimensions : claim_optimal_remark_repaired.
Proof.
move=> R m' e corrected m ra PD; have m0 : (0 < m)%N by []. have m2 : (2 <= m)%N by [].
have zero : claim_01_optimal_repaired := optimal_01; have blocks : claim_block_optimal_repaired := block_optimal.
have ham : claim_hamming_optimal := hamming_optimal; have prec : claim_prec_optimal_repaired := prec_optimal.
have ndcg : claim_ndcg_optimal_repaired := @Ndcg.optimal_repaired.
have [_ /(_ ra) c1] := zero R m m0; have [_ /(_ ra) c3] := ham R m m0.
have c2 (K : finType) (block : {set 'I_m} -> K) :
    (forall k, exists z, block z = k) -> calibration_dimension (block_zero_one R block) (#|K| - 1).
  by move=> onto; have [_ /(_ ra)] := blocks R m K block m0 onto.
have c4 k : (1 <= k < m)%N -> calibration_dimension (prec_at_k R (m := m) (k := k)) (m - 1).
  case/andP=> k0 km; have := prec R m k; rewrite k0 (ltnW km) /constant_prec_optimal_repaired_r km.
  by case=> // _ /(_ ra).
have [_ _ /(_ ra)[c5 _]] := Pairwise.optimality e corrected m2.
have [_ _ /(_ ra)[c6 _]] := MapRank.optimality e m2.
split; first exact: c1. split; first by have := c2 _ _ (@parity_onto m'.+1); rewrite card_bool.
split; first exact: c2. split; first exact: c3. split; first exact: c4.
split; last by split; [exact: c5|exact: c6].
move=> n G D G0 Gu D0 Dd Gl Dl.
by have [_ _ /(_ ra)[c7 _]] := ndcg R m'.+1 n G D e G0 Gu D0 Dd Gl Dl.
Qed.

Theorem below_affdim : claim_optimal_ra18.
Proof.
move=> R Z Y L p z r d ra pe ad cd; have [[_ least] dims] := Surrogates.sharp z ra pe.
by have := least d cd; case: (dims r ad) => ->; lia.
Qed.

Theorem polynomial : claim_table1_polynomial_repaired.
Proof.
move=> R m m0 a; have one_le : 1 <= a.
  by rewrite /a /constant_table1_polynomial_repaired_bound_on_A_2 -natrX -natrM ler1n; nia.
have blocks (K : finType) (block : {set 'I_m} -> K) : constant_at_most (block_zero_one R block) a.
  apply: at_most_weaken (block_upper R block (ltnW (ltn_expl _ (ltnSn 1)))).
  apply: le_trans one_le; rewrite expr_le1 // ?subr_ge0 ?ler_subl_addr ?ler_addl ?invr_ge0 ?ler0n //.
  by rewrite invf_le1 ?ler1n ?ltr0n expn_gt0.
split=> [|k km||K block _|]; last exact: (blocks [finType of {set 'I_m}] id).
- apply: at_most_weaken (hamming_sharp R m0).1; apply: le_trans one_le.
  by rewrite /constant_hamming_sharp_least_A_2 ler_pdivr_mulr ?ltr0n // mul1r ler1n.
- apply: at_most_weaken (prec_sharp R km).2; case/andP: km => k0 _.
  rewrite /constant_prec_sharp_repaired_upper_A_2 ler_pdivr_mulr ?mulr_gt0 ?ltr0n //.
  by rewrite /a /constant_table1_polynomial_repaired_bound_on_A_2 -natrX -!natrM ler_nat; nia.
- have f : claim_fscore_A := FScoreBalanced.table; by have [] := f R m 1 m0.
exact: blocks.
Qed.
