(** Certificates over Z that vm_compute replays. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra zify ssrZ.
From qstheory Require Import Loss Rank.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition matrix_of_lists r c (A : seq (seq Z)) : 'M[Z]_(r, c) :=
  \matrix_(i, j) nth 0 (nth [::] A i) j.

Fixpoint inner (u v : seq Z) : Z :=
  match u, v with a :: u', b :: v' => Z.add (Z.mul a b) (inner u' v') | _, _ => Z0 end.
(** A B^T, row by row. *)
Definition products (A B : seq (seq Z)) : seq (seq Z) := [seq [seq inner u v | v <- B] | u <- A].
Definition shaped r c (A : seq (seq Z)) := (size A == r) && all (fun u => size u == c) A.

Lemma inner_sum n u v : size u = n -> size v = n ->
  inner u v = \sum_(k < n) nth 0 u k * nth 0 v k.
Proof.
elim: n u v => [|n IH] [|a u] [|b v] //=; first by rewrite big_ord0.
by case=> su [sv]; rewrite big_ord_recl /= (IH u v).
Qed.

Lemma products_matrix r n c A B : shaped r n A -> shaped c n B ->
  matrix_of_lists r c (products A B) = matrix_of_lists r n A *m (matrix_of_lists c n B)^T.
Proof.
case/andP=> /eqP sA /all_nthP hA /andP[/eqP sB /all_nthP hB].
apply/matrixP=> i j; rewrite !mxE (nth_map [::]) ?sA // (nth_map [::]) ?sB //.
rewrite (@inner_sum n); first by apply: eq_bigr => k _; rewrite !mxE.
- by apply/eqP/hA; rewrite sA.
- by apply/eqP/hB; rewrite sB.
Qed.

(** A B^T is the identity modulo p. *)
Definition identity_modulo (p : Z) n (A B : seq (seq Z)) : bool :=
  [&& shaped n n A, shaped n n B & all2 (fun i row =>
    all2 (fun j x => Z.eqb (Z.modulo x p) (if Nat.eqb i j then Z.one else Z0)) (iota 0 n) row)
    (iota 0 n) (products A B)].

Lemma all2_nth (S T : Type) (f : S -> T -> bool) x0 y0 s t :
  all2 f s t -> size s = size t /\ forall i, (i < size s)%N -> f (nth x0 s i) (nth y0 t i).
Proof.
elim: s t => [|x s IH] [|y t] //= /andP[fxy /IH[-> h]]; split=> // -[|i] //=; exact: h.
Qed.

Lemma det_nonzero p n A B : Z.lt (Zpos xH) p -> identity_modulo p n A B ->
  \det (matrix_of_lists n n A) != 0.
Proof.
move=> p1 /and3P[sA sB ok].
pose N := Z.to_nat p; have N1 : (1 < N)%N by rewrite /N; lia.
pose h : {rmorphism Z -> 'Z_N} := [rmorphism of intmul 1 \o int_of_Z].
have hp : h p = 0.
  rewrite /h /= (_ : int_of_Z p = Posz N) ?/N; last by lia.
  exact: (char_Zp N1).
have hm x : h (Z.modulo x p) = h x.
  have {2}-> : x = (p * Z.div x p + Z.modulo x p)%R :> Z by apply: Z_div_mod_eq_full.
  by rewrite rmorphD rmorphM hp mul0r add0r.
have one : map_mx h (matrix_of_lists n n A) *m map_mx h (matrix_of_lists n n B)^T = 1%:M.
  rewrite -map_mxM -products_matrix //; apply/matrixP=> i j; rewrite !mxE -hm.
  have [_ /(_ i)] := all2_nth 0%N [::] ok; rewrite size_iota nth_iota // => /(_ (ltn_ord i)).
  move/(all2_nth 0%N 0) => [_ /(_ j)]; rewrite size_iota nth_iota // => /(_ (ltn_ord j)).
  move/Z.eqb_spec => ->; rewrite !add0n.
  rewrite (_ : Nat.eqb i j = (i == j)); last by apply/idP/eqP=> [/PeanoNat.Nat.eqb_eq/val_inj|->]; rewrite ?PeanoNat.Nat.eqb_refl.
  by case: (i == j); rewrite ?rmorph1 ?rmorph0.
apply/eqP=> d0; have := congr1 determinant one.
by rewrite det_mulmx det_map_mx d0 rmorph0 mul0r det1 => /eqP; rewrite eq_sym oner_eq0.
Qed.

(** The rank over any field of characteristic 0. *)
Lemma unit_by_certificate (R : realFieldType) p n A B (d : R) : Z.lt (Zpos xH) p ->
  identity_modulo p n A B -> d != 0 ->
  \matrix_(i < n, j < n) (d * (int_of_Z (nth 0 (nth [::] A i) j))%:~R) \in unitmx.
Proof.
move=> p1 ok d0.
have -> : \matrix_(i < n, j < n) (d * (int_of_Z (nth 0 (nth [::] A i) j))%:~R) =
    d *: map_mx [rmorphism of intmul (1 : R) \o int_of_Z] (matrix_of_lists n n A).
  by apply/matrixP=> i j; rewrite !mxE.
rewrite unitmxZ ?unitfE // unitmxE unitfE det_map_mx /= intr_eq0.
have := det_nonzero p1 ok; apply: contraNneq => h.
by rewrite -[\det _]int_of_ZK h.
Qed.
