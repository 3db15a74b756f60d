(** gamma_2 beside A*: which is the larger one; decompositions from numbers in [-1, 1] whose mean products
    are larger, as forms, than the inner products of given vectors. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Statements Rank Comparison Constants BestConstants.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** sum_k w_k (sum_y x_y v_y(k))^2 = x^T S x for the inner products S of the v_y with weights w. *)
Section Gram.
Variables (R : realFieldType) (Y K : finType) (v : Y -> K -> R) (x : Y -> R).

Lemma gram_weighted (w : K -> R) : \sum_k w k * (\sum_y x y * v y k) ^+ 2 =
  \sum_z x z * \sum_y x y * \sum_k w k * (v z k * v y k).
Proof.
transitivity (\sum_k \sum_z \sum_y x z * (x y * (w k * (v z k * v y k)))).
  apply: eq_bigr => k _; rewrite expr2 big_distrlr mulr_sumr; apply: eq_bigr => z _; rewrite mulr_sumr.
  by apply: eq_bigr => y _ /=; ring.
rewrite exchange_big; apply: eq_bigr => z _; rewrite mulr_sumr exchange_big; apply: eq_bigr => y _ /=.
by rewrite !mulr_sumr.
Qed.

Lemma gram_mean (c : R) :
  c * (\sum_k (\sum_y x y * v y k) ^+ 2) = \sum_z x z * \sum_y x y * (c * \sum_k v z k * v y k).
Proof.
rewrite mulr_sumr gram_weighted; apply: eq_bigr => z _; congr (_ * _); apply: eq_bigr => y _.
by rewrite -mulr_sumr.
Qed.

Lemma gram_form : \sum_k (\sum_y x y * v y k) ^+ 2 = \sum_z x z * \sum_y x y * \sum_k v z k * v y k.
Proof.
rewrite -[LHS]mul1r gram_mean; apply: eq_bigr => z _; congr (_ * _); apply: eq_bigr => y _.
by rewrite mul1r.
Qed.
End Gram.

(** gamma_2 <= A*, from above and from below. *)
Section Both.
Variables (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R).

Lemma at_most_ext (L' : Z -> Y -> R) a : (forall z y, L' z y = L z y) -> constant_at_most L a -> constant_at_most L' a.
Proof. by move=> e [r [F [U [c [dec w]]]]]; exists r, F, U, c; split=> // z y; rewrite e. Qed.

Lemma norms_of_constant a : constant_at_most L a -> exists c, norms_at_most (fun z y => L z y - c) a.
Proof.
move=> [r [F [U [c [dec [B [b [FB Ub le]]]]]]]]; exists c, r, F, U, B, (r%:R * b ^+ 2); split=> //.
- by move=> z y; rewrite dec addr0 addrK.
- by move=> y; exact: row_within.
by rewrite mulrCA mulrA.
Qed.

Lemma least_of_norms g : (forall c, norms_at_least (fun z y => L z y - c y) g) ->
  forall c, constant_at_least (fun z y => L z y - c y) g.
