(** Affine decompositions and SELF: what holds by linearity (Sec. 2.1 and 3.1). *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Statements Rank.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem self : claim_affine_self.
Proof.
move=> R Z Y L r F U c d z y; rewrite d addrK /dot; apply: eq_bigr => k _.
by rewrite /constant_affine_self_V mul1r.
Qed.

Theorem gstar_bound : claim_affine_gstar_bound.
Proof.
move=> R Y r U p j b [p0 p1] Ub; rewrite /constant_affine_gstar_bound_factor -p1 mulr_suml.
apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => y _.
by rewrite normrM ger0_norm // ler_wpmul2l.
Qed.

Theorem shift : claim_affine_shift.
Proof.
move=> R Z Y L c p; have e z : risk (fun z y => L z y - c) p z = risk L p z - \sum_y p y * c.
  by rewrite /risk -sumrB; apply: eq_bigr => y _; rewrite mulrBr.
split=> [z z'|z]; first by rewrite !e opprB addrA subrK.
by split=> opt z'; have := opt z'; rewrite !e ler_add2r.
Qed.

Theorem inference : claim_infer_equivalent.
Proof.
move=> R Z Y L r F U c p z d theta.
have e z' : risk L p z' = dot (F z') theta + \sum_y p y * c.
  rewrite /risk; under eq_bigr do rewrite d mulrDr mulr_sumr.
  rewrite big_split /= exchange_big; congr (_ + _); apply: eq_bigr => k _ /=.
  by rewrite /theta mulr_sumr; apply: eq_bigr => y _; rewrite mulrCA.
by split=> opt z'; have := opt z'; rewrite !e /constant_infer_equivalent_orientation mul1r subr_ge0 ler_add2r.
Qed.

Theorem finite : claim_self_finite_repaired.
Proof.
move=> R Z Y L z y; rewrite (pick (fun z' => constant_self_finite_repaired_weight R * L z' y)).
by rewrite mul1r.
Qed.

Theorem bayes_linear : claim_self_bayes_linear.
Proof.
move=> R Z Y L n phi V psi p d z; rewrite /risk /dot; under eq_bigr do rewrite d mulr_sumr.
rewrite exchange_big; apply: eq_bigr => k _ /=; under eq_bigr do rewrite mulrCA mulr_sumr.
rewrite -mulr_sumr; congr (_ * _); rewrite exchange_big; apply: eq_bigr => i _ /=.
by rewrite mul1r mulr_sumr; apply: eq_bigr => y _; rewrite mulrCA.
Qed.
