(** Hamming loss (Sec. 3.2 and App. B.3). *)
From mathcomp Require Import all_ssreflect all_algebra.
From qstheory Require Import Loss Rank.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
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
End Hamming.