Proof.
move=> low c r F U c' a dec [B [b [FB Ub le]]]; apply: le_trans le.
rewrite [r%:R * B]mulrC -mulrA; apply: (low (fun y => c y + c') r F U) => // [z y|y]; last exact: row_within.
by rewrite opprD addrA dec addrK addr0.
Qed.
End Both.

(** The inner products of the v_y are at most a times the mean C of products of numbers U, as forms: the
    rows l_z = F_z . v are g_z C with g_z C g_z^T at most a times the largest |F_z|^2. *)
Section Dominated.
Variables (R : realFieldType) (Z Y I K : finType) (U : Y -> I -> R) (w : I -> R).
Variables (F : Z -> K -> R) (v : Y -> K -> R) (a t : R).
Hypotheses (w0 : forall i, 0 <= w i) (a0 : 0 <= a) (t0 : 0 <= t) (Ft : forall z, \sum_k F z k ^+ 2 <= t).
Let l z y := \sum_k F z k * v y k.
Let C y y' := \sum_i w i * (U y i * U y' i).
Let Q x := \sum_i w i * (\sum_y x y * U y i) ^+ 2.
Hypothesis dominated : forall x : Y -> R, \sum_k (\sum_y x y * v y k) ^+ 2 <= a * Q x.

Let above z x : (\sum_y x y * l z y) ^+ 2 <= t * a * Q x.
Proof.
have -> : \sum_y x y * l z y = \sum_k 1 * (F z k * \sum_y x y * v y k).
  rewrite /l (eq_bigr (fun y => \sum_k F z k * (x y * v y k))) => [|y _].
    by rewrite exchange_big; apply: eq_bigr => k _; rewrite mul1r mulr_sumr.
  by rewrite mulr_sumr; apply: eq_bigr => k _; rewrite mulrCA.
apply: le_trans (weighted_cauchy_schwarz _ _ (fun=> ler01)) _.
under eq_bigr do rewrite mul1r; under [X in _ * X <= _]eq_bigr do rewrite mul1r.
rewrite -mulrA; apply: ler_pmul => //; by apply: sumr_ge0 => k _; exact: sqr_ge0.
Qed.

Lemma in_hull : exists g : Z -> Y -> R, [/\ forall z y, l z y = \sum_y' g z y' * C y' y,
  forall z, \sum_y g z y * l z y = Q (g z) & forall z, Q (g z) <= a * t].
Proof.
pose Cm : 'M[R]_#|Y| := \matrix_(i, j) C (enum_val i) (enum_val j).
have /submxP[D DE] : (matrix_of l <= Cm)%MS.
  rewrite submxE; apply/eqP/matrixP => i j; rewrite !mxE; pose x y := cokermx Cm (enum_rank y) j.
  have Qx : Q x = 0.
    rewrite /Q gram_weighted big1 // => z _; suff -> : \sum_y x y * C z y = 0 by rewrite mulr0.
    have /matrixP/(_ (enum_rank z) j) := mulmx_coker Cm; rewrite !mxE => h.
    rewrite -[RHS]h -(sum_enum (fun y => x y * C z y)); apply: eq_bigr => k _.
    by rewrite /x enum_valK !mxE enum_rankK mulrC.
  have := above (enum_val i) x; rewrite Qx mulr0 => h.
  have /eqP : (\sum_y x y * l (enum_val i) y) ^+ 2 = 0 by apply/eqP; rewrite eq_le h sqr_ge0.
  rewrite sqrf_eq0 => /eqP h0; rewrite -[RHS]h0 -(sum_enum (fun y => x y * l (enum_val i) y)).
  by apply: eq_bigr => k _; rewrite /matrix_of mxE /x enum_valK mulrC.
pose g z y := D (enum_rank z) (enum_rank y).
have lE z y : l z y = \sum_y' g z y' * C y' y.
  have /matrixP/(_ (enum_rank z) (enum_rank y)) := DE; rewrite /matrix_of !mxE !enum_rankK => ->.
  rewrite -(sum_enum (fun y' => g z y' * C y' y)); apply: eq_bigr => k _.
  by rewrite !mxE /g enum_valK enum_rankK.
have gl z : \sum_y g z y * l z y = Q (g z).
  rewrite /Q gram_weighted (eq_bigr (fun y => \sum_y' g z y * (g z y' * C y' y))) => [|y _]; last by rewrite lE mulr_sumr.
  by rewrite exchange_big; apply: eq_bigr => y' _; rewrite mulr_sumr; apply: eq_bigr => y _; rewrite mulrCA.
exists g; split=> // z.
have q0 : 0 <= Q (g z) by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?sqr_ge0.
have := above z (g z); rewrite gl expr2; move: q0; rewrite le_eqVlt => /orP[/eqP <- _|q0]; first by rewrite mulr_ge0.
by rewrite ler_pmul2r // mulrC.
Qed.
End Dominated.

(** With the mean over all i, as many coordinates as there are i do. *)
Lemma dominated_at_most (R : realFieldType) (Z Y I K : finType) (U : Y -> I -> R) (F : Z -> K -> R)
    (v : Y -> K -> R) (a t c : R) : (0 < #|I|)%N -> (forall y i, `|U y i| <= 1) -> 0 <= a -> 0 <= t ->
  (forall z, \sum_k F z k ^+ 2 <= t) ->
  (forall x, \sum_k (\sum_y x y * v y k) ^+ 2 <= a * (#|I|%:R^-1 * \sum_i (\sum_y x y * U y i) ^+ 2)) ->
  constant_at_most (fun z y => \sum_k F z k * v y k + c) (a * t).
Proof.
set N := #|I|%:R => I0 U1 a0 t0 Ft dom; have N0 : 0 < N by rewrite ltr0n.
have [|||||g [lg _ Qg]] := @in_hull R Z Y I K U (fun=> N^-1) F v a t => //.
- by move=> i; rewrite invr_ge0 ltW.
- by move=> x; rewrite -mulr_sumr; exact: dom.
apply: (@indexed_at_most R Z Y I _ (fun z i => N^-1 * \sum_y g z y * U y i) U c (N^-1 * (a * t)) 1) => [z y|z|//|].
- rewrite lg; congr (_ + _).
  rewrite [RHS](eq_bigr (fun i => \sum_y' g z y' * (N^-1 * (U y' i * U y i)))) => [|i _]; last first.
    by rewrite mulr_sumr mulr_suml; apply: eq_bigr => y' _; ring.
  by rewrite exchange_big; apply: eq_bigr => y' _; rewrite mulr_sumr.
- apply: le_trans (ler_wpmul2l _ (Qg z)); last by rewrite invr_ge0 ltW.
  rewrite -mulr_sumr mulrA -expr2 mulr_sumr le_eqVlt; apply/orP; left; apply/eqP.
  by apply: eq_bigr => i _; rewrite exprMn.
by rewrite expr1n mulr1 mulVKf // gt_eqF.
Qed.
