(** Affine decompositions and SELF, the quadratic surrogate and the structural SVM (Sec. 2.1, 3.1, 5 and 6). *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Statements Rank Comparison Optimality.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Affine decompositions and SELF: what holds by linearity (Sec. 2.1 and 3.1). *)
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

(** The quadratic surrogate and the structural SVM (Sec. 2.1, 5 and 6). *)
Theorem sharp (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (p : Y -> R) (z : Z) :
  RA16 R -> positive_equal_risk L p -> calibration_dimension L (difference_rank L) /\
  (forall r, affine_dimension L r -> r = difference_rank L \/ r = (difference_rank L).+1).
Proof.
move=> ra e; split; first exact: equal_risk_dimension z ra e.
by move=> r; exact: (affine_dimension_range z).
Qed.

Theorem fisher (R : realFieldType) (p : problem R) :
  (forall (x : inputs p) v, surrogate (gstar x) x <= surrogate v x /\
    (surrogate v x = surrogate (gstar x) x -> v =1 gstar x)) /\
  ((forall x : inputs p, scores x =1 gstar x) ->
    (forall x : inputs p, optimal (@loss _ p) (conditional x) (decoded x)) /\ excess_risk p = 0).
Proof.
split=> [x v|g].
  have e := mean_minimises v x; split; first by rewrite -subr_ge0 e sqnorm_ge0.
  move=> same k; move: e; rewrite same subrr => /esym/eqP.
  rewrite /sqnorm psumr_eq0 => [/allP/(_ k (mem_index_enum k))|i _]; last exact: sqr_ge0.
  by rewrite sqrf_eq0 subr_eq0 => /eqP.
have opt (x : inputs p) : optimal (@loss _ p) (conditional x) (decoded x).
  move=> z; rewrite -!/(l _ x) !Comparison.bayes_linear ler_add2r.
  have := decodes x z; rewrite /dot; under eq_bigr do rewrite g.
  by under [X in _ <= X]eq_bigr do rewrite g.
split=> //; apply: big1 => x _; rewrite (_ : l _ x = l (best x) x) ?subrr ?mulr0 //.
by apply/eqP; rewrite eq_le opt best_optimal.
Qed.

(** The square of E <= 2 c sqrt R, B being any bound on |F_z|^2 such as c^2. *)
Theorem comparison (R : realFieldType) (p : problem R) (B : R) :
  (forall z : predictions p, sqnorm (F z) <= B) -> 0 <= excess_risk p /\
  excess_risk p ^+ 2 <= 2%:R ^+ 2 * B * surrogate_excess p.
Proof. by rewrite -natrX; exact: Comparison.comparison. Qed.

Theorem loss_trick (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) r F U (c : R) (n : nat)
    (y : 'I_n -> Y) (a : 'I_n -> R) : decomposition (r := r) L F U c -> forall z,
  dot (F z) (fun k => \sum_i a i * U (y i) k) = 1 * (\sum_i a i * L z (y i)) - c * \sum_i a i.
Proof.
move=> d z; rewrite mul1r mulr_sumr -sumrB /dot; under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big; apply: eq_bigr => i _ /=.
rewrite d mulrDr [c * a i]mulrC addrK mulr_sumr; apply: eq_bigr => k _; exact: mulrCA.
Qed.

Theorem ssvm (R : realFieldType) (Y : finType) (L : Y -> Y -> R) (v : Y -> R) (y d : Y) :
  (forall y', v y' <= v d) -> L d y <= max_margin L v y.
Proof.
move=> top; rewrite /max_margin ler_subr_addr.
apply: (@le_trans _ _ (v d + L d y)); first by rewrite addrC ler_add2r.
have : d \in index_enum Y by rewrite mem_index_enum.
elim: (index_enum Y) => // t r IH; rewrite inE big_cons le_maxr => /orP[/eqP->|/IH->];
  by rewrite ?lexx ?orbT.
Qed.
