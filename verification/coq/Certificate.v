(** Certificates over Z that vm_compute replays. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra ring zify ssrZ.
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

(** Positive semidefinite by an integer certificate s G = L diag(d) L^T. *)
Definition psd_check (n r : nat) (s : Z) (d : seq Z) (L G : seq (seq Z)) : bool :=
  [&& Z.ltb Z0 s, size d == r, all (Z.leb Z0) d, shaped n r L, shaped n n G &
   products [seq [seq Z.mul q.1 q.2 | q <- zip row d] | row <- L] L ==
     [seq [seq Z.mul s x | x <- row] | row <- G]].

Theorem psd (R : realFieldType) (n r : nat) s d L G : psd_check n r s d L G ->
  forall x : 'I_n -> R, 0 <= \sum_(i < n) \sum_(j < n) x i * (int_of_Z (nth 0 (nth [::] G i) j))%:~R * x j.
Proof.
case/and5P=> /Z.ltb_spec0 s0 /eqP sd /all_nthP d0 sL /andP[sG /eqP E] x.
pose q (x : Z) : R := (int_of_Z x)%:~R.
have qM a b : q (Z.mul a b) = q a * q b by rewrite /q -intrM; congr (_%:~R); lia.
have qS (f : 'I_r -> Z) : q (\sum_k f k) = \sum_k q (f k).
  by apply: (big_morph q) => // a b; rewrite /q -intrD; congr (_%:~R); lia.
have s0R : 0 < q s by rewrite /q ltr0z; lia.
have sA : shaped n r [seq [seq Z.mul t.1 t.2 | t <- zip row d] | row <- L].
  case/andP: sL => /eqP sn /allP aL; rewrite /shaped size_map sn eqxx; apply/allP => _ /mapP[row /aL/eqP h ->].
  by rewrite size_map size_zip h sd minnn.
have [/eqP nL /all_nthP aL] := andP sL; have [/eqP nG /all_nthP aG] := andP sG.
have entry (i j : 'I_n) : q s * q (nth 0 (nth [::] G i) j) =
    \sum_(k < r) q (nth 0 d k) * (q (nth 0 (nth [::] L i) k) * q (nth 0 (nth [::] L j) k)).
  have /matrixP/(_ i j) := products_matrix sA sL; rewrite E !mxE.
  rewrite (nth_map [::]) ?nG // (nth_map 0); last by rewrite (eqP (aG [::] i _)) ?nG.
  rewrite -qM => ->; rewrite qS; apply: (congr_big _ _ _) => // k _; rewrite !mxE.
  rewrite (nth_map [::]) ?nL // (nth_map (0, 0)); last by rewrite size_zip (eqP (aL [::] i _)) ?nL // sd minnn.
  rewrite nth_zip ?(eqP (aL [::] i _)) ?nL ?sd //= -/(q _) -[_ * _]/(Z.mul (Z.mul _ _) _) !qM.
  by rewrite -/(q _) mulrAC mulrC mulrCA.
rewrite -(pmulr_rge0 _ s0R).
have -> : q s * (\sum_(i < n) \sum_(j < n) x i * (int_of_Z (nth 0 (nth [::] G i) j))%:~R * x j) =
    \sum_(k < r) q (nth 0 d k) * (\sum_(i < n) x i * q (nth 0 (nth [::] L i) k)) ^+ 2.
  under [RHS]eq_bigr do rewrite expr2 big_distrlr mulr_sumr.
  rewrite [RHS]exchange_big mulr_sumr; apply: eq_bigr => i _ /=.
  under [RHS]eq_bigr do rewrite mulr_sumr.
  rewrite [RHS]exchange_big mulr_sumr; apply: eq_bigr => j _ /=.
  rewrite -[(int_of_Z _)%:~R]/(q _) mulrA mulrCA mulrA -[_ * q s * _]mulrA entry mulr_sumr mulr_suml.
  apply: eq_bigr => k _; move: (q _) (q _) (q _) (x i) (x j) => u v w y z; ring.
apply: sumr_ge0 => k _; rewrite mulr_ge0 ?sqr_ge0 // /q ler0z.
have := d0 0 k; rewrite sd => /(_ (ltn_ord k)) /Z.leb_spec0; by case: (d`_k) => [|t|t] /= h; [|by rewrite ?lez_nat|by case: h].
Qed.
