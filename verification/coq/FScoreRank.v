(** The ranks of the F-score: from above in (m - 1)^2 + m coordinates, one for each size of y and
    (m - 1)^2 for sizes and labels; with F(empty, empty) = 1 one more, which a shift saves. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring zify.
From qstheory Require Import Loss Statements Sets Rank FScore FScoreDim FScoreForms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** When 1 is a combination of the columns of F and of those of U, by x and t with x . t = s, the
    shift by 1/s saves a coordinate: it leaves F (1 - x t^T / s) U^T. *)
Lemma lowered_rank (R : realFieldType) (Z Y I : finType) (L : Z -> Y -> R) (F : Z -> I -> R) (U : Y -> I -> R)
    c (x t : I -> R) (s : R) :
  (forall z y, L z y = \sum_i F z i * U y i + c) -> (forall z, \sum_i F z i * x i = 1) ->
  (forall y, \sum_i U y i * t i = 1) -> \sum_i x i * t i = s -> s != 0 ->
  (\rank (matrix_of L - const_mx (c + s^-1))%R < #|I|)%N.
Proof.
move=> d Fx Ut xt s0.
pose A := \matrix_(i < #|Z|, k < #|I|) F (enum_val i) (enum_val k).
pose B := \matrix_(k < #|I|, j < #|Y|) U (enum_val j) (enum_val k).
pose X := \col_(k < #|I|) x (enum_val k); pose T := \row_(k < #|I|) t (enum_val k).
have TX : T *m X = const_mx s.
  apply/matrixP => i j; rewrite !mxE -xt -[RHS]sum_enum; apply: eq_bigr => k _.
  by rewrite !mxE mulrC.
pose G := 1%:M - s^-1 *: (X *m T).
have GX : G *m X = 0.
  rewrite mulmxBl mul1mx -scalemxAl -mulmxA TX; apply/matrixP => i j; rewrite !mxE big_ord1 !mxE.
  by rewrite mulrCA mulVf // mulr1 subrr.
have X0 : X != 0.
  apply: contraNneq s0 => X0; move: TX; rewrite X0 mulmx0 => /matrixP/(_ 0 0).
  by rewrite !mxE => <-.
have -> : matrix_of L - const_mx (c + s^-1) = A *m G *m B.
  have AX : A *m X = const_mx 1.
    apply/matrixP => i j; rewrite !mxE -(Fx (enum_val i)) -[RHS]sum_enum.
    by apply: eq_bigr => k _; rewrite !mxE.
  have TB : T *m B = const_mx 1.
    apply/matrixP => i j; rewrite !mxE -(Ut (enum_val j)) -[RHS]sum_enum.
    by apply: eq_bigr => k _; rewrite !mxE mulrC.
  rewrite mulmxBr mulmx1 mulmxBl -scalemxAr -scalemxAl mulmxA AX -mulmxA TB.
  apply/matrixP => i j; rewrite !mxE big_ord1 !mxE mulr1 mulr1 d opprD addrA addrK; congr (_ - _).
  by rewrite -[LHS]sum_enum; apply: eq_bigr => k _; rewrite !mxE.
apply: leq_ltn_trans (mxrankM_maxl _ _) _; apply: leq_ltn_trans (mxrankM_maxr _ _) _.
have sub : (X^T <= kermx G^T)%MS by apply/sub_kermxP; rewrite -trmx_mul GX trmx0.
have := mxrankS sub; rewrite mxrank_ker !mxrank_tr => le.
have : (0 < \rank X)%N by rewrite lt0n mxrank_eq0.
by move/leq_trans => /(_ _ le); rewrite subn_gt0.
Qed.

(** x with sum_l 2 k x_l / (k + l) = 1 for the sizes k = 1..m and sum_l x_l / l = H_m: by the
    functions of FScoreKernel, in which 1/l has the coordinates of k = 0. *)
Section Weights.
Variables (R : realFieldType) (m : nat).

Lemma rest_at_0 a : rest R a 0 = (-1) ^+ a.
Proof.
elim: a => [|a IH]; first by rewrite /rest big_ord0.
rewrite exprS mulrC -IH /rest big_ord_recr /= sub0r add0r mulNr mulfV ?pnatr_eq0 //.
Qed.

Lemma term_at_0 a : term R a 0 = (-1) ^+ a / a.+1%:R.
Proof. by rewrite /term rest_at_0 add0r. Qed.

Definition terms : 'M[R]_m := \matrix_(b, a) term R a b.+1.

Lemma terms_unit : terms \in unitmx.
Proof.
rewrite unitmxE unitfE det_trig.
  apply/prodf_neq0 => a _; rewrite !mxE /term mulf_neq0 //; last first.
    by rewrite invr_eq0 -natrD pnatr_eq0.
  apply/prodf_neq0 => i _; rewrite mulf_neq0 // ?invr_eq0 -?natrD ?pnatr_eq0 //.
  by rewrite subr_eq0 eqr_nat eqSS gtn_eqF.
apply/is_trig_mxP => i j ij; rewrite !mxE /term rest0 ?mul0r //.
Qed.

Lemma weights : exists x : 'I_m -> R,
  (forall k, (0 < k <= m)%N -> \sum_l x l / (k + l.+1)%:R = (2 * k)%:R^-1) /\
  \sum_l x l / l.+1%:R = \sum_(p < m) p.+1%:R^-1.
Proof.
pose X := invmx terms^T *m \col_(a < m) ((-1) ^+ a / (2 * a.+1)%:R) : 'cV[R]_m.
have TX (a : 'I_m) : \sum_(b < m) term R a b.+1 * X b 0 = (-1) ^+ a / (2 * a.+1)%:R.
  have e : terms^T *m X = \col_(a < m) ((-1) ^+ a / (2 * a.+1)%:R).
    by rewrite mulmxA mulmxV ?mul1mx // unitmx_tr terms_unit.
  move/matrixP/(_ a 0): e; rewrite !mxE => <-.
  by apply: eq_bigr => b _; rewrite !mxE.
have value k : \sum_l X l 0 / (k + l.+1)%:R = \sum_(a < m) (-1) ^+ a * term R a k.
  transitivity (\sum_(l < m) \sum_(a < m) 2%:R * a.+1%:R * term R a k * (term R a l.+1 * X l 0)).
    apply: eq_bigr => l _; rewrite natrD (kernel_sum R (N := m) k) ?ltn_ord // mulrC mulr_suml.
    by apply: eq_bigr => a _; rewrite !mulrA.
  rewrite exchange_big; apply: eq_bigr => a _; rewrite -mulr_sumr TX natrM.
  by rewrite -natrM mulrC -mulrA mulKf // pnatr_eq0.
exists (fun l => X l 0); split=> [k km|].
  have k0 : k%:R != 0 :> R by rewrite pnatr_eq0 -lt0n; case/andP: km.
  rewrite value natrM invfM -[k%:R]add0r -[0 + _]/(0%:R + k%:R) (kernel_sum R 0 km) mulr_sumr.
  apply: eq_bigr => a _; rewrite term_at_0.
  have gen (w s t : R) : w != 0 -> s * t = 2%:R^-1 * (2%:R * w * (s / w * t)) by move=> w0; field; rewrite w0.
  by apply: gen; rewrite pnatr_eq0.
transitivity (\sum_l X l 0 / (0 + l.+1)%:R) => //; rewrite value; apply: eq_bigr => a _.
by rewrite term_at_0 mulrA -expr2 sqrr_sign mul1r.
Qed.
End Weights.

Section Form.
Variables (R : realFieldType) (n : nat).
Notation m := n.+1.
Notation sets := {set 'I_m}.
Implicit Types (z y : sets).
Notation bit z j := ((j \in z)%:R : R).

Definition place : finType := [finType of ('I_n * 'I_n + 'I_m)%type].
Definition F z (i : place) : R := match i with
  | inl (l, j) => 2%:R * (bit z (lift ord0 j) - bit z ord0) / (#|z| + l.+1)%:R
  | inr l => if (l < n)%N then 2%:R * l.+1%:R * bit z ord0 / (#|z| + l.+1)%:R
             else 2%:R * #|z|%:R / (#|z| + m)%:R end.
Definition U y (i : place) : R := match i with
  | inl (l, j) => (#|y| == l.+1)%:R * bit y (lift ord0 j)
  | inr l => (#|y| == l.+1)%:R end.

Lemma card_bits z : #|z|%:R = bit z ord0 + \sum_(j < n) bit z (lift ord0 j).
Proof.
rewrite -(big_ord_recl _ (fun j => bit z j)) -sum1_card natr_sum big_mkcond.
by apply: eq_bigr => j _; case: (_ \in _).
Qed.

Lemma sum_place (h : place -> R) : \sum_i h i = \sum_(l < n) \sum_(j < n) h (inl (l, j)) + \sum_l h (inr l).
Proof.
rewrite big_sumType /=; congr (_ + _); rewrite (pair_bigA _ (fun l j => h (inl (l, j)))) /=.
by apply: eq_bigr => -[].
Qed.

Lemma form (e : R) z y : f_score e z y = \sum_i F z i * U y i + e * (z == set0)%:R * (y == set0)%:R.
Proof.
rewrite f_scoreE sum_place; case: (eqVneq y set0) => [->|y0].
  rewrite mulr1 andbT setI0 !cards0 muln0 mul0r !big1 ?addr0 => [|l _|l _]; last 2 first.
  - by rewrite /U cards0 mulr0.
  - by rewrite big1 // => j _; rewrite /U cards0 mul0r mulr0.
  by rewrite add0r; case: (z == set0); rewrite ?mulr1 ?mulr0.
rewrite andbF mulr0 addr0 natrM meet.
have [k yk] := size_pos y0.
rewrite [X in _ = _ + X](bigD1 k) //= [X in _ = _ + (_ + X)]big1 ?addr0 => [|l ne]; last first.
  by rewrite yk eqSS [(k : nat) == l]eq_sym (negbTE (_ : (l : nat) != k)) ?mulr0.
have [kn|nk] := ltnP k n.
  rewrite (bigD1 (Ordinal kn)) //= [X in _ = _ + X + _]big1 ?addr0 => [|l ne]; last first.
    apply: big1 => j _; rewrite yk eqSS [(k : nat) == l]eq_sym (negbTE (_ : (l : nat) != k)) ?mul0r ?mulr0 //.
  rewrite !yk !eqxx mulr1.
  have -> : \sum_t has R t z * has R t y = bit z ord0 * (k.+1%:R - \sum_(j < n) bit y (lift ord0 j)) +
      \sum_(j < n) bit z (lift ord0 j) * bit y (lift ord0 j).
    by rewrite -yk card_bits addrK big_ord_recl.
  rewrite natrD; set w := #|z|%:R + _.
  rewrite [X in _ = X + _](eq_bigr (fun j => 2%:R / w * (bit z (lift ord0 j) * bit y (lift ord0 j) - bit z ord0 * bit y (lift ord0 j)))) => [|j _].
    rewrite -mulr_sumr sumrB -mulr_sumr; set S := \sum_(j < n) _; set T := \sum_(j < n) _.
    rewrite mulrBr; move: ((ord0 \in z)%:R : R) (k.+1%:R : R) S T => b q S0 T0; by ring.
  rewrite mul1r; move: ((ord0 \in z)%:R : R) ((lift ord0 j \in z)%:R : R) ((lift ord0 j \in y)%:R : R) => a b c; by ring.
have kE : (k : nat) = n by apply/eqP; rewrite eqn_leq nk -ltnS ltn_ord.
rewrite [X in _ = X + _]big1 ?add0r => [|l _]; last first.
  by apply: big1 => j _; rewrite yk eqSS kE gtn_eqF ?mul0r ?mulr0.
have yT : y = setT by apply/eqP; rewrite eqEcard subsetT cardsT card_ord yk kE /=.
rewrite yk kE eqxx mulr1; congr (2%:R * _ / _); rewrite yT.
by rewrite card_bits big_ord_recl /has !inE mulr1; congr (_ + _); apply: eq_bigr => j _; rewrite inE mulr1.
Qed.

Notation I := [finType of (place + unit)%type].
Lemma card_place : #|{: place}| = (n * n + m)%N.
Proof. by rewrite card_sum card_prod !card_ord. Qed.
Lemma card_I : #|{: I}| = (n * n + m).+1.
Proof. by rewrite card_sum card_unit card_place addn1. Qed.

Lemma sum_I (h : I -> R) : \sum_i h i = \sum_k h (inl k) + h (inr tt).
Proof. by rewrite big_sumType /= [X in _ + X](big_pred1 tt) // => -[]. Qed.

(** L = F U^T + 1 with a coordinate for the empty sets. *)
Definition F1 (e : R) z (i : I) : R := match i with inl k => - F z k | inr _ => - e * (z == set0)%:R end.
Definition U1 y (i : I) : R := match i with inl k => U y k | inr _ => (y == set0)%:R end.
Lemma form1 e z y : f_loss e z y = \sum_i F1 e z i * U1 y i + 1.
Proof.
rewrite /f_loss form opprD addrC sum_I; congr (_ + _ + _); last by rewrite /= !mulNr.
by rewrite -sumrN; apply: eq_bigr => i _; rewrite /= mulNr.
Qed.

Lemma rank_any (e : R) : (\rank (matrix_of (f_loss e (m := m)) - const_mx 1)%R <= (n * n + m).+1)%N.
Proof. by rewrite -card_I; exact: decomposition_rank (decomposition_index (form1 e)). Qed.

Lemma rank_zero : (\rank (matrix_of (f_loss (0 : R) (m := m)) - const_mx 1)%R <= n * n + m)%N.
Proof.
rewrite -card_place; apply: (decomposition_rank (c := 1)); apply: (decomposition_index (F := fun z k => - F z k) (U := U)) => z y.
rewrite /f_loss form !mul0r addr0 addrC -sumrN; congr (_ + _).
by apply: eq_bigr => k _; rewrite mulNr.
Qed.

Lemma rank_nonempty (e : R) :
  (\rank (matrix_of (restrict (P := @nonempty m) (f_loss e (m := m))) - const_mx 1)%R <= n * n + m)%N.
Proof.
rewrite -card_place; apply: (decomposition_rank (c := 1)).
apply: (decomposition_index (F := fun z k => - F z k) (U := fun y : {y : sets | nonempty y} => U (val y))) => z [y y0].
rewrite /restrict /f_loss form (negbTE y0) mulr0 addr0 addrC -sumrN; congr (_ + _).
by apply: eq_bigr => k _; rewrite mulNr.
Qed.

Let H : R := \sum_(p < m) p.+1%:R^-1.
Lemma H_ge0 : 0 <= H.
Proof. by apply: sumr_ge0 => p _; rewrite invr_ge0 ler0n. Qed.

Lemma rank_one : (\rank (matrix_of (f_loss (1 : R) (m := m)) - const_mx (1 - (1 + m%:R * H)^-1))%R <= n * n + m)%N.
Proof.
have [w [w1 wH]] := weights R m.
pose x (i : I) : R := match i with
  | inl (inl (l, _)) => - w (widen_ord (leqnSn n) l) | inl (inr l) => - (m%:R * w l / l.+1%:R) | inr _ => - 1 end.
pose t (i : I) : R := match i with inl (inl _) => 0 | inl (inr _) => 1 | inr _ => 1 end.
have s0 : - (1 + m%:R * H) != 0.
  by rewrite oppr_eq0 gt_eqF // ltr_paddr ?ltr01 // mulr_ge0 ?ler0n ?H_ge0.
rewrite -ltnS -card_I -invrN; apply: (lowered_rank (x := x) (t := t) (form1 1)) => // [z|y|].
- rewrite sum_I [F1 _ _ _]/= [x _]/= mulrN1 mulN1r opprK.
  rewrite (eq_bigr (fun i : place => F z i * - x (inl i))) => [|i _]; last by rewrite /= mulNr mulrN.
  rewrite sum_place big_ord_recr /= ltnn opprK.
  have [->|z0] := eqVneq z set0.
    rewrite cards0 !mulr0 !mul0r addr0 !big1 ?add0r // => [l _|l _]; first by rewrite ltn_ord inE mulr0 !mul0r.
    by rewrite big1 // => j _; rewrite !inE subrr mulr0 !mul0r.
  rewrite addr0 -[RHS](_ : \sum_l (2 * #|z|)%:R * (w l / (#|z| + l.+1)%:R) = 1); last first.
    rewrite -mulr_sumr w1 ?mulfV ?pnatr_eq0 ?muln_eq0 ?cards_eq0 // card_gt0 z0.
    by rewrite -[X in (_ <= X)%N]card_ord max_card.
  rewrite [RHS]big_ord_recr addrA /=; congr (_ + _); last first.
    by rewrite natrM [m%:R * _]mulrC mulfK ?pnatr_eq0 // mulrAC -mulrA.
  rewrite -big_split; apply: eq_bigr => l _ /=; rewrite ltn_ord !opprK -!mulr_suml -mulr_sumr sumrB sumr_const card_ord natrM card_bits.
  have gen (b S q k u : R) : q != 0 ->
      2%:R * (S - b * n%:R) / k * u + 2%:R * q * b / k * (m%:R * u / q) = 2%:R * (b + S) * (u / k).
    move=> q0; have -> : 2%:R * q * b / k * (m%:R * u / q) = 2%:R * b / k * (m%:R * u) * (q / q).
      by move: (k^-1) (q^-1) => k1 q1; ring.
    by rewrite mulfV // mulr1 [m%:R]mulrS; move: (k^-1) (n%:R : R) => k1 N; ring.
  by rewrite -[_ *+ n]mulr_natr; apply: gen; rewrite pnatr_eq0.
- rewrite sum_I sum_place /= big1 ?add0r => [|l _]; last first.
    by rewrite big1 // => j _; rewrite mulr0.
  case: (eqVneq y set0) => [->|y0].
    by rewrite big1 ?add0r ?mulr1 // => l _; rewrite cards0 mul0r.
  rewrite mul0r addr0; have [k yk] := size_pos y0.
  rewrite (bigD1 k) //= big1 ?addr0 ?yk ?eqxx ?mulr1 // => l ne.
  by rewrite eqSS [(k : nat) == l]eq_sym (negbTE (_ : (l : nat) != k)) ?mul0r.
rewrite sum_I sum_place /= big1 ?add0r => [|l _]; last first.
  by rewrite big1 // => j _; rewrite mulr0.
rewrite mulr1 opprD addrC; congr (_ + _); rewrite /H -wH mulr_sumr -sumrN; apply: eq_bigr => l _.
by rewrite mulr1 mulrA.
Qed.
End Form.

Theorem ranks : claim_fscore_rank.
Proof.
move=> R [|n] // e _; rewrite /constant_fscore_rank_r; split; exists 1.
  by apply: leq_trans (rank_any n e) _; nia.
by apply: leq_trans (rank_nonempty n e) _; nia.
Qed.

Theorem dimension : claim_fscore_affdim.
Proof.
move=> R [|n] // e _ H; have -> : constant_fscore_affdim_dimension n.+1 = (n ^ 2 + n + 1)%N.
  by rewrite /constant_fscore_affdim_dimension; nia.
have up k : (k <= n * n + n.+1 -> k <= n ^ 2 + n + 1)%N by lia.
have [a _] := affine_dimensionI (f_score_dimension_ge (1 : R) n) (up _ (rank_one R n)).
split; first split=> //.
- exact: attained_at a (up _ (rank_one R n)).
- exact: (affine_dimensionI (f_score_dimension_ge (0 : R) n) (up _ (rank_zero R n))).1.
exact: (affine_dimensionI (f_score_nonempty_dimension_ge e n) (up _ (rank_nonempty n e))).1.
Qed.

(** The partial sums are (-1)^n C(m, n) C(m + n + 1, n). *)
Lemma partial_sums (R : realFieldType) m n :
  \sum_(0 <= k < n.+1) (-1) ^+ k * ('C(m.+1, k) * 'C(m + k, k))%:R =
  (-1) ^+ n * ('C(m, n) * 'C(m + n.+1, n))%:R :> R.
Proof.
elim: n => [|n IH]; first by rewrite big_nat1 !bin0.
have pascal : ('C(m, n) * 'C(m + n.+1, n) + 'C(m, n.+1) * 'C(m + n.+2, n.+1) =
    'C(m.+1, n.+1) * 'C(m + n.+1, n.+1))%N.
  have down := mul_bin_left (m + n.+1) n; have diagonal := mul_bin_diag m.+1 n.
  have e : (m + n.+1 - n = m.+1)%N by lia.
  have up : ('C(m + n.+2, n.+1) = 'C(m + n.+1, n.+1) + 'C(m + n.+1, n))%N by rewrite -binS addnS.
  rewrite e in down; rewrite /= binS in diagonal; rewrite up binS.
  move: down diagonal; set a := 'C(_, n.+1); set b := 'C(_, n); set u := 'C(m, n); set v := 'C(m, n.+1).
  move=> down diagonal; apply/eqP; rewrite -(eqn_pmul2l (ltn0Sn n)); apply/eqP.
  have e1 : (n.+1 * (v + u) * b = m.+1 * u * b)%N by rewrite diagonal.
  have e2 : (u * (n.+1 * a) = u * (m.+1 * b))%N by rewrite down.
  by nia.
rewrite big_nat_recr //= IH -pascal natrD exprS.
by move: ((-1) ^+ n : R) => s; ring.
Qed.

Theorem shift : claim_fscore_shift.
Proof.
move=> R m; have := partial_sums R m m.+1; rewrite bin_small // mul0n mulr0 big_nat_recl //.
rewrite !bin0 expr0 mul1r => /eqP; rewrite addr_eq0 => /eqP h.
by rewrite big_add1 /= /constant_fscore_shift_sum; apply: oppr_inj; rewrite opprK -h.
Qed.
