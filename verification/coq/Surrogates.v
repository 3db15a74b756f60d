(** The quadratic surrogate and the structural SVM (Sec. 2.1, 5 and 6). *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Rank Comparison Optimality.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

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
  move=> z; rewrite -!/(l _ x) !bayes_linear ler_add2r.
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
