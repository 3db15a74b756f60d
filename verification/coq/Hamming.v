(** Hamming loss (Sec. 3.2 and App. B.3). *)
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From qstheory Require Import Loss Sets Rank Constants Optimality.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Hamming.
Variables (R : realFieldType) (m : nat).
Hypothesis m0 : (0 < m)%N.
Notation L := (hamming R (m := m)).
Notation s := (sign_of R).

Let mR0 : m%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.
Let two0 : 2%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.

Lemma hamming_sum z y : L z y = m%:R^-1 * \sum_(j < m) ((j \in z) != (j \in y))%:R.
Proof.
rewrite /hamming mulrC; congr (_ * _).
rewrite -sum1_card natr_sum big_mkcond; apply: eq_bigr => j _.
by rewrite inE; case: (_ != _).
Qed.

(** hamming.decomposition.repaired *)
Theorem hamming_decomposition :
  decomposition L (fun z j => - (2 * m)%:R^-1 * s z j) (fun y j => s y j) (1 / 2).
Proof.
move=> z y; rewrite hamming_sum.
rewrite (eq_bigr (fun j => (1 - s z j * s y j) / 2)) => [|j _].
  under [in RHS]eq_bigr do rewrite -mulrA.
  rewrite -mulr_sumr -mulr_suml sumrB sumr_const card_ord natrM invfM.
  rewrite mulrA mulrBr mulVf // mulrBl addrC; congr (_ + _).
  by rewrite -mulNr [RHS]mulNr mulNr; congr (- _); rewrite mulrAC [2%:R^-1 * _]mulrC.
rewrite /sign_of; case: (j \in z); case: (j \in y);
  by rewrite /= ?mulrN ?mulNr ?mulr1 ?opprK ?subrr ?mul0r // -[1 + 1]/(2%:R) mulfV.
Qed.

(** hamming.affdim, in both readings *)
Theorem hamming_dimension : affine_dimension L m /\ difference_rank L = m.
Proof.
apply: (affine_dimensionI (c := 1 / 2)); last exact: decomposition_rank hamming_decomposition.
apply: (double_minor (zs := fun j => [set j]) (z0 := set0) (ys := fun j => [set j]) (y0 := set0)).
rewrite (_ : \matrix_(i, j) _ = (- (2%:R / m%:R))%:M).
  by rewrite unitmxE det_scalar unitrX // unitfE oppr_eq0 mulf_neq0 // invr_eq0.
apply/matrixP=> i j; rewrite !mxE !hamming_sum -!mulrBr -!sumrB.
rewrite (eq_bigr (fun k => (k == i)%:R * (if k == j then - 2%:R else 0))) => [|k _].
  by rewrite (pick (fun k => if k == j then - 2%:R else 0)); case: eqP => _;
    rewrite ?mulr0 ?mulr1n ?mulr0n // mulrN mulrC.
rewrite !inE; case: (k == i); case: (k == j); rewrite /= ?subrr ?mul1r ?mul0r ?sub0r ?subr0 ?subrr //.
by rewrite -opprD.
Qed.

