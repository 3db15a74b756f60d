(** Pairwise disagreement: which pairs are charged, and when its least constant is below the printed. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring zify.
From qstheory Require Import Loss Statements.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Charged pairs by items and by their places under any numbering f of the items. *)
Lemma charged_by_place m (f item : 'I_m -> 'I_m) (charged : rel 'I_m) (y : {set 'I_m}) : cancel f item ->
  (forall j l, charged j l = (f j < f l)%N) ->
  #|[set q : 'I_m * 'I_m | [&& q.1 \notin y, q.2 \in y & charged q.1 q.2]]| =
  #|[set q : 'I_m * 'I_m | [&& (q.1 < q.2)%N, item q.1 \notin y & item q.2 \in y]]|.
Proof.
move=> fK order; have pI : injective (fun q : 'I_m * 'I_m => (f q.1, f q.2)).
  by move=> [a b] [c d] [] /(can_inj fK)-> /(can_inj fK)->.
rewrite -[RHS](card_preimset _ pI); apply: eq_card => q; rewrite !inE /= !fK order.
by rewrite andbC -andbA andbCA andbA andbC; case: (_ < _)%N; case: (_ \in _); case: (_ \in _).
Qed.

Lemma pairs_of_mixed m (y : {set 'I_m}) : mixed y -> (pd_pairs y == 0%N) = false.
Proof. by rewrite /mixed /pd_pairs => /andP[y0 ym]; apply/negbTE; rewrite muln_eq0 negb_or -!lt0n y0 subn_gt0. Qed.

Theorem orientation_scores : claim_pd_orientation__scores.
Proof.
move=> R m e s y my item; rewrite /pd_printed /pd pairs_of_mixed // mul1r; congr (_%:R / _).
apply: (charged_by_place (f := fun j => rev_ord (s j)) (charged := fun j l => (position s l < position s j)%N)).
  by move=> j; rewrite /item rev_ordK permK.
by move=> j l; rewrite /position /= ltnS; have := ltn_ord (s j); have := ltn_ord (s l); lia.
Qed.

Theorem orientation_positions : claim_pd_orientation_repaired.
Proof.
move=> R m e s y my item; rewrite /pd_corrected /pd pairs_of_mixed // mul1r; congr (_%:R / _).
by apply: (charged_by_place (f := s) (charged := fun j l => (position s j < position s l)%N)) => // j; rewrite /item permK.
Qed.

Theorem smaller : claim_pd_sharp_order.
Proof.
move=> R m m6; rewrite /constant_pd_sharp_repaired_A_2 /constant_pd_A_A_2.
have m0 : 0 < (3 * m)%:R :> R by rewrite ltr0n; lia.
rewrite ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr ?ltr0n //.
apply: (@lt_le_trans _ _ (m%:R ^+ 2 * 16%:R)); first by rewrite ltr_pmul2r ?ltr0n // gtr_addl oppr_lt0 ltr01.
by rewrite -natrX -!natrM ler_nat; nia.
Qed.