Notation F := (fun (z : {set 'I_m}) j => - (2 * m)%:R^-1 * s z j).

(** hamming.norms *)
Lemma hamming_row z : sqnorm (F z) = (4 * m)%:R^-1.
Proof.
have two (x : R) : x != 0 -> x * (2%:R * x)^-1 ^+ 2 = (4%:R * x)^-1.
  by move=> x0; field.
rewrite /sqnorm (eq_bigr (fun=> (2 * m)%:R^-1 ^+ 2)) => [|j _].
  by rewrite sumr_const card_ord -[_ *+ m]mulr_natl !natrM two.
by rewrite exprMn sign_square mulr1 sqrrN.
Qed.

Theorem hamming_norms : largest_row F (4 * m)%:R^-1 /\ largest_entry (fun y : {set 'I_m} => s y) 1.
Proof.
split; first by split=> [z|]; [|exists set0]; rewrite hamming_row.
by split=> [y j|]; [|exists set0, (Ordinal m0)]; rewrite sign_norm.
Qed.

(** hamming.A *)
Theorem hamming_constant : constant_squared F (fun y : {set 'I_m} => s y) (1 / 4%:R).
Proof.
exists (4 * m)%:R^-1, 1; case: hamming_norms; split=> //.
by rewrite expr1n mulr1 natrM invfM mulrCA mulfV // mulr1 mul1r.
Qed.

(** hamming.sharp *)
Theorem hamming_least : least_constant L (1 / 4%:R).
Proof.
split.
  exists m, F, (fun y => s y), (1 / 2%:R); split; first exact: hamming_decomposition.
  have [B [b [[B1 _] [b1 _] ->]]] := hamming_constant; by exists B, b.
have one : L setT set0 = 1.
  rewrite hamming_sum (eq_bigr (fun=> 1)) => [|j _]; last by rewrite !inE.
  by rewrite sumr_const card_ord mulVf.
have zero : L set0 set0 = 0 by rewrite hamming_sum big1 ?mulr0 // => j _; rewrite eqxx.
by have := @entry_range R _ _ L setT set0 set0 set0; rewrite one zero subr0 expr1n.
Qed.

(** hamming.inference: g_j is what the estimator sees of label j. *)
Definition score p j : R := \sum_(y : {set 'I_m}) p y * s y j.

Lemma hamming_risk p z : risk L p z = (\sum_y p y) / 2%:R - (2 * m)%:R^-1 * \sum_j s z j * score p j.
Proof.
rewrite /risk; under eq_bigr do rewrite hamming_decomposition mulrDr.
rewrite big_split /= addrC -mulr_suml mul1r; congr (_ + _).
under eq_bigr do rewrite mulr_sumr; rewrite exchange_big /= -mulNr mulr_sumr.
apply: eq_bigr => j _; rewrite /score mulrA mulr_sumr; apply: eq_bigr => y _; ring.
Qed.

Theorem hamming_decoding p z : optimal L p z <-> forall j, 0 <= s z j * score p j.
Proof.
have c0 : 0 < (2 * m)%:R^-1 :> R by rewrite invr_gt0 ltr0n muln_gt0.
split=> [opt j|pos z'].
  pose z' : {set 'I_m} := if j \in z then z :\ j else j |: z.
  have flip : s z' j = - s z j.
    by rewrite /s /sign_of /z'; case: (boolP (j \in z)) => h; rewrite !inE eqxx ?opprK.
  have same k : k != j -> s z' k = s z k.
    by move=> ne; rewrite /s /sign_of /z'; case: (j \in z); rewrite !inE ?ne // (negbTE ne).
  have := opt z'; rewrite !hamming_risk ler_add2l ler_opp2 ler_pmul2l //.
  rewrite (bigD1 j) //= [X in _ <= X](bigD1 j) //= flip.
  rewrite (eq_bigr (fun k => s z k * score p k)) => [|k ne]; last by rewrite same.
  by rewrite ler_add2r mulNr -subr_ge0 opprK -mulr2n pmulrn_lge0.
rewrite !hamming_risk ler_add2l ler_opp2 ler_pmul2l //; apply: ler_sum => j _.
have := pos j; rewrite /sign_of; case: (j \in z); case: (j \in z') => //.
  by rewrite mul1r mulN1r => h; rewrite (le_trans _ h) // oppr_le0.
by rewrite mul1r mulN1r => h; rewrite (le_trans _ h) // -oppr_ge0.
Qed.

(** hamming.optimal *)
Theorem hamming_equal_risk : positive_equal_risk L (fun=> (2 ^ m)%:R^-1).
Proof.
have N0 : (0 < 2 ^ m)%N by rewrite expn_gt0.
split=> [|y]; last by rewrite invr_gt0 ltr0n.
split=> [|z z'].
  split=> [y|]; first by rewrite invr_ge0 ler0n.
  rewrite sumr_const -[_ *+ _]mulr_natl card_sets.
  by rewrite mulfV // pnatr_eq0 -lt0n.
have none j : score (fun=> (2 ^ m)%:R^-1) j = 0.
  by rewrite /score -mulr_sumr sign_sum mulr0.
have gone (x : {set 'I_m}) : \sum_j s x j * score (fun=> (2 ^ m)%:R^-1) j = 0.
  by apply: big1 => j _; rewrite none mulr0.
by rewrite !hamming_risk !gone.
Qed.

Theorem hamming_optimality : RA16 R -> calibration_dimension L m.
Proof.
move=> ra; have := equal_risk_dimension (set0 : {set 'I_m}) ra hamming_equal_risk.
by rewrite hamming_dimension.2.
Qed.
End Hamming.
